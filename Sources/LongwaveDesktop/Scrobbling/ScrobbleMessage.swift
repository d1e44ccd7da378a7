import Longwave
import RadioHTTP
import RadioJSON

/// An HTTP request to a service for listening histories.
struct ScrobbleRequest: Hashable {
    var url: String
    var headers: [String: String] = [:]
    /// The body of a POST; nil for a GET.
    var body: [UInt8]?
}

/// A service's HTTP response.
struct ScrobbleAnswer {
    var head: ResponseHead
    var body: [UInt8]

    /// The body as JSON; nil if it is not JSON, for example a login page.
    var json: JSONValue? { try? JSONReader.read(body) }
}

/// The result of sending listens or an announcement to a service.
enum ScrobbleOutcome: Hashable {
    /// The service accepted the batch, except the listens at these indices of the batch, which must be sent again
    /// later.
    ///
    /// `wait` is the pause that the service asks for; nil if it states none.
    case accepted(except: [Int] = [], wait: Duration? = nil)
    /// The service refuses the login. Nothing more is sent until the listener logs in again.
    case refusedAccount(String)
    /// The service refuses the whole batch, because a listen or the request is invalid.
    case refusedListens(String)
    /// The request failed, but another try may succeed.
    ///
    /// `wait` is the pause that the service asks for; nil if it states none.
    case later(String, wait: Duration? = nil)
}
