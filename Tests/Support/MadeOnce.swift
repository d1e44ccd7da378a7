import Synchronization

/// Values that several test cases need, such as encoded sound. Each value is made once in the process.
package final class MadeOnce<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private let values = Mutex<[Key: Value]>([:])

    package init() {}

    package func value(_ key: Key, _ make: () throws -> Value) throws -> Value {
        try values.withLock { values in
            if let value = values[key] { return value }
            let value = try make()
            values[key] = value
            return value
        }
    }
}
