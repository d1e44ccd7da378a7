/// The rows of `inspect` and `probe` for people, as forms of the documents that these commands print for programs.
extension ReportRows {
    static let inspection = RowForm.read(
        """
        responses @responses: {statusLine}
        kind: {words.kind}
        size: {size} bytes
        decrypted: {encryption.method}, IV {encryption.iv}
        metaint: {metaint}[ (from --metaint){metaintBy=option?}]
        title @words.titles: {}
        charset: {words.charset}
        sound: {sound.bytes} bytes
        sha256: {sound.sha256}
        \(frames)
        \(segment)
        \(ogg)
        \(flac)
        garbage: {garbageBytes|some|counted:byte}
        unfinished: {trailingBytes|some|counted:byte} at the end
        tag @tags: {kind} at {offset}, {length} bytes[: <frames|; |{id}={text}>]
        chapter @chapters: at {start|s}: {title}
        entry @entries: {url}[  {title}]
        list: {list.error}
        list: {list.format|list}[, {list.title}], {list.stations|count|counted:station}
        station @list.stations: {name}[  {country}][  {codec}][  {streamURL}][  <urls|  |{}>]
        trouble @list.problems: [station {number|some}[ ({name})]: {message}[; left out{leftOut?}]]\
        [{message}{!number|some?}]
        @playlist:
        \(playlist)
        end
        problem @problems: {message}
        """)

    static let probe = RowForm.read(
        """
        in the list: {station.name}[ ({station.id})]
        other address @words.addresses: {}
        charset declared: {station.charset}
        @@tries:
        address: {url}
        tried @@addresses: {address} ({family}): [connected{connected?}][not connected{!connected?}]
        answer @@responses: {statusLine} from {url}[, to {headers|location}]
        failure: {failure}
        end
        header @tries.-1.responses.-1.headers: {name}: {value}
        @hls:
        segments: {type}, target duration {targetDuration|s}, {duration|s} in the playlist
        begins: {programDateTime}
        encryption @encryption: {}
        variant @variants: \(variant)
        rendition @renditions: \(rendition)
        plays: {playlist}
        plays rendition @selected.rendition: \(rendition)
        titles from @titleSources: {|named}
        requests: {requests} for segments, keys and reloads[, {failedRequests|some} failed]
        end
        server: {server}
        station: {serverName}
        codec: {codecName}[, {sampleRate} Hz, {channels|channels}[, {bitsPerSample} bits]]
        frame headers: {headerSampleRate} Hz{sampleRate?}{headerSampleRate!sampleRate?}
        bit rate declared: {declaredBitRate|rate}
        bit rate measured: {measuredBitRate|rate}
        metaint: {metaint}
        first title: {firstTitle|title}
        charset: {words.charset}
        headers after: {times.headers|s}
        first byte after: {times.firstByte|s}
        first sound after: {times.firstSound|s}
        first title after: {times.firstTitle|s}
        received: {words.received}
        problem @problems: {message}
        capture: {capture.file}, {capture.bytes} bytes
        """)

    private static let frames = """
        frames: {frames.count}, {frames.duration|s}
        form @@frames.forms: {sampleRate} Hz, {channels|channels}, {frames} frames
        bit rate @frames.bitRate: {mean|rate}[ ({min|rate} to {max|rate}){min!max?}]
        gap @frames.gaps: at {offset}, {bytes} bytes
        """

    private static let segment = """
        @@segment.transport.programs:
        program: {number}, map on PID {pid}
        stream @streams: PID {pid}: {content} (type {type})
        end
        pid @segment.transport.pids: {pid}: {packets} packets[, continuity faults: {faults|some}]\
        [, {repeats|some} sent twice][, {scrambled|some} scrambled]
        box @segment.mp4.boxes: {type} at {offset}, [{bytes} bytes][to the end{!bytes?}]
        track @segment.mp4.tracks: {id}: {handler}, {timescale} units per second[, times moved by {editShift|some}]\
        [, <entries|, |{type}[ ({problem})]>][, played{played?}]
        form @@segment.forms: {codec|codec}, {sampleRate} Hz, {channels|channels}, from packet {packet}
        packets: {segment.packetCount}, {segment.bytes} bytes, {segment.duration|s}
        time: {segment.start|s} to {segment.end|s}
        packet @segment.packets: [at {time|s}][without a time{!time?}], {duration|s}, {bytes} bytes
        metadata @segment.metadata: [at {time|s}][before packet {packet}{!time?}], {kind}, {length} bytes\
        [: {track|heading}]
        jump @segment.jumps: packet {packet} at {found|s}, not {expected|s}
        damage @segment.damages: before packet {}
        """

    private static let ogg = """
        pages: {ogg.pages}, {ogg.bytes} bytes[, {ogg.damagedPages|some} more with a wrong checksum]
        links: {ogg.linkCount|many}, {ogg.duration|s}
        @ogg.links:
        link: at {offset}: [{codec|codec}, {sampleRate} Hz, {channels|channels}[, {bitsPerSample} bits]\
        [, {bitRate|rate} declared], {duration|s}, {samples} samples[, {opus.preSkip|some} skipped at the beginning]\
        [, gain {opus.outputGain|dB}][, {trimmed|some} cut off at the end][, gaps in the sound: {breaks|some}]]\
        [{unsupported,'no sound'}{!codec?}]
        stream @streams: {serial}: {name,'unknown'}[, played{played?}], {pages} pages, {bytes} bytes\
        [, positions {firstGranule} to {lastGranule}][, gaps between pages: {holes|some}][, incomplete{!ended?}]
        encoder: {vendor}
        comment @comments: {name}={value}
        picture @pictures: \(picture)
        end
        """

    private static let flac = """
        form @flac.streamInfo: FLAC, {sampleRate} Hz, {channels|channels}, {bitsPerSample} bits\
        [, {samples|per:sampleRate}], blocks of {minimumBlock}[ to {maximumBlock}{minimumBlock!maximumBlock?}] samples
        block @flac.blocks: {name} at {offset}, {bytes} bytes
        encoder: {flac.vendor}
        comment @flac.comments: {name}={value}
        picture @flac.pictures: \(picture)
        frames: {flac.frames}, {flac.samples} samples
        md5: {flac.md5Check|named}
        """

    private static let picture =
        "{type|picture}, {mimeType}[, {width|some} × {height}], {bytes} bytes[, “{description|some}”]"

    private static let playlist = """
        playlist: media{type=media?}, version {version}[ of type {playlistType}], [ended{ended?}][not ended{!ended?}]
        playlist: multivariant{type=multivariant?}, version {version}
        target: {targetDuration|s}
        sequence: {mediaSequence}, discontinuity {discontinuitySequence}
        skipped: {skippedSegments|some|counted:segment}
        start: {start.offset|s}[, precise{start.precise?}]
        flag: only I-frames{iFramesOnly?}
        flag: independent segments{independentSegments?}
        server @serverControl: [, blocks reloads{canBlockReload?}][, skips until {canSkipUntil|s}]\
        [, skips date ranges{canSkipDateRanges?}][, hold back {holdBack|s}][, for parts {partHoldBack|s}]
        part target: {partTarget|s}
        segments: {segments|count}, {duration|s}
        segment @segments: \(mediaSegment)
        open segment @openSegment: \(mediaSegment)
        preload @preloadHints: {uri}
        report @renditionReports: {uri}[, up to {lastSequence}][ part {lastPart}]
        date range @dateRanges: {id}[, {class}][, {start}][, {duration,plannedDuration|s}]\
        [, <attributes.*|, |{name}={value}>]
        variant @variants: \(variant)
        rendition @renditions: \(rendition)
        I-frames: {iFrameVariants|count|some|counted:variant}
        data @sessionData: {id}: {value,uri,''}
        key @sessionKeys: {|key}
        steering: {contentSteering.serverURI}
        variable @variables.*: {name}={value}
        warning @warnings: [line {line|some}: ]{message}
        """

    private static let mediaSegment =
        "{sequence}, {duration|s}[, discontinuity{discontinuity?}][, gap{gap?}][, {uri|some}]"
        + "[, bytes {byteRange.offset} to {byteRange|end}][, key {keys|key}][, init {map.uri}]"
        + "[, {programDateTime}][, {parts|count|some|counted:part}][, {title|some}]"

    private static let variant =
        "{bandwidth|rate}[, {codecs}][, {resolution.width}x{resolution.height}][, audio {audio}][, {name}], {uri}"

    private static let rendition =
        "{type}, {groupID}, {name}[, {language}][, default{default?}][, {channels} channels][, {uri}]"
}
