import RadioDirectory
import RadioLoop
import RadioStations

/// The way in which a terminal shows pictures.
///
/// The way is chosen from environment variables and the installed programs. The terminal is not queried, because a late
/// reply would be read as keys (docs/DECISIONS.md).
public struct ArtworkDisplay: Hashable, Sendable {
    /// The ways of showing pictures that the listener can choose.
    public enum Choice: String, Hashable, Sendable, CaseIterable {
        /// The best way that the terminal is known to support; no pictures if `NO_COLOR` is set.
        case auto
        case kitty, sixel, symbols
        case none
    }

    /// The format in which a picture is sent to the terminal.
    package enum Means: Hashable, Sendable {
        /// kitty's graphics protocol: the terminal receives a PNG and draws it.
        case kitty
        /// Sixels, a format for pictures in terminals; `chafa` makes them.
        case sixel
        /// Block characters (such as half blocks) in colours, made by `chafa`.
        case symbols
    }

    /// The number of colours that `chafa` may use. The raw values are arguments of the option `-c` of `chafa`.
    enum Colours: String, Hashable, Sendable {
        case full, palette256 = "256", palette16 = "16"
    }

    package let means: Means
    let colours: Colours
    /// The path of the program `chafa`, which draws pictures; nil if it is not installed.
    let chafa: String?

    /// Chooses the way in which the terminal shows pictures. Returns nil if it cannot show pictures or must not.
    /// - Parameters:
    ///   - choice: the way that the listener chose. Except `auto`, it takes precedence over the environment.
    ///   - isTerminal: whether the output goes to a terminal.
    ///   - environment: returns the value of a variable of the process, such as `PATH`.
    package init?(_ choice: Choice = .auto, isTerminal: Bool, environment: (String) -> String?) {
        guard isTerminal, let means = Self.means(choice, environment) else { return nil }
        chafa = ChildProgram.find("chafa", path: environment("PATH") ?? "")
        guard means == .kitty || chafa != nil else { return nil }
        self.means = means
        colours = Self.colours(environment)
    }

    /// The format that image files must have to be shown in this way.
    package var format: ArtworkCache.Format {
        switch means {
        case .kitty: .png
        case .sixel, .symbols: .any
        }
    }

    /// Returns the length in pixels that the longer side of an image file should have, so that the picture fills a
    /// number of text rows.
    package func wanted(rows: Int) -> Int {
        switch means {
        // A text row is assumed to be 24 pixels high. Sending a PNG whose side exceeds 200 pixels over ssh takes too
        // long.
        case .kitty: min(rows * 24, 200)
        // A large image file is requested, because chafa scales the picture down to the size at which it is shown.
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

    /// Returns the best format that the terminal is known to support; nil if the terminal cannot or must not show
    /// pictures.
    private static func usual(_ environment: (String) -> String?) -> Means? {
        let type = environment("TERM") ?? ""
        // `NO_COLOR` has an effect only if it is not empty (https://no-color.org).
        guard !["", "dumb", "linux"].contains(type), (environment("NO_COLOR") ?? "").isEmpty,
            TerminalCharset(environment: environment) == .utf8
        else { return nil }
        // A terminal multiplexer such as tmux drops the control sequences of kitty and sixels, or shows the picture at
        // the wrong place. So block characters are used.
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
