"""A page in the browser, and what tests do with it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from selenium.webdriver import ActionChains, Chrome
from selenium.webdriver.support.ui import WebDriverWait


class Page:
    """A page in the browser."""

    def __init__(self, driver: Chrome, path: Path) -> None:
        self.driver = driver
        self.path = path
        self.open()
        driver.get_log("browser")  # mistakes of earlier pages are theirs

    def open(self) -> Page:
        self.driver.get("about:blank")
        self.driver.get(self.path.as_uri())
        return self

    def run(self, script: str, *arguments: Any) -> Any:
        return self.driver.execute_script(script, *arguments)

    def press(self, *keys: str) -> None:
        for key in keys:
            ActionChains(self.driver).send_keys(key).perform()

    def until(self, script: str, seconds: float = 15) -> Any:
        """Wait until a script's value is true, and give it."""
        return WebDriverWait(self.driver, seconds, 0.05).until(lambda driver: driver.execute_script(f"return {script}"))

    def mistakes(self) -> list[str]:
        return [entry["message"] for entry in self.driver.get_log("browser")]
