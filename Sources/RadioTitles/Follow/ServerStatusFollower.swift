import RadioFormats
import RadioHTTP
import RadioLoop
import RadioStreams
import RadioText

/// Reads the titles of all followed mounts from the status page at one ``StatusPlace``, with one request about every
/// ten seconds.
///
/// The follower finds out which form of page the server has, and sends conditional requests if the server supports
/// them. It waits longer after failed requests, and as long as a response demands. It uses one connection and belongs
/// to the loop's thread.
final class ServerStatusFollower: TransferDelegate {
    /// Time limit for one request, including the response's body.
    static let patience = Duration.seconds(15)
    static let maximumRedirects = 3
    /// Maximum number of mounts of one page that are followed. Further mounts are refused.
    static let maximumMounts = 4096
    /// Time after which a status page is requested again from a server that had none.
    static let rest = Duration.seconds(3600)
    /// Maximum number of failed requests in a row that are not reported, if the page was read before.
    private static let toleratedFailures = 1

    /// The objects and settings that all status followers share.
    struct Context {
        let loop: EventLoop
        let pool: TransferPool
        let userAgent: String
        /// Returns a random number from 0 to 1.
        let chance: () -> Double
        var pace = PagePace()
    }

    typealias Report = (PageNews) -> Void

    /// A mount that is followed.
    private struct Mount {
        let target: String
        let report: Report
        /// The last report about the mount. It is not repeated.
        var last: Reported?
    }

    /// The part of a report that is compared to find repeated reports.
    private enum Reported: Hashable {
        case shows([UInt8])
        case gone, away, none
    }

    /// A form of page that the server may have, with its path.
    private struct Candidate: Hashable {
        var form: StatusForm
        var path: String
    }

    let place: StatusPlace
    /// Number of requests so far.
    private(set) var requests = 0
    /// Total size of the responses' bodies in bytes.
    private(set) var bytes = 0

    private let context: Context
    private var mounts: [Int: Mount] = [:]
    private var nextMount = 0
    /// The pages that were not tried yet, in the order in which they are tried. The first is the one being requested.
    private var candidates: [Candidate] = []
    /// The page that could be read from the server; nil until one could be read.
    private var found: Candidate?
    /// The content of the page when it was last read; nil if it was not read or may be outdated.
    private var page: StatusPage?
    /// Headers that make the next request conditional: `If-None-Match` and `If-Modified-Since`.
    private var validators: [String: String] = [:]
    private var retries = RetryCount()
    /// When the page was last read.
    private var readAt: MonotonicInstant?
    /// When the page was read before the reading at ``readAt``.
    private var readBefore: MonotonicInstant?
    /// True while no requests are sent, because the server has no page.
    private var isResting = false

    private var transfer: Transfer?
    /// When the last request was sent.
    private var asked: MonotonicInstant
    private var head: ResponseHead?
    private var body: [UInt8] = []
    private var timer: LoopTimer?

    init(_ place: StatusPlace, in context: Context) {
        self.place = place
        self.context = context
        asked = context.loop.now
        timer = context.loop.makeTimer { [weak self] in self?.timeIsUp() }
    }

    deinit { timer?.cancel() }

    // MARK: Mounts

    var isEmpty: Bool { mounts.isEmpty }
    private var server: String { place.server + place.prefix }

    /// Follows the mount at the path and query `target`. Returns a number for the mount, or nil if ``maximumMounts``
    /// mounts are already followed.
    ///
    /// The mount is reported at once if the page has been read already, and then whenever its title changes or the
    /// mount appears or disappears.
    func follow(_ target: String, _ report: @escaping Report) -> Int? {
        guard mounts.count < Self.maximumMounts else { return nil }
        nextMount += 1
        let number = nextMount
        mounts[number] = Mount(target: target, report: report)
        if page != nil {
            context.loop.post { [weak self] in self?.reportPage(to: [number]) }
        } else if transfer == nil, timer?.isArmed == false {
            // The first request waits 50 ms, so that it also serves the server's other mounts, which are usually added
            // at once.
            timer?.rearm(after: .milliseconds(50))
        } else if isResting {
            context.loop.post { [weak self] in self?.report(.none, .none(reason: Self.noPage), to: [number]) }
        }
        return number
    }

    func leave(_ number: Int) {
        mounts[number] = nil
        guard mounts.isEmpty else { return }
        transfer?.cancel()
        transfer = nil
        timer?.disarm()
        // The page is no longer read, so its content must not be reported to a mount that is followed later.
        page = nil
        validators = [:]
    }

    /// Requests that the next reading of the page is reported to the mount `number` even if the mount's title has not
    /// changed.
    func wantsNews(_ number: Int) { mounts[number]?.last = nil }

    // MARK: Asking

    private func timeIsUp() {
        if transfer != nil {
            transfer?.cancel()
            transfer = nil
            return fail(.timedOut("\(server) does not answer"))
        }
        ask()
    }

    /// Requests the page, or the next candidate for it.
    private func ask() {
        guard !mounts.isEmpty, transfer == nil else { return }
        isResting = false
        if found == nil, candidates.isEmpty { candidates = allCandidates() }
        guard let candidate = found ?? candidates.first else { return }
        var request = TransferRequest(url: place.server + candidate.path, isSound: false)
        request.acceptsCompressed = true
        request.remembersNames = true
        request.maximumRedirects = Self.maximumRedirects
        // SHOUTcast delivers its status pages only to browsers.
        request.userAgent =
            candidate.form == .icecast
            ? context.userAgent : "Mozilla/5.0 (compatible; \(context.userAgent))"
        request.headers = validators
        (head, body) = (nil, [])
        asked = context.loop.now
        requests += 1
        transfer = context.pool.start(request, delegate: self)
        timer?.rearm(after: Self.patience)
    }

    private func allCandidates() -> [Candidate] {
        place.pages.map { Candidate(form: $0.form, path: $0.path) }
    }

    func transfer(_ transfer: Transfer, received head: ResponseHead) { self.head = head }

    /// Collects the response's body. If the response is a stream or too long, cancels the request: there is no status
    /// page at this address.
    func transfer(_ transfer: Transfer, received bytes: UnsafeRawBufferPointer) {
        guard transfer === self.transfer else { return }
        // The address may deliver a stream in place of a page.
        let isTooLong = body.count + bytes.count > StatusPage.maximumBytes
        let isSound = head?["icy-metaint"] != nil || head?["Content-Type"]?.hasPrefix("audio/") == true
        if isTooLong || isSound {
            transfer.cancel()
            self.transfer = nil
            context.loop.post { [weak self] in self?.isNoPage() }
            return
        }
        body.append(contentsOf: bytes)
    }

    /// Reads the response: as the status page, or as a sign that the next candidate should be tried or the request
    /// repeated later.
    func transfer(_ transfer: Transfer, endedWith error: TransferError?) {
        guard transfer === self.transfer else { return }
        self.transfer = nil
        bytes += body.count
        if let error, head == nil || error != .connectionLost(error.words) || found == nil {
            return fail(StreamError(error, url: server))
        }
        guard let head else { return fail(.protocolViolation("\(server) returned an empty answer")) }
        if head.status == 304, page != nil { return seen() }
        if let error = StreamError(head) {
            switch error {
            case .notFound, .accessDenied, .notSound: return isNoPage()
            case _: return fail(error)
            }
        }
        guard let candidate = found ?? candidates.first, let page = StatusPage.read(body, as: candidate.form) else {
            return isNoPage()
        }
        found = candidate
        candidates = []
        self.page = page
        validators = [:]
        if let tag = head["ETag"] { validators["If-None-Match"] = tag }
        if let date = head["Last-Modified"] { validators["If-Modified-Since"] = date }
        seen()
    }

    // MARK: Results

    private func seen() {
        (retries, readBefore, readAt) = (RetryCount(), readAt, context.loop.now)
        body = []
        timer?.rearm(after: context.pace.period.spread(by: PagePace.jitter, chance: context.chance()))
        reportPage(to: Array(mounts.keys))
    }

    /// Handles a response that is no status page: requests the next candidate. After the last candidate, reports that
    /// the server has no page, and tries again after ``rest``.
    private func isNoPage() {
        body = []
        validators = [:]
        if found != nil {
            // The server had a page before. It is probably restarting, or a proxy in front of it sent the response.
            return fail(.notFound(status: head?.status ?? 404, server))
        }
        candidates.removeFirst(min(1, candidates.count))
        guard candidates.isEmpty else { return ask() }
        page = nil
        isResting = true
        timer?.rearm(after: Self.rest.spread(by: PagePace.jitter, chance: context.chance()))
        report(.none, .none(reason: Self.noPage), to: Array(mounts.keys))
    }

    private func fail(_ error: StreamError) {
        body = []
        let wait = retries.failTitles(Self.temporary(error), chance: context.chance())
        timer?.rearm(after: wait)
        guard retries.failures > Self.toleratedFailures || readAt == nil else { return }
        validators = [:]
        page = nil
        // After more than ten failures in a row, the server may have been replaced by one with another form of page.
        // All forms are tried again.
        if retries.failures > 10 { found = nil }
        report(.away, .away(since: readAt, reason: error.summary), to: Array(mounts.keys))
    }

    /// Returns a server error for "not found" and "access denied", so that the request is repeated sooner: a page that
    /// existed probably comes back.
    private static func temporary(_ error: StreamError) -> StreamError {
        switch error {
        case .notFound(let status, let text), .accessDenied(let status, let text):
            .serverError(status: status, text, retryAfter: nil)
        case _: error
        }
    }

    static let noPage = "no status page"

    // MARK: Reporting

    private func reportPage(to numbers: [Int]) {
        guard let page else { return }
        for number in numbers {
            guard let mount = mounts[number] else { continue }
            guard let status = place.mount(at: mount.target, on: page), status.isUp else {
                report(.gone, .gone(since: readBefore), to: [number])
                continue
            }
            report(.shows(status.raw), .shows(status, asked: asked), to: [number])
        }
    }

    private func report(_ reported: Reported, _ news: PageNews, to numbers: [Int]) {
        for number in numbers {
            guard let mount = mounts[number], mount.last != reported else { continue }
            mounts[number]?.last = reported
            mount.report(news)
        }
    }
}
