# shellcheck shell=sh
# shellcheck disable=SC2154 # root: see lib.sh
# The release build, for bin/longwave, bin/install and .ci/run; sourced after lib.sh, POSIX sh.

# Builds the program and leaves $root/.build/longwave-built: its path seen from the checkout.
build_release() {
    mkdir -p "$root/.build"
    log=$root/.build/longwave-build.log
    stamp=$root/.build/longwave-built
    # What changes while the compiler runs is newer than this.
    : >"$stamp.new"
    started=$(date +%s)
    say "building Longwave; the first time takes some minutes"
    # The compiler's caches know their own path: a checkout that was copied or moved starts anew.
    compile || { grep -q 'was compiled with module cache path' "$log" && rm -rf "$root"/.build/*/release && compile; } || {
        cat "$log" >&2
        fail 70 "the build failed; its output is above and in $log"
    }
    directory=$(swift build --package-path "$root" -c release --show-bin-path 2>/dev/null)
    say "built in $(($(date +%s) - started)) s"
    printf '%s\n' "${directory#"$root"/}/longwave" >"$stamp.path"
    touch -r "$stamp.new" "$stamp.path"
    mv "$stamp.path" "$stamp"
    rm -f "$stamp.new"
}

# Writes the manual's pages, made of the program's own help, into a directory.
make_manual() { # PROGRAM DIRECTORY
    swift build --package-path "$root" -c release --product generate-manual >"$root/.build/manual-build.log" 2>&1 </dev/null || {
        cat "$root/.build/manual-build.log" >&2
        fail 70 "the tool that writes the manual could not be built"
    }
    tools=$(swift build --package-path "$root" -c release --show-bin-path 2>/dev/null)
    "$tools/generate-manual" "$1" --multi-page --date "$(date -u +%Y-%m-%d)" --output-directory "$2"
}

# One run of the compiler, logged; its exit code. (A pipeline's own would be its last command's.)
compile() {
    echo 1 >"$log.status"
    {
        swift build --package-path "$root" -c release --static-swift-stdlib --product longwave 2>&1 </dev/null
        echo $? >"$log.status"
    } | tee "$log" | show_progress
    return "$(cat "$log.status")"
}

# On a terminal the compiler's newest line, over and over in one line; elsewhere nothing.
show_progress() {
    if [ -t 2 ]; then
        while IFS= read -r line; do
            case $line in
                \[*) printf '\r\033[K%.78s' "$line" >&2 ;;
            esac
        done
        printf '\r\033[K' >&2
    else
        cat >/dev/null
    fi
}
