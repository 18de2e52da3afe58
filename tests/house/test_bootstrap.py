"""The way from a bare machine to a ready environment, on machines made of small shell scripts: no network, no root."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SCRIPT = ROOT / "tools" / "bootstrap.sh"
TOOLS = ("cat", "cksum", "cp", "cut", "dirname", "env", "ls", "mkdir", "mktemp", "rm", "sh", "tail", "touch", "chmod")
NEEDS = ("compiler", "pkg-config", "cairo", "pango", "headers", "venv")

PYTHON = """#!/bin/sh
given() { [ -e "@have/$1" ] && echo yes || echo no; }
case "$*" in
"-m pip --version") [ ! -e "${0%/bin/*}/no-pip" ] ;;
"-m pip install"*) echo "pip ${*#-m pip install }" >>@log; [ ! -e "@have/broken-pip" ] ;;
"-m venv "*)
    mkdir -p "$3/bin" && cp "$0" "$3/bin/python" && touch "$3/pyvenv.cfg"
    echo "venv $3" >>@log
    ;;
"-I -c "*) [ ! -e "${0%/bin/*}/torn" ] || { echo "core.py of click is not whole" >&2; exit 1; } ;;
"-c "*) echo "@version @new $(given headers) $(given venv) @home" ;;
esac
"""
MANAGER = """#!/bin/sh
echo "${0##*/} $*" >>@log
[ ! -e @have/broken-manager ] || exit 1
case "$*" in
*"install "* | "-S "*) [ -e @have/empty-packages ] || touch @have/compiler @have/pkg-config @have/cairo @have/pango \\
    @have/headers @have/venv ;;
"-Si "*) [ -e @have/lists ] ;;
esac
"""
COMPILER = "#!/bin/sh\n[ -e @have/compiler ]\n"
PKG_CONFIG = """#!/bin/sh
[ -e @have/pkg-config ] || exit 127
case "$*" in
"--exists cairo") [ -e @have/cairo ] ;;
"--exists pangocairo") [ -e @have/pango ] ;;
esac
"""
SUDO = '#!/bin/sh\n[ -e @have/right ] || exit 1\nshift\n[ "$1" = true ] || echo "sudo -n $*" >>@log\n"$@"\n'


@dataclass(frozen=True)
class Machine:
    """A machine with a project on it: its commands are in ``bin``, what it has is in ``have``."""

    root: Path

    @property
    def project(self) -> Path:
        return self.root / "project"

    def command(self, name: str, text: str, **values: str) -> None:
        for key, value in {"have": str(self.root / "have"), "log": str(self.root / "log"), **values}.items():
            text = text.replace(f"@{key}", value)
        path = self.root / "bin" / name
        path.write_text(text)
        path.chmod(0o755)

    def python(self, name: str, version: str = "3.12", home: str = "/usr") -> None:
        new = "yes" if tuple(map(int, version.split("."))) >= (3, 11) else "no"
        self.command(name, PYTHON, version=version, new=new, home=home)

    def give(self, *things: str) -> None:
        for thing in things:
            (self.root / "have" / thing).touch()

    def take(self, *things: str) -> None:
        for thing in things:
            (self.root / "have" / thing).unlink()

    def setup(self, *words: str, at: Path | None = None, **environment: str) -> tuple[int, list[str]]:
        done = subprocess.run(
            ["/bin/sh", "tools/bootstrap.sh", *(words or ("runtime",))],
            cwd=at or self.project,
            env={"PATH": str(self.root / "bin"), **environment},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=60,
        )
        return done.returncode, done.stdout.splitlines()

    def ran(self) -> list[str]:
        """What was installed and made since the last look."""
        log = self.root / "log"
        lines = log.read_text().splitlines() if log.exists() else []
        log.unlink(missing_ok=True)
        return lines


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    """Python 3.12, an ordinary user, and nothing else."""
    for folder in ("bin", "have", "project/tools"):
        (tmp_path / folder).mkdir(parents=True)
    for tool in TOOLS:
        place = shutil.which(tool)
        assert place, f"these tests need the command {tool}"
        (tmp_path / "bin" / tool).symlink_to(place)
    shutil.copy(SCRIPT, tmp_path / "project" / "tools")
    for name in ("pyproject.toml", "constraints.txt"):
        shutil.copy(ROOT / name, tmp_path / "project")
    machine = Machine(tmp_path)
    machine.python("python3")
    machine.command("cc", COMPILER)
    machine.command("pkg-config", PKG_CONFIG)
    machine.command("id", "#!/bin/sh\necho 1000\n")
    machine.command("uname", "#!/bin/sh\necho Linux\n")
    return machine


@pytest.fixture
def ready(machine: Machine) -> Machine:
    """A machine on which the project is set up for rendering."""
    machine.give(*NEEDS)
    assert machine.setup()[0] == 0
    machine.ran()
    return machine


INSTALLING = "setup: installing the project and what it needs into .venv (some minutes the first time)"
MAKING = "setup: making .venv with python3 (Python 3.12)"
PIP = "pip --quiet --disable-pip-version-check --use-pep517 -c constraints.txt -e "
MISSING_ALL = (
    "setup: missing: a C compiler (cc), pkg-config, cairo (its development files), pango (its development files), "
    "Python.h of python3, the venv and ensurepip modules of python3"
)
NO_RIGHT = (
    "setup: no right to install it (not root, and no sudo without a password). "
    "Run this line, then the same command again:"
)
LINES = {
    "apt-get": "apt-get install -y build-essential pkg-config libcairo2-dev libpango1.0-dev python3.12-dev "
    "python3.12-venv",
    "dnf": "dnf install -y gcc pkgconf-pkg-config cairo-devel pango-devel python3-devel",
    "pacman": "pacman -S --needed --noconfirm gcc pkgconf cairo pango",
}
APT_QUIETLY = LINES["apt-get"].replace("-y", "-y -q --no-install-recommends")


def test_a_machine_with_everything_gets_an_environment(machine: Machine) -> None:
    machine.give(*NEEDS)
    assert machine.setup() == (0, [MAKING, INSTALLING, "setup: .venv is ready"])
    assert machine.ran() == ["venv .venv", PIP + "."]


def test_the_second_call_does_nothing(ready: Machine) -> None:
    assert ready.setup() == (0, [])
    assert ready.ran() == []


def test_checks_need_more_than_rendering_does(ready: Machine) -> None:
    assert ready.setup("dev") == (0, [INSTALLING, "setup: .venv is ready"])
    assert ready.ran() == [PIP + ".[dev]"]
    assert ready.setup("runtime") == ready.setup("dev") == (0, [])


@pytest.mark.parametrize("name", ["pyproject.toml", "constraints.txt"])
def test_other_requirements_are_installed_into_the_same_environment(ready: Machine, name: str) -> None:
    with (ready.project / name).open("a") as file:
        file.write("# changed\n")
    assert ready.setup() == (0, [INSTALLING, "setup: .venv is ready"])
    assert ready.ran() == [PIP + "."]
    assert ready.setup() == (0, [])


def test_a_checkout_that_moved_is_installed_again(ready: Machine) -> None:
    moved = ready.project.rename(ready.root / "moved")
    assert ready.setup(at=moved) == (0, [INSTALLING, "setup: .venv is ready"])
    assert ready.setup(at=moved) == (0, [])


@pytest.mark.parametrize("manager", LINES)
def test_without_the_right_to_install_the_exact_line_is_printed(machine: Machine, manager: str) -> None:
    machine.command(manager, MANAGER)
    machine.command("sudo", SUDO)
    assert machine.setup() == (1, [MISSING_ALL, NO_RIGHT, f"setup:   sudo {LINES[manager]}"])
    assert machine.ran() == []


def test_without_sudo_the_line_goes_through_su(machine: Machine) -> None:
    machine.give("compiler", "pkg-config", "cairo", "headers", "venv")
    machine.command("apt-get", MANAGER)
    assert machine.setup() == (
        1,
        [
            "setup: missing: pango (its development files)",
            NO_RIGHT,
            "setup:   su -c 'apt-get install -y libpango1.0-dev'",
        ],
    )


@pytest.mark.parametrize("manager", LINES)
def test_with_sudo_without_a_password_it_is_installed(machine: Machine, manager: str) -> None:
    machine.command(manager, MANAGER)
    machine.command("sudo", SUDO)
    machine.give("right", "lists")
    code, said = machine.setup()
    assert said == [
        MISSING_ALL,
        f"setup: installing: sudo -n {LINES[manager]}",
        MAKING,
        INSTALLING,
        "setup: .venv is ready",
    ]
    assert code == 0
    steps = {
        "apt-get": [
            "sudo -n apt-get update -q",
            "apt-get update -q",
            "sudo -n env DEBIAN_FRONTEND=noninteractive " + APT_QUIETLY,
            APT_QUIETLY,
        ],
        "dnf": ["sudo -n " + LINES["dnf"], LINES["dnf"]],
        "pacman": ["pacman -Si pango", "sudo -n " + LINES["pacman"], LINES["pacman"]],
    }
    assert machine.ran() == [*steps[manager], "venv .venv", PIP + "."]


def test_root_needs_no_sudo(machine: Machine) -> None:
    machine.command("id", "#!/bin/sh\necho 0\n")
    machine.command("dnf", MANAGER)
    assert machine.setup()[1][1] == f"setup: installing: {LINES['dnf']}"
    assert machine.ran()[0] == LINES["dnf"]


def test_another_python_than_the_systems_has_its_own_headers_package(machine: Machine) -> None:
    machine.give("compiler", "pkg-config", "cairo", "pango", "venv", "right")
    machine.python("python3", "3.9")
    machine.python("python3.12")
    machine.command("dnf", MANAGER)
    machine.command("sudo", SUDO)
    assert machine.setup()[1][:2] == [
        "setup: missing: Python.h of python3.12",
        "setup: installing: sudo -n dnf install -y python3.12-devel",
    ]


def test_pacman_without_any_lists_fetches_them_first(machine: Machine) -> None:
    machine.command("id", "#!/bin/sh\necho 0\n")
    machine.command("pacman", MANAGER)
    assert machine.setup()[0] == 0
    assert machine.ran()[:3] == ["pacman -Si pango", "pacman -Sy --noconfirm", LINES["pacman"]]


def test_brew_installs_as_an_ordinary_user(machine: Machine) -> None:
    machine.give("compiler", "headers", "venv")
    machine.command("brew", MANAGER)
    assert machine.setup()[1][:2] == [
        "setup: missing: pkg-config, cairo (its development files), pango (its development files)",
        "setup: installing: brew install pkgconf cairo pango",
    ]
    assert machine.ran()[0] == "brew install pkgconf cairo pango"


def test_on_a_mac_the_compiler_comes_from_apple(machine: Machine) -> None:
    machine.give("pkg-config", "cairo", "pango", "headers", "venv")
    machine.command("brew", MANAGER)
    machine.command("uname", "#!/bin/sh\necho Darwin\n")
    assert machine.setup() == (
        1,
        [
            "setup: missing: a C compiler (cc)",
            "setup: still missing: a C compiler (cc). No package of brew brought it.",
            "setup: Run this line, then the same command again: xcode-select --install",
        ],
    )


def test_without_a_known_package_manager_it_says_what_is_missing(machine: Machine) -> None:
    machine.give("compiler", "pkg-config", "headers", "venv")
    assert machine.setup() == (
        1,
        [
            "setup: missing: cairo (its development files), pango (its development files)",
            "setup: no package manager known here (looked for apt-get, dnf, pacman and brew).",
            "setup: Install what is missing, then the same command again.",
        ],
    )


def test_a_failing_package_manager_leaves_the_line_to_run(machine: Machine) -> None:
    machine.give("compiler", "pkg-config", "cairo", "headers", "venv", "broken-manager")
    machine.command("id", "#!/bin/sh\necho 0\n")
    machine.command("apt-get", MANAGER)
    assert machine.setup() == (
        1,
        [
            "setup: missing: pango (its development files)",
            "setup: installing: apt-get install -y libpango1.0-dev",
            "setup: apt-get could not renew all its lists; trying with those it has.",
            "setup: apt-get failed (its words are above). Run this line, then the same command again:",
            "setup:   apt-get install -y libpango1.0-dev",
        ],
    )


def test_packages_that_do_not_bring_what_is_missing(machine: Machine) -> None:
    machine.give("compiler", "pkg-config", "cairo", "pango", "venv", "empty-packages")
    machine.command("id", "#!/bin/sh\necho 0\n")
    machine.command("apt-get", MANAGER)
    assert machine.setup()[1][-2:] == [
        "setup: still missing: Python.h of python3. No package of apt-get brought it.",
        "setup: Or take another Python: make PYTHON=/path/to/python3.12",
    ]


@pytest.mark.parametrize(
    ("found", "said"),
    [
        ({}, "none of python3, python3.14 ... python3.11 runs"),
        ({"python3": "3.9"}, "python3 is 3.9"),
        ({"python3": "3.10", "python3.11": "3.4"}, "python3 is 3.10, python3.11 is 3.4"),
    ],
)
def test_no_python_that_is_new_enough(machine: Machine, found: dict[str, str], said: str) -> None:
    (machine.root / "bin" / "python3").unlink()
    for name, version in found.items():
        machine.python(name, version)
    assert machine.setup() == (
        1,
        [
            f"setup: no Python 3.11 or newer found ({said}).",
            "setup: Install one, or say where it is: make PYTHON=/path/to/python3.12",
        ],
    )


def test_a_newer_python_beside_an_old_one_is_found(machine: Machine) -> None:
    machine.give(*NEEDS)
    machine.python("python3", "3.8")
    machine.python("python3.13", "3.13")
    assert machine.setup()[1][0] == "setup: making .venv with python3.13 (Python 3.13)"


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ("python3.9", "PYTHON=python3.9 is Python 3.9; 3.11 or newer is needed."),
        ("pyhton3", "PYTHON=pyhton3 does not run. Give a Python 3.11 or newer,"),
    ],
)
def test_a_python_that_will_not_do(machine: Machine, given: str, said: str) -> None:
    machine.python("python3.9", "3.9")
    code, lines = machine.setup(PYTHON=given)
    assert code == 1
    assert len(lines) == 1
    assert lines[0].startswith(f"setup: {said}")
    assert lines[0].lower().endswith("for example: make python=/usr/bin/python3.12")


def test_another_python_makes_another_environment(ready: Machine) -> None:
    ready.python("python3.13", "3.13")
    assert ready.setup(PYTHON="python3") == (0, [])
    assert ready.setup(PYTHON="python3.13") == (
        0,
        [
            "setup: .venv is broken, half made, or made with another Python.",
            "setup: making .venv with python3.13 (Python 3.13)",
            INSTALLING,
            "setup: .venv is ready",
        ],
    )
    assert ready.setup(PYTHON="python3.13") == ready.setup() == (0, [])


def test_an_environment_whose_python_is_gone_is_made_anew(ready: Machine) -> None:
    (ready.project / ".venv" / "bin" / "python").unlink()
    assert ready.setup()[1][0] == "setup: .venv is broken, half made, or made with another Python."
    assert ready.ran() == ["venv .venv", PIP + "."]


def test_making_the_environment_was_interrupted(ready: Machine) -> None:
    (ready.project / ".venv" / ".being-made").touch()
    assert ready.setup()[0] == 0
    assert ready.ran() == ["venv .venv", PIP + "."]
    assert ready.setup() == (0, [])


def test_installing_was_interrupted(ready: Machine) -> None:
    ready.give("broken-pip")
    (ready.project / ".venv" / ".ready-runtime").unlink()
    failed = (
        "setup: pip could not install the packages (its words are above). "
        "Once that is mended, run the same command again."
    )
    assert ready.setup() == (1, [INSTALLING, failed])
    assert ready.setup() == (1, [INSTALLING, failed])
    ready.take("broken-pip")
    assert ready.setup() == (0, [INSTALLING, "setup: .venv is ready"])
    assert ready.setup() == (0, [])


def test_a_package_cut_off_in_the_middle_is_noticed(ready: Machine) -> None:
    (ready.project / ".venv" / ".ready-runtime").unlink()
    (ready.project / ".venv" / "torn").touch()
    assert ready.setup() == (
        0,
        [
            INSTALLING,
            "setup: .venv is damaged (core.py of click is not whole).",
            MAKING,
            INSTALLING,
            "setup: .venv is ready",
        ],
    )


def test_a_folder_that_is_no_environment_is_left_alone(machine: Machine) -> None:
    machine.give(*NEEDS)
    (machine.project / ".venv").mkdir()
    (machine.project / ".venv" / "thesis.txt").write_text("years of work")
    assert machine.setup() == (
        1,
        [
            "setup: .venv is there and is no virtual environment.",
            "setup: Move it away, or choose another place: make VENV=...",
        ],
    )
    assert (machine.project / ".venv" / "thesis.txt").exists()


def test_the_environment_may_be_elsewhere(machine: Machine) -> None:
    machine.give(*NEEDS)
    place = str(machine.root / "my place")
    assert machine.setup(VENV=place)[0] == 0
    assert machine.setup(VENV=place) == (0, [])
    assert not (machine.project / ".venv").exists()


def test_unknown_word(machine: Machine) -> None:
    assert machine.setup("devel") == (
        1,
        ["setup: 'devel' is no way to set up. There are: runtime, dev. For example: sh tools/bootstrap.sh dev"],
    )


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A true environment, empty; returns its folder of packages."""
    place = tmp_path_factory.mktemp("true") / "venv"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", place], check=True)
    return next(place.glob("lib*/python3*/site-packages"))


@pytest.mark.parametrize(
    ("files", "damage"),
    [
        ({}, ""),
        ({"w/__init__.py": "x = 1\n"}, ""),
        ({"w/__init__.py": "x ="}, "w/__init__.py of w is not whole"),
        ({"w/__init__.py": None}, "w/__init__.py of w is not whole"),
        ({"w-1.0.dist-info/RECORD": None}, "w has no list of its files"),
        ({"old-1.0.egg-info/PKG-INFO": "Name: old\n", "old-1.0.egg-info/SOURCES.txt": "gone.py\n"}, ""),
    ],
)
def test_wholeness_is_judged_by_the_packages_own_lists(site: Path, files: dict[str, str | None], damage: str) -> None:
    shutil.rmtree(site)
    whole = {
        "w/__init__.py": "x = 1\n",
        "w-1.0.dist-info/METADATA": "Name: w\nVersion: 1.0\n",
        "w-1.0.dist-info/RECORD": "w/__init__.py,,6\nw/__pycache__/x.cpython-311.pyc,,\nw-1.0.dist-info/RECORD,,\n",
    }
    for name, text in {**whole, **files}.items():
        if text is not None:
            (site / name).parent.mkdir(parents=True, exist_ok=True)
            (site / name).write_text(text)
    program = re.search(r"^WHOLE='\n(.*?)^'$", SCRIPT.read_text(), re.DOTALL | re.MULTILINE)
    assert program
    python = site.parents[2] / "bin" / "python"
    done = subprocess.run([python, "-I", "-c", program[1]], capture_output=True, text=True, check=False)
    assert done.stderr.strip() == damage
    assert done.returncode == (1 if damage else 0)


def test_the_true_python_answers_the_questions_asked_of_it() -> None:
    program = re.search(r"^PROBE='\n(.*?)^'$", SCRIPT.read_text(), re.DOTALL | re.MULTILINE)
    assert program
    done = subprocess.run([sys.executable, "-c", program[1]], capture_output=True, text=True, check=True)
    version, new, _headers, _venv, home = done.stdout.strip().split(" ", 4)
    assert version == "{}.{}".format(*sys.version_info[:2])
    assert new == "yes"
    assert home == sys.base_prefix


def test_a_browser_is_installed_for_the_tests_where_that_can_be_done(ready: Machine) -> None:
    ready.command("apt-get", MANAGER)
    assert ready.setup("dev") == (0, [INSTALLING, "setup: .venv is ready"]), "no right to install it"
    ready.command("sudo", SUDO)
    ready.give("right")
    (ready.project / ".venv" / ".ready-dev").unlink()
    ready.ran()
    line = "setup: installing a browser for the tests of the page: sudo -n apt-get install -y chromium chromium-driver"
    assert ready.setup("dev") == (0, [INSTALLING, line, "setup: .venv is ready"])
    assert any("chromium chromium-driver" in said for said in ready.ran())


def test_no_browser_is_no_reason_to_stop(ready: Machine) -> None:
    ready.command("dnf", MANAGER)
    ready.command("id", "#!/bin/sh\necho 0\n")
    ready.give("broken-manager")
    code, said = ready.setup("dev")
    assert code == 0
    assert said[1:] == [
        "setup: installing a browser for the tests of the page: dnf install -y chromium chromedriver",
        "setup: dnf failed (its words are above); the tests of the page in a browser are skipped.",
        "setup: .venv is ready",
    ]


def test_a_browser_that_is_there_is_enough(ready: Machine) -> None:
    ready.command("apt-get", MANAGER)
    ready.command("id", "#!/bin/sh\necho 0\n")
    for name in ("chromium", "chromedriver"):
        ready.command(name, "#!/bin/sh\n")
    assert ready.setup("dev") == (0, [INSTALLING, "setup: .venv is ready"])
