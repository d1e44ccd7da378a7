import Glibc
import RadioAudio
import RadioFormats
import RadioLoop
import RadioStreams
import RadioTape
import RadioText

/// Writes the packets that a player receives to files, unchanged and without decoding them.
///
/// The recorder is a tap of the timeline: it never delays the sound.
final class PacketRecorder {
    /// Called on the loop for each item that cannot be written, or can no longer be written.
    var onFailure: ((AudioOutputError) -> Void)?
    var onEvent: ((RecordingEvent) -> Void)?
    /// Called before the recording ends because of its time limit or for lack of disk space.
    ///
    /// The closure may let the recorder read packets first that have arrived and are not on the timeline yet.
    var willEnd: (() -> Void)?

    private let loop: EventLoop
    private let plan: RecordingPlan
    private let worker: BlockingWorker
    private var state = State.recording
    private var names: RecordingNames
    private var cutter: TitleCutter
    private let delay: CutDelay?
    /// The title to which the packets that are written or left out now belong; nil before the first title.
    private var playing: CutDelay.Title?
    /// Whether the packets of ``playing`` are written. Packets of an unwanted title are left out.
    private var isWanted: Bool
    private var file: RecordedFile?
    /// The number of bytes in all finished files.
    private var bytesBefore = 0
    /// The duration of the sound in all finished files.
    private var durationBefore = Duration.zero
    /// The number of titles whose files are complete.
    private var titleCount = 0
    private var station: Station?
    private var serverName: String?
    private var titles = TitleTimeline()
    /// Tells which packet of the timeline is read next; nil if the requested kind of file cannot contain the item's
    /// packets, or the recording has failed.
    private var tap: TimelineTap?
    /// The stretch of the timeline whose packets are written, in flicks.
    private var span: Range<Int64> = .min..<Int64.max
    /// The time at which the newest metadata read so far was received; nil before any was read.
    private var lastMetadata: MonotonicInstant?
    private var endTimer: LoopTimer?
    private var diskTimer: LoopTimer?

    private enum State {
        case recording
        case ended
        case failed(AudioOutputError)
    }

    /// The reason why packets are missing in the recording.
    enum Loss: String {
        case slowDisk = "the disk is too slow"
        case tapeFailed = "the kept sound cannot be read"
    }

    /// How often the free space on the disk is checked.
    private static let diskInterval = Duration.seconds(5)

    init(loop: EventLoop, _ plan: RecordingPlan, rules: TitleRuleSet = TitleRuleSet()) {
        self.loop = loop
        self.plan = plan
        worker = BlockingWorker(loop: loop)
        names = RecordingNames(plan.place)
        cutter = TitleCutter(plan.titles)
        delay = CutDelay(plan.titles)
        isWanted = cutter.keepsBeforeFirst
        titles.rules = rules
        endTimer = plan.limits.duration.map { loop.schedule(after: $0) { [weak self] in self?.endWithAll(.duration) } }
        if plan.limits.freeBytes != nil { lookAtDisk() }
    }

    deinit { for timer in [endTimer, diskTimer] { timer?.cancel() } }

    // MARK: Reading

    /// Reads another timeline from now on.
    ///
    /// - Parameter span: the stretch of the timeline whose packets are written, in flicks.
    func begin(_ timeline: Timeline, of station: Station?, span: Range<Int64> = .min..<Int64.max) {
        release(isEnd: true)
        self.station = station
        self.span = span
        tap = TimelineTap(timeline)
        lastMetadata = nil
        titles.reset(for: station)
        playing = nil
        titles.met(serverName: serverName)
    }

    /// The number of the packet that is read next; nil if none will be read.
    var next: Int64? { isRecording ? tap?.next : nil }

    /// Whether so many bytes wait for the disk that reading should stop for now.
    var isDiskBehind: Bool { file?.isDiskBehind ?? false }

    /// Reads the packets that arrived since the last call. Called once a turn, and before the timeline is discarded.
    /// - Parameters:
    ///   - timeline: the timeline passed to ``begin(_:of:span:)``, or another in which packets have the same numbers
    ///     and times.
    ///   - metadata: the metadata of its packets, in order.
    ///   - loss: the reason to report if the timeline no longer holds packets that were not read.
    func read(
        _ timeline: Timeline, _ metadata: some Sequence<Timeline.HeldMetadata>, loss: Loss = .slowDisk
    ) {
        guard var tap else { return }
        switch state {
        case .recording: break
        case .ended: return
        case .failed(let error):
            // The failure is reported only when there is something to write.
            if timeline.end > 0 { refuse(error) }
            return
        }
        var metadata = unread(metadata, from: tap.next)[...]
        var number = max(tap.next, timeline.start)
        var refusal: AudioOutputError?
        tap.read(timeline) { packet in
            while let one = metadata.first, one.packet <= number {
                metadata.removeFirst()
                take(one)
            }
            number += 1
            guard packet.start >= span.lowerBound else { return true }
            guard packet.start < span.upperBound else {
                end(.asked)
                return false
            }
            if let delay { delay.append(packet) } else { refusal = write(packet) }
            return refusal == nil && isRecording
        }
        refusal = release(isEnd: false) ?? refusal
        if case .failed = state { return }
        self.tap = tap
        if let refusal { return refuse(refusal) }
        file?.write()
        if let loss = file?.isTooSlow == true ? .slowDisk : tap.missed > 0 ? loss : nil {
            fail(.file("\(file?.path ?? plan.path): \(loss.rawValue)"))
        }
    }

    private var isRecording: Bool { if case .recording = state { true } else { false } }

    /// Returns the metadata of packets that were not read yet, and metadata that arrived after its packet was read.
    private func unread(
        _ metadata: some Sequence<Timeline.HeldMetadata>, from next: Int64
    ) -> [Timeline.HeldMetadata] {
        guard let lastMetadata else {
            // Of the titles that begin before ``span``, only the last one matters, because it is on air when the span
            // begins.
            let all = Array(metadata)
            let first = all.last { $0.time <= span.lowerBound && $0.metadata.kind != .flacPicture }
            return first.map { first in all.filter { $0.packet >= first.packet } } ?? all
        }
        return metadata.filter { $0.packet >= next || $0.received > lastMetadata }
    }

    /// Sets the name that the station's server states for the station.
    func met(serverName: String?) {
        self.serverName = serverName
        titles.met(serverName: serverName)
    }

    /// The station's name. For an address that the listener typed, the server's name for the station if there is one.
    private var stationName: String {
        guard let station else { return "" }
        return station.urls.contains(station.name) ? serverName ?? station.name : station.name
    }

    /// Reads metadata, and begins a new title if its title differs from the last one.
    private func take(_ held: Timeline.HeldMetadata) {
        lastMetadata = max(lastMetadata ?? held.received, held.received)
        _ = titles.read(held.metadata)
        guard !plan.isPlain, titles.heard(held, at: loop.now, position: .zero), let playing = titles.current else {
            return
        }
        let title = CutDelay.Title(
            cut: cutter.begin(playing.track.kind), playing: playing, isOfLink: held.metadata.kind == .vorbisComment)
        if let delay { delay.append(title) } else { begin(title) }
    }

    /// Begins a title. Its packets go into a new file, go into the open file, or are left out, as `title.cut` says.
    private func begin(_ title: CutDelay.Title) {
        playing = title
        let (track, tags) = (title.playing.track, tags(now, isLink: true))
        switch title.cut {
        case .none:
            isWanted = true
            file?.begin(track, tags)
        case .newFile:
            isWanted = true
            endTitle()
        case .leftOut:
            isWanted = false
            if plan.titles.splits { endTitle() } else { file?.begin(track, tags, isLeftOut: true) }
        }
    }

    private func endTitle() {
        guard file != nil else { return }
        titleCount += 1
        if titleCount == plan.limits.titles { end(.titles) } else { endFile(.asked) }
    }

    /// Writes the packets in ``delay`` whose file is known now. Returns why this item cannot be written; nil if it can.
    @discardableResult
    private func release(isEnd: Bool) -> AudioOutputError? {
        var refusal: AudioOutputError?
        delay?.take(isEnd: isEnd) { step in
            switch step {
            case .packet(let packet): refusal = write(packet)
            case .cut(let title): begin(title)
            }
            return refusal == nil && isRecording
        }
        return refusal
    }

    /// Writes a packet. Returns why this item cannot be written; nil if it can.
    private func write(_ packet: Timeline.HeldPacket) -> AudioOutputError? {
        guard isWanted, isRecording else { return nil }
        // A packet without samples repeats sound to prime a decoder, so it is not written. But the first packet of a
        // Vorbis stream also has no samples, and is written.
        let begins = packet.format.codec == .vorbis && (file == nil || packet.startsAnew)
        guard packet.sampleCount > 0 || begins else { return nil }
        if let maximum = plan.limits.bytes, bytesBefore + (file?.byteCount ?? 0) + packet.bytes.count > maximum {
            end(.size)
            return nil
        }
        if let file {
            if file.append(packet) { return nil }
            if !plan.isPlain { endFile(.asked) }
        }
        let date = now
        let isLink = packet.format.codec == .vorbis || packet.format.codec == .opus
        guard let container = container(for: packet, tags: tags(date, isLink: isLink)) else {
            return .file("\(plan.path): \(packet.format.codec.displayName) cannot be written to this kind of file")
        }
        if let file { file.go(on: container) } else { openFile(container, date) }
        _ = file?.append(packet)
        return nil
    }

    /// Returns a container for a packet's format; nil if the requested kind of file cannot contain this format.
    private func container(for packet: Timeline.HeldPacket, tags: RecordingTags) -> (any RecordingContainer)? {
        let tags = plan.isPlain ? nil : tags
        switch plan.container {
        case .m4a: return tags.flatMap { Mp4Container(packet.format, first: packet.bytes, tags: $0) }
        case .wav: return WaveContainer(packet.format)
        case nil: break
        }
        let container = RecordingContainers.container(
            for: packet.format, first: packet.bytes, tags: tags, joinsLinks: plan.joinsLinks)
        guard case .packets(_, let kind, _) = plan.place else { return container }
        switch kind {
        case .mpegAudio: return container as? MpegAudioContainer
        case .adts: return container as? AdtsContainer
        }
    }

    private var now: String { WallClock.local(milliseconds: WallClock.milliseconds) }

    /// Returns the tags for a file, or for one link in a file.
    ///
    /// - Parameter isLink: whether the tags are for one link instead of the whole file.
    private func tags(_ date: String, isLink: Bool = false) -> RecordingTags {
        let name = stationName
        guard let playing, plan.titles.splits || isLink && playing.isOfLink && !plan.joinsLinks else {
            return RecordingTags(station: name, title: name, date: date)
        }
        let current = playing.playing
        let track = current.track
        let pictures = current.pictures.filter { $0.address == nil }
        return RecordingTags(
            station: name, artist: track.artist, title: track.title ?? (track.text.isEmpty ? nil : track.text),
            album: track.album, date: date, cover: pictures.first { $0.type == 3 } ?? pictures.first)
    }

    // MARK: Files

    private func openFile(_ container: any RecordingContainer, _ date: String) {
        let tags = plan.titles.splits ? tags(date) : RecordingTags(station: stationName, date: date)
        let sound = names.open(container.suffix, tags, worker: worker)
        sound.onError = { [weak self] in self?.fail($0.outputError) }
        let report = RecordingReport(
            station: tags.station, began: WallClock.rfc3339(milliseconds: WallClock.milliseconds))
        // Packet files and pipes are written without delay, because another program may be reading them.
        let new = RecordedFile(sound, container, report, batch: plan.isPlain ? 0 : RecordedFile.batch)
        if let playing { new.begin(playing.playing.track, self.tags(date, isLink: true)) }
        file = new
        new.whenOpened { [weak self] in self?.onEvent?(.began(path: $0)) }
    }

    /// Ends the file, and writes the report and the cue sheet beside it.
    private func endFile(_ reason: RecordingEnd) {
        guard let file = file.take() else { return }
        file.finish()
        bytesBefore += file.byteCount
        durationBefore += file.duration
        guard !plan.isPlain, !plan.titles.splits else { return }
        file.whenOpened { [worker] path in
            guard let dot = path.lastIndex(of: ".") else { return }
            var report = file.report
            report.file = String(path.split(separator: "/").last ?? "")
            for (suffix, text) in [("json", report.json(reason)), ("cue", report.cueSheet)] {
                // An existing file is not overwritten, because it does not belong to this recording.
                let path = path[...dot] + suffix
                let beside = SoundFile(worker: worker, overwrites: false) { _ in String(path) }
                beside.append(Array(text.utf8))
                beside.finish(keepsPart: false)
            }
        }
    }

    /// The duration of the sound that was written.
    var duration: Duration { durationBefore + (file?.duration ?? .zero) }

    // MARK: The end

    /// Ends the recording. The end is reported once the disk has written everything.
    func end(_ reason: RecordingEnd) {
        guard isRecording else { return }
        // A file that has reached the size limit accepts no more packets.
        if reason != .size { release(isEnd: true) }
        guard isRecording else { return }
        state = .ended
        endFile(reason)
        worker.run(orElse: ()) {
        } then: { [weak self] in
            self?.onEvent?(.ended(reason))
        }
    }

    /// Ends the recording after all packets that were received are in it. Must not be called while ``read(_:_:loss:)``
    /// runs.
    private func endWithAll(_ reason: RecordingEnd) {
        if isRecording { willEnd?() }
        end(reason)
    }

    /// Checks the free space on the disk periodically, and ends the recording if there is too little.
    private func lookAtDisk() {
        let folder = plan.folder
        let look = { @Sendable () -> Int in
            var status = statvfs()
            return statvfs(folder, &status) == 0 ? Int(clamping: status.f_bavail) * Int(status.f_frsize) : .max
        }
        worker.run(orElse: .max, look) { [weak self] free in
            guard let self, self.isRecording, let wanted = self.plan.limits.freeBytes else { return }
            if free < wanted { return self.endWithAll(.freeDisk) }
            self.diskTimer = self.loop.schedule(after: Self.diskInterval) { [weak self] in self?.lookAtDisk() }
        }
    }

    /// Stops writing packets of this and of all later items.
    private func fail(_ error: AudioOutputError) {
        guard isRecording else { return }
        state = .failed(error)
        endFile(.failed)
        refuse(error)
    }

    /// Stops writing packets of this item. A later item may be written.
    private func refuse(_ error: AudioOutputError) {
        tap = nil
        onFailure?(error)
    }

    /// Ends the recording and returns when all packets that were read are in the files.
    ///
    /// Blocks until the disk has written everything. Call this at the end of a program.
    func finish() {
        if isRecording {
            release(isEnd: true)
            state = .ended
        }
        endFile(.asked)
        worker.waitUntilDone()
    }
}
