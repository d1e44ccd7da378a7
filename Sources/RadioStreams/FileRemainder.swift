import RadioFormats
import RadioHTTP

/// The state of a file on a server whose connection broke.
///
/// The next connection continues with the exact next byte.
package final class FileRemainder {
    /// The address that was asked for.
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
