# shellcheck shell=sh
# shellcheck disable=SC2154 # root is set by the script that sources this
# Functions for the scripts in bin/, which source this file after setting `root` (the checkout). POSIX sh.
# All messages go to stderr, because stdout belongs to the program that a script runs.

# If this folder is in PATH, every program that a script starts would find our `install` and `test` instead of the
# system's. leave_path removes the folder from PATH, and then sets `shadows`.
shadows=
leave_path() {
    rest=$PATH:
    kept=
    while [ -n "$rest" ]; do
        folder=${rest%%:*}
        rest=${rest#*:}
        if [ "$(CDPATH='' cd -- "${folder:-.}" 2>/dev/null && pwd -P)" = "$root/bin" ]; then
            shadows=1
        else
            kept=$kept:$folder
        fi
    done
    [ -z "$shadows" ] || PATH=${kept#:}
}
leave_path

# Replaces the script with the system's program of the same name, if this folder was in PATH. A script calls this for
# arguments that are not its own.
be_namesake() { [ -z "$shadows" ] || exec "${0##*/}" "$@"; }

# If one of the arguments asks for help, prints the comment at the script's beginning and ends the script. A script
# calls this before it installs or builds anything.
offer_help() {
    for argument in "$@"; do
        case $argument in
            -h | --help)
                sed -n '2,/^[^#]/s/^# \{0,1\}//p' "$0"
                exit 0
                ;;
        esac
    done
}

say() { printf '%s: %s\n' "${0##*/}" "$*" >&2; }

# Prints a message and ends the script: fail EXIT-CODE TEXT. Codes from 64 are those of sysexits.h, such as 69
# (EX_UNAVAILABLE) for a missing program.
fail() {
    code=$1
    shift
    say "$@"
    exit "$code"
}

# Prints the packages and reasons of the given groups from bin/packages.
wanted_packages() {
    for group in "$@"; do
        sed -n "s/^$group  *//p" "$root/bin/packages"
    done
}

# Prints `package why…` for each missing package of the given groups.
missing_packages() {
    present=" $(dpkg-query -W -f='${db:Status-Abbrev}${Package}\n' 2>/dev/null | sed -n 's/^ii *//p' | tr '\n' ' ')"
    wanted_packages "$@" | while read -r names why; do
        found=
        for name in $(printf '%s' "$names" | tr '|' ' '); do
            case $present in *" $name "*) found=1 ;; esac
        done
        [ -n "$found" ] || printf '%s %s\n' "${names%%|*}" "$why"
    done | sort -u -k1,1
}

# Runs a command as root, through sudo if necessary.
as_root() {
    if [ "$(id -u)" = 0 ]; then "$@"; else sudo "$@"; fi
}

# Prints the missing packages of the given groups with their reasons, and installs them.
need_packages() {
    if ! command -v dpkg-query >/dev/null 2>&1 || ! command -v apt-get >/dev/null 2>&1; then
        say "this is not Debian: please install these packages, or similar ones:"
        wanted_packages "$@" | sed 's/^/    /' >&2
        return 0
    fi
    missing=$(missing_packages "$@")
    [ -n "$missing" ] || return 0
    names=$(printf '%s\n' "$missing" | cut -d' ' -f1 | tr '\n' ' ')
    say "installing missing Debian packages:"
    printf '%s\n' "$missing" | while read -r name why; do printf '    %-22s %s\n' "$name" "$why" >&2; done
    if [ "$(id -u)" != 0 ] && ! command -v sudo >/dev/null 2>&1; then
        fail 69 "no root and no sudo; please run as root: apt-get install $names"
    fi
    # shellcheck disable=SC2086 # a list of names
    install_packages $names || fail 69 "apt-get failed (see above); please run: apt-get install $names"
}

# Installs packages without starting their daemons (such as icecast2) as services of this computer. For this purpose, a
# file policy-rc.d forbids invoke-rc.d to start services while apt-get runs. An existing policy-rc.d stays as it is. Our
# policy-rc.d only forbids while this process lives. If this process is killed before it can remove the file, the file
# removes itself at its next call.
install_packages() {
    policy=/usr/sbin/policy-rc.d
    made=
    if [ ! -e "$policy" ]; then
        began=$(cut -d ' ' -f 22 "/proc/$$/stat")
        # shellcheck disable=SC2016 # the inner shell expands it
        as_root sh -c 'printf "%s\n" "#!/bin/sh" \
            "[ \"\$(cut -d \" \" -f 22 /proc/$2/stat 2>/dev/null)\" != $3 ] || exit 101" \
            "rm -f -- \"\$0\"" > "$1" && chmod 755 "$1"' sh "$policy" "$$" "$began" || return 1
        made=1
        trap 'as_root rm -f "$policy"' EXIT
        trap 'exit 130' INT
        trap 'exit 143' TERM HUP
    fi
    had_pulseaudio=
    if dpkg-query -W -f='${db:Status-Abbrev}' pulseaudio 2>/dev/null | grep -q '^ii' &&
        ! dpkg-query -W -f='${db:Status-Abbrev}' pipewire-pulse 2>/dev/null | grep -q '^ii'; then
        had_pulseaudio=1
    fi
    as_root apt-get -q update >&2 || say "apt-get update failed; using the existing package lists"
    status=0
    as_root env DEBIAN_FRONTEND=noninteractive apt-get -q -y --no-install-recommends \
        -o DPkg::Lock::Timeout=300 install "$@" >&2 || status=$?
    # pipewire-pulse would replace PulseAudio at the next login. The tests only need its program, so its service is off.
    case " $* " in
        *" pipewire-pulse "*)
            if [ -n "$had_pulseaudio" ] && command -v systemctl >/dev/null 2>&1; then
                as_root systemctl --global -q disable pipewire-pulse.socket pipewire-pulse.service >&2 || :
            fi
            ;;
    esac
    if [ -n "$made" ]; then
        as_root rm -f "$policy"
        trap - EXIT INT TERM HUP
    fi
    return "$status"
}

# Installs the missing packages of the group `build`, which the Swift toolchain needs itself, and of the given groups.
# Ends the script if there is no working Swift toolchain of version 6 or newer.
need_swift() {
    where="Swift 6 is needed to build Longwave. Get it at https://www.swift.org/install/linux/ (Debian 12), add its usr/bin to PATH, and run this again."
    command -v swift >/dev/null 2>&1 || fail 69 "no Swift toolchain found. $where"
    need_packages build "$@"
    version=$(swift --version 2>&1) || :
    major=$(printf '%s\n' "$version" | sed -n 's/.*Swift version \([0-9][0-9]*\).*/\1/p' | head -n 1)
    case $major in
        '') fail 69 "$(command -v swift) is not a working Swift compiler ($(printf '%s\n' "$version" | head -n 1)). $where" ;;
        [0-5]) fail 69 "$(command -v swift) is Swift $major. $where" ;;
    esac
}

# Runs `swift test` with these arguments. Whole modules without optimisation compile in less time than a debug build, and
# assertions stay on. In a debug build, ArgumentParser would also check the declarations of all options at each start of
# the program, for 0.3 to 1 s.
swift_test() {
    swift test --package-path "$root" --scratch-path "$root/.build-test" -c release -Xswiftc -Onone "$@"
}
