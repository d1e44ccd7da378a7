import Testing

@testable import RadioText

@Suite struct EscapedTitleTests {
    /// A percent sign and two hexadecimal digits are an escape. A sign such as `+` is not a digit.
    @Test(arguments: [
        ("Caf%C3%A9", "Café"), ("a%20b", "a b"), ("%+1", nil), ("%-1", nil), ("%4", nil), ("%", nil), ("%C3", nil),
        ("http://a/%20", nil),
    ])
    func `percent escapes`(_ text: String, _ decoded: String?) {
        #expect(EscapedTitle.percentDecoded(text) == decoded)
    }
}
