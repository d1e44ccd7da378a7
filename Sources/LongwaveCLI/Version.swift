enum Version {
    /// Semantic versioning; CHANGELOG.md tells what each one brought.
    static let current = "0.1.0"
}
