/// Makes the requests for each kind of service, and reads the responses.
extension ScrobblingAccount {
    func nowPlaying(_ listen: Listen) -> ScrobbleRequest {
        switch login {
        case .listenBrainz(let token): ListenBrainz.nowPlaying(listen, token, server: server)
        case .lastFm(let key, let secret, let session):
            LastFm.nowPlaying(listen, LastFm.Keys(key: key, secret: secret, session: session), server: server)
        }
    }

    func submission(_ listens: [Listen]) -> ScrobbleRequest {
        switch login {
        case .listenBrainz(let token): ListenBrainz.submission(listens, token, server: server)
        case .lastFm(let key, let secret, let session):
            LastFm.submission(listens, LastFm.Keys(key: key, secret: secret, session: session), server: server)
        }
    }

    func outcome(_ result: Result<ScrobbleAnswer, ScrobbleFailure>) -> ScrobbleOutcome {
        switch (result, login) {
        case (.failure(let failure), _): .later(failure.words)
        case (.success(let answer), .listenBrainz): ListenBrainz.outcome(answer)
        case (.success(let answer), .lastFm): LastFm.outcome(answer)
        }
    }

    /// Words that say what the listener can do if the service refuses the login.
    var remedy: String {
        "\"longwave scrobble add \(service) --server \(server) --name \(name)\" changes the login"
    }
}
