import Glibc

/// The program as it was built beside the test bundle.
package enum BuiltProgram {
    package static let longwave: String = {
        // The test bundle is the running executable: .build/debug/LongwavePackageTests.xctest.
        guard let found = realpath("/proc/self/exe", nil) else { return "longwave" }
        defer { free(found) }
        let bundle = String(cString: found)
        // `swift test` runs the bundle through a helper of the toolchain; then the bundle is an argument.
        for candidate in [bundle] + CommandLine.arguments {
            guard let slash = candidate.lastIndex(of: "/") else { continue }
            let program = candidate[..<slash] + "/longwave"
            if access(String(program), X_OK) == 0 { return String(program) }
        }
        return "longwave"
    }()
}
