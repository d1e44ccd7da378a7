/// The version of the program.
public enum Version {
    /// The version by semantic versioning. CHANGELOG.md lists the changes of each version.
    public static let current = "0.1.0"
}
