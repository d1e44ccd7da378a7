/// Reports from time to time how many of a list's bytes were parsed. The owner of the bytes can then release their
/// memory, so that a large file need not occupy memory as a whole.
struct ListProgress {
    /// Minimum number of bytes between two reports.
    static let step = 1 << 20

    /// The position in bytes that was last reported.
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
