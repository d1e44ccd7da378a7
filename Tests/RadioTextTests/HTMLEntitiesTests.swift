import RadioText
import Testing

@Suite struct HTMLEntitiesTests {
    static let rows: [(String, String)] = [
        ("THE WEEKND &amp; KENDRICK LAMAR", "THE WEEKND & KENDRICK LAMAR"),
        ("&#1044;&#1048;&#1057;", "ДИС"),
        ("&#x44F;&#X44f;", "яя"),
        ("Beyonc&eacute; &Ouml;&szlig;&yuml;&Agrave;&times;", "Beyoncé Öß\u{FF}À×"),
        // An HTML reference is decoded only once, even if the result is another reference.
        ("&amp;amp; &amp;#39;", "&amp; &#39;"),
        // The number 146 is a character of windows-1252, not of Unicode.
        ("Rock&#146;n", "Rock’n"),
        // `&T;` and a lone `&` are not HTML references, so the texts stay unchanged.
        ("AT&T; R&B &", "AT&T; R&B &"),
        ("&amp", "&amp"),
        ("&#; &#x; &#xZZ; &#-5; &#+5; &#x+5;", "&#; &#x; &#xZZ; &#-5; &#+5; &#x+5;"),
        ("&#0; &#xD800; &#1114112; &#99999999999;", "&#0; &#xD800; &#1114112; &#99999999999;"),
        ("&averyverylongname;", "&averyverylongname;"),
        ("&&amp;", "&&"),
    ]

    @Test(arguments: rows) func decodes(_ text: String, _ expected: String) {
        #expect(HTMLEntities.decode(text) == expected)
    }
}
