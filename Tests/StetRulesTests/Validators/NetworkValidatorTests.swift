import Testing

@testable import StetRules

@Suite struct NetworkValidatorTests {
    @Test(arguments: [
        ValidatorCases(
            "email",
            valid: [
                "ann@example.com", "first.last@example.co.uk", "user+tag@mail.example.org",
                "a@b.co", "o'brien@example.com", "x_1-2@ex-ample.com", "1234567890@example.com",
                "\"john doe\"@example.com", "\"a\\\"b@c\"@example.com", "user@[192.0.2.1]",
                "user@[IPv6:2001:db8::1]", "!#$%&'*+-/=?^_`{|}~@example.org",
                "user@xn--bcher-kva.example",
            ],
            invalid: [
                "@example.com", "ann@", "ann@@example.com", "ann example@example.com",
                ".ann@example.com", "ann.@example.com", "a..b@example.com", "ann@-example.com",
                "ann@example-.com", "ann@example..com", "ann@example.com.", "ann@exa_mple.com",
                "josé@example.com", "user@[300.0.2.1]", "user@[192.0.2.1", "\"a@example.com", "",
                "ann@example.123", String(repeating: "a", count: 65) + "@example.com",
                "ann@" + String(repeating: "a", count: 64) + ".com",
            ],
            reasons: [
                (
                    "ann.example.com",
                    "\"ann.example.com\" is not an address for mail: there is no @ in it"
                ),
                (
                    "ann@localhost",
                    "\"ann@localhost\" is not an address for mail: the domain has no dot in it"
                ),
                (
                    "ann,b@example.com",
                    "\"ann,b@example.com\" is not an address for mail: \",\" may not stand at place 4"
                ),
            ]),
        ValidatorCases(
            "uri",
            valid: [
                "https://example.com", "ftp://ftp.is.co.za/rfc/rfc1808.txt",
                "ldap://[2001:db8::7]/c=GB?objectClass?one", "mailto:John.Doe@example.com",
                "news:comp.infosystems.www.servers.unix", "tel:+1-816-555-1212",
                "telnet://192.0.2.16:80/",
                "urn:oasis:names:specification:docbook:dtd:xml:4.1.2", "file:///etc/hosts",
                "a:", "http://user:pass@example.com:8080/a/b;c?d=e#f", "x-y.z+1://h%20h/%C3%A9",
                "http://example.com?a=b/?c", "data:text/plain,hello",
            ],
            invalid: [
                "", "example.com", "//example.com", "1http://example.com", ":a",
                "http://exa mple.com", "http://example.com/%zz", "http://example.com/%2",
                "http://[::1", "http://[1.2.3.4]/", "http://example.com/a#b#c",
                "http://example.com/é", "http://example.com/<a>", "http://a:80a/",
                "http://a:99999/", "http://a/\\b", "http://a/[b]", "ht tp://a", "http://a\n",
            ],
            reasons: [
                (
                    "http://a/%4g",
                    "\"http://a/%4g\" is not a URI: a % has no two hexadecimal digits after it, at "
                        + "place 10"
                )
            ]),
        ValidatorCases(
            "url",
            valid: [
                "https://example.com/", "http://www.example.co.uk/a/b?c=d#e",
                "ftp://ftp.example.org",
                "http://192.0.2.1/", "http://[2001:db8::1]:8080/", "https://example.com:443",
                "https://user@example.com/", "http://localhost", "ws://example.com/socket",
                "https://xn--bcher-kva.example/", "https://example.com/%E2%9C%93",
            ],
            invalid: [
                "example.com", "www.example.com", "mailto:a@example.com", "http:/example.com",
                "http://", "http:///a", "http://-a.com", "http://a_b.com", "http://a..b",
                "http://example.com:70000", "https://exa mple.com", "", "http://example.com/a b",
                "http://256.0.0.1",
            ],
            reasons: [
                (
                    "urn:isbn:0306406157",
                    "\"urn:isbn:0306406157\" is not a URL: it has no // and host after its scheme"
                )
            ]),
        ValidatorCases(
            "hostname",
            valid: [
                "example.com", "www.example.com", "localhost", "a", "3com.com", "a-b.c-d.org",
                "xn--bcher-kva.example", "EXAMPLE.COM", "1.2.3.a",
                String(repeating: "a", count: 63),
                "a.b.c.d.e.f",
            ],
            invalid: [
                "", ".", ".com", "example.", "a..b", "-a.com", "a-.com", "a_b.com", "a b.com",
                "192.0.2.1", "bücher.example", String(repeating: "a", count: 64), "a.com-",
                String(repeating: "abcdefg.", count: 32) + "com",
            ]),
        ValidatorCases(
            "ipv4",
            valid: [
                "192.0.2.1", "0.0.0.0", "255.255.255.255", "127.0.0.1", "10.0.0.1", "8.8.8.8",
                "1.2.3.4", "203.0.113.255", "198.51.100.7", "100.64.0.1",
            ],
            invalid: [
                "", "1.2.3", "1.2.3.4.5", "1.2.3.", ".1.2.3", "1..2.3", "1.2.3.a", "1.2.3.4 ",
                "1.2.3.-4", "0x7f.0.0.1", "1.2.3.4/8", "::1",
            ],
            reasons: [
                (
                    "1.2.3.256",
                    "\"1.2.3.256\" is not an IPv4 address: a number is above 255, at place 9"
                ),
                (
                    "1.2.03.4",
                    "\"1.2.03.4\" is not an IPv4 address: a number has a zero in front, at place 6"
                ),
                ("1.2", "\"1.2\" is not an IPv4 address: it has 2 numbers, not 4"),
            ]),
        ValidatorCases(
            "ipv6",
            valid: [
                "2001:db8:0:0:8:800:200c:417a", "2001:DB8::8:800:200C:417A", "ff01::101", "::1",
                "::", "::ffff:192.0.2.128", "64:ff9b::192.0.2.33", "1:2:3:4:5:6:7::",
                "::2:3:4:5:6:7:8",
                "fe80::1", "1:2:3:4:5:6:1.2.3.4", "0:0:0:0:0:0:0:1",
            ],
            invalid: [
                "", ":", "1", "1:2:3:4:5:6:7", "1:2:3:4:5:6:7:8:9", "1::2::3", ":::", "1:::2",
                "12345::", "g::1", "1:2:3:4:5:6:7:8::", "fe80::1%eth0", "::1.2.3", "::1.2.3.256",
                "1:2:3:4:5:6:7:1.2.3.4", "1:", ":1", "[::1]", "192.0.2.1",
            ]),
        ValidatorCases(
            "cidr",
            valid: [
                "192.0.2.0/24", "10.0.0.0/8", "0.0.0.0/0", "203.0.113.7/32", "192.168.128.0/17",
                "2001:db8::/32", "::/0", "::1/128", "fe80::/10", "2001:db8:0:1::/64",
                "64:ff9b::/96",
            ],
            invalid: [
                "192.0.2.0", "192.0.2.0/", "192.0.2.0/33", "192.0.2.0/024", "192.0.2/24",
                "192.0.2.0/a", "192.0.2.0/-1", "2001:db8::/129", "2001:db8::1/64", "/24", "",
                "192.0.2.0/24/8", "::1/127",
            ],
            reasons: [
                (
                    "192.0.2.5/24",
                    "\"192.0.2.5/24\" is not a block of addresses: the address has bits beyond the "
                        + "prefix, so no block begins there"
                )
            ]),
        ValidatorCases(
            "mac",
            valid: [
                "00:00:5E:00:53:01", "00-00-5E-00-53-01", "00:00:5e:00:53:af", "ff:ff:ff:ff:ff:ff",
                "01:00:5e:90:10:00", "02-00-5E-10-00-00", "aA:bB:cC:dD:eE:fF", "00:00:00:00:00:00",
                "12:34:56:78:9a:bc", "33:33:00:00:00:01",
            ],
            invalid: [
                "", "00:00:5E:00:53", "00:00:5E:00:53:01:02", "00:00-5E:00-53:01",
                "00005E005301", "0000.5E00.5301", "00:00:5E:00:53:0G", "0:0:5E:0:53:1",
                "00:00:5E:00:53:01 ", "00 00 5E 00 53 01",
            ]),
    ])
    func holds(_ cases: ValidatorCases) throws {
        try cases.hold()
    }
}
