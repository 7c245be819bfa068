// SPDX-License-Identifier: Apache-2.0

package import NIOHTTP1

/// A request of a browser, complete.
package struct WebRequest: Sendable {
    package let method: HTTPMethod
    /// The path with its query, as it was sent.
    package let uri: String
    package let headers: HTTPHeaders
    package let body: [UInt8]

    package init(_ method: HTTPMethod, _ uri: String, headers: HTTPHeaders = [:], body: [UInt8] = []) {
        self.method = method
        (self.uri, self.headers) = Self.originForm(uri, headers)
        self.body = body
    }

    /// A target that names its server, as for a proxy (RFC 9112, section 3.2.2): that name counts, in place of the header.
    private static func originForm(_ uri: String, _ headers: HTTPHeaders) -> (String, HTTPHeaders) {
        let scheme = "http://"
        guard uri.prefix(scheme.count).lowercased() == scheme else { return (uri, headers) }
        let rest = uri.dropFirst(scheme.count)
        let path = rest.drop { $0 != "/" && $0 != "?" }
        var headers = headers
        headers.replaceOrAdd(name: "Host", value: String(rest[..<path.startIndex]))
        return (path.hasPrefix("/") ? String(path) : "/" + path, headers)
    }

    /// What is asked for, without the query.
    var path: Substring { uri.prefix { $0 != "?" } }

    /// The one value of a header; nil where there is none or more than one.
    func header(_ name: String) -> String? {
        let values = headers[name]
        return values.count == 1 ? values[0] : nil
    }

    /// The value of the first cookie of that name. A browser has one; who sends more has one looked at.
    func cookie(_ name: String) -> [UInt8]? {
        for pair in headers["Cookie"].lazy.flatMap({ $0.split(separator: ";") }) {
            let parts = pair.drop { $0 == " " }.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if parts.count == 2, parts[0] == name { return Array(parts[1].utf8) }
        }
        return nil
    }

    /// Whether the body is said to be JSON. A page of another site may not say so without asking first.
    var isJSON: Bool {
        header("Content-Type")?.lowercased().split(separator: ";").first?.filter { $0 != " " } == "application/json"
    }
}
