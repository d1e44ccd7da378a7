# shellcheck shell=sh
# shellcheck disable=SC2154 # root is set by the script that sources this
# Runs the program in the sandbox of Tests/Docs. A script sources this file after lib.sh and sets `program`. POSIX sh.

# Runs a Python file with the program and further arguments in its own mount and process namespaces. In the mount
# namespace, the sandbox's certificates cover the system's. When the process namespace ends, all its processes end.
in_sandbox() { # FILE ARGUMENT…
    need_packages play test check
    if [ -z "$program" ]; then
        # Builds the program if it is missing or older than a source.
        "$root/bin/longwave" --version >/dev/null
        read -r program <"$root/.build/longwave-built"
        program=$root/$program
    fi
    user=
    [ "$(id -u)" = 0 ] || user=--map-root-user
    work=$(mktemp -d)
    trap 'rm -rf "$work"' EXIT
    trap 'exit 130' INT
    trap 'exit 143' TERM HUP
    file=$1
    shift
    # shellcheck disable=SC2086 # an option or none
    TMPDIR=$work unshare $user --mount --pid --fork --kill-child --mount-proc /usr/bin/python3 -B "$file" "$program" "$@"
}
