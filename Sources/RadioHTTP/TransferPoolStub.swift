/// Replaced by the room's builder.
public final class Transfer { public func cancel() {} }
