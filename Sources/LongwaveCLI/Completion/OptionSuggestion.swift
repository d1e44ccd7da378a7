import ArgumentParser

/// Improves the suggestions in the message about an unknown option. An option that begins with the typed letters is a
/// better suggestion than the similar word that ArgumentParser finds.
enum OptionSuggestion {
    /// Returns the error message about an unknown option with better suggestions. Returns nil for other messages, and
    /// if no option begins with the typed letters.
    /// - Parameters:
    ///   - message: the error message that the parser wrote.
    ///   - help: the command's help text, which names its options.
    static func improved(_ message: String, help: String) -> String? {
        let begin = "Unknown option '--"
        guard let line = message.split(separator: "\n").first(where: { $0.contains(begin) }),
            let start = line.firstRange(of: begin)?.upperBound
        else { return nil }
        let typed = "--" + line[start...].prefix { $0 != "'" && $0 != "=" }
        let meant = options(in: help).filter { $0.hasPrefix(typed) }
        guard typed.count > 2, !meant.isEmpty else { return nil }
        let names = meant.map { "'\($0)'" }.joined(separator: " or ")
        let better = "\(line[..<start].dropLast(begin.count))Unknown option '\(typed)'. Did you mean \(names)?"
        return message.replacing(line, with: better, maxReplacements: 1)
    }

    /// Returns the error message about a first argument that is no command but may name something to play. Returns nil
    /// if the first argument is a command or an option.
    static func play(_ arguments: some Collection<String>, in root: any ParsableCommand.Type) -> String? {
        guard let first = arguments.first, !first.isEmpty, !first.hasPrefix("-"), first != "help",
            !root.configuration.subcommands.contains(where: { $0.configuration.commandName == first })
        else { return nil }
        let words = arguments.prefix { !$0.hasPrefix("-") }.joined(separator: " ")
        return "Error: There is no command '\(first)'. Did you mean 'longwave play \(words)'?\n"
            + "Usage: longwave <command>\n  See 'longwave --help' for the commands."
    }

    /// Returns the names of all options in a help text, in their order there.
    private static func options(in help: String) -> [String] {
        var seen: Set<String> = []
        return help.split { $0.isWhitespace || "/,[]<>|".contains($0) }.map(String.init).filter { word in
            word.hasPrefix("--") && word.dropFirst(2).allSatisfy { $0.isLetter || $0 == "-" } && word.count > 2
                && seen.insert(word).inserted
        }
    }

    /// Returns the innermost subcommand that the arguments name, or its default subcommand.
    static func command(
        _ arguments: some Sequence<String>, in root: any ParsableCommand.Type
    ) -> any ParsableCommand.Type {
        var command = root
        for argument in arguments {
            let next = command.configuration.subcommands.first { $0.configuration.commandName == argument }
            guard let next else { break }
            command = next
        }
        return command.configuration.defaultSubcommand ?? command
    }
}
