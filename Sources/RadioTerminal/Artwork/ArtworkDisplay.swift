import RadioDirectory
import RadioLoop
import RadioStations

/// How pictures are shown on a terminal: by what it understands, and what is installed.
///
/// The environment decides, and the terminal is asked nothing: an answer that comes late would be read as keys (docs/DECISIONS.md).
public struct ArtworkDisplay: Hashable, Sendable {
    /// What a person may ask for.
    public enum Choice: String, Hashable, Sendable, CaseIterable {
        /// What the terminal is known to understand; nothing where colours are not wanted (`NO_COLOR`).
        case auto
        case kitty, sixel, symbols
        case none
    }

    package enum Means: Hashable, Sendable {
        /// kitty's graphics protocol: the picture itself, drawn by the terminal.
        case kitty
        /// Sixels, made by `chafa`.
        case sixel
        /// Half blocks and their kin in colours, made by `chafa`.
        case symbols
    }

    /// How many colours `chafa` may use, in its words.
    enum Colours: String, Hashable, Sendable {
        case full, palette256 = "256", palette16 = "16"
    }

    package let means: Means
    let colours: Colours
    /// Where `chafa` is; nil where it is not installed.
    let chafa: String?

    /// Nil where no picture is shown.
    /// - Parameters:
    ///   - choice: what the person asks for; it counts more than what the environment says.
    ///   - isTerminal: whether a terminal shows the output at all.
    ///   - environment: the process's variables, `PATH` among them.
    package init?(_ choice: Choice = .auto, isTerminal: Bool, environment: (String) -> String?) {
        guard isTerminal, let means = Self.means(choice, environment) else { return nil }
        chafa = ChildProgram.find("chafa", path: environment("PATH") ?? "")
        guard means == .kitty || chafa != nil else { return nil }
        self.means = means
        colours = Self.colours(environment)
    }

    /// What kind of pictures it can show.
    package var format: ArtworkCache.Format {
        switch means {
        case .kitty: .png
        case .sixel, .symbols: .any
        }
    }

    /// The longest side in pixels that a picture of so many rows of text needs.
    package func wanted(rows: Int) -> Int {
        switch means {
        // Rows of 24 pixels; a PNG of more takes longer over ssh than anybody looks at it.
        case .kitty: min(rows * 24, 200)
        // chafa makes it as small as it is shown, in one step.
        case .sixel, .symbols: 1024
        }
    }

    private static func means(_ choice: Choice, _ environment: (String) -> String?) -> Means? {
        switch choice {
        case .none: nil
        case .kitty: .kitty
        case .sixel: .sixel
        case .symbols: .symbols
        case .auto: usual(environment)
        }
    }

    private static func usual(_ environment: (String) -> String?) -> Means? {
        let type = environment("TERM") ?? ""
        // https://no-color.org: set and not empty.
        guard !["", "dumb", "linux"].contains(type), (environment("NO_COLOR") ?? "").isEmpty,
            TerminalCharset(environment: environment) == .utf8
        else { return nil }
        // What a multiplexer does not know it does not pass on, or at the wrong place.
        if environment("TMUX") != nil || environment("STY") != nil || type.hasPrefix("tmux") || type.hasPrefix("screen")
        {
            return .symbols
        }
        let program = environment("TERM_PROGRAM") ?? ""
        if environment("KITTY_WINDOW_ID") != nil || type.contains("kitty") || type.contains("ghostty")
            || program == "ghostty"
        {
            return .kitty
        }
        if ["foot", "mlterm", "contour", "yaft"].contains(where: type.hasPrefix)
            || ["WezTerm", "mintty"].contains(program)
        {
            return .sixel
        }
        return .symbols
    }

    private static func colours(_ environment: (String) -> String?) -> Colours {
        if ["truecolor", "24bit"].contains(environment("COLORTERM") ?? "") { return .full }
        let type = environment("TERM") ?? ""
        let knowsMany = ["256color", "kitty", "ghostty", "foot", "direct"].contains(where: type.contains)
        return knowsMany ? .palette256 : .palette16
    }
}
