import Glibc
import TestSupport

/// A real shell on a terminal of its own. It loads Longwave's completion script. The test types commands and reads the
/// completions that the script offers.
enum InteractiveShell: String, CaseIterable, Sendable {
    case bash, zsh, fish

    /// The line that the shell writes before the completions of each command line. No completion is equal to it.
    private static let mark = "=="

    /// The shell's startup file. It loads the completion script and defines the key Alt-x. This key appends ``mark``
    /// and the completions of the current command line to the file `$OFFERED`, and clears the command line.
    private var settings: String {
        switch self {
        case .bash:
            """
            source "$HOME/script"
            offer() {
                COMP_LINE=$READLINE_LINE COMP_POINT=$READLINE_POINT
                eval "COMP_WORDS=($(printf '%q ' $READLINE_LINE))"
                case $READLINE_LINE in *' ') COMP_WORDS+=('') ;; esac
                COMPREPLY=()
                COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
                _longwave longwave "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
                printf '%s\\n' "\(Self.mark)" "${COMPREPLY[@]}" >>"$OFFERED"
                READLINE_LINE=
            }
            bind -x '"\\ex": offer'

            """
        case .zsh:
            """
            mkdir "$HOME/functions" && cp "$HOME/script" "$HOME/functions/_longwave"
            fpath=("$HOME/functions" $fpath)
            autoload -Uz compinit && compinit -u -D
            compadd() {
                local -a offered
                builtin compadd -A offered "$@"
                print -rl -- "${(Q@)offered}" >>"$OFFERED"
                builtin compadd "$@"
            }
            offer() {
                print "\(Self.mark)" >>"$OFFERED"
                zle complete-word
                BUFFER=
            }
            zle -N offer
            bindkey '\\ex' offer

            """
        case .fish:
            """
            source "$HOME/script"
            function offer
                echo "\(Self.mark)" >>$OFFERED
                complete -C (commandline -cp) >>$OFFERED
                commandline -r ''
            end
            bind \\ex offer

            """
        }
    }

    /// The path, inside the home folder, at which the shell looks for its startup file.
    private var settingsFile: String {
        switch self {
        case .bash: ".bashrc"
        case .zsh: ".zshrc"
        case .fish: ".config/fish/config.fish"
        }
    }

    /// Returns the set of completions that the shell offers for the last word of each command line.
    /// - Parameters:
    ///   - lines: The lines as a person types them.
    ///   - directory: The shell's working directory.
    ///   - environment: Variables for the shell.
    func offered(
        _ lines: [String], in directory: TemporaryDirectory, environment: [String: String] = [:]
    ) throws -> [Set<String>] {
        let home = try TemporaryDirectory()
        let script = try LongwaveBinary.run(["--generate-completion-script", rawValue])
        try home.write("script", script.output)
        try home.write("typed", lines.map { $0 + "\u{1B}x" }.joined() + "exit\n")
        try home.write(settingsFile, settings)
        // Without this folder, fish first makes completions of all manual pages, for many seconds of processor time.
        if self == .fish {
            let data = environment["XDG_DATA_HOME"] ?? home.path + "/.local/share"
            try ChildProcess("mkdir", ["-p", data + "/fish/generated_completions"], output: .discarded).wait()
        }
        guard symlink(LongwaveBinary.path, home.path + "/longwave") == 0 else { throw TestFailure(reason: home.path) }
        var settings = LongwaveBinary.environment(environment)
        settings["HOME"] = home.path
        settings["OFFERED"] = home.path + "/offered"
        settings["PATH"] = home.path + ":" + (settings["PATH"] ?? "")
        let command = "exec env -i \"$@\" script -qefc '\(rawValue) -i' /dev/null <\"$0\""
        let terminal = try ChildProcess(
            "sh",
            ["-c", command, home.path + "/typed", "-C", directory.path] + settings.map { "\($0.key)=\($0.value)" },
            output: .pipedWithErrors)
        let screen = terminal.readAll()
        terminal.wait()
        let answers = try LongwaveBinary.read(home.path + "/offered").split(separator: "\n")
            .split(separator: Substring(Self.mark), omittingEmptySubsequences: false).dropFirst()
        guard answers.count == lines.count else {
            throw TestFailure(reason: "\(self) answers \(answers.count) of \(lines.count) lines: \(screen)")
        }
        // fish prints a tab and a description after each completion. Both are removed.
        return answers.map { Set($0.map { String($0.prefix { $0 != "\t" }) }) }
    }
}
