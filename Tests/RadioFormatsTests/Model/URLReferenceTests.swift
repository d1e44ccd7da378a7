import RadioFormats
import Testing

@Suite struct URLReferenceTests {
    // The examples of RFC 3986 §5.4.1 and §5.4.2, resolved by the strict rules.
    static let standard: [(String, String)] = [
        ("g:h", "g:h"), ("g", "http://a/b/c/g"), ("./g", "http://a/b/c/g"), ("g/", "http://a/b/c/g/"),
        ("/g", "http://a/g"), ("//g", "http://g"), ("?y", "http://a/b/c/d;p?y"), ("g?y", "http://a/b/c/g?y"),
        ("#s", "http://a/b/c/d;p?q#s"), ("g#s", "http://a/b/c/g#s"), ("g?y#s", "http://a/b/c/g?y#s"),
        (";x", "http://a/b/c/;x"), ("g;x", "http://a/b/c/g;x"), ("g;x?y#s", "http://a/b/c/g;x?y#s"),
        ("", "http://a/b/c/d;p?q"), (".", "http://a/b/c/"), ("./", "http://a/b/c/"), ("..", "http://a/b/"),
        ("../", "http://a/b/"), ("../g", "http://a/b/g"), ("../..", "http://a/"), ("../../", "http://a/"),
        ("../../g", "http://a/g"),
        ("../../../g", "http://a/g"), ("../../../../g", "http://a/g"), ("/./g", "http://a/g"), ("/../g", "http://a/g"),
        ("g.", "http://a/b/c/g."), (".g", "http://a/b/c/.g"), ("g..", "http://a/b/c/g.."), ("..g", "http://a/b/c/..g"),
        ("./../g", "http://a/b/g"), ("./g/.", "http://a/b/c/g/"), ("g/./h", "http://a/b/c/g/h"),
        ("g/../h", "http://a/b/c/h"), ("g;x=1/./y", "http://a/b/c/g;x=1/y"), ("g;x=1/../y", "http://a/b/c/y"),
        ("g?y/./x", "http://a/b/c/g?y/./x"), ("g?y/../x", "http://a/b/c/g?y/../x"),
        ("g#s/./x", "http://a/b/c/g#s/./x"), ("g#s/../x", "http://a/b/c/g#s/../x"), ("http:g", "http:g"),
    ]

    // The first example, `g:h`, is left out: a scheme of one letter would be taken for a Windows drive. The result
    // would be the same.
    @Test(arguments: standard.dropFirst()) func resolvesAsTheStandardSays(_ reference: String, _ expected: String) {
        #expect(URLReference.resolve(reference, base: "http://a/b/c/d;p?q") == expected)
    }

    @Test(arguments: [
        ("gg:h", "http://a/b", "gg:h"),
        ("g", "http://a", "http://a/g"),
        ("g", "http://user:pass@a:8000/list.m3u?x=/y/z", "http://user:pass@a:8000/g"),
        ("//b/c", "https://a/d", "https://b/c"),
        ("HTTP://B/../c", "http://a/", "HTTP://B/c"),
        ("http://b/;", "http://a/", "http://b/;"),
        ("song.mp3", "/home/list.m3u", "/home/song.mp3"),
        ("../song.mp3", "/home/a/list.m3u", "/home/song.mp3"),
        ("song.mp3", "list.m3u", "song.mp3"),
        ("song.mp3", "file:///home/list.m3u", "file:///home/song.mp3"),
        // A combining mark after a slash forms one `Character` with it. The slash must still be found.
        ("x/\u{301}../y", "http://a/b/c", "http://a/b/x/\u{301}../y"),
    ]) func resolves(_ reference: String, _ base: String, _ expected: String) {
        #expect(URLReference.resolve(reference, base: base) == expected)
    }

    @Test(arguments: [
        ("http://host/a b.mp3", "http://host/a%20b.mp3"), ("http://host/é?ü#ö", "http://host/%C3%A9?%C3%BC#%C3%B6"),
        ("http://hôst/a%20b", "http://hôst/a%20b"), ("http://host", "http://host"), ("/a b", "/a%20b"),
        ("http://host/\u{7}\u{7F}", "http://host/%07%7F"),
    ]) func escapes(_ url: String, _ expected: String) {
        #expect(URLReference.escape(url) == expected)
    }

    /// A `%` without two hexadecimal digits stays as it is in a decoded text, and makes the decoding of bytes fail. A
    /// sign is not a digit.
    @Test(arguments: [
        ("a%20b%C3%A9", "a b\u{E9}", true), ("%+1", "%+1", false), ("%-1", "%-1", false), ("%4", "%4", false),
        ("100%", "100%", false), ("", "", true),
    ])
    func decodes(_ text: String, _ decoded: String, _ isWhole: Bool) {
        #expect(URLReference.percentDecoded(text) == decoded)
        #expect(URLReference.percentDecoded(bytes: text.utf8) == (isWhole ? Array(decoded.utf8) : nil))
    }

    @Test(arguments: standard.map(\.0) + ["", "://", "a:", "//", "?#", "##", "C:\\Music\\a.mp3", "1:2", "é:x"])
    func puttingTogetherGivesTheSameText(_ text: String) {
        #expect(URLReference(text).text == text)
    }
}
