import RadioDirectory
import RadioLoop
import RadioStations

/// The way in which a terminal shows pictures.
///
/// The way is chosen from environment variables and the installed programs. The terminal is not queried, because a late
/// reply would be read as keys (docs/DECISIONS.md).
public struct ArtworkDisplay: Hashable, Sendable {
    /// The ways that a person may choose.
    public enum Choice: String, Hashable, Sendable, CaseIterable {
        /// The best way that the terminal is known to support; no pictures if `NO_COLOR` is set.
        case auto
        case kitty, sixel, symbols
        case none
    }

    /// The form in which a picture is sent to the terminal.
    package enum Means: Hashable, Sendable {
        /// kitty's graphics protocol: the terminal receives a PNG and draws it.
        case kitty
        /// Sixels, made by `chafa`.
        case sixel
        /// Half blocks and other block characters in colours, made by `chafa`.
        case symbols
    }

    /// The number of colours that `chafa` may use. The raw values are those of the option `-c` of `chafa`.
    enum Colours: String, Hashable, Sendable {
        case full, palette256 = "256", palette16 = "16"
    }

    package let means: Means
    let colours: Colours
    /// The path of `chafa`; nil if it is not installed.
    let chafa: String?

    /// Chooses the way to show pictures. Returns nil if no pictures can or may be shown.
    /// - Parameters:
    ///   - choice: the way that the person chose. It takes precedence over the environment.
    ///   - isTerminal: whether the output goes to a terminal.
    ///   - environment: returns the value of a variable of the process, such as `PATH`.
    package init?(_ choice: Choice = .auto, isTerminal: Bool, environment: (String) -> String?) {
        guard isTerminal, let means = Self.means(choice, environment) else { return nil }
        chafa = ChildProgram.find("chafa", path: environment("PATH") ?? "")
        guard means == .kitty || chafa != nil else { return nil }
        self.means = means
        colours = Self.colours(environment)
    }

    /// The format of image files that can be shown.
    package var format: ArtworkCache.Format {
        switch means {
        case .kitty: .png
        case .sixel, .symbols: .any
        }
    }

    /// Returns the length in pixels that the longest side of a picture needs to fill a number of text rows.
    package func wanted(rows: Int) -> Int {
        switch means {
        // A row is assumed to be 24 pixels high. A PNG whose side exceeds 200 pixels takes too long over ssh.
        case .kitty: min(rows * 24, 200)
        // The picture is requested large, because chafa itself scales it down to its shown size.
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

    /// Returns the best form that the terminal is known to support; nil if it cannot or must not show pictures.
    private static func usual(_ environment: (String) -> String?) -> Means? {
        let type = environment("TERM") ?? ""
        // `NO_COLOR` has an effect only if it is not empty (https://no-color.org).
        guard !["", "dumb", "linux"].contains(type), (environment("NO_COLOR") ?? "").isEmpty,
            TerminalCharset(environment: environment) == .utf8
        else { return nil }
        // A multiplexer such as tmux drops control sequences that it does not know, or shows the picture at the wrong
        // place.
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
