/// Finds the arguments with which the service that `serve --install` installs runs `serve`.
public enum ServiceArguments {
    private static let dropped: Set<String> = ["--install", "--uninstall", "--system", "--yes"]

    /// Returns the arguments after `serve`, without those that concern only the installation, such as `--install`.
    /// - Parameter arguments: the program's arguments, with the program's own name first.
    public static func kept(of arguments: [String]) -> [String] {
        arguments.dropFirst().drop { $0 != "serve" }.dropFirst().filter { !dropped.contains($0) }
    }
}
