import Testing

@testable import Longwave

@Suite struct CredentialsTests {
    static let addresses: [(String, String)] = [
        ("http://u:secret@host:8000/live", "http://***@host:8000/live"), ("http://host/a@b", "http://host/a@b"),
        ("[\"http://u@h/\", \"https://x:y@z\"] me@home", "[\"http://***@h/\", \"https://***@z\"] me@home"),
        ("http://a@b@c/?q=://d@e", "http://***@c/?q=://***@e"), ("no address", "no address"), ("@", "@"),
    ]

    @Test(arguments: addresses) func credentials(_ text: String, _ hidden: String) {
        #expect(Credentials.hidden(in: text) == hidden)
    }
}
