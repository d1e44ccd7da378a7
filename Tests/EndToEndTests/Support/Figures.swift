import Glibc
import TestSupport

/// Writes measured values, which the project's documents quote: one line each to standard error and to the file that
/// the environment variable `LONGWAVE_FIGURES` names.
enum Figures {
    static func note(_ name: String, _ value: String) {
        let line = Array("figure: \(name): \(value)\n".utf8)
        _ = write(2, line, line.count)
        guard let path = getenv("LONGWAVE_FIGURES") else { return }
        let file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o644)
        guard file >= 0 else { return }
        _ = write(file, line, line.count)
        close(file)
    }

    static func note(_ name: String, seconds: Double) {
        note(name, "\((seconds * 1000).rounded() / 1000) s")
    }
}
