import Glibc

/// Prints text for people to stderr, because another program may read a command's output from stdout.
enum StandardError {
    static func write(_ text: String) { OutputSink.writeAll(STDERR_FILENO, text) }
}
