import Glibc

/// Whether the tests run under `bin/sanitize`. Measurements of memory and time then mean little, and no other library
/// may be preloaded.
package enum Sanitizer {
    package static let isOn = dlsym(nil, "__asan_init") != nil || dlsym(nil, "__tsan_init") != nil
    /// The variables that a child with an otherwise empty environment needs. They say, for example, where to write
    /// findings.
    package static let environment: [String: String] = {
        var found: [String: String] = [:]
        for name in ["ASAN_OPTIONS", "LSAN_OPTIONS", "TSAN_OPTIONS", "LD_PRELOAD"] {
            if let value = getenv(name) { found[name] = String(cString: value) }
        }
        return found
    }()
}
