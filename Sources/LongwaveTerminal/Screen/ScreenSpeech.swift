import RadioStations

/// Describes the screen in lines of words, for a screen reader. Pure.
package enum ScreenSpeech {
    /// Returns a line that describes the row with the cursor or, while the screen asks a question, the question.
    package static func line(_ model: ScreenModel) -> String {
        if case .text(let subject, let line)? = model.prompt { return "\(subject.question): \(line.text)" }
        if case .confirmation(let question, _)? = model.prompt { return "\(question) y: yes, any other key: no" }
        if case .choice(_, let title, let list)? = model.prompt {
            return list.current.map { "\(title), \(place(list)): \($0.text)" } ?? title
        }
        let page = model.section.title
        switch model.section {
        case .stations:
            let list = model.stations.sources[model.stations.source].name
            return "\(page), \(list), \(station(model.stations.list, model))"
        case .search:
            let typed = model.search.isTyping || !model.search.text.isEmpty ? " \(model.search.text)" : ""
            return "\(page)\(typed), \(station(model.search.list, model))"
        case .history:
            return model.history.current.map {
                "\(page), \(place(model.history)): \($0.time) \($0.text), \($0.station)\($0.isLiked ? ", liked" : "")"
            } ?? "\(page): \(model.problems[.history] ?? "no titles yet")"
        case .queue:
            return model.queue.current.map {
                "\(page), \(place(model.queue)): \($0.name)\($0.isCurrent ? ", plays" : "")"
                    + ($0.problem.map { ", \($0)" } ?? "")
            } ?? "\(page): empty"
        case .recordings:
            return model.recordings.current.map { "\(page), \(place(model.recordings)): \($0.name), \($0.facts)" }
                ?? "\(page): \(model.problems[.recordings] ?? "nothing")"
        case .schedule: return line(model.schedule) ?? "\(page): \(model.problems[.schedule] ?? "nothing")"
        case .help: return line(model.help) ?? page
        }
    }

    private static func line(_ list: RowList<HelpRow>) -> String? {
        if case .key(let keys, let words)? = list.current { "\(keys): \(words)" } else { nil }
    }

    private static func place<Row>(_ list: RowList<Row>) -> String {
        list.ordinal.map { "\($0) of \(list.count)" } ?? "nothing"
    }

    /// Returns the place in the list, the name and the facts of the station with the cursor, or why the list has no
    /// station.
    private static func station(_ list: RowList<StationRow>, _ model: ScreenModel) -> String {
        guard let row = list.current, let item = model.item(row) else {
            return model.isLoaded ? model.problems[.stations] ?? "no station" : "loading the stations"
        }
        var words = [item.station.name]
        if item.id == model.playing.stationID, model.playing.isActive { words.append(model.playing.state) }
        if let reason = model.failures[item.id] { words.append(reason) }
        if item.user.isFavourite { words.append("favourite") }
        if let rating = item.user.rating { words.append("\(rating) stars") }
        words += [item.station.country ?? "", item.station.tags.joined(separator: " ")].filter { !$0.isEmpty }
        if item.number == 0 { words.append("found") }
        return "\(place(list)): \(words.joined(separator: ", "))"
    }

    /// Returns the help page, one line for each key or heading.
    package static func help(_ model: ScreenModel) -> [String] {
        model.help.rows.map { row in
            switch row {
            case .heading(let title): title
            case .key(let keys, let words): "\(keys): \(words)"
            }
        }
    }
}
