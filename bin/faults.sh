# shellcheck shell=sh
# shellcheck disable=SC2154 # root: see lib.sh
# Builds the program and the fault rows. bin/faults, bin/soak, bin/attacks and bin/record-check source this file after
# lib.sh. POSIX sh.

# Replaces this process with longwave-faults, the program of the rows: run_faults SUBCOMMAND ARGUMENTS…
run_faults() {
    scratch=$root/.build-faults
    subcommand=$1
    shift
    case " $* " in *" --list "*) list_rows "$@" ;; esac
    need_swift play test
    mkdir -p "$scratch/sound"
    case ${1-} in
        --built)
            [ -x "${2-}/longwave-faults" ] || fail 64 "--built needs a folder with longwave-faults"
            programs=$2
            shift 2
            ;;
        *)
            programs=$scratch/release
            build_faults
            ;;
    esac
    case " $* " in
        *" --binary "* | *" --binary="*) ;;
        *)
            "$root/bin/longwave" --version >&2
            read -r built <"$root/.build/longwave-built"
            set -- "$@" --binary "$root/$built"
            ;;
    esac
    exec "$programs/longwave-faults" "$subcommand" --cache "$scratch/sound" \
        --preload "$programs/libFaultPreload.so" "$@"
}

# Replaces this process with a program of the rows that was built earlier, which lists the rows. Installs and builds
# nothing. The list needs no program under test.
list_rows() {
    programs=$scratch/release
    [ -x "$programs/longwave-faults" ] || programs=$root/.build-test/release
    if [ "${1-}" = --built ]; then
        programs=${2-}
        shift 2
    fi
    [ -x "$programs/longwave-faults" ] ||
        fail 69 "the rows are not built yet; to build them: LONGWAVE_FAULTS=1 bin/test --filter FaultRowsTests"
    exec "$programs/longwave-faults" "$subcommand" --cache "$scratch/sound" --binary none "$@"
}

build_faults() {
    LONGWAVE_FAULTS=1
    export LONGWAVE_FAULTS
    for product in longwave-faults FaultPreload; do
        if ! swift build --package-path "$root" --scratch-path "$scratch" -c release --product "$product" \
            >"$scratch/build.log" 2>&1; then
            cat "$scratch/build.log" >&2
            fail 70 "the build failed; see the output above"
        fi
    done
    unset LONGWAVE_FAULTS
}
