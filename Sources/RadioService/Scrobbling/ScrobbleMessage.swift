import Longwave
import RadioJSON

/// A request to a service.
struct ScrobbleRequest: Hashable {
    var url: String
    var headers: [String: String] = [:]
    /// The body of a POST; nil for a GET.
    var body: [UInt8]?
}

/// A service's answer.
struct ScrobbleAnswer {
    var head: ResponseHead
    var body: [UInt8]

    /// The body as JSON; nil if it is no JSON, such as a page that asks for a password.
    var json: JSONValue? { try? JSONReader.read(body) }
}

/// What happened to listens that were sent.
enum ScrobbleOutcome: Hashable {
    /// The service accepted the batch, except the listens at these places, which it accepts later.
    ///
    /// `wait` is the pause that the service asks for; nil if it names none.
    case accepted(except: [Int] = [], wait: Duration? = nil)
    /// The service refuses the login. Nothing is sent until the listener logs in again.
    case refusedAccount(String)
    /// The service refuses a listen or the whole request as wrong.
    case refusedListens(String)
    /// The request failed; another try may succeed.
    ///
    /// `wait` is the pause that the service asks for; nil if it names none.
    case later(String, wait: Duration? = nil)
}
