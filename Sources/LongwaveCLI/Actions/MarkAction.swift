import Longwave
import RadioJSON

/// The command `longwave mark`: marks stations as favourites, and sets their rating and gain.
struct MarkAction {
    let stations: [String]
    let isFavourite: Bool?
    let rating: Int?
    let gain: Double?
    let libraries: [String]
    let settings: PrintSettings

    init(
        stations: [String], isFavourite: Bool?, rating: Int?, gain: Double?, libraries: [String],
        settings: PrintSettings
    ) {
        self.stations = stations
        self.isFavourite = isFavourite
        self.rating = rating
        self.gain = gain
        self.libraries = libraries
        self.settings = settings
    }

    /// Runs the command and returns the exit code.
    func run() -> Int32 { ReportOutput(settings).ending(mark) }

    /// Stores the favourite mark, rating and gain for each station, and prints the stored values.
    private func mark(_ output: ReportOutput) throws(CommandFailure) {
        let list = try LibraryReader(asked: libraries).personal.loaded()
        var items: [LibraryItem] = []
        for name in stations { items.append(try ProgrammeFinder.item(name, in: list).forCommand.get()) }
        guard let path = ListenerStore.usualPath(environment: Environment.folders) else {
            throw PlaylistFile.noFolder
        }
        do throws(StorageError) {
            let replaced = try ListenerStore.writing(path: path) { store throws(StorageError) in
                for index in items.indices {
                    items[index].user = try store.update(ListenerRecord(items[index])) { change(&$0) }
                }
            }.replaced
            if let replaced { output.say(ListenerWords.notRead(replaced)) }
        } catch {
            throw CommandFailure(code: .cannotWrite, sentence: "\(path) cannot be written: \(error.words).")
        }
        guard !settings.isQuiet else { return }
        guard (settings.format ?? .table) == .table else {
            return output.list { StationPrinter(charset: output.charset, width: $1).text(items, $0) }
        }
        for item in items { output.done("\(item.station.name): \(Self.words(item.user))") }
    }

    /// Returns a station's favourite mark, rating and gain in words.
    private static func words(_ user: UserProperties) -> String {
        let parts = [
            user.isFavourite ? "favourite" : nil, user.rating.map { "rating \($0)" },
            user.gain.map { "gain \(JSONNode.number($0).text()) dB" },
        ]
        let words = parts.compactMap(\.self).joined(separator: ", ")
        return words.isEmpty ? "not a favourite, no rating, no gain" : words
    }

    private func change(_ user: inout UserProperties) {
        if let isFavourite { user.isFavourite = isFavourite }
        if let rating { user.rating = rating == 0 ? nil : rating }
        if let gain { user.gain = gain == 0 ? nil : gain }
    }
}
