/// The version of the program.
enum Version {
    /// The version by semantic versioning. CHANGELOG.md lists the changes of each version.
    static let current = "0.1.0"
}
