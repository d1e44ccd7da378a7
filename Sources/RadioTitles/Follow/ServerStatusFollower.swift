import RadioFormats
import RadioHTTP
import RadioLoop
import RadioStreams
import RadioText

/// Follows the mounts of one server by its page at one place: one request for all of them, about every ten seconds, on one connection.
///
/// It finds which page the server has, asks only for what has changed where the server can tell, goes slower while the server
/// fails, and leaves it alone for as long as it asks. It belongs to the loop's thread.
final class ServerStatusFollower: TransferDelegate {
    /// For one answer, its body included.
    static let patience = Duration.seconds(15)
    static let maximumRedirects = 3
    /// Mounts that are followed; more are refused.
    static let maximumMounts = 4096
    /// A server without a page is asked again after so long.
    static let rest = Duration.seconds(3600)
    /// One request that fails is no outage.
    private static let toleratedFailures = 1

    struct Context {
        let loop: EventLoop
        let pool: TransferPool
        let userAgent: String
        /// From 0 to 1.
        let chance: () -> Double
        var pace = PagePace()
    }

    typealias Report = (PageNews) -> Void

    private struct Mount {
        let target: String
        let report: Report
        /// What was reported last.
        var last: Reported?
    }

    private enum Reported: Hashable {
        case shows([UInt8])
        case gone, away, none
    }

    private struct Candidate: Hashable {
        var form: StatusForm
        var path: String
    }

    let place: StatusPlace
    /// Requests so far, and bytes of their bodies.
    private(set) var requests = 0
    private(set) var bytes = 0

    private let context: Context
    private var mounts: [Int: Mount] = [:]
    private var nextMount = 0
    private var candidates: [Candidate] = []
    /// The page that the server has; nil until one was read.
    private var found: Candidate?
    private var page: StatusPage?
    private var validators: [String: String] = [:]
    private var retries = RetryCount()
    private var readAt: MonotonicInstant?
    /// When it was read before that.
    private var readBefore: MonotonicInstant?
    private var isResting = false

    private var transfer: Transfer?
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

    /// Follows the mount at this path and query. It is reported at once where the page is known, and then whenever what it shows, or
    /// whether it is there, changes. Nil where there are too many.
    func follow(_ target: String, _ report: @escaping Report) -> Int? {
        guard mounts.count < Self.maximumMounts else { return nil }
        nextMount += 1
        let number = nextMount
        mounts[number] = Mount(target: target, report: report)
        if page != nil {
            context.loop.post { [weak self] in self?.reportPage(to: [number]) }
        } else if transfer == nil, timer?.isArmed == false {
            // Others of the same server come in the same turn, or soon after.
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
        // Whoever comes later begins anew.
        page = nil
        validators = [:]
    }

    /// Reports what the page says of this mount when it is read next, also where nothing has changed.
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

    func transfer(_ transfer: Transfer, received bytes: UnsafeRawBufferPointer) {
        guard transfer === self.transfer else { return }
        // A stream where a page should be, or a page without end.
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

    // MARK: What came of it

    private func seen() {
        (retries, readBefore, readAt) = (RetryCount(), readAt, context.loop.now)
        body = []
        timer?.rearm(after: context.pace.period.spread(by: PagePace.jitter, chance: context.chance()))
        reportPage(to: Array(mounts.keys))
    }

    /// This is none; the next one may be.
    private func isNoPage() {
        body = []
        validators = [:]
        if found != nil {
            // It was there before: a restart, or a proxy's own words.
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
        // Another server may answer there after an hour.
        if retries.failures > 10 { found = nil }
        report(.away, .away(since: readAt, reason: error.summary), to: Array(mounts.keys))
    }

    /// A page that was there comes back sooner than one that never was.
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
