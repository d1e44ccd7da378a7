import Glibc

/// A library of the system that is opened at run time, when it is first needed, and stays open.
package struct RuntimeLibrary: @unchecked Sendable {  // the handle of a library that stays loaded
    /// Why a library cannot be used.
    package struct Missing: Error, Hashable {
        package var reason: String
    }

    private let handle: UnsafeMutableRawPointer

    /// - Parameter name: The file name, such as `libfoo.so.1`.
    package init(_ name: String) throws(Missing) {
        guard let handle = dlopen(name, RTLD_NOW | RTLD_LOCAL) else {
            throw Missing(reason: String(cString: dlerror()))
        }
        self.handle = handle
    }

    /// Returns the library's function with a name.
    package func function<Function>(_ name: String, as type: Function.Type) throws(Missing) -> Function {
        guard let symbol = dlsym(handle, name) else { throw Missing(reason: "it has no \(name)") }
        return unsafeBitCast(symbol, to: type)
    }
}
