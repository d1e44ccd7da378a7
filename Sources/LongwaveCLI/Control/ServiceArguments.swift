import Longwave

/// Finds the arguments with which the service that `serve --install` installs runs `serve`.
enum ServiceArguments {
    private static let dropped: Set<String> = ["--install", "--uninstall", "--system", "--yes"]

    /// Returns the arguments for a shared player with the policy of a listener's player.
    static func listening(_ policy: PlaybackPolicy, _ name: PolicyName) -> [String] {
        func span(_ duration: Duration?) -> String? { duration.map { "\($0.inSeconds)s" } }
        let kept = policy.timeshift > .zero ? span(policy.timeshift) : nil
        return ["--policy=\(name.rawValue)", "--timeshift=\(kept ?? "none")"]
            + (span(policy.retry.giveUpAfter).map { ["--give-up-after=\($0)"] } ?? [])
    }

    /// Returns the arguments after `serve`, without those that concern only the installation, such as `--install`.
    /// - Parameter arguments: the program's arguments, with the program's own name first.
    static func kept(of arguments: [String]) -> [String] {
        arguments.dropFirst().drop { $0 != "serve" }.dropFirst().filter { !dropped.contains($0) }
    }
}
