/// Tells the owner of a list's bytes, now and then, which of them are not needed any more: a file that is mapped into
/// memory need not stay there as a whole.
struct ListProgress {
    /// It is told once for so many bytes.
    static let step = 1 << 20

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
