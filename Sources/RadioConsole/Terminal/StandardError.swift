import Glibc

/// Text for a person, beside what a command prints.
public enum StandardError {
    public static func write(_ text: String) { OutputSink.writeAll(STDERR_FILENO, text) }
}
