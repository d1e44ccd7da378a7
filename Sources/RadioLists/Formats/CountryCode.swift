/// Converts the countries in station lists to ISO 3166-1 codes.
package enum CountryCode {
    /// Returns the ISO 3166-1 code in capitals if the text begins with one (`fr`, `FR;BE`), otherwise returns the text.
    package static func reading(_ text: String) -> String {
        let first = text.split { $0 == ";" || $0 == "," }.first.map(String.init) ?? ""
        let trimmed = first.filter { $0 != " " }
        guard trimmed.utf8.count == 2, trimmed.utf8.allSatisfy({ (0x41...0x5A).contains($0 & 0xDF) }) else {
            return text
        }
        let code = trimmed.uppercased()
        // The ISO 3166-1 code of the United Kingdom is GB, but many lists use UK.
        return code == "UK" ? "GB" : code
    }
}
