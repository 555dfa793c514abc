import StetScripting
import Testing

@Suite("Which project a folder belongs to")
struct ProjectFolderTests {
    @Test(arguments: [
        ("/a/b/c", ["/a/b/stet.lua"], "/a/b"),
        ("/a/b/c", ["/a/.git", "/a/b/c/stet.lua"], "/a/b/c"),
        ("/a/b", ["/a/plugins/."], "/a"), ("/a", ["/stet.lua"], "/"), ("/", ["/.git"], "/"),
        ("/a/b/c", ["/a/b/plugins"], nil), ("", ["/.git"], nil),
    ])
    func nearest(folder: String, marks: [String], expected: String?) {
        #expect(ProjectFolder.nearest(to: folder) { marks.contains($0) } == expected)
    }
}
