import RadioHTTP
import Testing

@Suite struct MessageDigestTests {
    /// The examples of FIPS 180-4.
    @Test(arguments: [
        ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
        ),
    ]) func known(_ text: String, _ digest: String) {
        let whole = MessageDigest(.sha256)
        Array(text.utf8).withUnsafeBytes { whole.update($0) }
        #expect(whole.hexadecimal == digest)
        let pieces = MessageDigest(.sha256)
        for byte in text.utf8 {
            _ = pieces.hexadecimal
            withUnsafeBytes(of: byte) { pieces.update($0) }
        }
        #expect(pieces.hexadecimal == digest)
    }

    /// The examples of RFC 1321.
    @Test(arguments: [
        ("", "d41d8cd98f00b204e9800998ecf8427e"), ("abc", "900150983cd24fb0d6963f7d28e17f72"),
    ]) func md5(_ text: String, _ digest: String) {
        #expect(MessageDigest.hexadecimal(.md5, of: text) == digest)
    }
}
