import Glibc

/// Prints text for people to stderr, separate from a command's output.
public enum StandardError {
    public static func write(_ text: String) { OutputSink.writeAll(STDERR_FILENO, text) }
}
