/// An algorithm that makes sound faster or slower at the same pitch.
public enum TimePitchAlgorithm: String, Hashable, Sendable, CaseIterable {
    /// An algorithm for speech (libsonic), which takes half a per cent of a core's time.
    case speech
    /// An algorithm for music (librubberband), which takes several times as much processor time as ``speech``.
    ///
    /// Works like ``speech`` if the library is not installed.
    case music

    /// True if the algorithm's library is installed; always true for ``speech``. Opens the library.
    public var isInstalled: Bool {
        switch self {
        case .speech: true
        case .music: (try? Rubberband.shared.get()) != nil
        }
    }
}
