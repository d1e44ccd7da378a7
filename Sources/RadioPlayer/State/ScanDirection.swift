/// Fast forward and rewind: short pieces of sound are heard, far apart, until that is ended.
public enum ScanDirection: String, Hashable, Sendable {
    case forward, backward
}
