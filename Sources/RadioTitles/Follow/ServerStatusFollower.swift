import RadioFormats
import RadioHTTP
import RadioLoop
import RadioStreams
import RadioText

/// Follows all mounts on the status page at one ``StatusPlace``, with one request about every ten seconds.
///
/// The follower finds out which page the server has, and requests only changed pages if the server supports that. It
/// waits longer while the server fails, and as long as the server demands. It uses one connection and belongs to the
/// loop's thread.
final class ServerStatusFollower: TransferDelegate {
    /// Time limit of one response, including its body.
    static let patience = Duration.seconds(15)
    static let maximumRedirects = 3
    /// Maximum number of mounts that are followed; further mounts are refused.
    static let maximumMounts = 4096
    /// Time after which a server that had no page is asked for one again.
    static let rest = Duration.seconds(3600)
    /// Maximum number of failed requests in a row that do not count as an outage.
    private static let toleratedFailures = 1

    /// What all status followers share.
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
        /// The last report, kept so that the same report is not repeated.
        var last: Reported?
    }

    /// The part of a report that is compared to find repeated reports.
    private enum Reported: Hashable {
        case shows([UInt8])
        case gone, away, none
    }

    /// A page that the server may have.
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
    /// Pages that are still to be tried, in order; the first one is requested.
    private var candidates: [Candidate] = []
    /// The page that the server has; nil until one has been read.
    private var found: Candidate?
    /// The page as last read; nil if it was not read or may be outdated.
    private var page: StatusPage?
    /// Headers of a conditional request: `If-None-Match` and `If-Modified-Since`.
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

    /// Follows the mount at this path and query. Returns the mount's number, or nil if ``maximumMounts`` are followed
    /// already.
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
            // The wait lets the server's other mounts, which are added soon after, share the first request.
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
        // A mount that is followed later must not see an old page.
        page = nil
        validators = [:]
    }

    /// Requests a report of the mount at the next reading of the page even if the mount has not changed.
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
        // SHOUTcast shows its pages to browsers only.
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

    /// Appends bytes to the page. If the response is a stream or too long, cancels it: the address then has no page.
    func transfer(_ transfer: Transfer, received bytes: UnsafeRawBufferPointer) {
        guard transfer === self.transfer else { return }
        // The address may deliver a stream instead of a page, or more bytes than a page may have.
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

    /// Reads the response: takes it as the page, tries the next candidate, or tries again later.
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

    /// Tries the next candidate. After the last candidate, the server counts as having no page, and is asked again only
    /// after ``rest``.
    private func isNoPage() {
        body = []
        validators = [:]
        if found != nil {
            // The page existed before, so the server is restarting or a proxy answers.
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
        // After an hour of failures, a server with another kind of page may answer at this address.
        if retries.failures > 10 { found = nil }
        report(.away, .away(since: readAt, reason: error.summary), to: Array(mounts.keys))
    }

    /// Turns "not found" and "access denied" into a server error, which is retried sooner: a page that existed is
    /// likely to come back.
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
