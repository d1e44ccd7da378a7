import Glibc
import Testing

extension [UInt8] {
    func write(to path: String) throws {
        let file = try #require(fopen(path, "wb"), "\(path): \(errno)")
        defer { fclose(file) }
        try #require(fwrite(self, 1, count, file) == count, "\(path): \(errno)")
    }
}
