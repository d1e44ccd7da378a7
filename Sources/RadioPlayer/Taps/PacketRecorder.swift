import Glibc
import RadioAudio
import RadioFormats
import RadioLoop
import RadioStreams
import RadioTape
import RadioText

/// Writes the packets that a player receives into files as they came, without decoding them. It reads the timeline as a tap.
final class PacketRecorder {
    /// Called on the loop when an item is not written, or no longer: for each item.
    var onFailure: ((AudioOutputError) -> Void)?
    var onEvent: ((RecordingEvent) -> Void)?
    /// Called before the recording ends at a time or for want of room: what was received and is not on the timeline yet
    /// may be put there, and be read.
    var willEnd: (() -> Void)?

    private let loop: EventLoop
    private let plan: RecordingPlan
    private let worker: BlockingWorker
    private var state = State.recording
    private var names: RecordingNames
    private var cutter: TitleCutter
    private let delay: CutDelay?
    /// The title whose packets are written.
    private var playing: CutDelay.Title?
    /// Whether the packets of the title on air are written.
    private var isWanted: Bool
    private var file: RecordedFile?
    /// Of the files that were finished.
    private var bytesBefore = 0
    private var durationBefore = Duration.zero
    /// Titles whose files are whole.
    private var titleCount = 0
    private var station: Station?
    private var serverName: String?
    private var titles = TitleTimeline()
    /// nil where the timeline's packets do not fit, or nothing can be written.
    private var tap: TimelineTap?
    /// The part of the timeline that is written, in flicks.
    private var span: Range<Int64> = .min..<Int64.max
    /// When the newest metadata that was read had come.
    private var lastMetadata: MonotonicInstant?
    private var endTimer: LoopTimer?
    private var diskTimer: LoopTimer?

    private enum State {
        case recording
        case ended
        case failed(AudioOutputError)
    }

    /// Why packets are missing.
    enum Loss: String {
        case slowDisk = "the disk is too slow"
        case tapeFailed = "the kept sound cannot be read"
    }

    /// How often the room on the disk is looked at.
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

    /// What is read from now on is another timeline.
    /// - Parameter span: the part of it that is written, in flicks.
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

    /// The packet that is read next; nil where none will be.
    var next: Int64? { isRecording ? tap?.next : nil }

    /// More waits for the disk than is to be read ahead of it.
    var isDiskBehind: Bool { file?.isDiskBehind ?? false }

    /// Takes the packets that came since. Called once a turn, and before a timeline is given up.
    /// - Parameters:
    ///   - timeline: the one that was begun with, or another with the same numbers and times.
    ///   - metadata: of its packets, in order.
    ///   - loss: why packets are missing where the timeline does not hold them any more.
    func read(
        _ timeline: Timeline, _ metadata: some Sequence<Timeline.HeldMetadata>, loss: Loss = .slowDisk
    ) {
        guard var tap else { return }
        switch state {
        case .recording: break
        case .ended: return
        case .failed(let error):
            // Not before there is something to write.
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

    /// Metadata of packets to come, and such as came late for one that was read.
    private func unread(
        _ metadata: some Sequence<Timeline.HeldMetadata>, from next: Int64
    ) -> [Timeline.HeldMetadata] {
        guard let lastMetadata else {
            // Of the titles before the span, the one that is on air when it begins.
            let all = Array(metadata)
            let first = all.last { $0.time <= span.lowerBound && $0.metadata.kind != .flacPicture }
            return first.map { first in all.filter { $0.packet >= first.packet } } ?? all
        }
        return metadata.filter { $0.packet >= next || $0.received > lastMetadata }
    }

    /// The station's server has a name for it.
    func met(serverName: String?) {
        self.serverName = serverName
        titles.met(serverName: serverName)
    }

    /// An address that was typed has no name of its own.
    private var stationName: String {
        guard let station else { return "" }
        return station.urls.contains(station.name) ? serverName ?? station.name : station.name
    }

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

    /// Writes what was held back, as far as its file is known. Returns why this item is not written.
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

    /// Returns why this item is not written.
    private func write(_ packet: Timeline.HeldPacket) -> AudioOutputError? {
        guard isWanted, isRecording else { return nil }
        // Without samples it primes a decoder, and was received before; but a stream of Vorbis begins with such a packet.
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

    /// - Parameter isLink: whether they are of one link of a file.
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
        // Another program may read a file of packets while it is written, or a pipe.
        let new = RecordedFile(sound, container, report, batch: plan.isPlain ? 0 : RecordedFile.batch)
        if let playing { new.begin(playing.playing.track, self.tags(date, isLink: true)) }
        file = new
        new.whenOpened { [weak self] in self?.onEvent?(.began(path: $0)) }
    }

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
                // What stands there already is somebody's.
                let path = path[...dot] + suffix
                let beside = SoundFile(worker: worker, overwrites: false) { _ in String(path) }
                beside.append(Array(text.utf8))
                beside.finish(keepsPart: false)
            }
        }
    }

    /// Sound that was written.
    var duration: Duration { durationBefore + (file?.duration ?? .zero) }

    // MARK: The end

    /// It is told once all is written.
    func end(_ reason: RecordingEnd) {
        guard isRecording else { return }
        // A file that is large enough takes no more.
        if reason != .size { release(isEnd: true) }
        guard isRecording else { return }
        state = .ended
        endFile(reason)
        worker.run(orElse: ()) {
        } then: { [weak self] in
            self?.onEvent?(.ended(reason))
        }
    }

    /// With all that was received. Not while packets are read.
    private func endWithAll(_ reason: RecordingEnd) {
        if isRecording { willEnd?() }
        end(reason)
    }

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

    /// Nothing more is written, of no item.
    private func fail(_ error: AudioOutputError) {
        guard isRecording else { return }
        state = .failed(error)
        endFile(.failed)
        refuse(error)
    }

    /// This item is not written.
    private func refuse(_ error: AudioOutputError) {
        tap = nil
        onFailure?(error)
    }

    /// Returns when all that was read is in the files. Blocks for as long as the disk needs: call it at the end of a program.
    func finish() {
        if isRecording {
            release(isEnd: true)
            state = .ended
        }
        endFile(.asked)
        worker.waitUntilDone()
    }
}
