/// Converts countries from the forms that other lists use.
package enum CountryCode {
    /// Returns the ISO 3166-1 code in capitals if the text begins with one (`fr`, `FR;BE`), else the text.
    package static func reading(_ text: String) -> String {
        let first = text.split { $0 == ";" || $0 == "," }.first.map(String.init) ?? ""
        let trimmed = first.filter { $0 != " " }
        guard trimmed.utf8.count == 2, trimmed.utf8.allSatisfy({ (0x41...0x5A).contains($0 & 0xDF) }) else {
            return text
        }
        let code = trimmed.uppercased()
        // UK is only reserved in ISO 3166-1, but many lists use it.
        return code == "UK" ? "GB" : code
    }
}
