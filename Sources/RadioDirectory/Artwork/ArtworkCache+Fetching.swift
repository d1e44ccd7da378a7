import RadioFormats
import RadioHTTP
import RadioLoop
import RadioStations

/// Pictures from the network: read from the cache's folder while they are fresh, otherwise fetched from their server.
extension ArtworkCache {
    /// What the cache's folder contains for an address.
    private enum Found: Sendable {
        case picture(StoredPicture)
        case failure(ArtworkError)
        /// The picture must be requested from its server. `old` is a stored picture that may still be valid.
        case ask(ArtworkEntry, old: StoredPicture?)
    }

    /// The `Accept` header: the kinds of pictures that are used, lossless ones first.
    private static let accept = "image/png, image/webp, image/jpeg, image/gif;q=0.8, */*;q=0.1"

    /// Gets the picture at an address, from the cache's folder or from its server. Requests for the same address at the
    /// same time share one download.
    /// - Returns: a closure that cancels this request.
    func fetch(
        _ url: String, _ reach: TransferRequest.Reach, _ headers: StationHeaders, ignoresFailures: Bool,
        _ completion: @escaping (ArtworkJob.Answer) -> Void
    ) -> () -> Void {
        let job = jobs[url] ?? ArtworkJob(reach, headers)
        let number = job.add(completion)
        if jobs[url] == nil {
            jobs[url] = job
            lookUp(url, job, ignoresFailures)
        }
        return { [weak self] in
            job.remove(number)
            guard !job.isWanted else { return }
            job.download = nil
            if self?.jobs[url] === job { self?.jobs[url] = nil }
        }
    }

    /// Searches for a picture in the cache's folder. If it is missing or no longer fresh, requests it from its server.
    private func lookUp(_ url: String, _ job: ArtworkJob, _ ignoresFailures: Bool) {
        let (store, limits, now) = (store, limits, clock())
        let isTaken = worker.run {
            Self.found(url, in: store, limits, now: now, ignoresFailures)
        } then: { [weak self] found in
            guard let self, jobs[url] === job else { return }
            switch found {
            case .picture(let picture): end(url, job, .success(picture))
            case .failure(let error): end(url, job, .failure(error))
            case .ask(let entry, let old): ask(entry, old, job)
            }
        }
        if !isTaken { loop.post { [weak self] in self?.ask(ArtworkEntry(source: url), nil, job) } }
    }

    /// Returns what the cache's folder contains for an address.
    private static func found(
        _ url: String, in store: ArtworkStore, _ limits: Limits, now: Int64, _ ignoresFailures: Bool
    ) -> Found {
        guard let entry = store.entry(of: url, now: now) else { return .ask(ArtworkEntry(source: url), old: nil) }
        let picture = entry.file.flatMap { store.picture($0, now: now) }
        // If the clock was set back, stored dates may be in the future. Such dates count as long ago.
        func isWithin(_ span: Duration, of moment: Int64) -> Bool {
            moment <= now && Duration.milliseconds(now - moment) < span
        }
        if let picture, isWithin(limits.freshFor, of: entry.checked) { return .picture(picture) }
        if let reason = entry.failure, !ignoresFailures,
            isWithin(entry.isLasting ? limits.retryRefusedAfter : limits.retryAfter, of: entry.failed)
        {
            return picture.map(Found.picture) ?? .failure(.failedBefore(url, reason: reason))
        }
        return .ask(entry, old: picture)
    }

    /// Requests a picture from its server. The server may confirm that the old picture, if any, is still valid.
    private func ask(_ entry: ArtworkEntry, _ old: StoredPicture?, _ job: ArtworkJob) {
        guard jobs[entry.source] === job else { return }
        let pool: TransferPool
        do throws(TransferError) { pool = try readyPool() } catch {
            return end(entry.source, job, .failure(.transfer(entry.source, error)))
        }
        let download = LibraryDownload(source: entry.source, loop: loop, maximumBytes: limits.bytes)
        job.download = download
        // The download ends early if its first bytes are no picture, or a picture that would be too large when decoded.
        var isRead = false
        download.isEnough = { bytes in
            guard !isRead else { return false }
            do throws(ImageProblem) { isRead = try ImageHeader.read(bytes, isComplete: false) != nil } catch {
                return true
            }
            return false
        }
        let copy = old.map { _ in
            ListCache.Copy(bytes: [], base: "", etag: entry.etag, lastModified: entry.lastModified, fetched: 0)
        }
        download.start(
            pool: pool, timeout: limits.time, copy: copy, accept: Self.accept, reach: job.reach, headers: job.headers
        ) { [weak self] answer in
            guard let self, jobs[entry.source] === job else { return }
            take(answer, entry, old, job)
        }
    }

    /// Handles a server's response: stores the new picture, confirms the old one, or reports the failure.
    private func take(
        _ answer: LibraryDownload.Answer, _ entry: ArtworkEntry, _ old: StoredPicture?, _ job: ArtworkJob
    ) {
        let (store, now) = (store, clock())
        var entry = entry
        switch (answer, old) {
        case (.unchanged, let old?):
            entry.checked = now
            entry.failure = nil
            keep(entry, .success(old), job)
        case (.unchanged, nil): fail(.refused(entry.source, status: 304), entry, nil, job)
        case (.list(let bytes, let head), _):
            entry.etag = head["ETag"]
            entry.lastModified = head["Last-Modified"]
            let new = entry
            work(
                { [weak self] answer in
                    guard let self else { return }
                    switch answer {
                    case .failure(let error): fail(error, new, old, job)
                    case .success(let picture):
                        var kept = new
                        kept.file = String(picture.path.dropFirst(store.folder.count + 1))
                        kept.checked = now
                        kept.failure = nil
                        keep(kept, .success(picture), job)
                    }
                }) { () throws(ArtworkError) in try store.keep(bytes, of: new.source, now: now) }
        case (.failure(let error), _): fail(ArtworkError(error), entry, old, job)
        }
    }

    /// Reports a failure. If there is an old picture, uses that instead, unless the failure is lasting
    /// (``ArtworkError/isLasting``).
    private func fail(_ error: ArtworkError, _ entry: ArtworkEntry, _ old: StoredPicture?, _ job: ArtworkJob) {
        var entry = entry
        entry.failure = error.description
        entry.isLasting = error.isLasting
        entry.failed = clock()
        if let old, !error.isLasting { return keep(entry, .success(old), job) }
        entry.file = nil
        keep(entry, .failure(error), job)
    }

    private func keep(_ entry: ArtworkEntry, _ answer: ArtworkJob.Answer, _ job: ArtworkJob) {
        let (store, now) = (store, clock())
        let done = { [weak self] in self?.end(entry.source, job, answer) ?? () }
        let isTaken = worker.run {
            store.keep(entry, now: now)
        } then: {
            done()
        }
        if !isTaken { loop.post(done) }
    }

    private func end(_ url: String, _ job: ArtworkJob, _ answer: ArtworkJob.Answer) {
        if jobs[url] === job { jobs[url] = nil }
        job.end(answer)
    }
}

extension ArtworkError {
    /// Converts the error of a file or download. An error that only a station list can cause becomes "not an image".
    fileprivate init(_ error: StationLibraryError) {
        switch error {
        case .refused(let source, let status): self = .refused(source, status: status)
        case .transfer(let source, let error): self = .transfer(source, error)
        case .timedOut(let source): self = .timedOut(source)
        case .tooLarge(let source, let maximum): self = .tooLarge(source, maximum: maximum)
        case .noSuchFile(let source): self = .noSuchFile(source)
        case .unreadable(let source, let reason), .unwritable(let source, let reason):
            self = .unreadable(source, reason: reason)
        // These errors occur for lists only.
        case .broken(let source, _), .notAList(let source), .noStations(let source):
            self = .notUsed(source, .notAnImage)
        }
    }
}
