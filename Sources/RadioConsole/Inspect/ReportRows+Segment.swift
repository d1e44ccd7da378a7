import LongwaveTerminal

extension ReportRows {
    /// Adds the content of a file that is an HLS media segment.
    mutating func add(_ segment: SegmentReport, _ tracks: [TrackInfo?]) {
        if let transport = segment.transport { add(transport) }
        if let mp4 = segment.mp4 { add(mp4) }
        for form in segment.forms {
            let format = form.format
            add(
                "form",
                "\(format.codec.displayName), \(format.sampleRate) Hz, \(Self.channels(format.channelCount)), from packet \(form.packetIndex)"
            )
        }
        add("packets", "\(segment.packetCount), \(segment.byteCount) bytes, \(Self.seconds(segment.duration.seconds))")
        if let start = segment.start, let end = segment.end {
            add("time", "\(Self.seconds(start.seconds)) to \(Self.seconds(end.seconds))")
        }
        add("packet", segment.packets.map { Self.packet($0) }, omitted: segment.packetCount - segment.packets.count)
        add(
            "metadata", zip(segment.metadata, tracks).map { Self.metadata($0, $1) },
            omitted: segment.metadataCount - segment.metadata.count)
        add(
            "jump",
            segment.jumps.map {
                "packet \($0.packetIndex) at \(Self.seconds($0.found.seconds)), not \(Self.seconds($0.expected.seconds))"
            }, omitted: segment.jumpCount - segment.jumps.count)
        add(
            "damage", segment.damages.map { "before packet \($0)" },
            omitted: segment.damageCount - segment.damages.count)
    }

    /// Adds the programs and streams of a transport stream, and the packets and faults of each packet identifier (PID).
    private mutating func add(_ transport: TransportReport) {
        for program in transport.programs {
            add("program", "\(program.number), map on PID \(program.pid)")
            add("stream", (program.streams ?? []).map { "PID \($0.pid): \($0.content.name) (type \($0.type))" })
        }
        add(
            "pid",
            transport.pids.map { pid in
                var text = "\(pid.pid): \(pid.packetCount) packets"
                if pid.faultCount > 0 { text += ", continuity faults: \(pid.faultCount)" }
                if pid.repeatCount > 0 { text += ", \(pid.repeatCount) sent twice" }
                if pid.scrambledCount > 0 { text += ", \(pid.scrambledCount) scrambled" }
                return text
            })
    }

    /// Adds the boxes of an MP4 segment, and the tracks that its movie box lists.
    private mutating func add(_ mp4: Mp4Report) {
        add(
            "box",
            mp4.boxes.map { box in
                let length = box.byteCount.map { "\($0) bytes" } ?? "to the end"
                return "\(box.type) at \(box.offset), \(length)"
            }, omitted: mp4.boxCount - mp4.boxes.count)
        guard let movie = mp4.movie else { return }
        add(
            "track",
            movie.tracks.enumerated().map { index, track in
                var text = "\(track.id): \(track.handler), \(track.timescale) units per second"
                if track.editShift != 0 { text += ", times moved by \(track.editShift)" }
                let entries = track.descriptions.map { entry in
                    "\(entry.type)" + (entry.problem.map { " (\($0))" } ?? "")
                }
                if !entries.isEmpty { text += ", " + entries.joined(separator: ", ") }
                return text + (index == movie.soundTrackIndex ? ", played" : "")
            })
    }

    private static func packet(_ packet: SegmentReport.Packet) -> String {
        let time = packet.time.map { "at \(seconds($0.seconds))" } ?? "without a time"
        return "\(time), \(seconds(packet.duration.seconds)), \(packet.byteCount) bytes"
    }

    private static func metadata(_ metadata: SegmentReport.Metadata, _ track: TrackInfo?) -> String {
        let time = metadata.time.map { "at \(seconds($0.seconds))" } ?? "before packet \(metadata.packetIndex)"
        let title = track.flatMap { DisplayNames.title($0) ?? "(\($0.kind.rawValue))" }
        return "\(time), \(metadata.metadata.kind.rawValue), \(metadata.metadata.raw.count) bytes"
            + (title.map { ": \($0)" } ?? "")
    }
}
