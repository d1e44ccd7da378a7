import Glibc
import Longwave

/// The folder of the documents that help texts refer to: the installed documents, otherwise `docs` of the checkout.
public enum Documents {
    private static let folder: String = {
        let installed = Environment.executable.map { path in
            path.split(separator: "/", omittingEmptySubsequences: false).dropLast(2).joined(separator: "/")
                + "/share/doc/longwave"
        }
        return installed.flatMap { access($0, R_OK) == 0 ? $0 : nil } ?? "docs"
    }()

    public static func path(_ name: String) -> String { "\(folder)/\(name)" }
}
