/// Reports to the owner of a list's bytes, from time to time, how many are no longer needed. So a large file need not
/// stay in memory as a whole.
struct ListProgress {
    /// Number of bytes after which progress is reported again.
    static let step = 1 << 20

    /// The position that was last reported.
    private var told = 0
    private let tell: (_ bytes: Int) -> Void

    init?(_ tell: ((_ bytes: Int) -> Void)?) {
        guard let tell else { return nil }
        self.tell = tell
    }

    mutating func reached(_ position: Int) {
        guard position - told >= Self.step else { return }
        told = position
        tell(position)
    }
}
