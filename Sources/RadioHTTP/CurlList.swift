import CCurl

/// Owns a list of strings that libcurl reads.
final class CurlList {
    private(set) var head: UnsafeMutablePointer<curl_slist>?

    init(_ lines: [String]) { for line in lines { head = curl_slist_append(head, line) ?? head } }

    deinit { curl_slist_free_all(head) }
}
