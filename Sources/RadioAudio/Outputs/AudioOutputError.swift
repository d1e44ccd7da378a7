/// Why there is no output, by remedy.
public enum AudioOutputError: Error, Hashable, Sendable {
    /// No sound server answers. The text says what to do.
    case noServer(String)
    /// The server went away while the stream played.
    case serverLost(String)
    /// There is a server, but no such device, or the device was removed under the stream.
    case noDevice(String)
    /// A file could not be written.
    case file(String)
    /// A file of this path exists, and may not be overwritten.
    case fileExists(String)
    /// The server refused; its own words.
    case refused(String)
}
