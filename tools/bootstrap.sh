#!/bin/sh
# Makes .venv ready from whatever the machine has, and does nothing when it is ready.
#
#     sh tools/bootstrap.sh runtime     what rendering needs
#     sh tools/bootstrap.sh dev         that, and what the checks need
#
# PYTHON=...   the Python to use, 3.11 or newer (default: the first good one of python3, python3.14 ... python3.11)
# VENV=...     where the virtual environment goes (default: .venv)
#
# pycairo and manimpango are compiled here, since Linux has no ready-made ones. So a C compiler, pkg-config,
# Python's headers, cairo and pango must be there; what is missing comes from apt-get, dnf, pacman or brew.
# Each need is looked for itself, never guessed from the system's name.

set -u
cd "$(dirname "$0")/.." || exit 1

VENV=${VENV:-.venv}
STARTED=$VENV/.being-made # there only while the environment itself is made
AGAIN='then the same command again'

say() { printf 'setup: %s\n' "$*"; }

stop() {
    for line in "$@"; do printf 'setup: %s\n' "$line" >&2; done
    exit 1
}

has() { command -v "$1" >/dev/null 2>&1; }

# --- Python -------------------------------------------------------------------------------------------------------

# One line about an interpreter: its version, whether that is new enough, has the headers, can make environments, and
# where it lives. In a form that old Pythons understand too.
PROBE='
import sys
try:
    import importlib.util as u, os, sysconfig
    new = sys.version_info[:2] >= (3, 11)
    headers = os.path.exists(os.path.join(sysconfig.get_paths()["include"], "Python.h"))
    venv = u.find_spec("venv") is not None and u.find_spec("ensurepip") is not None
    facts = ["%d.%d" % sys.version_info[:2]] + ["yes" if x else "no" for x in (new, headers, venv)]
    print(" ".join(facts + [sys.base_prefix]))
except Exception:
    print("%d.%d no no no -" % sys.version_info[:2])
'

# Sets version, new, headers, can_venv and home of the interpreter $1; fails if it does not run.
look_at() {
    facts=$("$1" -c "$PROBE" 2>/dev/null </dev/null) || return 1
    read -r version new headers can_venv home <<EOF
$facts
EOF
    [ -n "${home:-}" ]
}

find_python() {
    if [ -n "${PYTHON:-}" ]; then
        look_at "$PYTHON" ||
            stop "PYTHON=$PYTHON does not run. Give a Python 3.11 or newer, for example: make PYTHON=/usr/bin/python3.12"
        [ "$new" = yes ] ||
            stop "PYTHON=$PYTHON is Python $version; 3.11 or newer is needed. For example: make PYTHON=/usr/bin/python3.12"
        return
    fi
    tried=
    for PYTHON in python3 python3.14 python3.13 python3.12 python3.11; do
        if look_at "$PYTHON"; then
            [ "$new" = yes ] && return
            tried="${tried:+$tried, }$PYTHON is $version"
        fi
    done
    stop "no Python 3.11 or newer found (${tried:-none of python3, python3.14 ... python3.11 runs})." \
        "Install one, or say where it is: make PYTHON=/path/to/python3.12"
}

# --- What the machine must have -----------------------------------------------------------------------------------

compiles() {
    trial=$(mktemp -d) || return 1
    printf '#include <stdio.h>\nint main(void) { return 0; }\n' >"$trial/trial.c"
    for compiler in ${CC:+"$CC"} cc gcc clang; do
        # CC may hold options too, so it is split into words
        # shellcheck disable=SC2086
        if $compiler -o "$trial/trial" "$trial/trial.c" >/dev/null 2>&1; then
            rm -rf "$trial"
            return 0
        fi
    done
    rm -rf "$trial"
    return 1
}

# Sets missing to the needs not met, among: compiler pkg-config cairo pango headers venv
look_around() {
    missing=
    pkg_config=${PKG_CONFIG:-pkg-config}
    compiles || missing="$missing compiler"
    if "$pkg_config" --version >/dev/null 2>&1; then
        "$pkg_config" --exists cairo || missing="$missing cairo"
        "$pkg_config" --exists pangocairo || missing="$missing pango"
    else
        missing="$missing pkg-config cairo pango" # without the one, the others cannot be seen
    fi
    [ "$headers" = yes ] || missing="$missing headers"
    [ "$can_venv" = yes ] || missing="$missing venv"
    missing=${missing# }
}

in_words() {
    words=
    for need in "$@"; do
        case $need in
        compiler) need='a C compiler (cc)' ;;
        cairo) need='cairo (its development files)' ;;
        pango) need='pango (its development files)' ;;
        headers) need="Python.h of $PYTHON" ;;
        venv) need="the venv and ensurepip modules of $PYTHON" ;;
        esac
        words="${words:+$words, }$need"
    done
    printf '%s' "$words"
}

package_manager() {
    for manager in apt-get dnf pacman brew; do
        has "$manager" && return 0
    done
    manager=
    return 1
}

# The package for need $1 under $manager; nothing where no package brings it.
package_for() {
    case $manager:$1 in
    apt-get:compiler) echo build-essential ;;
    apt-get:pkg-config) echo pkg-config ;;
    apt-get:cairo) echo libcairo2-dev ;;
    apt-get:pango) echo libpango1.0-dev ;;
    apt-get:headers) echo "python$version-dev" ;;
    apt-get:venv) echo "python$version-venv" ;;
    dnf:compiler) echo gcc ;;
    dnf:pkg-config) echo pkgconf-pkg-config ;;
    dnf:cairo) echo cairo-devel ;;
    dnf:pango) echo pango-devel ;;
    dnf:headers)
        # the system's own Python is packaged without its minor version
        if [ "$(python3 -c "$PROBE" 2>/dev/null | cut -d ' ' -f 1)" = "$version" ]; then
            echo python3-devel
        else
            echo "python$version-devel"
        fi
        ;;
    pacman:compiler) echo gcc ;;
    pacman:pkg-config) echo pkgconf ;;
    pacman:cairo) echo cairo ;;
    pacman:pango) echo pango ;;
    brew:compiler) [ "$(uname -s)" = Darwin ] || echo gcc ;;
    brew:pkg-config) echo pkgconf ;;
    brew:cairo) echo cairo ;;
    brew:pango) echo pango ;;
    esac
}

packages_for() {
    packages=
    for need in "$@"; do
        package=$(package_for "$need")
        packages="$packages${package:+ $package}"
    done
    packages=${packages# }
}

install_line() {
    case $manager in
    apt-get) echo "apt-get install -y $packages" ;;
    dnf) echo "dnf install -y $packages" ;;
    pacman) echo "pacman -S --needed --noconfirm $packages" ;;
    brew) echo "brew install $packages" ;;
    esac
}

# Sets prefix to what gives the right to install (nothing for root and for brew), or fails.
right_to_install() {
    prefix=
    [ "$manager" = brew ] && return 0
    [ "$(id -u)" = 0 ] && return 0
    has sudo && sudo -n true >/dev/null 2>&1 && prefix='sudo -n' && return 0
    return 1
}

# What a person types to get the right to run $1.
as_typed() {
    if [ "$manager" = brew ] || [ "$(id -u)" = 0 ]; then
        printf '%s' "$1"
    elif has sudo; then
        printf 'sudo %s' "$1"
    else
        printf "su -c '%s'" "$1"
    fi
}

# The words of $prefix and $packages are meant to be split.
# shellcheck disable=SC2086
install_packages() {
    case $manager in
    apt-get)
        # old lists name files that are gone; where they cannot be renewed, the old ones may still do
        $prefix apt-get update -q || say 'apt-get could not renew all its lists; trying with those it has.'
        $prefix env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends $packages
        ;;
    dnf) $prefix dnf install -y $packages ;;
    pacman)
        # only where there are no lists at all: renewing them alone would mix old packages with new ones
        pacman -Si pango >/dev/null 2>&1 || $prefix pacman -Sy --noconfirm
        $prefix pacman -S --needed --noconfirm $packages
        ;;
    brew) brew install $packages ;;
    esac
}

# The words of $missing are meant to be split.
# shellcheck disable=SC2086
prepare_machine() {
    look_around
    [ -z "$missing" ] && return
    say "missing: $(in_words $missing)"
    package_manager ||
        stop "no package manager known here (looked for apt-get, dnf, pacman and brew)." \
            "Install what is missing, $AGAIN."
    packages_for $missing
    if [ -n "$packages" ]; then
        line=$(install_line)
        right_to_install ||
            stop "no right to install it (not root, and no sudo without a password). Run this line, $AGAIN:" \
                "  $(as_typed "$line")"
        say "installing: ${prefix:+$prefix }$line"
        install_packages ||
            stop "$manager failed (its words are above). Run this line, $AGAIN:" \
                "  $(as_typed "$line")"
        look_at "$PYTHON" || stop "$PYTHON does not run any more."
        look_around
        [ -z "$missing" ] && return
    fi
    advice="Install it in the way this machine does, $AGAIN."
    case " $missing " in
    *' compiler '*) [ "$manager" = brew ] && advice="Run this line, $AGAIN: xcode-select --install" ;;
    *' headers '* | *' venv '*) advice="Or take another Python: make PYTHON=/path/to/python3.12" ;;
    esac
    stop "still missing: $(in_words $missing). No package of $manager brought it." "$advice"
}

# --- The virtual environment --------------------------------------------------------------------------------------

# What an installation depends on: with the same key there is nothing to do.
key() {
    look_at "$VENV/bin/python"
    printf '%s %s %s\n' "$version" "$home" "$(pwd -P)"
    cksum pyproject.toml constraints.txt
}

# The environment's own Python answers, so one that was moved or whose Python is gone is not taken for good.
works() {
    [ ! -e "$STARTED" ] && look_at "$VENV/bin/python" && [ "$new" = yes ] && made_with_the_given_python
}

made_with_the_given_python() {
    [ -n "$given" ] || return 0
    made_with=$(cat "$VENV/.made-with" 2>/dev/null) || made_with="$version $home"
    look_at "$given" && [ "$made_with" = "$version $home" ]
}

ready() {
    [ -f "$VENV/.ready-$1" ] && works && [ "$(key)" = "$(cat "$VENV/.ready-$1")" ]
}

# Removes what is in the place of the environment, saying why ($1), and makes a new one.
make_environment() {
    if [ -e "$VENV" ]; then
        if [ ! -e "$STARTED" ] && [ ! -f "$VENV/pyvenv.cfg" ] && [ -n "$(ls -A "$VENV")" ]; then
            stop "$VENV is there and is no virtual environment." "Move it away, or choose another place: make VENV=..."
        fi
        say "$VENV $1"
        rm -rf "$VENV" || exit 1
    fi
    say "making $VENV with $PYTHON (Python $version)"
    { mkdir -p "$VENV" && : >"$STARTED"; } || stop "cannot write $VENV. Choose another place: make VENV=..."
    "$PYTHON" -m venv "$VENV" || stop "$PYTHON could not make $VENV (its words are above)."
    printf '%s\n' "$version $home" >"$VENV/.made-with"
    rm -f "$STARTED"
}

install_project() {
    case $1 in
    runtime) what=. ;;
    dev) what='.[dev]' ;;
    esac
    quiet=
    [ -t 1 ] || quiet=--quiet
    say "installing the project and what it needs into $VENV (some minutes the first time)"
    # shellcheck disable=SC2086
    "$VENV/bin/python" -m pip install $quiet --disable-pip-version-check --use-pep517 -c constraints.txt -e "$what" ||
        stop "pip could not install the packages (its words are above). Once that is mended, run the same command again."
}

# An interrupted pip leaves packages that it takes for complete. Their own lists of files tell. (Packages of the old
# kind, with PKG-INFO, have no such list.)
WHOLE='
import importlib.metadata as m, os, sys
for d in m.distributions():
    name = d.metadata["Name"]
    if d.read_text("RECORD") is None:
        if d.read_text("PKG-INFO") is None:
            sys.exit("%s has no list of its files" % name)
        continue
    for f in d.files:
        path = f.locate()
        if f.suffix != ".pyc" and (not os.path.exists(path) or f.size not in (None, os.path.getsize(path))):
            sys.exit("%s of %s is not whole" % (f, name))
'

whole() { damage=$("$VENV/bin/python" -I -c "$WHOLE" 2>&1 | tail -n 1) && [ -z "$damage" ]; }

# --- A browser for the tests of the page --------------------------------------------------------------------------

# Without one those tests are skipped, so its absence never stops the set-up.
offer_browser() {
    { has chromium || has google-chrome; } && has chromedriver && return 0
    package_manager && right_to_install || return 0
    case $manager in
    apt-get) packages='chromium chromium-driver' ;;
    dnf) packages='chromium chromedriver' ;;
    pacman) packages='chromium' ;;
    *) return 0 ;;
    esac
    say "installing a browser for the tests of the page: ${prefix:+$prefix }$(install_line)"
    install_packages || say "$manager failed (its words are above); the tests of the page in a browser are skipped."
}

# --- Here it goes -------------------------------------------------------------------------------------------------

case ${1:-} in
runtime | dev) ;;
*) stop "'${1:-}' is no way to set up. There are: runtime, dev. For example: sh tools/bootstrap.sh dev" ;;
esac

given=${PYTHON:-}
fresh=no
ready "$1" && exit 0

find_python
if works && "$VENV/bin/python" -m pip --version >/dev/null 2>&1; then
    PYTHON=$VENV/bin/python
    look_at "$PYTHON"
    can_venv=yes # it was made; what is still to be compiled is compiled for it
    prepare_machine
else
    look_at "$PYTHON"
    prepare_machine
    fresh=yes
    make_environment 'is broken, half made, or made with another Python.'
fi
install_project "$1"
if [ $fresh = no ] && ! whole; then
    damaged="is damaged ($damage)."
    PYTHON=$given
    find_python
    prepare_machine
    make_environment "$damaged"
    install_project "$1"
fi
[ "$1" = dev ] && offer_browser
[ "$1" = dev ] && key >"$VENV/.ready-runtime"
key >"$VENV/.ready-$1"
say "$VENV is ready"
