import Glibc

/// Tells whether the tests run under `bin/sanitize`. If so, measurements of memory and time mean little, and a test
/// must not preload a library.
package enum Sanitizer {
    package static let isOn = dlsym(nil, "__asan_init") != nil || dlsym(nil, "__tsan_init") != nil
    /// The environment variables that a sanitized child process needs if its environment is otherwise empty. They say,
    /// for example, where the sanitizer writes its findings.
    package static let environment: [String: String] = {
        var found: [String: String] = [:]
        for name in ["ASAN_OPTIONS", "LSAN_OPTIONS", "TSAN_OPTIONS", "LD_PRELOAD"] {
            if let value = getenv(name) { found[name] = String(cString: value) }
        }
        return found
    }()
}
