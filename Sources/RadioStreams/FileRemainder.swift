import RadioFormats
import RadioHTTP

/// What is left of a file on a server whose connection broke: the next connection goes on with it, to the byte.
package final class FileRemainder {
    /// What was asked for.
    let url: String
    /// Of the first response.
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
