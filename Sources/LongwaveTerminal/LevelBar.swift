import RadioPlayer

/// Draws the levels of the sound that is heard: for each channel a bar, from −48 dBFS to full scale.
package enum LevelBar {
    /// The width of a channel's bar in columns.
    static let width = 8
    private static let softest = -48.0
    /// The largest number of channels that have a bar. Further channels are not shown.
    private static let maximumChannels = 2

    package static func text(_ levels: AudioLevels, _ charset: TerminalCharset) -> String {
        levels.channels.prefix(maximumChannels).map { bar($0, charset) }.joined(separator: " ")
    }

    /// Returns a channel's bar. The bar is filled up to the average level, and a mark shows the peak level; `!` marks
    /// clipped sound.
    private static func bar(_ channel: AudioLevels.Channel, _ charset: TerminalCharset) -> String {
        let (full, empty, mark): (Character, Character, Character) =
            charset == .ascii ? ("=", "-", "|") : ("█", "░", "▌")
        var cells = [Character](repeating: empty, count: width)
        for index in 0..<cell(channel.average) { cells[index] = full }
        let peak = cell(channel.peak)
        if peak > 0 { cells[peak - 1] = channel.peak >= 0 ? "!" : peak > cell(channel.average) ? mark : full }
        return String(cells)
    }

    /// Returns how many cells of a bar represent a level.
    private static func cell(_ decibels: Double) -> Int {
        let share = (min(max(decibels, softest), 0) - softest) / -softest
        return Int((share * Double(width)).rounded())
    }
}
