import RadioText
import Testing

@Suite struct HTMLEntitiesTests {
    static let rows: [(String, String)] = [
        ("THE WEEKND &amp; KENDRICK LAMAR", "THE WEEKND & KENDRICK LAMAR"),
        ("&#1044;&#1048;&#1057;", "ДИС"),
        ("&#x44F;&#X44f;", "яя"),
        ("Beyonc&eacute; &Ouml;&szlig;&yuml;&Agrave;&times;", "Beyoncé Öß\u{FF}À×"),
        // References are decoded only once.
        ("&amp;amp; &amp;#39;", "&amp; &#39;"),
        // The number is that of a windows-1252 character.
        ("Rock&#146;n", "Rock’n"),
        // Texts that are not references stay unchanged.
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
