import Glibc

/// Finds the project's own programs, such as `longwave`, in the build folder that contains the test bundle.
package enum BuiltProgram {
    package static let longwave = path("longwave")

    package static func path(_ name: String) -> String {
        // Usually, the running executable is the test bundle: .build/debug/LongwavePackageTests.xctest.
        guard let found = realpath("/proc/self/exe", nil) else { return name }
        defer { free(found) }
        let bundle = String(cString: found)
        // Or `swift test` runs a helper of the toolchain, which gets the path of the test bundle as an argument.
        for candidate in [bundle] + CommandLine.arguments {
            guard let slash = candidate.lastIndex(of: "/") else { continue }
            let program = candidate[..<slash] + "/" + name
            if access(String(program), X_OK) == 0 { return String(program) }
        }
        return name
    }
}
