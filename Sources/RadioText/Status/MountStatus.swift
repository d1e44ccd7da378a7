import RadioFormats

/// What a server's page says of one of its mounts.
package struct MountStatus: Hashable, Sendable {
    /// A text as it stands on the page, its escapes undone.
    package struct Field: Hashable, Sendable {
        package var name: String
        package var value: [UInt8]

        package init(name: String, value: [UInt8]) {
            self.name = name
            self.value = value
        }
    }

    /// Of `listenurl` or `streampath`: `/radio.mp3`; empty where the page names none.
    package var path: String
    /// SHOUTcast's number of the stream; nil elsewhere.
    package var stream: Int?
    /// Whether it is fed. A mount that is away is most often not on the page at all.
    package var isUp: Bool
    /// What the mount calls itself: read when it is asked for, which is seldom.
    var nameBytes: [UInt8] = []
    var descriptionBytes: [UInt8] = []
    /// `title`, `artist`, `yp_currently_playing` …; one field called `songtitle` with SHOUTcast.
    package var shown: [Field]
    /// The bytes that the title was read from: members of JSON in braces, or the title itself.
    package var raw: [UInt8]

    package var serverName: String? { Self.text(nameBytes) }
    package var description: String? { Self.text(descriptionBytes) }

    private static func text(_ bytes: [UInt8]) -> String? {
        bytes.isEmpty ? nil : PlainText.clean(TextDecoding.decode(bytes))
    }

    /// Reads what it shows as a track.
    /// - Parameters:
    ///   - charset: what the station declares for its titles (an IANA name); nil where it does not.
    ///   - names: what the station calls itself beside what the page says.
    ///   - evidence: what the station's titles told so far of their charset; it grows by this one.
    package func track(
        charset: String? = nil, names: StationNames = StationNames(), evidence: inout CharsetEvidence
    ) -> TrackInfo {
        // Pages are UTF-8 mostly, whatever the station's titles are beside its sound.
        let isUTF8 = shown.allSatisfy { TextDecoding.utf8($0.value) != nil }
        let charset = isUTF8 ? nil : charset
        if shown.count == 1, shown[0].name == "songtitle" {
            var track = TitleReader.read(line: shown[0].value, charset: charset, names: names, evidence: &evidence)
            track.raw = raw
            return track
        }
        let fields = shown.map { ($0.name, TextDecoding.decode($0.value, charset: charset)) }
        return TitleReader.read(fields: fields, raw: raw, names: names, evidence: &evidence)
    }
}
