/// The reason why an output could not be opened, or ended with an error.
public enum AudioOutputError: Error, Hashable, Sendable {
    /// No sound server answers. The text tells the listener what to do.
    case noServer(String)
    /// The server disappeared while the stream played.
    case serverLost(String)
    /// The server has no such device, or the device was removed while the stream played on it.
    case noDevice(String)
    /// A file could not be written.
    case file(String)
    /// The file exists and must not be overwritten.
    case fileExists(String)
    /// The server refused a request. The text describes the error that the server returned.
    case refused(String)
}
