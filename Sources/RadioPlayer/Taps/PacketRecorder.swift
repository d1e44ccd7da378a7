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
    /// Called before the recording ends for lack of sound or disk space, or on request.
    ///
    /// The closure may let the recorder read packets first that have arrived and are not on the timeline yet.
    var willEnd: (() -> Void)?
    /// Called on the loop when ``read(_:_:edge:loss:)`` can read packets that it did not read before.
    var needsService: (() -> Void)?

    private let loop: EventLoop
    private let plan: RecordingPlan
    private let worker: BlockingWorker
    private var state = State.recording
    private var names: RecordingNames
    private var titles: RecordingTitles
    private let delay: CutDelay?
    /// The title to which the packets that are written or left out now belong; nil before the first title.
    private var playing: CutDelay.Title?
    /// Whether the packets of ``playing`` are written. Packets of an unwanted title are left out.
    private var isWanted: Bool
    private var file: RecordedFile?
    /// What the finished files contain.
    private var summary = RecordingSummary()
    /// Why the newest file that is lost is lost; nil if there is none.
    private var loss: SoundFile.Failure?
    private var length: RecordingLength
    /// When sound was read last; before any, when the recording began.
    private var lastSound: MonotonicInstant
    /// The newest sound of the station; nil before any was read.
    private var edge: Edge?
    /// The end of the newest packet that was written or left out, in flicks on the timeline.
    private(set) var position: Int64 = 0
    /// Tells which packet of the timeline is read next; nil if the requested kind of file cannot contain the item's
    /// packets, or the recording has failed.
    private var tap: TimelineTap?
    /// The stretch of the timeline whose packets are written, in flicks.
    private var span: Range<Int64> = .min..<Int64.max
    private var endTimer: LoopTimer?
    /// Watches the free space on the disk; nil if the recording has no limit for it.
    private var space: FreeSpaceWatch?

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

    /// The newest sound of the station: its end, in flicks on the timeline, and when it was received.
    struct Edge {
        var time: Int64
        var received: MonotonicInstant
    }

    init(loop: EventLoop, _ plan: RecordingPlan, rules: TitleRuleSet = TitleRuleSet()) {
        self.loop = loop
        self.plan = plan
        worker = BlockingWorker(loop: loop)
        names = RecordingNames(plan.place)
        titles = RecordingTitles(plan.titles, rules: rules)
        delay = CutDelay(plan.titles)
        isWanted = TitleCutter(plan.titles).keepsBeforeFirst
        length = RecordingLength(plan.limits.duration)
        lastSound = loop.now
        if let duration = plan.limits.duration { endIfSilent(after: max(duration, RecordingLength.patience)) }
        space = plan.limits.freeBytes.map { minimum in
            FreeSpaceWatch(loop: loop, worker: worker, folder: plan.folder, minimum: minimum) { [weak self] in
                self?.spaceDidChange()
            }
        }
    }

    deinit { endTimer?.cancel() }

    // MARK: Reading

    /// Reads another timeline from now on.
    ///
    /// - Parameter span: the stretch of the timeline whose packets are written, in flicks.
    func begin(_ timeline: Timeline, of station: Station?, span: Range<Int64> = .min..<Int64.max) {
        release(isEnd: true)
        self.span = span
        tap = TimelineTap(timeline)
        titles.begin(station)
        playing = nil
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
    ///   - edge: the newest sound of the station.
    ///   - loss: the reason to report if the timeline no longer holds packets that were not read.
    func read(
        _ timeline: Timeline, _ metadata: some Sequence<Timeline.HeldMetadata>, edge: Edge, loss: Loss = .slowDisk
    ) {
        // Nothing is written before it is known that the disk has room.
        guard var tap, space.map({ $0.isEnough == true }) ?? true else { return }
        self.edge = edge
        switch state {
        case .recording: break
        case .ended: return
        case .failed(let error):
            // The failure is reported only when there is something to write.
            if timeline.end > 0 { refuse(error) }
            return
        }
        var metadata = titles.unread(metadata, from: tap.next, since: span.lowerBound)[...]
        var number = max(tap.next, timeline.start)
        var refusal: AudioOutputError?
        tap.read(timeline) { packet in
            while let one = metadata.first, one.packet <= number {
                metadata.removeFirst()
                if let title = titles.take(one, at: packet.start, now: loop.now), !plan.isPlain { take(title) }
            }
            number += 1
            guard packet.start >= span.lowerBound else { return true }
            guard packet.start < span.upperBound else {
                end(.asked)
                return false
            }
            guard length.add(packet.duration) else {
                end(.duration)
                return false
            }
            lastSound = loop.now
            if let title = titles.take(at: packet.start), !plan.isPlain { take(title) }
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

    var isRecording: Bool { if case .recording = state { true } else { false } }

    /// Sets the name that the station's server states for the station.
    func met(serverName: String?) { titles.met(serverName: serverName) }

    /// Begins a title now, or once its cut is known.
    private func take(_ title: CutDelay.Title) { if let delay { delay.append(title) } else { begin(title) } }

    /// Begins a title. Its packets go into a new file, go into the open file, or are left out, as `title.cut` says.
    private func begin(_ title: CutDelay.Title) {
        playing = title
        let (track, tags) = (title.playing.track, tags(date(of: position), isLink: true))
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
        summary.titleCount += 1
        if summary.titleCount == plan.limits.titles {
            end(.titles, isWhole: true)
        } else {
            endFile(.asked, isWhole: true)
        }
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
        position = packet.start + packet.duration
        guard isWanted, isRecording else { return nil }
        // A packet without samples repeats sound to prime a decoder, so it is not written. But the first packet of a
        // Vorbis stream also has no samples, and is written.
        let begins = packet.format.codec == .vorbis && (file == nil || packet.startsAnew)
        guard packet.sampleCount > 0 || begins else { return nil }
        let byteCount = summary.byteCount + (file?.byteCount ?? 0) + packet.bytes.count
        if let maximum = plan.limits.bytes, byteCount > maximum {
            end(.size)
            return nil
        }
        let date = date(of: packet.start)
        if let file {
            if file.append(packet, date) { return nil }
            // The title continues in another file, so this one is not incomplete.
            if !plan.isPlain { endFile(.asked, isWhole: true) }
        }
        let isLink = packet.format.codec == .vorbis || packet.format.codec == .opus
        guard let container = container(for: packet, tags: tags(date, isLink: isLink)) else {
            return .file("\(plan.path): \(packet.format.codec.displayName) cannot be written to this kind of file")
        }
        if let file { file.go(on: container) } else { openFile(container, date) }
        _ = file?.append(packet, date)
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

    /// Returns the time at which the sound of a moment was received, in milliseconds since 1970.
    /// - Parameter time: the moment, in flicks on the timeline.
    private func date(of time: Int64) -> Int64 {
        guard let edge else { return WallClock.milliseconds }
        let age = edge.received.duration(to: loop.now) + MediaTime(flicks: edge.time - time).duration
        return WallClock.milliseconds - Int64(max(age, .zero) / .milliseconds(1))
    }

    /// Returns the tags for a file, or for one link in a file.
    ///
    /// - Parameters:
    ///   - date: the time at which its first sound was received, in milliseconds since 1970.
    ///   - isLink: whether the tags are for one link instead of the whole file.
    private func tags(_ date: Int64, isLink: Bool = false) -> RecordingTags {
        let (name, date) = (titles.stationName, WallClock.local(milliseconds: date))
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

    private func openFile(_ container: any RecordingContainer, _ date: Int64) {
        let local = WallClock.local(milliseconds: date)
        let tags = plan.titles.splits ? tags(date) : RecordingTags(station: titles.stationName, date: local)
        let sound = names.open(container.suffix, tags, worker: worker)
        let report = RecordingReport(station: tags.station, began: WallClock.rfc3339(milliseconds: date))
        // Packet files and pipes are written without delay, because another program may be reading them.
        let new = RecordedFile(sound, container, report, batch: plan.isPlain ? 0 : RecordedFile.batch)
        if let playing { new.begin(playing.playing.track, self.tags(date, isLink: true)) }
        file = new
        sound.onError = { [weak self, weak new] in self?.failed($0, in: new) }
        new.whenOpened { [weak self] in self?.onEvent?(.began(path: $0)) }
    }

    /// Handles an error of a file. A removed file ends the recording, unless the next title gets a file of its own.
    private func failed(_ failure: SoundFile.Failure, in file: RecordedFile?) {
        guard failure.isRemoved, plan.titles.splits, isRecording else { return fail(failure.outputError) }
        loss = failure
        guard file != nil, file === self.file else { return }
        isWanted = false
        endFile(.failed, isWhole: true)
    }

    /// Ends the file, and writes the report and the cue sheet beside it.
    /// - Parameter isWhole: whether the file's title has ended, too. If not, the file's name says so.
    private func endFile(_ reason: RecordingEnd, isWhole: Bool) {
        guard let file = file.take() else { return }
        summary.byteCount += file.byteCount
        let length = file.duration
        summary.duration += length
        let isPart = plan.titles.splits && !isWhole
        file.finish(rename: isPart ? RecordingNames.incomplete : nil) { [weak self] in
            switch $0 {
            case .success(let path):
                self?.summary.fileCount += 1
                self?.summary.path = path
            case .failure(let failure):
                self?.summary.duration -= length
                self?.loss = failure
            }
        }
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
    var duration: Duration { summary.duration + (file?.duration ?? .zero) }

    // MARK: The end

    /// Ends the recording. The end is reported once the disk has written everything.
    /// - Parameter isWhole: whether the last title has ended, too.
    func end(_ reason: RecordingEnd, isWhole: Bool = false) {
        guard isRecording else { return }
        // A file that has reached the size limit accepts no more packets.
        if reason != .size { release(isEnd: true) }
        guard isRecording else { return }
        state = .ended
        endFile(reason, isWhole: isWhole)
        worker.run(orElse: ()) {
        } then: { [weak self] in
            self?.tellEnd(reason)
        }
    }

    /// Reports the end. If nothing was written because a file is lost, reports the loss as a failure instead.
    private func tellEnd(_ reason: RecordingEnd) {
        if summary.fileCount == 0, let loss {
            onFailure?(loss.outputError)
        } else {
            summary.received = MediaTime(flicks: length.passed).duration
            onEvent?(.ended(reason, summary))
        }
    }

    /// Ends the recording after all packets that were received are in it. Must not be called while
    /// ``read(_:_:edge:loss:)`` runs.
    func endWithAll(_ reason: RecordingEnd, isWhole: Bool = false) {
        if isRecording { willEnd?() }
        end(reason, isWhole: isWhole)
    }

    /// Ends the recording after a time, unless sound arrives then.
    private func endIfSilent(after time: Duration) {
        endTimer = loop.schedule(after: time) { [weak self] in
            guard let self else { return }
            let silence = lastSound.duration(to: loop.now)
            guard silence < RecordingLength.patience else { return endWithAll(.noSound) }
            endIfSilent(after: RecordingLength.patience - silence)
        }
    }

    private func spaceDidChange() {
        if space?.isEnough == true { needsService?() } else { endWithAll(.freeDisk) }
    }

    /// Stops writing packets of this and of all later items.
    private func fail(_ error: AudioOutputError) {
        guard isRecording else { return }
        state = .failed(error)
        endFile(.failed, isWhole: false)
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
        endFile(.asked, isWhole: false)
        worker.waitUntilDone()
    }
}
