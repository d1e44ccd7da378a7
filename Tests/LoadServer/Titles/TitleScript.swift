import TestSupport

/// The successive titles of a ``LoadServer``'s mount and their durations, at random, but the same for the same seed.
///
/// Some songs follow each other directly. Before others there is a jingle or an empty title. Sometimes the song before
/// the jingle or empty title continues after it, and then counts as the same song. No two songs of a mount have the
/// same title.
package struct TitleScript: Sendable {
    package struct Showing: Hashable, Sendable {
        package var title: ScriptedTitle
        package var lasts: Duration
    }

    private let plan: MountPlan
    private let every: Duration
    private var random: SeededGenerator
    private var song: ScriptedTitle?
    private var isBetween = false

    /// Creates a script.
    /// - Parameter every: The average duration of a song. Each song's duration differs from it by up to a quarter.
    package init(_ plan: MountPlan, every: Duration, seed: UInt64) {
        self.plan = plan
        self.every = every
        random = SeededGenerator(seed: seed &* 0x9E37_79B9 &+ UInt64(plan.number) &* 0x1_0000_01B3)
    }

    /// Returns the next title. The first is a song.
    package mutating func next() -> Showing {
        let chance = Int.random(in: 0..<10, using: &random)
        if let song, !isBetween, chance < 3 {
            isBetween = true
            return Showing(title: between(song, chance), lasts: every / 4)
        }
        let goesOn = isBetween && chance < 4
        isBetween = false
        let shown = goesOn ? song ?? nextSong() : nextSong()
        song = shown
        return Showing(title: shown, lasts: every * Double.random(in: 0.75...1.25, using: &random))
    }

    private func between(_ song: ScriptedTitle, _ chance: Int) -> ScriptedTitle {
        switch chance {
        case 0: ScriptedTitle(kind: .jingle, index: song.index, text: "Jingle \(song.index % 9 + 1)")
        case 1: ScriptedTitle(kind: .empty, index: song.index, text: "")
        case _: ScriptedTitle(kind: .empty, index: song.index, text: " - ")
        }
    }

    private mutating func nextSong() -> ScriptedTitle {
        let index = song.map { $0.index + 1 } ?? 0
        let words = TitleWords.of(plan.charset, &random)
        let artist = words.artists.randomElement(using: &random) ?? ""
        let first = words.titles.randomElement(using: &random) ?? ""
        let second = words.endings.randomElement(using: &random) ?? ""
        let title = "\(first) \(second) \(index + 1)\(plan.style.ornament)"
        return ScriptedTitle(kind: .song, index: index, artist: artist, title: title, text: "\(artist) - \(title)")
    }
}
