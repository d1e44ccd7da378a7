/// Draws the lines of the player, which show what plays, and the last line of the screen.
extension ScreenPainter {
    /// Draws the lines of the player: as many as the layout has rows for them.
    func drawPlaying(_ playing: ScreenPlaying, _ layout: ScreenLayout, _ cells: inout ScreenCells) {
        let columns = layout.playingColumns
        let lines =
            switch layout.playing.count {
            case 1: [short(playing, columns.count)]
            case 2: [state(playing, full: true), title(playing)]
            case 3: [title(playing), state(playing, full: false), sound(playing)]
            case _: all(playing, columns.count, wraps: layout.isWide)
            }
        for (row, line) in zip(layout.playing, lines) {
            var column = columns.lowerBound
            for part in fitted(line, columns.count) {
                column = cells.put(part.text, row, column, part.style, before: columns.upperBound)
            }
        }
    }

    typealias Part = (text: String, style: CellStyle)

    private func style(_ tone: ScreenPlaying.Tone) -> CellStyle {
        switch tone {
        case .good: .good
        case .waiting: .waiting
        case .bad: .bad
        case .neutral: .strong
        }
    }

    /// Returns the text for a layout with only one line for the player: the player's state, then the title or, without
    /// a title, the station.
    ///
    /// If the line has fewer than 30 columns, a sign such as `>` stands for the state.
    private func short(_ playing: ScreenPlaying, _ width: Int) -> [Part] {
        let what = clean(playing.text ?? playing.station)
        let silence = playing.tone == .good ? nil : playing.reason
        if width < 30 {
            let sign =
                switch playing.tone {
                case .good: ">"
                case .waiting: "~"
                case .bad: "!"
                case .neutral: playing.state == "paused" ? "=" : "-"
                }
            let words = silence.map(clean.callAsFunction) ?? what
            return [("\(sign) ", style(playing.tone)), (words.isEmpty ? playing.state : words, .strong)]
        }
        return join([
            (playing.state, style(playing.tone)), (clean(silence ?? ""), .plain), (what, .strong),
            (playing.text == nil ? "" : clean(playing.station), .plain), (playing.elapsed, .plain),
            (playing.volume, .plain), (playing.levels ?? "", .plain),
        ])
    }

    private func title(_ playing: ScreenPlaying) -> [Part] {
        [(clean(playing.text ?? playing.station), .strong)]
    }

    private func state(_ playing: ScreenPlaying, full: Bool) -> [Part] {
        let station = playing.text == nil && !full ? "" : clean(playing.station)
        return join([
            (playing.state, style(playing.tone)), (clean(playing.reason ?? ""), .plain), (station, .plain),
            (playing.elapsed, .plain), (playing.recording, .bad), (playing.behind ?? "", .waiting),
            (playing.volume, .plain), (full ? playing.levels ?? "" : "", .plain),
        ])
    }

    private func sound(_ playing: ScreenPlaying) -> [Part] {
        join(
            [(playing.levels ?? "", .good), (clean(playing.codec), .faint)] + playing.notes.map { (clean($0), .faint) })
    }

    /// Returns the player's lines for a layout that has more than three rows for them.
    /// - Parameter wraps: whether the player is to the right of the page. Long texts then continue on further lines.
    private func all(_ playing: ScreenPlaying, _ width: Int, wraps: Bool) -> [[Part]] {
        let title = clean(playing.title ?? playing.station)
        let since = playing.since.map { "since \($0)" } ?? ""
        let state = join([
            (playing.state, style(playing.tone)), (playing.elapsed, .plain), (playing.recording, .bad),
        ])
        var lines: [[Part]] = wraps ? wrapped(title, width, rows: 3).map { [($0, .strong)] } : [[(title, .strong)]]
        let second = join([(clean(playing.artist ?? ""), .plain), (clean(playing.album ?? ""), .faint)])
        if !second.isEmpty || !wraps { lines.append(second) }
        let isNamed = playing.title != nil
        lines.append(join([(isNamed ? clean(playing.station) : "", .plain), (since, .faint)]))
        guard wraps else {
            lines.append(state + (playing.reason.map { [(": \(clean($0))", .plain)] } ?? []))
            lines.append(
                join(
                    [(playing.levels ?? "", .good), (playing.behind ?? "", .waiting), (playing.volume, .plain)]
                        + [(clean(playing.codec), .faint)] + playing.notes.map { (clean($0), .faint) }))
            return lines
        }
        lines.append([])
        lines.append(state)
        if let reason = playing.reason { lines += wrapped(clean(reason), width, rows: 3).map { [($0, .plain)] } }
        lines.append([(playing.behind ?? "", .waiting)])
        lines.append(join([(playing.volume, .plain), (clean(playing.codec), .faint)]))
        lines += playing.notes.map { [(clean($0), .faint)] }
        if let levels = playing.levels { lines.append([(levels, .good)]) }
        return lines.filter { $0.contains { !$0.text.isEmpty } || $0.isEmpty }
    }

    /// Returns a text as at most `rows` lines, which break between words. If the text needs more lines, the last line
    /// is cut.
    private func wrapped(_ text: String, _ width: Int, rows: Int) -> [String] {
        var lines: [String] = []
        var line = ""
        for word in text.split(separator: " ", omittingEmptySubsequences: true) {
            let longer = line.isEmpty ? String(word) : "\(line) \(word)"
            if DisplayWidth.of(longer) <= width || line.isEmpty {
                line = longer
            } else if lines.count + 1 < rows {
                lines.append(line)
                line = String(word)
            } else {
                line = longer
            }
        }
        return (lines + [line]).map { cut($0, width) }
    }

    /// Returns the parts of a line that are not empty, with separators between them.
    private func join(_ parts: [Part]) -> [Part] {
        var joined: [Part] = []
        for part in parts where !part.text.isEmpty {
            if !joined.isEmpty { joined.append((charset.separator, .faint)) }
            joined.append(part)
        }
        return joined
    }

    /// Returns the parts of a line that fit into a width in columns. The first part that does not fit is cut, and later
    /// parts are left out. A separator at the end is dropped.
    private func fitted(_ parts: [Part], _ width: Int) -> [Part] {
        var left = width
        var fitted: [Part] = []
        for part in parts {
            let columns = DisplayWidth.of(part.text)
            guard columns <= left else {
                if left > 4 { fitted.append((cut(part.text, left), part.style)) }
                break
            }
            fitted.append(part)
            left -= columns
        }
        if fitted.count < parts.count, fitted.last?.text == charset.separator { fitted.removeLast() }
        return fitted
    }

    // MARK: The last line

    /// Draws the screen's last line: a question that is answered with a text, a message, or the most useful keys.
    ///
    /// If the layout has no row of its own for this line, questions and messages overwrite the player's last line, and
    /// the keys are not shown.
    func drawLastLine(_ model: ScreenModel, _ layout: ScreenLayout, _ cells: inout ScreenCells) {
        let row = layout.help ?? layout.height - 1
        let width = layout.width
        if case .text(let subject, let line)? = model.prompt {
            clear(row, &cells)
            let question = cut("\(subject.question): ", max(width - 8, 1))
            let column = cells.put(question, row, 0, .key)
            let end = cells.put(typed(line.text, width - column - 1), row, column, .field)
            cells.cursor = (row, min(end, width - 1))
        } else if case .confirmation(let question, _)? = model.prompt {
            clear(row, &cells)
            let end = cells.put(cut(clean(question), max(width - 24, 1)), row, 0, .key)
            cells.put(cut(" y: yes, other keys: no", width - end), row, end, .plain)
        } else if let message = model.message {
            clear(row, &cells)
            cells.put(cut(clean(message), width), row, 0, .message)
        } else if layout.help != nil {
            var column = 0
            for (key, words) in hints(model) {
                let text = "\(key) \(words)"
                guard column + DisplayWidth.of(text) <= width else { break }
                column = cells.put(key, row, column, .key)
                column = cells.put(" \(words)", row, column, .faint) + 2
            }
        }
    }

    private func clear(_ row: Int, _ cells: inout ScreenCells) {
        cells.put(String(repeating: " ", count: cells.width), row, 0)
    }

    /// Returns the most useful keys of the shown page, each with its short description.
    private func hints(_ model: ScreenModel) -> [(String, String)] {
        func key(_ action: KeyAction) -> String? { model.bindings.keys(of: action).first?.label(charset) }
        if let choice = model.choice {
            return [("Enter", "choose"), ("Esc", "leave")] + (choice.allowsMultiple ? [("Tab", "mark")] : [])
                + [
                    ("Ctrl-P", "listen"), ("Ctrl-F", "favourite"), ("Ctrl-R", "star"), ("Ctrl-G", "group"),
                    ("Ctrl-U", "clear"),
                ]
        }
        if case .choice? = model.prompt {
            return [key(.play).map { ($0, "chooses") }, key(.leave).map { ($0, "back") }].compactMap(\.self)
        }
        if model.section == .search, model.search.isTyping {
            return [("Enter", "play"), ("Esc", "keys again"), ("Ctrl-U", "clear")]
        }
        let ofPage: [KeyAction] =
            switch model.section {
            case .stations: [.help, .play, .toggle, .search, .favourite, .enqueue, .like, .nextSection, .quit]
            case .search: [.help, .play, .add, .enqueue, .search, .nextSection, .quit]
            case .history: [.help, .like, .links, .play, .toggle, .nextSection, .quit]
            case .queue: [.help, .play, .remove, .moveUp, .shuffle, .repetition, .nextSection, .quit]
            case .recordings: [.help, .play, .remove, .record, .keepTitle, .toggle, .nextSection, .quit]
            case .schedule: [.help, .toggle, .nextSection, .quit]
            case .help: [.leave, .nextSection, .quit]
            }
        return ofPage.compactMap { action in key(action).map { ($0, action.shortWords) } }
    }
}
