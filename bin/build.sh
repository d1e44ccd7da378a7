# shellcheck shell=sh
# shellcheck disable=SC2154 # root: see lib.sh
# Makes the release build and the manual. bin/longwave and bin/install source this file after lib.sh. POSIX sh.

# Builds the program, and writes its path, relative to the checkout, to $root/.build/longwave-built.
build_release() {
    mkdir -p "$root/.build"
    log=$root/.build/longwave-build.log
    stamp=$root/.build/longwave-built
    # The stamp gets the time of this file, so that a source which changes during the build is newer than the stamp.
    : >"$stamp.new"
    started=$(date +%s)
    say "building Longwave; the first build takes some minutes"
    # The compiler's caches contain their own path. In a copied or moved checkout, the build needs new ones.
    compile || { grep -q 'was compiled with module cache path' "$log" && rm -rf "$root"/.build/*/release && compile; } || {
        cat "$log" >&2
        fail 70 "the build failed; see the output above and in $log"
    }
    directory=$(swift build --package-path "$root" -c release --show-bin-path 2>/dev/null)
    say "built in $(($(date +%s) - started)) s"
    printf '%s\n' "${directory#"$root"/}/longwave" >"$stamp.path"
    touch -r "$stamp.new" "$stamp.path"
    mv "$stamp.path" "$stamp"
    rm -f "$stamp.new"
}

# Writes a manual page for each command of the program to a directory, from the program's own help. A page also lists
# the command's subcommands. Names of documents get the folder DOCUMENTS, in which they are installed.
make_manual() { # PROGRAM DIRECTORY DOCUMENTS
    swift_release --product generate-manual >"$root/.build/manual-build.log" 2>&1 </dev/null || {
        cat "$root/.build/manual-build.log" >&2
        fail 70 "cannot build the tool that writes the manual"
    }
    tools=$(swift build --package-path "$root" -c release --show-bin-path 2>/dev/null)
    "$tools/generate-manual" "$1" --multi-page --date "$(date -u ${SOURCE_DATE_EPOCH:+-d "@$SOURCE_DATE_EPOCH"} +%Y-%m-%d)" --output-directory "$2"
    # Nobody looks up the page of `longwave help`.
    rm -f "$2/longwave.help.1"
    for page in "$2"/*.1; do
        command=${page##*/longwave}
        # shellcheck disable=SC2046 # one word per command
        "$1" help $(printf '%s' "${command%.1}" | tr . ' ') >"$page.help"
        complete_page "$page" "$3" | add_defaults "$page.help" >"$page.new"
        mv "$page.new" "$page"
        rm "$page.help"
    done
}

# Adds the defaults of options to a page. The generator leaves out the defaults that the program's help adds by itself.
add_defaults() { # HELP <PAGE
    awk -v help="$1" '
        function keep() {
            if (match(text, /[(; ]default: [^()]*\)$/))
                defaults[option] = substr(text, RSTART + 10, RLENGTH - 11)
        }
        BEGIN {
            while ((getline line <help) > 0) {
                if (line ~ /^  -/) {
                    keep()
                    option = text = line
                    sub(/^ *(-[a-z], )?/, "", option)
                    sub(/[ \/].*/, "", option)
                } else if (line ~ /^   /) {
                    sub(/^ */, " ", line)
                    text = text line
                } else {
                    keep()
                    text = ""
                }
            }
            keep()
        }
        /^\.It Fl / { name = $0; sub(/^\.It Fl (v , |h , )?/, "", name); sub(/ .*/, "", name); name = "-" name; print; next }
        name in defaults && !/^\./ {
            if (!/\(default: /) $0 = $0 " (default: " defaults[name] ")"
            delete defaults[name]
        }
        { print }'
}

# Prints a page with the parts that the generator leaves out: subcommands, exit codes and references.
complete_page() { # PAGE DOCUMENTS
    name=${1%.1}
    name=${name##*/}
    folder=${1%/*}
    # In the help, only names of documents begin with docs/. The folder's name may contain characters special to sed.
    documents_there=$(printf '%s' "$2" | sed 's/[|&\\]/\\&/g')
    # mandb needs a name of one word and a description without quotes. The synopsis has the words that a user types.
    words=$(printf '%s' "$name" | tr . ' ')
    sed -e '/^\.Sh "EXIT STATUS"/,$d' -e "s|docs/\([A-Z]*\.md\)|$documents_there/\1|g" -e 's/^$/.Pp/' \
        -e "s/^\.Nm\$/.Nm \"$words\"/" -e "/^\.Sh NAME/,/^\.Nd/s/^\.Nm .*/.Nm $name/" \
        -e 's/^\.Nd "\(.*\)"$/.Nd \1/' "$1"
    also=
    case $name in *.*) also=".Xr ${name%.*} 1 ,
" ;; esac
    commands=
    for below in "$folder/$name".*.1; do
        sub=${below##*/}
        sub=${sub%.1}
        # Skips the pages of deeper commands, and the pattern itself, which remains if there are no subcommands.
        case ${sub#"$name".} in *.* | '*') continue ;; esac
        what=$(sed -n 's/^\.Nd "\{0,1\}\(.*[^"]\)"\{0,1\}$/\1/p' "$below")
        commands="$commands.It Cm ${sub##*.}
$what
See
.Xr $sub 1 .
"
        also="$also.Xr $sub 1 ,
"
    done
    [ -z "$commands" ] || printf '.Sh COMMANDS\n.Bl -tag -width 9n\n%s.El\n' "$commands"
    printf '.Sh "EXIT STATUS"\n0 on success. For the other exit codes, see\n.Pa %s .\n' "$2/CLI.md"
    printf '.Sh "SEE ALSO"\n%s.Pa %s\n' "$also" "$2/CLI.md"
}

# Runs swift build with the flags of the release, which make the program smaller (docs/PERFORMANCE.md, "Size"). A
# toolchain without lld links with its default linker. Relocations are packed only if the C library can unpack them,
# from glibc 2.36.
swift_release() {
    toolchain=$(swiftc -print-target-info 2>/dev/null | sed -n 's|.*"runtimeResourcePath": "\(.*\)/lib/swift.*|\1|p')
    if [ -x "$toolchain/bin/ld.lld" ]; then
        set -- "$@" -Xswiftc -use-ld=lld -Xlinker --no-eh-frame-hdr -Xlinker -T -Xlinker "$root/packaging/no-unwinding.ld"
        case $(getconf GNU_LIBC_VERSION) in
            'glibc 2.'[0-9] | 'glibc 2.'[12]? | 'glibc 2.3'[0-5]) ;;
            *) set -- "$@" -Xlinker -z -Xlinker pack-relative-relocs ;;
        esac
    fi
    swift build --package-path "$root" -c release --static-swift-stdlib -Xlinker --no-export-dynamic "$@"
}

# Runs the compiler once, logs its output and returns its exit code. (A pipeline returns the code of its last command.)
compile() {
    echo 1 >"$log.status"
    {
        swift_release --product longwave 2>&1 </dev/null
        echo $? >"$log.status"
    } | tee "$log" | show_progress
    return "$(cat "$log.status")"
}

# On a terminal, shows the newest line of the compiler's progress in place. Otherwise prints nothing.
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
