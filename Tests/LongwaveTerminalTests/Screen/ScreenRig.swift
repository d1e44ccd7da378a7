import RadioFormats
import RadioStations

@testable import LongwaveTerminal

/// The model of a screen, which gets keys and events, and the page that a person would see.
struct ScreenRig {
    var model: ScreenModel
    var charset = TerminalCharset.utf8
    var hasPicture = false
    private(set) var effects: [ScreenEffect] = []

    init(_ library: StationLibrary? = SampleLibrary.library, charset: TerminalCharset = .utf8) {
        self.charset = charset
        model = ScreenModel(charset: charset, now: .zero)
        if let library { take(.library(LibrarySearch(library), playlists: [], pointed: nil)) }
    }

    mutating func take(_ event: ScreenEvent) { effects += model.take(event) }

    /// Presses keys by their names (`KeyStroke.init(name:)`), and returns what the screen must do because of them.
    @discardableResult
    mutating func press(_ names: String...) -> [ScreenEffect] {
        effects = []
        for name in names { effects += model.press(KeyStroke(name: name)!) }
        return effects
    }

    @discardableResult
    mutating func type(_ text: String) -> [ScreenEffect] {
        effects = []
        for character in text { effects += model.press(.character(character)) }
        return effects
    }

    mutating func page(_ width: Int, _ height: Int) -> ScreenCells {
        let layout = ScreenLayout(width: width, height: height, hasPicture: hasPicture)
        model.fit(rows: layout.list.count)
        return ScreenPainter(charset: charset).cells(model, layout)
    }

    static func playing(_ change: (inout ScreenPlaying) -> Void = { _ in }) -> ScreenPlaying {
        var playing = ScreenPlaying()
        playing.state = "playing"
        playing.tone = .good
        playing.isActive = true
        playing.station = "FIP"
        playing.stationID = SampleLibrary.library.stations[0].persistentID
        playing.artist = "Lady Blackbird"
        playing.title = "Collage"
        playing.album = "Black Acid Soul"
        playing.since = "20:14"
        playing.elapsed = "12:31"
        playing.codec = "MP3 128 kbit/s"
        playing.volume = "volume 80 %"
        change(&playing)
        return playing
    }
}
