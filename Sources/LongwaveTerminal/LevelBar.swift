import RadioPlayer
import RadioTerminal

/// How loud it is, as a bar a channel: from −48 dBFS to full scale.
package enum LevelBar {
    /// Columns of a channel.
    static let width = 8
    private static let softest = -48.0
    /// Channels that are shown: of more, the first two.
    private static let maximumChannels = 2

    package static func text(_ levels: AudioLevels, _ charset: TerminalCharset) -> String {
        levels.channels.prefix(maximumChannels).map { bar($0, charset) }.joined(separator: " ")
    }

    /// The average is filled; the peak is a mark, which is another one where sound is cut off.
    private static func bar(_ channel: AudioLevels.Channel, _ charset: TerminalCharset) -> String {
        let (full, empty, mark): (Character, Character, Character) =
            charset == .ascii ? ("=", "-", "|") : ("█", "░", "▌")
        var cells = [Character](repeating: empty, count: width)
        for index in 0..<cell(channel.average) { cells[index] = full }
        let peak = cell(channel.peak)
        if peak > 0 { cells[peak - 1] = channel.peak >= 0 ? "!" : peak > cell(channel.average) ? mark : full }
        return String(cells)
    }

    /// Cells up to a level.
    private static func cell(_ decibels: Double) -> Int {
        let share = (min(max(decibels, softest), 0) - softest) / -softest
        return Int((share * Double(width)).rounded())
    }
}
