"""The way from a bare machine to a ready environment, on machines made of small shell scripts: no network, no root."""

from __future__ import annotations

import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TOOLS = ("cat", "cksum", "cp", "cut", "dirname", "env", "ls", "mkdir", "mv", "rm", "sed", "sh", "touch", "true")

PYTHON = """#!/bin/sh
case "$*" in
"-m venv "*) echo "venv $3 by ${0##*/}" >>@log; mkdir -p "$3/bin" && cp "$0" "$3/bin/python" ;;
"-m pip install"*)
    echo "pip ${*#-m pip install }" >>@log
    [ ! -e "@have/interruption" ] || kill -9 "$PPID"
    [ ! -e "@have/broken-pip" ]
    ;;
*"sys.exit("*) @new ;;
*base_prefix*) echo "@version /usr" ;;
*get_path*) echo "@have" ;;
*ensurepip*) [ -e "@have/Python.h" ] ;;
esac
"""
MANAGER = """#!/bin/sh
echo "${0##*/} $*" >>@log
case "$*" in *"install "* | "-S "*) [ ! -e @have/broken-manager ] && touch @have/libraries @have/Python.h ;; esac
"""
PKG_CONFIG = "#!/bin/sh\n[ -e @have/libraries ]\n"
SUDO = '#!/bin/sh\n[ -e @have/right ] || exit 1\n[ "$1" != -n ] || shift\n"$@"\n'


@dataclass(frozen=True)
class Machine:
    """A machine with a project on it: its commands are in ``bin``, what it has is in ``have``."""

    root: Path

    def command(self, name: str, text: str, **values: str) -> None:
        for key, value in {"have": str(self.root / "have"), "log": str(self.root / "log"), **values}.items():
            text = text.replace(f"@{key}", value)
        path = self.root / "bin" / name
        path.write_text(text)
        path.chmod(0o755)

    def python(self, name: str, version: str) -> None:
        self.command(name, PYTHON, version=version, new="true" if int(version.partition(".")[2]) >= 11 else "false")

    def has(self, *things: str) -> None:
        for thing in things:
            (self.root / "have" / thing).touch()

    def setup(self, kind: str = "runtime", at: str = "project", **environment: str) -> tuple[int, list[str], list[str]]:
        """Set it up; returns the exit code, what was said, and what was installed and made."""
        done = subprocess.run(
            ["/bin/sh", "tools/bootstrap.sh", kind],
            cwd=self.root / at,
            env={"PATH": str(self.root / "bin"), **environment},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=60,
        )
        log = self.root / "log"
        log.touch()
        ran, _ = log.read_text().splitlines(), log.unlink()
        return done.returncode, done.stdout.splitlines(), ran


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    """Python 3.12, a compiler, an ordinary user, and nothing else."""
    for folder in ("bin", "have", "project/tools"):
        (tmp_path / folder).mkdir(parents=True)
    for tool in TOOLS:
        place = shutil.which(tool)
        assert place, f"these tests need the command {tool}"
        (tmp_path / "bin" / tool).symlink_to(place)
    shutil.copy(ROOT / "tools" / "bootstrap.sh", tmp_path / "project" / "tools")
    for name in ("pyproject.toml", "constraints.txt"):
        shutil.copy(ROOT / name, tmp_path / "project")
    machine = Machine(tmp_path)
    machine.python("python3", "3.12")
    machine.command("cc", "")
    machine.command("pkg-config", PKG_CONFIG)
    machine.command("id", "#!/bin/sh\necho 1000\n")
    return machine


@pytest.fixture
def ready(machine: Machine) -> Machine:
    """A machine on which the project is set up for rendering."""
    machine.has("libraries", "Python.h")
    code, said, ran = machine.setup()
    assert (code, said) == (0, ["setup: making .venv with python3", INSTALLING, READY])
    assert ran == ["venv .venv by python3", f"{PIP} .[films]"]
    return machine


INSTALLING = "setup: installing the project and what it needs into .venv (some minutes the first time)"
READY = "setup: .venv is ready"
REMADE = "setup: .venv is unfinished, broken, or made with another Python."
NO_RIGHT = "setup: no right to install it. Run this line, then the same command again:"
PIP = "pip --quiet --disable-pip-version-check --use-pep517 -c constraints.txt -e"
INSTALL = {
    "apt-get": "env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends build-essential "
    "pkg-config libcairo2-dev libpango1.0-dev python3.12-dev python3.12-venv",
    "dnf": "dnf install -y gcc pkgconf-pkg-config cairo-devel pango-devel python3-devel",
    "pacman": "pacman -S --needed --noconfirm gcc pkgconf cairo pango",
    "brew": "brew install pkgconf cairo pango",
}


def test_it_does_what_is_left_to_do_and_no_more(ready: Machine) -> None:
    assert ready.setup() == (0, [], [])
    assert ready.setup("dev") == (0, [INSTALLING, READY], [f"{PIP} .[dev]"])
    assert ready.setup("runtime") == ready.setup("dev") == (0, [], [])
    with (ready.root / "project" / "constraints.txt").open("a") as file:
        file.write("# changed\n")
    assert ready.setup("runtime") == (0, [INSTALLING, READY], [f"{PIP} .[dev]"])
    (ready.root / "project").rename(ready.root / "moved")
    assert ready.setup("dev", at="moved") == (0, [INSTALLING, READY], [f"{PIP} .[dev]"])
    assert ready.setup("dev", at="moved") == (0, [], [])


def test_another_python_makes_another_environment(ready: Machine) -> None:
    ready.python("python3.13", "3.13")
    code, said, ran = ready.setup(PYTHON="python3.13")
    assert (code, said[:2]) == (0, [REMADE, "setup: making .venv with python3.13"])
    assert ran == ["venv .venv by python3.13", f"{PIP} .[films]"]
    assert ready.setup(PYTHON="python3.13") == ready.setup() == (0, [], [])
    (ready.root / "project/.venv/bin/python").unlink()
    assert ready.setup()[1][0] == REMADE


def test_an_interrupted_installation_is_made_again_and_a_failed_one_tried_again(ready: Machine) -> None:
    ready.has("broken-pip")
    failed = "setup: pip could not install the packages (its words are above). Once that is mended, run the same "
    for _ in range(2):
        assert ready.setup("dev") == (1, [INSTALLING, f"{failed}command again."], [f"{PIP} .[dev]"])
    assert ready.setup("runtime") == (0, [], [])
    (ready.root / "have/broken-pip").rename(ready.root / "have/interruption")
    assert ready.setup("dev")[0] != 0
    (ready.root / "have/interruption").unlink()
    (ready.root / "project/.venv/pyvenv.cfg").write_text("")  # as early as that
    assert ready.setup("runtime")[1:] == (
        [REMADE, "setup: making .venv with python3", INSTALLING, READY],
        ["venv .venv by python3", f"{PIP} .[films]"],
    )


@pytest.mark.parametrize("manager", INSTALL)
def test_the_system_gets_what_is_missing_or_the_line_is_printed(machine: Machine, manager: str) -> None:
    machine.command(manager, MANAGER)
    machine.command("sudo", SUDO)
    if manager in ("pacman", "brew"):
        machine.has("Python.h")  # their Python has it all
    sudo = "" if manager == "brew" else "sudo "
    line = f"{sudo}{INSTALL[manager]}"
    if sudo:
        code, said, ran = machine.setup()
        assert (code, said[1:], ran) == (1, [NO_RIGHT, f"setup:   {line}"], [])
    machine.has("right", "broken-manager")
    code, said, _ = machine.setup()
    failed = "setup: that failed (its words are above). Run this line, then the same command again:"
    assert (code, said[-2:]) == (1, [failed, f"setup:   {line}"])
    (machine.root / "have" / "broken-manager").unlink()
    code, said, ran = machine.setup()
    assert code == 0
    assert said[1:] == [f"setup: installing: {line}", "setup: making .venv with python3", INSTALLING, READY]
    assert INSTALL[manager].endswith(ran[-3]) and ran[-2:] == ["venv .venv by python3", f"{PIP} .[films]"]


def test_only_what_is_missing_is_named(machine: Machine) -> None:
    machine.has("Python.h")
    said = [
        "setup: missing: cairo, pangocairo",
        "setup: found none of apt-get, dnf, pacman and brew.",
        "setup: Install what is missing, with its development files, then run the same command again.",
    ]
    assert machine.setup() == (1, said, [])
    machine.command("id", "#!/bin/sh\necho 0\n")
    machine.command("dnf", MANAGER)
    assert machine.setup()[1][1] == "setup: installing: dnf install -y gcc pkgconf-pkg-config cairo-devel pango-devel"


@pytest.mark.parametrize(
    ("version", "given", "said"),
    [
        ("3.9", "", ["no Python 3.11 or newer found (tried python3, python3.14 ... python3.11)."]),
        ("3.10", "python3", ["PYTHON=python3 is no Python 3.11 or newer. Give one, for example: "]),
        ("3.12", "pyhton3", ["PYTHON=pyhton3 is no Python 3.11 or newer. Give one, for example: "]),
    ],
)
def test_no_python_that_is_new_enough(machine: Machine, version: str, given: str, said: list[str]) -> None:
    machine.python("python3", version)
    code, lines, _ = machine.setup(PYTHON=given)
    assert code == 1 and lines[0].startswith(f"setup: {said[0]}")
    if not given:
        machine.has("libraries", "Python.h")
        machine.python("python3.13", "3.13")
        assert machine.setup()[1][0] == "setup: making .venv with python3.13"


def test_a_folder_that_is_no_environment_is_left_alone(machine: Machine) -> None:
    machine.has("libraries", "Python.h")
    thesis = machine.root / "my work" / "thesis.txt"
    thesis.parent.mkdir()
    thesis.write_text("years of work")
    place = str(thesis.parent)
    refusal = [
        f"setup: {place} is there and is no virtual environment.",
        "setup: Move it away, or choose another place: make VENV=...",
    ]
    assert machine.setup(VENV=place) == (1, refusal, [])
    assert thesis.read_text() == "years of work"
    assert machine.setup(VENV=f"{place}/venv")[0] == 0
    assert machine.setup("devel") == (
        1,
        ["setup: 'devel' is no way to set up. There are: runtime, dev. For example: sh tools/bootstrap.sh dev"],
        [],
    )


def test_a_browser_is_installed_for_the_tests_where_that_can_be_done(ready: Machine) -> None:
    ready.command("dnf", MANAGER)
    ready.command("id", "#!/bin/sh\necho 0\n")
    line = "setup: installing a browser for the tests of the page: dnf install -y chromium chromedriver"
    ready.has("broken-manager")
    failed = "setup: that failed (its words are above); the tests of the page in a browser are skipped."
    assert ready.setup("dev")[:2] == (0, [INSTALLING, line, failed, READY])
    for name in ("chromium", "chromedriver"):
        ready.command(name, "")
    (ready.root / "project/.venv/.ready").unlink()
    assert ready.setup("dev")[1][-2:] == [INSTALLING, READY]
