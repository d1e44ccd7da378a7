import Longwave
import RadioJSON

/// What is sent to a service.
struct ScrobbleRequest: Hashable {
    var url: String
    var headers: [String: String] = [:]
    /// Nil asks with `GET`.
    var body: [UInt8]?
}

/// What a service answers.
struct ScrobbleAnswer {
    var head: ResponseHead
    var body: [UInt8]

    /// Nil where it is no JSON, as of a page that wants a password first.
    var json: JSONValue? { try? JSONReader.read(body) }
}

/// What becomes of listens that were sent.
enum ScrobbleOutcome: Hashable {
    /// The service has them, but for those at these places of the batch, which it takes later.
    /// - wait: how long it wants to be left alone; nil: it does not say.
    case accepted(except: [Int] = [], wait: Duration? = nil)
    /// The service does not know the listener any more: nothing is sent until there is another login.
    case refusedAccount(String)
    /// One of the listens, or what is sent as a whole, is wrong.
    case refusedListens(String)
    /// Another try may help.
    /// - wait: how long the service wants to be left alone; nil: it does not say.
    case later(String, wait: Duration? = nil)
}
