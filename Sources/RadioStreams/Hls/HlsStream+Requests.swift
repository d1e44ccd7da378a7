import RadioFormats
import RadioHTTP
import RadioHls
import RadioLists

/// Playlists, keys and segments: asked for, and what comes of them.
extension HlsStream {
    func start(_ fetch: HlsFetch) {
        var url = URLReference.resolve(fetch.uri, base: fetch.base)
        if !fetch.query.isEmpty {
            var parts = URLReference(url)
            parts.query = (parts.query.map { $0 + "&" } ?? "") + fetch.query
            url = parts.text
        }
        let path = FileURL.path(url)
        if path != nil, !mayReadFiles(for: fetch) {
            let text = "\(url) in a playlist is a local file"
            let failure = HlsFailure(.other, text)
            lastFailure = (failure, .badAddress(text))
            return post(.fetchFailed(fetch.id, failure))
        }
        let new = HlsRequest(fetch, url: url, owner: self)
        requests[fetch.id] = new
        var request = self.request.transferRequest(URLReference.escape(url))
        request.maximumRedirects = HlsRequest.maximumRedirects
        if let range = fetch.range { request.headers["Range"] = "bytes=\(range.offset)-\(range.end - 1)" }
        switch fetch.purpose {
        case .playlist: request.acceptsCompressed = true
        case .key, .initSection: break
        case .media(let plan):
            media = new
            do throws(SegmentProblem) {
                try reader.begin(plan, forward)
            } catch {
                requests[fetch.id] = nil
                return post(.unreadable(fetch.id, error))
            }
        }
        if let path, let worker { new.start(path, on: worker) } else { new.start(request, pool: pool) }
        // The machine may not have heard of it yet.
        if isPaused, new === media { new.setPaused(true) }
    }

    /// Only what a playlist on disk names itself is read from disk: what it names of the network may not lead back.
    private func mayReadFiles(for fetch: HlsFetch) -> Bool {
        worker != nil && (fetch.base.isEmpty || FileURL.path(fetch.base) != nil)
    }

    /// From inside a callback, as all that follows.
    func requestBegan(_ request: HlsRequest, length: Int64?) { post(.fetchBegan(request.fetch.id, length: length)) }

    func request(_ request: HlsRequest, brought bytes: UnsafeRawBufferPointer) {
        guard request === media, !isOver else { return }
        do throws(SegmentProblem) {
            try reader.feed(bytes, forward)
        } catch { return refuse(request, error) }
        client?.streamReceived(bytes: bytes.count)
        guard !isProgressPosted else { return }
        isProgressPosted = true
        loop.post { [weak self] in
            guard let self else { return }
            self.isProgressPosted = false
            guard let media = self.media else { return }
            self.step(.fetchProgressed(media.fetch.id, bytes: media.byteCount))
        }
    }

    private func refuse(_ request: HlsRequest, _ problem: SegmentProblem) {
        media = nil
        requests[request.fetch.id] = nil
        request.cancel()
        post(.unreadable(request.fetch.id, problem))
    }

    private var forward: SegmentReader.Emit {
        { [unowned self] output in
            guard let client else { return }
            switch output {
            case .element(let element):
                if case .packet = element { hasPackets = true }
                client.streamBrought(element)
            case .position(let position): client.streamReached(position)
            }
        }
    }

    func request(_ request: HlsRequest, failedWith failure: HlsFailure, _ error: StreamError?) {
        let id = request.fetch.id
        requests[id] = nil
        if request === media { media = nil }
        if let error { lastFailure = (failure, error) }
        if id == 0 { return loop.post { [weak self] in self?.firstFailed(failure) } }
        post(.fetchFailed(id, failure))
    }

    /// The very first playlist: there is nothing else to be tried here.
    private func firstFailed(_ failure: HlsFailure) {
        guard !isOver else { return }
        end(.fetch(failure))
    }

    func requestIsComplete(_ request: HlsRequest) {
        let id = request.fetch.id
        requests[id] = nil
        loop.post { [weak self] in self?.completed(request, id) }
    }

    private func completed(_ request: HlsRequest, _ id: Int) {
        guard !isOver else { return }
        switch request.fetch.purpose {
        case .playlist:
            // Nothing else comes then.
            if !isMediaWanted { client?.streamReceived(bytes: request.byteCount) }
            switch request.playlist() {
            case .success(let playlist): step(.playlistArrived(id, playlist, url: request.url))
            case .failure(let failure):
                if id == 0 { firstFailed(failure) } else { step(.fetchFailed(id, failure)) }
            }
        case .key, .initSection: step(.fetchFinished(id, bytes: request.kept))
        case .media:
            guard request === media else { return }
            media = nil
            step(.fetchProgressed(id, bytes: request.byteCount))
            do throws(SegmentProblem) {
                try reader.finish(forward)
            } catch { return step(.unreadable(id, error)) }
            client?.streamReceived(bytes: 0)
            step(.fetchFinished(id, bytes: [], packets: reader.givenPackets))
        }
    }
}
