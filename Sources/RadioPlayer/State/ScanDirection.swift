/// The direction of fast forward or rewind, in which short pieces of sound, far apart, are heard until it ends.
public enum ScanDirection: String, Hashable, Sendable {
    case forward, backward
}
