import RadioFormats
import RadioLoop
import RadioStreams

/// The side of the network: streams are opened and closed, and what they bring is joined.
extension Player {
    func openStream(_ address: Int) {
        closeStream()
        guard let item, address < item.urls.count else { return }
        var request = StreamRequest(
            url: item.urls[address], headers: item.station.headers, userAgent: userAgent,
            connectTimeout: policy.connectTimeout, headersTimeout: policy.headersTimeout)
        request.headerHosts = item.station.headerHosts
        request.hls = policy.hls
        request.hls.renditionName = renditionName
        if hasFiniteItem { request.hls.startTime = startTime ?? places.position(at: timeline.range.end)?.time }
        // A live station's positions go on, too, and what was received does not come again.
        request.hls.before = streamInfo?.presentation
        request.hls.received = places.position(at: timeline.range.end)?.time
        // What a server sends again is dropped up to the packet where it broke off; a station's packets are compared.
        if !hasFiniteItem { join.begin() }
        let isFile = streamInfo?.isSeekable == true && !isStreamSegmented
        packetsToSkip = hasFiniteItem && !isStreamSegmented && !isFile ? timeline.end : 0
        isSoundReceivedSaid = false
        renderer.forgetFailure()
        itemLength.connect()
        // While the server answers, the sound server does.
        system.warmUp()
        let opener = StreamOpener(loop: loop, pool: pool, worker: worker, request: request, client: self)
        stream = opener
        opener.start()
        if isFile { opener.seek(to: startTime ?? position(at: timeline.range.end)) }
    }

    /// More addresses of one item are not taken.
    private static let maximumFoundURLs = 4

    func findAddress() {
        addressSearch += 1
        let search = addressSearch
        guard let addressFinder, let station = item?.station else { return }
        // It may answer at once; the machine is not stepped from inside its step.
        loop.post { [weak self] in
            guard self?.addressSearch == search else { return }
            addressFinder(station) { url in
                self?.loop.post { self?.addressCame(url, search) }
            }
        }
    }

    private func addressCame(_ url: String?, _ search: Int) {
        guard search == addressSearch, let item else { return }
        // One answer is enough.
        addressSearch += 1
        guard let url, !item.urls.contains(url), item.foundURLs.count < Self.maximumFoundURLs else {
            return step(.noAddressFound)
        }
        self.item?.foundURLs.append(url)
        step(.addressFound(addressCount: item.urls.count + 1))
    }

    var hasFiniteItem: Bool { streamInfo?.isFinite ?? false }

    var isStreamSegmented: Bool { streamInfo?.presentation != nil }

    func closeStream() {
        if let stream {
            stream.cancel()
            // The end of the sound is kept from now on.
            postService()
        }
        stream = nil
        let (end, appended) = (timeline.range.end, join.tally.appended)
        join.end()
        places.settleAside(at: join.tally.appended > appended ? end : nil)
        streamGeneration += 1
        isStreamPaused = false
        isPauseSaid = false
        doesStreamHoldBack = false
        isStreamFast = false
        streamComfort = .none
    }

    // MARK: Joining a new connection

    /// With so much sound in hand its end is given away: nothing came that it could be blended with.
    private static let tailReserve = Duration.milliseconds(100)

    /// Decides how a new connection goes on while there is still sound.
    func settleJoin() {
        if !isSoundReceivedSaid, join.receivedDuration >= policy.startBuffer {
            isSoundReceivedSaid = true
            step(.soundReceived)
        }
        guard !hasFiniteItem else { return }
        let now = MonotonicInstant.now
        let inHand = soundInHand(at: now)
        let end = timeline.range.end
        if join.settle(inHand: inHand, at: now) {
            places.settleAside(at: end)
            if inHand == .zero, lastHeard.packet >= 0 { renderer.fallSilent() }
        }
        let deadlines = [join.deadline(inHand: inHand, at: now), holdTail(inHand: inHand, at: now)]
        if let deadline = deadlines.compactMap({ $0 }).min() {
            joinTimer.rearm(at: deadline)
        } else {
            joinTimer.disarm()
        }
    }

    /// Keeps the end of the sound back while a connection may follow that does not continue it. When it must be given
    /// away; nil where it is not kept.
    private func holdTail(inHand: Duration?, at now: MonotonicInstant) -> MonotonicInstant? {
        let isWaiting = (stream == nil || join.isSearching) && machine.facts.intent != .stopped
        guard isWaiting else {
            renderer.holdsTail = false
            return nil
        }
        guard let inHand else { return nil }
        guard inHand > Self.tailReserve else {
            if renderer.holdsTail { renderer.giveTail() }
            return nil
        }
        renderer.holdsTail = true
        return now.advanced(by: inHand - Self.tailReserve)
    }

    /// Sound until silence, at `now`; nil while nobody waits for any.
    private func soundInHand(at now: MonotonicInstant) -> Duration? {
        guard machine.facts.intent == .playing, machine.facts.suppressions.isEmpty else { return nil }
        guard machine.isGivingSound, let lane else { return .zero }
        return lane.remaining(at: now) + held
    }
}

// MARK: - MediaStreamClient

extension Player: MediaStreamClient {
    func streamOpened(_ info: StreamInfo) {
        let generation = streamGeneration
        loop.post { [weak self] in
            guard let self, self.streamGeneration == generation else { return }
            self.take(info)
            self.itemLength.byteCount = info.byteCount
            var description = StreamDescription(url: info.url, hasTitles: info.metaint != nil)
            description.serverName = info.serverName
            self.titles.met(serverName: info.serverName)
            description.genre = info.genre
            description.contentType = info.contentType
            description.bitRate = info.bitRate
            description.format = self.streamDescription?.format
            description.pcm = self.renderer.format
            self.streamDescription = description
            self.step(
                .streamOpened(
                    isFinite: info.isFinite, keepsOwnTime: info.presentation != nil,
                    holdBack: info.presentation?.partHoldBack?.duration))
        }
    }

    private func take(_ info: StreamInfo) {
        streamInfo = info
        renderer.joinsExactly = info.presentation != nil
        join.isSegmented = info.presentation != nil
        // As many segments as are fetched ahead, however long they are.
        guard info.presentation != nil else { return }
        timeline.setMaximum(to: max(policy.segmentBytes, timeline.maximumBytes))
        // When its bytes come tells nothing of how new they are.
        join.heldBack()
    }

    func streamChanged(_ info: StreamInfo) {
        take(info)
        if let duration = info.duration { itemLength.settle(duration) }
        streamDescription?.url = info.url
        if let rate = info.bitRate { streamDescription?.bitRate = rate }
        // The live edge has moved.
        if info.presentation?.partHoldBack != nil { postService() }
    }

    func streamReached(_ position: SoundPosition) {
        startTime = nil
        guard !join.isSearching else { return places.holdAside(position, after: join.received) }
        // What was held aside continues the connection before: its places are known.
        places.settleAside(at: nil)
        places.append(position, at: timeline.range.end)
    }

    func streamHoldsBack(_ holdsBack: Bool) {
        doesStreamHoldBack = holdsBack
        step(.heldBack(holdsBack || isStreamPaused))
        postService()
    }

    var soundAhead: Duration {
        let aside = join.isSearching && !join.bringsOnlyOld ? join.receivedDuration : .zero
        let given = [finishing, lane].compactMap { $0?.remaining(at: .now) }.reduce(.zero, +)
        return given + held + aside
    }

    func streamBrought(_ element: StreamElement) {
        switch element {
        case .packet(let packet):
            if packetsToSkip > 0 {
                packetsToSkip -= 1
                return
            }
            itemLength.add(packet)
            join.append(element, at: MonotonicInstant(nanoseconds: 0))
        case .metadata, .discontinuity: join.append(element, at: .now)
        case .format(let format):
            join.append(element, at: .now)
            itemLength.begin(format)
            let generation = streamGeneration
            loop.post { [weak self] in self?.formatCame(format, generation) }
        case .end: hasEndElement = true
        }
    }

    private func formatCame(_ format: MediaFormat, _ generation: Int) {
        guard generation == streamGeneration else { return }
        streamDescription?.format = format
        if let rate = format.bitRate { streamDescription?.bitRate = rate }
    }

    func streamNamed(packetCount: Int) { itemLength.packetCount = packetCount }

    func streamReceived(bytes: Int) {
        itemLength.add(bytes: bytes)
        join.bytesCame(at: .now)
        hasNewBytes = true
        holdBackIfFull()
        postService()
    }

    func streamEnded(with error: StreamError?) {
        step(.streamEnded(error))
        postService()
    }
}
