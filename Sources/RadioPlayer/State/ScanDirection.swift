/// The direction of fast forward or rewind. Until the scan ends, short pieces of sound that are far apart are heard.
public enum ScanDirection: String, Hashable, Sendable {
    case forward, backward
}
