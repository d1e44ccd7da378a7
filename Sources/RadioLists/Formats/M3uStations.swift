import RadioFormats

/// Reads the stations of an M3U list.
enum M3uStations {
    static func read(_ bytes: UnsafeBufferPointer<UInt8>, base: String?) -> StationList {
        let base = base ?? ""
        var collector = StationCollector()
        var items = M3uItems(TextLines(bytes))
        while let item = items.next(), var draft = collector.next() {
            take(item, base, &draft)
            collector.add(&draft)
        }
        return StationList(collector, title: items.title, format: .m3u)
    }

    /// Copies the fields of a list item to the draft of a station.
    private static func take(_ item: M3uItem, _ base: String, _ draft: inout StationDraft) {
        guard let url = PlaylistLines.address(item.address, base: base) else {
            draft.leaveOut("its address is too long")
            return
        }
        draft.take(
            item.title ?? item.attribute("tvg-name") ?? PlaylistLines.name(from: url), as: .name)
        draft.takeAddress(url)
        for (field, value) in item.fields { take(value, as: field, base, &draft) }
        for group in item.groups + [item.attribute("group-title") ?? ""] { draft.takeTags(group, separator: ";") }
        if let image = item.attribute("tvg-logo") ?? item.image {
            draft.take(URLReference.resolve(image, base: base), as: .artworkURL)
        }
        if let language = item.attribute("tvg-language") { draft.take(LanguageCode.reading(language), as: .language) }
        if let country = item.attribute("tvg-country") { draft.take(CountryCode.reading(country), as: .country) }
        if let agent = item.attribute("user-agent") { draft.takeHeader("User-Agent", agent) }
        for header in item.headers { draft.takeHeader(header.name, header.value) }
    }

    /// Copies the value of a directive to the draft of a station.
    private static func take(_ value: String, as field: StationField, _ base: String, _ draft: inout StationDraft) {
        switch field {
        case .homepage: draft.take(URLReference.resolve(value, base: base), as: field)
        case .country: draft.take(CountryCode.reading(value), as: field)
        case .language: draft.take(LanguageCode.reading(value), as: field)
        case _: draft.take(value, as: field)
        }
    }
}
