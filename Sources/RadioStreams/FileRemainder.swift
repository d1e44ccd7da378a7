import RadioFormats
import RadioHTTP

/// The state of a file on a server, kept after its transfer broke off.
///
/// With this state, the next connection continues at the byte after the last one that was received.
package final class FileRemainder {
    /// The address that was requested, before lists and redirects.
    let url: String
    /// The head of the first response.
    let head: ResponseHead
    let container: Container
    let plan: FilePlan
    let info: StreamInfo

    init(url: String, head: ResponseHead, container: Container, plan: FilePlan, info: StreamInfo) {
        self.url = url
        self.head = head
        self.container = container
        self.plan = plan
        self.info = info
    }
}
