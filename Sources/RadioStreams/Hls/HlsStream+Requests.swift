import RadioFormats
import RadioHTTP
import RadioHls
import RadioLists

/// The requests for playlists, keys and segments, and their results.
extension HlsStream {
    /// Starts a request that the ``HlsMachine`` has returned as an action.
    func start(_ id: Int, _ fetch: HlsFetch) {
        var url = URLReference.resolve(fetch.uri, base: fetch.base)
        if !fetch.query.isEmpty {
            var parts = URLReference(url)
            parts.query = (parts.query.map { $0 + "&" } ?? "") + fetch.query
            url = parts.text
        }
        let path = FileURL.path(url)
        if path != nil, !mayReadFiles(for: fetch) {
            let text = "the playlist names a local file: \(url)"
            let failure = HlsFailure(.other, text)
            lastFailure = (failure, .badAddress(text))
            return post(.fetchFailed(id, failure))
        }
        let new = HlsRequest(id, fetch, url: url, owner: self)
        requests[id] = new
        var request = self.request.transferRequest(URLReference.escape(url))
        request.maximumRedirects = HlsRequest.maximumRedirects
        if let range = fetch.range { request.headers["Range"] = "bytes=\(range.offset)-\(range.end - 1)" }
        switch fetch.purpose {
        case .playlist: request.acceptsCompressed = true
        case .key, .initSection: break
        case .media(let plan):
            media = new
            do throws(SegmentProblem) {
                try reader.begin(plan)
            } catch {
                requests[id] = nil
                return post(.unreadable(id, error))
            }
        }
        if let path, let worker { new.start(path, on: worker) } else { new.start(request, pool: pool) }
        // The machine may have decided on this request before it learnt that the stream is paused.
        if isPaused, new === media { new.setPaused(true) }
    }

    /// Returns true if a request may read a local file.
    ///
    /// Only a playlist on disk may name local files. A playlist from the network must not, even if a playlist on disk
    /// names it.
    private func mayReadFiles(for fetch: HlsFetch) -> Bool {
        worker != nil && (fetch.base.isEmpty || FileURL.path(fetch.base) != nil)
    }

    /// Tells the machine that a response began. Like the other methods for an ``HlsRequest``, may be called from inside
    /// a C library's callback.
    func requestBegan(_ request: HlsRequest, length: Int64?) {
        if let id = request.id { post(.fetchBegan(id, length: length)) }
    }

    /// Feeds a segment's bytes to the reader, and tells the machine the progress once per turn.
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
            guard let media = self.media, let id = media.id else { return }
            self.step(.fetchProgressed(id, bytes: media.byteCount))
        }
    }

    private func refuse(_ request: HlsRequest, _ problem: SegmentProblem) {
        media = nil
        request.cancel()
        guard let id = forget(request) else { return }
        post(.unreadable(id, problem))
    }

    private var forward: SegmentReader.Emit {
        { [self] element in
            if case .packet = element { hasPackets = true }
            client?.streamBrought(element)
        }
    }

    func request(_ request: HlsRequest, failedWith failure: HlsFailure, _ error: StreamError?) {
        if request === media { media = nil }
        if let error { lastFailure = (failure, error) }
        guard let id = forget(request) else { return loop.post { [weak self] in self?.firstFailed(failure) } }
        post(.fetchFailed(id, failure))
    }

    /// Ends the stream because its first playlist failed and nothing else can be tried.
    private func firstFailed(_ failure: HlsFailure) {
        guard !isOver else { return }
        end(.fetch(failure))
    }

    func requestIsComplete(_ request: HlsRequest) {
        let id = forget(request)
        loop.post { [weak self] in
            if let id { self?.completed(request, id) } else { self?.opened(request) }
        }
    }

    /// Removes a request that has ended.
    /// - Returns: The request's number, or nil for the first request.
    private func forget(_ request: HlsRequest) -> Int? {
        if let id = request.id { requests[id] = nil } else { first = nil }
        return request.id
    }

    private func opened(_ request: HlsRequest) {
        guard !isOver else { return }
        if !isMediaWanted { client?.streamReceived(bytes: request.byteCount) }
        switch request.playlist() {
        case .success(let playlist): step(.opened(playlist, url: request.url))
        case .failure(let failure): firstFailed(failure)
        }
    }

    /// Passes the result of a complete request to the ``HlsMachine``.
    private func completed(_ request: HlsRequest, _ id: Int) {
        guard !isOver else { return }
        switch request.fetch.purpose {
        case .playlist:
            // Playlist bytes are reported only while no media is fetched.
            if !isMediaWanted { client?.streamReceived(bytes: request.byteCount) }
            switch request.playlist() {
            case .success(let playlist): step(.playlistArrived(id, playlist, url: request.url))
            case .failure(let failure): step(.fetchFailed(id, failure))
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
