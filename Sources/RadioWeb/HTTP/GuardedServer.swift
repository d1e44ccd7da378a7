import RadioFormats
import RadioLoop

/// Where a web server listens, and who may use it.
package struct HTTPOptions: Sendable {
    package var address: ListenAddress
    /// The path of the file with the token, which is made if it is missing.
    package var tokenFile: String
    /// Further names of this computer that browsers may use.
    package var hosts: [String] = []
    /// The name and version of the program.
    package var program = "longwave"
    /// The path of the file with the schedule; nil for none.
    package var schedule: String?

    package init(address: ListenAddress, tokenFile: String) { (self.address, self.tokenFile) = (address, tokenFile) }
}

/// A web server that answers only requests with the token, except those for `/health`. Used on the loop only.
final class GuardedServer {
    /// The address of the page, and the address with the token that opens it.
    let link: String, secretLink: String
    /// The name of the cookie that has the token.
    var cookie: String { access.cookie }
    let server: HTTPServer
    private var access: AccessGuard

    private final class Box { weak var server: GuardedServer? }

    /// - Parameters:
    ///   - page: the page whose script and style browsers may run.
    ///   - health: `ok`, or a word that says what is wrong.
    ///   - handler: answers the requests with the token.
    init(
        _ loop: EventLoop, _ options: HTTPOptions, page: String, health: @escaping () -> String,
        _ handler: @escaping HTTPServer.Handler
    ) throws(ListenAddress.Failure) {
        let token: AccessToken
        do throws(AccessToken.Failure) { token = try AccessToken(path: options.tokenFile) } catch {
            throw ListenAddress.Failure(sentence: error.sentence)
        }
        let socket = try options.address.listen()
        access = AccessGuard(token, port: socket.port, names: AccessGuard.ownNames + options.hosts)
        link = "http://\(ListenAddress(host: options.address.reachableHost, port: socket.port).text)/"
        secretLink = "\(link)?token=\(URLReference.percentEncoded(token.text))"
        let box = Box()
        server = try HTTPServer(loop, socket.descriptor) { request, answer in
            if request.path == Route.health.rawValue, ["GET", "HEAD"].contains(request.method) {
                let word = health()
                return answer(.text(word == "ok" ? 200 : 503, word + "\n"))
            }
            guard let refusal = box.server?.refusal(of: request, at: loop.now) else { return handler(request, answer) }
            answer(refusal)
        }
        server.takesBody = { box.server?.access.admitsToken(of: $0, at: loop.now) == true }
        server.commonHeaders = SecurityHeaders.all(for: page)
        box.server = self
    }

    /// Returns the answer to a request that is not carried out; nil for the others.
    private func refusal(of request: HTTPRequest, at now: MonotonicInstant) -> HTTPResponse? {
        switch access.judge(request, at: now) {
        case .admitted: return nil
        case .wrongHost:
            let name = HTTPText.host(of: request.headers["host"] ?? "")
            return .error(421, "wrongHost", "\(name) is none of this server's names. [http] hosts can add it.")
        case .wrongOrigin: return .error(403, "wrongOrigin", "The request comes from another server's page.")
        case .tooMany(let seconds):
            var response = HTTPResponse.error(429, "tooManyTokens", "Too many wrong tokens. Wait \(seconds) s.")
            response.headers.append(("Retry-After", String(seconds)))
            return response
        case .noToken, .wrongToken:
            var response =
                request.wantsPage
                ? HTTPResponse.page(401, Self.tokenPage)
                : .error(401, "noToken", "The token of this server is needed: \(Self.bearer)")
            response.headers.append(("WWW-Authenticate", "Bearer"))
            return response
        }
    }

    private static let bearer = "Authorization: Bearer TOKEN"
    private static let tokenPage = """
        <!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
        <title>Longwave</title><h1>Longwave</h1><form action="/" method="get">
        <p><label>Token <input name="token" type="password" autocomplete="current-password" required></label>
        <button>Open</button></p><p>The token is in the link that the player has printed.</p></form></html>
        """
}
