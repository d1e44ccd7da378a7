/// How sound is made to go by faster or slower at the same pitch.
public enum TimePitchAlgorithm: String, Hashable, Sendable, CaseIterable {
    /// For speech, at half a per cent of a core (libsonic).
    case speech
    /// For music, at several times that (librubberband). Where the library is not installed, it is as ``speech``.
    case music

    /// False where the library is missing that it needs; ``speech`` always is. It opens that library.
    public var isInstalled: Bool {
        switch self {
        case .speech: true
        case .music: (try? Rubberband.shared.get()) != nil
        }
    }
}
