/// A row could not do what it is about: something that it needs did not work.
struct FaultError: Error, CustomStringConvertible {
    let description: String
}
