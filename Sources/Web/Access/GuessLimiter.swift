// SPDX-License-Identifier: Apache-2.0

/// How many wrong tokens of each visitor are looked at, and when people are told that there were too many.
///
/// A visitor has an allowance of ``burst`` wrong tokens, and gets one back each second. Who has used it up is refused without
/// a comparison, so that the right token is not found faster; what was right before on the same connection need not be
/// limited. Right tokens cost nothing. A pure value: the time is given, CLOCK_MONOTONIC in nanoseconds.
struct GuessLimiter: Sendable {
    /// Wrong tokens in a row that are looked at.
    static let burst: Int64 = 60
    /// How long it takes until one more wrong token of a visitor is looked at, in nanoseconds.
    static let renewalNs: Int64 = 1_000_000_000
    /// Visitors that have accounts of their own; all further ones share one.
    static let mostAccounts = 1024
    /// The shortest time between two lines about guesses in the log, in nanoseconds.
    static let reportPauseNs: Int64 = 10_000_000_000

    private struct Account {
        /// When the allowance will be whole again.
        var wholeNs: Int64
        /// Whether people know of this burst.
        var isTold = false
    }

    /// Why a token is not looked at.
    struct Refusal: Equatable {
        /// How long until one is, in whole seconds.
        let seconds: Int64
        /// What people are told; nil where they know.
        let line: String?
    }

    private var accounts: [AddressBlock: Account] = [:]
    private var rest = Account(wholeNs: .min)
    private var cleaningNs = Int64.min
    private var reportNs = Int64.min

    /// How many visitors have accounts.
    var count: Int { accounts.count }

    /// Why a token of that visitor is not looked at now; nil where it is.
    mutating func refusal(of visitor: AddressBlock, atNs nowNs: Int64) -> Refusal? {
        guard var account = account(of: visitor), account.wholeNs > nowNs else { return nil }
        let waitNs = account.wholeNs - nowNs - (Self.burst - 1) * Self.renewalNs
        guard waitNs > 0 else { return nil }
        var line: String?
        if !account.isTold, nowNs >= reportNs {
            line = "too many wrong tokens from \(visitor): one a second is looked at"
            account.isTold = true
            reportNs = nowNs + Self.reportPauseNs
            store(account, of: visitor)
        }
        return Refusal(seconds: (waitNs + 999_999_999) / 1_000_000_000, line: line)
    }

    /// A token of that visitor was looked at, and was wrong.
    mutating func fail(_ visitor: AddressBlock, atNs nowNs: Int64) {
        clean(nowNs)
        var account = account(of: visitor) ?? Account(wholeNs: nowNs)
        if account.wholeNs <= nowNs { account = Account(wholeNs: nowNs) }
        account.wholeNs += Self.renewalNs
        store(account, of: visitor)
    }

    private func account(of visitor: AddressBlock) -> Account? {
        accounts[visitor] ?? (accounts.count < Self.mostAccounts ? nil : rest)
    }

    private mutating func store(_ account: Account, of visitor: AddressBlock) {
        if accounts[visitor] != nil || accounts.count < Self.mostAccounts {
            accounts[visitor] = account
        } else {
            rest = account
        }
    }

    /// Forgets those whose allowance is whole, where there is no room for others.
    private mutating func clean(_ nowNs: Int64) {
        guard accounts.count >= Self.mostAccounts, nowNs >= cleaningNs else { return }
        cleaningNs = nowNs + Self.renewalNs
        accounts = accounts.filter { $0.value.wholeNs > nowNs }
    }
}
