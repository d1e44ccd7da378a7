import CCurl
import RadioFormats

/// Owns one easy handle of libcurl and all memory that libcurl reads through the handle.
final class EasyHandle {
    let curl: UnsafeMutableRawPointer
    private let errorText: UnsafeMutablePointer<CChar>
    private var lists: [CurlList] = []
    /// The session's cookies when the transfer began.
    private var cookies: [String] = []

    /// Throws only if memory is exhausted.
    init() throws(TransferError) {
        guard let curl = curl_easy_init() else { throw .resources("out of memory") }
        self.curl = curl
        errorText = .allocate(capacity: Int(CURL_ERROR_SIZE))
        errorText.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
        set(CURLOPT_ERRORBUFFER, pointer: errorText)
    }

    deinit {
        curl_easy_cleanup(curl)
        errorText.deallocate()
    }

    /// False if an option could not be set. Such a handle must not be used.
    ///
    /// This version of libcurl knows all options that are set here, so the only error is lack of memory for a string.
    private(set) var isComplete = true

    func set(_ option: CURLoption, _ value: Int) { check(longwave_easy_setopt_long(curl, option, value)) }

    func set(_ option: CURLoption, _ value: Bool) { set(option, value ? 1 : 0) }

    func set(_ option: CURLoption, string value: String?) {
        check(longwave_easy_setopt_string(curl, option, value))
    }

    func set(_ option: CURLoption, pointer value: UnsafeMutableRawPointer?) {
        check(longwave_easy_setopt_pointer(curl, option, value))
    }

    /// Sets an option to a list, and keeps the list alive as long as the handle.
    func set(_ option: CURLoption, list: CurlList) {
        lists.append(list)
        check(longwave_easy_setopt_list(curl, option, list.head))
    }

    func set(_ option: CURLoption, writer: @escaping curl_write_callback) {
        check(longwave_easy_setopt_write(curl, option, writer))
    }

    func set(_ option: CURLoption, prerequest: @escaping curl_prereq_callback) {
        check(longwave_easy_setopt_prerequest(curl, option, prerequest))
    }

    func set(_ option: CURLoption, socket: @escaping curl_sockopt_callback) {
        check(longwave_easy_setopt_socket(curl, option, socket))
    }

    func set(_ option: CURLoption, opener: @escaping curl_opensocket_callback) {
        check(longwave_easy_setopt_opener(curl, option, opener))
    }

    private func check(_ code: CURLcode) { if code != CURLE_OK { isComplete = false } }

    func long(_ info: CURLINFO) -> Int {
        var value = 0
        return longwave_easy_getinfo_long(curl, info, &value) == CURLE_OK ? value : 0
    }

    /// Returns a time that libcurl gives in microseconds.
    func duration(_ info: CURLINFO) -> Duration {
        var value: curl_off_t = 0
        return longwave_easy_getinfo_offset(curl, info, &value) == CURLE_OK ? .microseconds(value) : .zero
    }

    func string(_ info: CURLINFO) -> String? {
        var value: UnsafeMutablePointer<CChar>?
        guard longwave_easy_getinfo_string(curl, info, &value) == CURLE_OK, let value, value[0] != 0 else { return nil }
        return String(cString: value)
    }

    /// Continues a session: sends its cookies where they belong, and takes new ones.
    func begin(_ session: HTTPSession) {
        set(CURLOPT_HTTPAUTH, session.authentication)
        guard CurlLibrary.knowsPublicSuffixes else { return }
        set(CURLOPT_COOKIEFILE, string: "")
        cookies = session.cookies
        for cookie in cookies { set(CURLOPT_COOKIELIST, string: cookie) }
    }

    /// Tells the session what the transfer has learned.
    func end(_ session: HTTPSession) {
        session.take(offered: long(CURLINFO_HTTPAUTH_AVAIL))
        var list: UnsafeMutablePointer<curl_slist>?
        guard longwave_easy_getinfo_list(curl, CURLINFO_COOKIELIST, &list) == CURLE_OK else { return }
        defer { curl_slist_free_all(list) }
        var now: [String] = []
        var next = list
        while let entry = next?.pointee {
            if let line = entry.data.flatMap({ String(validatingCString: $0) }) { now.append(line) }
            next = entry.next
        }
        session.take(cookies: now, before: cookies)
    }

    /// Returns libcurl's description of a failure.
    func words(for code: CURLcode) -> String {
        errorText[0] != 0 ? String(cString: errorText) : String(cString: curl_easy_strerror(code))
    }
}
