/// Why a command cannot do what it was asked for: a code for the shell, a sentence for a person, and what may help.
struct CommandFailure: Error, Hashable {
    var code: ExitCode
    var sentence: String
    var hints: [String] = []
}
