/// How the sound of a program behaves beside the sound of others.
public enum AudioCategory: String, Hashable, Sendable, CaseIterable {
    /// Mixes with the sound of others, and is not interrupted by it: for sound in the background of a program.
    case ambient
    /// Is the reason why the program is used, such as a radio. Other sound, such as a phone call, interrupts it.
    case playback
}
