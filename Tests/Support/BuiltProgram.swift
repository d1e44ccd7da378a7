import Glibc

/// Programs as they were built beside the test bundle.
package enum BuiltProgram {
    package static let longwave = path("longwave")

    package static func path(_ name: String) -> String {
        // The test bundle is the running executable: .build/debug/LongwavePackageTests.xctest.
        guard let found = realpath("/proc/self/exe", nil) else { return name }
        defer { free(found) }
        let bundle = String(cString: found)
        // `swift test` runs the bundle through a helper of the toolchain; then the bundle is an argument.
        for candidate in [bundle] + CommandLine.arguments {
            guard let slash = candidate.lastIndex(of: "/") else { continue }
            let program = candidate[..<slash] + "/" + name
            if access(String(program), X_OK) == 0 { return String(program) }
        }
        return name
    }
}
