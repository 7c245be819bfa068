// SPDX-License-Identifier: Apache-2.0

import Glibc
import MetronomeLinux
import Testing

@Suite(.serialized) struct OpenFilesTests {
    private var limit: rlimit {
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        return limit
    }

    @Test func `as many files are allowed as asked for, as far as the system goes, and never fewer than before`() {
        var before = limit
        defer { setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &before) }
        let more = before.rlim_cur < before.rlim_max ? before.rlim_cur + 1 : before.rlim_cur
        #expect(OpenFiles.allow(Int(clamping: more)) == Int(clamping: more))
        #expect(OpenFiles.allow(8) == Int(clamping: more))
        #expect(OpenFiles.allow(.max) == Int(clamping: before.rlim_max))
        #expect(limit.rlim_max == before.rlim_max)
    }
}
