# shellcheck shell=sh
# shellcheck disable=SC2154 # root is set by the script that sources this
# For scripts that run the program in the sandbox of Tests/Docs: source this after lib.sh, and set `program`.

# Runs a Python file with the program and further arguments, in namespaces of its own: the sandbox's certificates lie over
# the system's in a mount namespace, and everything that was started ends with the other.
in_sandbox() { # FILE ARGUMENT…
    need_packages play test check
    if [ -z "$program" ]; then
        # Builds it where it is missing or old.
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
