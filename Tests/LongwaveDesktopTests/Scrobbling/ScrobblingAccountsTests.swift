import Glibc
import Longwave
import RadioLoop
import TestSupport
import Testing

@testable import LongwaveDesktop

@Suite struct ScrobblingAccountsTests {
    private let directory: TemporaryDirectory
    private var path: String { directory.path + "/config/longwave/scrobbling.json" }

    init() throws { directory = try TemporaryDirectory() }

    private static let both = [
        ScrobblingAccount(
            name: "listenbrainz", server: "https://api.listenbrainz.org", user: "rob",
            login: .listenBrainz(token: Secret("token"))),
        ScrobblingAccount(
            name: "libre.fm", server: "https://libre.fm/2.0", user: "rj",
            login: .lastFm(key: Secret("key"), secret: Secret("secret"), session: Secret("session"))),
    ]

    private func mode() -> mode_t {
        var status = stat()
        return stat(path, &status) == 0 ? status.st_mode & 0o7777 : 0
    }

    private func failure() -> ScrobblingAccounts.Failure? {
        do throws(ScrobblingAccounts.Failure) {
            _ = try ScrobblingAccounts(path: path)
            return nil
        } catch { return error }
    }

    @Test func writtenAndRead() throws {
        var accounts = try ScrobblingAccounts(path: path)
        #expect(accounts.accounts.isEmpty && access(path, F_OK) != 0)
        for account in Self.both { try accounts.set(account) }
        #expect(mode() == 0o600)
        #expect(try ScrobblingAccounts(path: path).accounts == Self.both)
        // An account with the same name replaces the old one.
        var changed = Self.both[0]
        changed.login = .listenBrainz(token: Secret("other"))
        try accounts.set(changed)
        #expect(try ScrobblingAccounts(path: path)["listenbrainz"] == changed)
        let removed = try ["nobody", "listenbrainz", "libre.fm"].map { name in
            var accounts = try ScrobblingAccounts(path: path)
            return try accounts.remove(name)
        }
        #expect(removed == [false, true, true])
        #expect(access(path, F_OK) != 0)
    }

    @Test(arguments: [0o640, 0o604, 0o660, 0o622, 0o601] as [mode_t]) func othersMayNotReadIt(_ mode: mode_t) throws {
        var accounts = try ScrobblingAccounts(path: path)
        try accounts.set(Self.both[0])
        chmod(path, mode)
        #expect(failure() == .open(path))
        #expect(failure()?.sentence.contains("chmod 600 \(path)") == true)
        chmod(path, 0o600)
        #expect(failure() == nil)
    }

    @Test func tooMany() throws {
        var accounts = try ScrobblingAccounts(path: path)
        var account = Self.both[0]
        for number in 0..<ScrobblingAccounts.maximumCount {
            account.name = "a\(number)"
            try accounts.set(account)
        }
        account.name = "one-more"
        do throws(ScrobblingAccounts.Failure) {
            try accounts.set(account)
            Issue.record("one too many")
        } catch { #expect(error == .tooMany) }
    }

    /// The file of accounts is invalid. The reported reason quotes nothing of the file, which contains secrets.
    @Test(arguments: [
        "", "[]", "{}", #"{"version":2,"accounts":[]}"#, #"{"version":1,"accounts":[{}]}"#,
        #"{"version":1,"accounts":[{"name":"a b","service":"listenbrainz","server":"https://a","token":"hush"}]}"#,
        #"{"version":1,"accounts":[{"name":"a","service":"listenbrainz","server":"ftp://a","token":"hush"}]}"#,
        #"{"version":1,"accounts":[{"name":"a","service":"listenbrainz","server":"https://u:p@a","token":"hush"}]}"#,
        #"{"version":1,"accounts":[{"name":"a","service":"listenbrainz","server":"https://a","token":"hush\nhush"}]}"#,
        #"{"version":1,"accounts":[{"name":"a","service":"myspace","server":"https://a","token":"hush"}]}"#,
        #"{"version":1,"accounts":[{"name":"a","service":"lastfm","server":"https://a","key":"hush"}]}"#,
    ]) func badFiles(_ text: String) throws {
        try LocalFile.replace(path, with: Array(text.utf8))
        guard case .unreadable(path, let reason)? = failure() else {
            Issue.record("\(String(describing: failure()))")
            return
        }
        #expect(!reason.contains("hush"))
    }

    @Test func aLongFile() throws {
        try LocalFile.replace(path, with: [UInt8](repeating: 0x20, count: 100_000))
        #expect(failure() == .unreadable(path, reason: "it is too long"))
    }

    @Test(arguments: [
        ("lb.example", "https://lb.example"), ("https://lb.example///", "https://lb.example"),
        ("http://127.0.0.1:7000/apis/lb/", "http://127.0.0.1:7000/apis/lb"), ("ftp://a", nil), ("https://", nil),
        ("https://a?x=1", nil), ("https://a#x", nil), ("https://user@a", nil), ("https://a b", nil), ("", nil),
        ("https://a\u{1B}", nil),
    ]) func servers(_ typed: String, _ kept: String?) { #expect(ScrobblingAccount.server(typed) == kept) }
}
