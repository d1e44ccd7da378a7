/// The direction of fast forward or rewind. Until it ends, short excerpts of the sound that are far apart are heard.
public enum ScanDirection: String, Hashable, Sendable {
    case forward, backward
}
