import Glibc
import Longwave

/// Finds the documents that help texts refer to: the installed documents, otherwise those in the folder `docs` of the
/// current folder.
enum Documents {
    private static let folder: String = {
        let installed = Environment.executable.map { path in
            path.split(separator: "/", omittingEmptySubsequences: false).dropLast(2).joined(separator: "/")
                + "/share/doc/longwave"
        }
        return installed.flatMap { access($0, R_OK) == 0 ? $0 : nil } ?? "docs"
    }()

    static func path(_ name: String) -> String { "\(folder)/\(name)" }
}
