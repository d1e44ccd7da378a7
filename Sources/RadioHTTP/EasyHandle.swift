import CCurl

/// Owns one handle of the library and all memory that the library reads through it.
final class EasyHandle {
    let curl: UnsafeMutableRawPointer
    private let errorText: UnsafeMutablePointer<CChar>
    private var lists: [CurlList] = []

    /// Fails only where memory is exhausted.
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

    // The options that we set are known to this version of the library, so their only error is lack of memory for
    // a string: then `isComplete` is false and the handle must not be used.
    private(set) var isComplete = true

    func set(_ option: CURLoption, _ value: Int) { check(longwave_easy_setopt_long(curl, option, value)) }

    func set(_ option: CURLoption, _ value: Bool) { set(option, value ? 1 : 0) }

    func set(_ option: CURLoption, string value: String?) {
        check(longwave_easy_setopt_string(curl, option, value))
    }

    func set(_ option: CURLoption, pointer value: UnsafeMutableRawPointer?) {
        check(longwave_easy_setopt_pointer(curl, option, value))
    }

    /// Keeps the list alive as long as the handle.
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

    /// Microseconds.
    func duration(_ info: CURLINFO) -> Duration {
        var value: curl_off_t = 0
        return longwave_easy_getinfo_offset(curl, info, &value) == CURLE_OK ? .microseconds(value) : .zero
    }

    func string(_ info: CURLINFO) -> String? {
        var value: UnsafeMutablePointer<CChar>?
        guard longwave_easy_getinfo_string(curl, info, &value) == CURLE_OK, let value, value[0] != 0 else { return nil }
        return String(cString: value)
    }

    /// What the library says about its failure.
    func words(for code: CURLcode) -> String {
        errorText[0] != 0 ? String(cString: errorText) : String(cString: curl_easy_strerror(code))
    }
}
