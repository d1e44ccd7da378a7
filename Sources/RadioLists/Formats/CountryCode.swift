/// Countries as lists of others write them.
package enum CountryCode {
    /// The code of ISO 3166-1 in capitals where the text begins with one (`fr`, `FR;BE`); else the text.
    package static func reading(_ text: String) -> String {
        let first = text.split { $0 == ";" || $0 == "," }.first.map(String.init) ?? ""
        let trimmed = first.filter { $0 != " " }
        guard trimmed.utf8.count == 2, trimmed.utf8.allSatisfy({ (0x41...0x5A).contains($0 & 0xDF) }) else {
            return text
        }
        let code = trimmed.uppercased()
        // Reserved, not assigned, but what many write.
        return code == "UK" ? "GB" : code
    }
}
