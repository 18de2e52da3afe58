#!/bin/sh
# Makes a virtual environment ready, and does nothing where it is ready.
#
#     sh tools/bootstrap.sh runtime     what rendering needs
#     sh tools/bootstrap.sh dev         that, and what the checks need
#
# PYTHON=...   the Python to use, 3.11 or newer (default: the first good one of python3, python3.14 ... python3.11)
# VENV=...     where the virtual environment goes (default: .venv)
#
# pycairo and manimpango have no ready-made packages for Linux: they are compiled, with cairo and pango of the system.

set -u
cd "$(dirname "$0")/.." || exit 1
VENV=${VENV:-.venv}
MARKER=$VENV/.ready # says what was installed; taken away while pip runs, so that what was interrupted is made again

say() { printf 'setup: %s\n' "$*"; }

stop() {
    for line in "$@"; do printf 'setup: %s\n' "$line" >&2; done
    exit 1
}

has() { command -v "$1" >/dev/null 2>&1; }

# --- Python -------------------------------------------------------------------------------------------------------

# The version and the place of the Python $1.
identity() {
    "$1" -c 'import sys; print("%d.%d" % sys.version_info[:2], sys.base_prefix)' 2>/dev/null </dev/null
}

new_enough() { "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null </dev/null; }

find_python() {
    if [ -n "${PYTHON:-}" ]; then
        new_enough "$PYTHON" ||
            stop "PYTHON=$PYTHON is no Python 3.11 or newer. Give one, for example: make PYTHON=/usr/bin/python3.12"
        return
    fi
    for PYTHON in python3 python3.14 python3.13 python3.12 python3.11; do
        new_enough "$PYTHON" && return
    done
    stop "no Python 3.11 or newer found (tried python3, python3.14 ... python3.11)." \
        "Install one, or say where it is: make PYTHON=/path/to/python3.12"
}

# --- What the system must have ------------------------------------------------------------------------------------

# Sets libraries and parts to what is missing: of the system, and of the Python.
look_around() {
    libraries= parts=
    has cc || has gcc || has clang || libraries='a C compiler, '
    has pkg-config || libraries="${libraries}pkg-config, "
    for library in cairo pangocairo; do
        pkg-config --exists $library 2>/dev/null || libraries="$libraries$library, "
    done
    header=$("$PYTHON" -c 'import sysconfig; print(sysconfig.get_path("include"))')/Python.h
    [ -f "$header" ] || parts="$header, "
    "$PYTHON" -c 'import venv, ensurepip' 2>/dev/null || parts="${parts}the modules venv and ensurepip, "
    missing=$libraries$parts
    missing=${missing%, }
}

# Sets install to the command that installs packages, among them those for what is missing; fails without one known.
choose_packages() {
    version=$(identity "$PYTHON" | cut -d ' ' -f 1)
    if has apt-get; then
        install='env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends'
        for_libraries='build-essential pkg-config libcairo2-dev libpango1.0-dev'
        for_parts="python$version-dev python$version-venv" browser='chromium chromium-driver'
    elif has dnf; then
        install='dnf install -y' for_libraries='gcc pkgconf-pkg-config cairo-devel pango-devel'
        # the system's own Python is packaged without its minor version
        for_parts=python3-devel browser='chromium chromedriver'
        [ "$(identity python3 | cut -d ' ' -f 1)" = "$version" ] || for_parts=python$version-devel
    elif has pacman; then
        install='pacman -S --needed --noconfirm' for_libraries='gcc pkgconf cairo pango' for_parts='' browser=chromium
    elif has brew; then
        install='brew install' for_libraries='pkgconf cairo pango' for_parts='' browser=''
    else
        return 1
    fi
    packages=${libraries:+$for_libraries}${parts:+ $for_parts}
    may=sudo
    if has brew || [ "$(id -u)" = 0 ]; then may=''; fi
}

can_install() { [ -z "$may" ] || sudo -n true 2>/dev/null; }

# Words of commands and packages are meant to be split.
# shellcheck disable=SC2086
prepare_system() {
    look_around
    [ -z "$missing" ] && return
    say "missing: $missing"
    choose_packages || stop 'found none of apt-get, dnf, pacman and brew.' \
        'Install what is missing, with its development files, then run the same command again.'
    line="${may:+$may }$install $packages"
    can_install || stop 'no right to install it. Run this line, then the same command again:' "  $line"
    say "installing: $line"
    ! has apt-get || $may apt-get update -q || say 'apt-get could not renew all its lists; trying with those it has.'
    $line || stop 'that failed (its words are above). Run this line, then the same command again:' "  $line"
    look_around
    [ -z "$missing" ] || stop "still missing: $missing. Install it in the way this system does," \
        'or take another Python: make PYTHON=/path/to/python3.12'
}

# Tests of the page run in a browser, and are skipped without one.
# shellcheck disable=SC2086
offer_browser() {
    { has chromium || has google-chrome; } && has chromedriver && return
    choose_packages && [ -n "$browser" ] && can_install || return 0
    say "installing a browser for the tests of the page: ${may:+$may }$install $browser"
    $may $install $browser || say 'that failed (its words are above); the tests of the page in a browser are skipped.'
}

# --- The virtual environment --------------------------------------------------------------------------------------

needs() { pwd -P && cksum pyproject.toml constraints.txt; }

# A whole environment, by the Python that is asked for.
usable() {
    [ -f "$MARKER" ] && new_enough "$VENV/bin/python" &&
        { [ -z "${PYTHON:-}" ] || [ "$(identity "$PYTHON")" = "$(sed -n 2p "$MARKER")" ]; }
}

ready() {
    usable && [ "$(needs)" = "$(sed 1,2d "$MARKER")" ] && case $(sed -n 1p "$MARKER") in dev | "$1") ;; *) false ;; esac
}

make_environment() {
    if [ -e "$VENV" ]; then
        [ -f "$VENV/pyvenv.cfg" ] || [ -z "$(ls -A "$VENV")" ] || stop "$VENV is there and is no virtual environment." \
            'Move it away, or choose another place: make VENV=...'
        say "$VENV is unfinished, broken, or made with another Python."
        rm -rf "$VENV" || exit 1
    fi
    say "making $VENV with $PYTHON"
    # written first, so that what is interrupted can be told from what is not ours
    { mkdir -p "$VENV" && : >"$VENV/pyvenv.cfg"; } || stop "cannot write $VENV. Choose another place: make VENV=..."
    "$PYTHON" -m venv "$VENV" || stop "$PYTHON could not make $VENV (its words are above)."
}

case ${1:-} in
runtime) project='.[films]' ;;
dev) project='.[dev]' ;;
*) stop "'${1:-}' is no way to set up. There are: runtime, dev. For example: sh tools/bootstrap.sh dev" ;;
esac
ready "$1" && exit 0

if usable; then # for other needs
    kind=$1 made_with=$(sed -n 2p "$MARKER") PYTHON=$VENV/bin/python
    [ "$(sed -n 1p "$MARKER")" = "$1" ] || { kind=dev project='.[dev]'; } # what is there stays
    prepare_system
    mv "$MARKER" "$MARKER.before"
else
    find_python
    prepare_system
    kind=$1 made_with=$(identity "$PYTHON")
    make_environment
fi
say "installing the project and what it needs into $VENV (some minutes the first time)"
quiet=--quiet
[ -t 1 ] && quiet=
# shellcheck disable=SC2086
"$VENV/bin/python" -m pip install $quiet --disable-pip-version-check --use-pep517 -c constraints.txt -e "$project" || {
    [ ! -f "$MARKER.before" ] || mv "$MARKER.before" "$MARKER" # pip that fails by itself leaves what was there
    stop 'pip could not install the packages (its words are above). Once that is mended, run the same command again.'
}
[ "$kind" = dev ] && offer_browser
{ printf '%s\n' "$kind" "$made_with" && needs; } >"$MARKER"
say "$VENV is ready"
