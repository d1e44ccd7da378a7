import Glibc

/// Whether the tests run under `bin/sanitize`: then memory and time say little, and nothing may be loaded before.
package enum Sanitizer {
    package static let isOn = dlsym(nil, "__asan_init") != nil || dlsym(nil, "__tsan_init") != nil
    /// What a child needs that is given no other variables: where it leaves what it finds.
    package static let environment: [String: String] = {
        var found: [String: String] = [:]
        for name in ["ASAN_OPTIONS", "LSAN_OPTIONS", "TSAN_OPTIONS", "LD_PRELOAD"] {
            if let value = getenv(name) { found[name] = String(cString: value) }
        }
        return found
    }()
}
