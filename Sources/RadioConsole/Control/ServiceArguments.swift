/// The command line of `serve --install`.
public enum ServiceArguments {
    private static let dropped: Set<String> = ["--install", "--uninstall", "--system", "--yes"]

    /// Leaves out what installs.
    /// - Parameter arguments: of the program, its own name first.
    /// - Returns: those of `serve`.
    public static func kept(of arguments: [String]) -> [String] {
        arguments.dropFirst().drop { $0 != "serve" }.dropFirst().filter { !dropped.contains($0) }
    }
}
