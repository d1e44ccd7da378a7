import RadioAudio
import RadioFormats
import RadioProbe

extension ReportRows {
    /// Adds the links of an Ogg chain, and the streams inside each link.
    mutating func addOgg(_ inspection: Inspection) {
        guard let ogg = inspection.report.ogg else { return }
        let damaged = ogg.damagedPageCount > 0 ? ", \(ogg.damagedPageCount) more with a wrong checksum" : ""
        add("pages", "\(ogg.pageCount), \(ogg.byteCount) bytes\(damaged)")
        if ogg.linkCount > 1 {
            add("links", "\(ogg.linkCount), \(Self.seconds(ogg.duration.seconds))")
        }
        for (link, comments) in zip(ogg.links, inspection.linkComments).prefix(Self.maximumRows) {
            add("link", Self.link(link))
            add("stream", link.streams.map(Self.stream), omitted: link.streamCount - link.streams.count)
            if let comments { add(comments, besides: []) }
        }
        if ogg.linkCount > Self.maximumRows { add("link", "and \(ogg.linkCount - Self.maximumRows) more") }
    }

    /// Adds the metadata of a FLAC file, and whether the decoded sound matches the MD5 checksum in the file.
    mutating func add(_ flac: Inspection.FlacReading) {
        if let info = flac.report.streamInfo {
            var words = [Self.form(info.mediaFormat)]
            if let count = info.sampleCount {
                words.append(Self.seconds(Double(count) / Double(info.sampleRate)))
            }
            words.append(
                info.minimumBlock == info.maximumBlock
                    ? "blocks of \(info.maximumBlock) samples"
                    : "blocks of \(info.minimumBlock) to \(info.maximumBlock) samples")
            add("form", words.joined(separator: ", "))
        }
        add(
            "block", flac.report.blocks.map { "\($0.name) at \($0.offset), \($0.length) bytes" },
            omitted: flac.report.blockCount - flac.report.blocks.count)
        if let comments = flac.comments {
            add(comments, besides: flac.report.pictures)
        } else {
            add("picture", flac.report.pictures.map(Self.picture))
        }
        guard let check = flac.check else { return }
        add("frames", "\(check.frameCount), \(check.sampleCount) samples")
        let verdict =
            switch check.verdict {
            case .right: "right: the decoded sound matches"
            case .wrong: "wrong: the decoded sound is different"
            case .unknown: "unknown: the file has no checksum"
            case .damaged: "not checked: frames are damaged or missing"
            case .incomplete: "not checked: the file is incomplete"
            }
        add("md5", verdict)
    }

    private mutating func add(_ comments: CommentReading, besides pictures: [FlacPicture]) {
        add("encoder", comments.vendor)
        add("comment", comments.fields.map { "\($0.name)=\($0.value)" })
        add("picture", (pictures + comments.pictures).map(Self.picture))
    }

    /// Describes a link of an Ogg chain: its offset in bytes, its format and duration, and the number of gaps in its
    /// sound.
    private static func link(_ link: OggReport.Link) -> String {
        guard let format = link.format else {
            return "at \(link.offset): " + (link.unsupported ?? "no sound")
        }
        var words = ["at \(link.offset): " + form(format)]
        if let rate = format.bitRate { words.append("\(Self.rate(rate)) declared") }
        words.append("\(seconds(link.duration.seconds)), \(link.sampleCount) samples")
        if case .opus(let header) = format.framing {
            if header.preSkip > 0 { words.append("\(header.preSkip) skipped at the beginning") }
            if header.outputGain != 0 { words.append("gain \(decibels(header.outputGain))") }
        }
        if link.trimmedCount > 0 { words.append("\(link.trimmedCount) cut off at the end") }
        if link.breakCount > 0 { words.append("gaps in the sound: \(link.breakCount)") }
        return words.joined(separator: ", ")
    }

    private static func stream(_ stream: OggReport.Stream) -> String {
        var words = ["\(stream.serial): \(stream.name ?? "unknown")" + (stream.isPlayed ? ", played" : "")]
        words.append("\(stream.pageCount) pages, \(stream.byteCount) bytes")
        if let first = stream.firstGranule, let last = stream.lastGranule {
            words.append("positions \(first) to \(last)")
        }
        if stream.holeCount > 0 { words.append("gaps between pages: \(stream.holeCount)") }
        if !stream.isComplete { words.append("incomplete") }
        return words.joined(separator: ", ")
    }

    private static func form(_ format: MediaFormat) -> String {
        "\(format.codec.displayName), \(format.sampleRate) Hz, \(channels(format.channelCount))"
            + (format.bitsPerSample.map { ", \($0) bits" } ?? "")
    }

    /// Returns a gain in decibels, with the unit.
    /// - Parameter gain: the gain in units of 1/256 dB, as an Opus header states it.
    private static func decibels(_ gain: Int) -> String {
        let hundredths = (Double(gain) / 256 * 100).rounded() / 100
        return "\(hundredths) dB"
    }

    private static func picture(_ picture: FlacPicture) -> String {
        var words = [kind(picture.type), picture.mimeType]
        if picture.width > 0 { words.append("\(picture.width) × \(picture.height)") }
        words.append("\(picture.byteCount) bytes")
        if !picture.description.isEmpty { words.append("“\(picture.description)”") }
        return words.joined(separator: ", ")
    }

    /// Returns the kind of a picture, such as "front cover", for the number that FLAC metadata states (RFC 9639 table
    /// 13).
    private static func kind(_ type: Int) -> String {
        switch type {
        case 1, 2: "icon"
        case 3: "front cover"
        case 4: "back cover"
        case 7...11: "artist"
        case _: "picture of type \(type)"
        }
    }
}
