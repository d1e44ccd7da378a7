import Longwave
import RadioHTTP
import RadioLoop

/// Creates scrobbling accounts. Checks the listener's login at the service, which also returns the listener's name
/// there.
///
/// Each call blocks: it runs an event loop of its own until the server's response arrives.
package final class ScrobbleLogin {
    /// A login that waits for the listener's approval in a browser.
    package struct Approval {
        /// The address of the web page on which the listener approves the login.
        package let address: String
        fileprivate let token: Secret
        fileprivate let keys: LastFm.Keys
    }

    private let loop: EventLoop
    private let pool: TransferPool

    package init() throws(ScrobbleFailure) {
        do {
            loop = try EventLoop()
            pool = try TransferPool(loop: loop)
        } catch { throw ScrobbleFailure("\(error)") }
    }

    /// Creates an account from a ListenBrainz token.
    /// - Returns: nil if the server does not know the token.
    package func listenBrainz(
        name: String, server: String, token: Secret
    ) throws(ScrobbleFailure) -> ScrobblingAccount? {
        let answer = try ask(ListenBrainz.validation(token, server: server))
        guard let user = try ListenBrainz.user(answer).get() else { return nil }
        return ScrobblingAccount(
            name: name, server: server, user: Self.shown(user), login: .listenBrainz(token: token))
    }

    /// Begins a login at Last.fm or a compatible server.
    package func lastFm(server: String, key: Secret, secret: Secret) throws(ScrobbleFailure) -> Approval {
        let keys = LastFm.Keys(key: key, secret: secret)
        let token = try LastFm.token(try ask(LastFm.token(keys, server: server))).get()
        return Approval(
            address: LastFm.approval(token: token, keys, server: server), token: token, keys: keys)
    }

    /// Completes the login that ``lastFm(server:key:secret:)`` began, after the listener's approval.
    package func account(
        name: String, server: String, _ approval: Approval
    ) throws(ScrobbleFailure) -> ScrobblingAccount {
        let keys = approval.keys
        let answer = try ask(LastFm.session(token: approval.token, keys, server: server))
        let (user, session) = try LastFm.session(answer).get()
        return ScrobblingAccount(
            name: name, server: server, user: Self.shown(user),
            login: .lastFm(key: keys.key, secret: keys.secret, session: session))
    }

    private static func shown(_ user: String) -> String { String(PlainText.clean(user).prefix(100)) }

    private func ask(_ request: ScrobbleRequest) throws(ScrobbleFailure) -> ScrobbleAnswer {
        var result: Result<ScrobbleAnswer, ScrobbleFailure>?
        let call = ScrobbleCall(request, pool: pool, loop: loop) { [loop] in
            result = $0
            loop.stop()
        }
        withExtendedLifetime(call) { loop.run() }
        guard let result else { throw ScrobbleFailure("the server does not answer") }
        return try result.get()
    }
}
