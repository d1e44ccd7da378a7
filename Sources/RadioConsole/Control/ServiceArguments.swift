/// Finds the arguments for the service that `serve --install` installs.
public enum ServiceArguments {
    private static let dropped: Set<String> = ["--install", "--uninstall", "--system", "--yes"]

    /// Returns the arguments of `serve` without those that install the service.
    /// - Parameter arguments: the program's arguments, its own name first.
    public static func kept(of arguments: [String]) -> [String] {
        arguments.dropFirst().drop { $0 != "serve" }.dropFirst().filter { !dropped.contains($0) }
    }
}
