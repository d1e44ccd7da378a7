/// The version of the program.
public enum Version {
    /// Semantic versioning; CHANGELOG.md tells what each one brought.
    public static let current = "0.1.0"
}
