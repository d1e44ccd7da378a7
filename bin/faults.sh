# shellcheck shell=sh
# shellcheck disable=SC2154 # root: see lib.sh
# Builds the program and the fault rows. bin/faults, bin/soak, bin/attacks and bin/record-check source this file after
# lib.sh. POSIX sh.

# Replaces this process with longwave-faults, the program of the rows: run_faults SUBCOMMAND ARGUMENTS…
run_faults() {
    need_swift play test
    scratch=$root/.build-faults
    mkdir -p "$scratch/sound"
    subcommand=$1
    shift
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
