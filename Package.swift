// swift-tools-version: 6.0
import PackageDescription

let strict: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

/// A Swift target. Its dependencies are targets of lower floors only; `scripts/lint` holds that.
func floor(_ name: String, on dependencies: [Target.Dependency] = []) -> Target {
    .target(name: name, dependencies: dependencies, swiftSettings: strict)
}

func tests(of name: String, with others: [Target.Dependency] = []) -> Target {
    .testTarget(
        name: name + "Tests", dependencies: [.init(stringLiteral: name), "TestSupport"] + others,
        swiftSettings: strict)
}

let package = Package(
    name: "Stet",
    products: [.executable(name: "stet", targets: ["StetCommand"])],
    targets: [
        // Floor 0: C shims over Debian's libraries.
        .target(name: "CLua", linkerSettings: [.linkedLibrary("lua5.4")]),
        .target(name: "CReadline", linkerSettings: [.linkedLibrary("readline")]),
        .target(name: "CPCRE2", linkerSettings: [.linkedLibrary("pcre2-8")]),
        .target(name: "CSQLite", linkerSettings: [.linkedLibrary("sqlite3")]),
        .target(name: "CZlib", linkerSettings: [.linkedLibrary("z")]),
        .target(name: "CZstd", linkerSettings: [.linkedLibrary("zstd")]),
        .target(name: "CLinux"),
        .target(name: "CBits"),
        // Floor 1: the domain, text for screens, the Lua embedding.
        floor("StetCore"),
        floor("StetText"),
        floor("LuaKit", on: ["CLua"]),
        // Floor 2: checks over bytes; formats and files.
        floor("StetRules", on: ["StetCore", "CPCRE2", "CBits"]),
        floor("StetStores", on: ["StetCore", "CSQLite", "CZlib", "CZstd", "CLinux", "CBits"]),
        // Floor 3: the batch engine.
        floor("StetCheck", on: ["StetCore", "StetText", "StetRules", "StetStores"]),
        // Floor 3 too: state machines of what a person sees: sessions, sheets, navigation, lists.
        floor("StetSessions", on: ["StetCore", "StetText"]),
        // Floor 4: the Lua face.
        floor(
            "StetScripting",
            on: [
                "StetCore", "StetText", "LuaKit", "StetRules", "StetStores", "StetCheck",
                "StetSessions",
            ]),
        // Floor 5: the prompt.
        floor(
            "StetPrompt",
            on: [
                "StetCore", "StetText", "LuaKit", "StetStores", "StetCheck", "StetSessions",
                "StetScripting", "CReadline",
            ]),
        // Floor 6: the executable.
        .executableTarget(
            name: "StetCommand",
            dependencies: [
                "StetCore", "StetText", "LuaKit", "StetRules", "StetStores", "StetCheck",
                "StetScripting", "StetPrompt",
            ],
            swiftSettings: strict),
        .executableTarget(
            name: "LuaBench", dependencies: ["LuaKit"], path: "Benchmarks/LuaBench",
            swiftSettings: strict),
        // What tests share.
        .target(
            name: "TestSupport", path: "Tests/Support/TestSupport", swiftSettings: strict),
        tests(of: "StetCore"),
        tests(of: "StetText"),
        tests(of: "LuaKit"),
        tests(of: "StetRules", with: ["StetCore"]),
        tests(of: "StetStores", with: ["StetCore", "CLinux"]),
        tests(of: "StetCheck", with: ["StetCore", "StetRules", "StetStores"]),
        tests(of: "StetSessions", with: ["StetCore", "StetText"]),
        tests(of: "StetScripting", with: ["StetCore", "LuaKit", "StetCheck"]),
        .testTarget(
            name: "StetCommandTests", dependencies: ["StetCommand"], exclude: ["Rules"],
            swiftSettings: strict),
        // A process that the tests of commits kill.
        .target(name: "CFaultShim", path: "Tests/Support/CFaultShim"),
        .executableTarget(
            name: "CommitFaultProbe",
            dependencies: ["StetScripting", "StetStores", "LuaKit", "CFaultShim"],
            path: "Tests/Support/CommitFaultProbe", swiftSettings: strict),
        // Programs on a terminal of their own.
        .target(name: "CTerminalShim", path: "Tests/Support/CTerminalShim"),
        tests(of: "StetPrompt", with: ["LuaKit", "StetScripting", "StetCommand", "CTerminalShim"]),
    ],
    cLanguageStandard: .gnu11
)
