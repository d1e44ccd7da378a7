import RadioWeb

/// Fuzzes what the web server reads by itself: forms, ranges, hosts and addresses to listen at. Input: any text.
enum HTTPTextTarget: FuzzTarget {
    static let name = "HTTPText"

    static func run(_ input: UnsafeRawBufferPointer) {
        let text = String(decoding: input, as: UTF8.self)
        let fields = HTTPText.form(Array(input)[...])
        require(fields.count <= input.count, "\(fields.count) fields")
        if let range = HTTPText.range(text, length: 1000) {
            require(range.isEmpty || range.lowerBound >= 0 && range.upperBound <= 1000, "\(range)")
        }
        let host = HTTPText.host(of: text)
        require(host.utf8.count <= text.lowercased().utf8.count, host)
        if let address = ListenAddress(text, usualPort: 80) {
            require(ListenAddress(address.text, usualPort: 1) == address, "not the same again: \(address.text)")
        }
    }
}
