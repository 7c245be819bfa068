# SPDX-License-Identifier: Apache-2.0
#
# make run          play 90 bpm and show the pendulum in this terminal, with its keys; q ends it
# make test         build and run every test: no sound card, root or network needed
# make proof        two renders of 24 hours, 1,000 tempo changes in each: every beat compared with exact arithmetic
# make build        release build, completions and manual pages; it installs nothing, and names what is missing (NODEPS=1: does not look)
# make install      copy the build to PREFIX (/usr/local); DESTDIR is honoured
# make uninstall    remove all that was installed there
# make wheel        build the module for Python as a wheel, in .build/python
# make link         build metrolink, which joins Ableton Link: a package of its own, under the GPL
# make install-link, uninstall-link  the same for it alone
# make ear          build metroear, which hears a player: a package of its own, under the GPL
# make install-ear, uninstall-ear  the same for it alone
# make check        all that a change must pass: lint, test, verify and docs
# make lint         the format of every source file, and no arithmetic that a number from outside could trap; builds for that
# make verify       release build without undeclared imports, what it links, the units, an install and uninstall
# make tsan         the tests of all that has threads, under ThreadSanitizer, in a build of its own: no data race
# make asan         every test under AddressSanitizer, in a build of its own: no memory is used wrongly
# make fuzz         every door that input comes in by, for MINUTES (1) each, or TARGET="lanes http" alone; see CONTRIBUTING.md
# make test-link    the tests of metrolink with other participants: two networks in namespaces, as root
# make verify-link  an install and uninstall of it
# make test-ear     the tests of metroear, with synthesised strokes
# make verify-ear   an install and uninstall of it
# make simulate     HOURS (1) of musicians, cards that fail and daemons that end, in virtual time: every law after every turn
# make bench        measure metronomed and the metronomes installed here; INTO=FILE puts it between the file's markers
# make soak         MINUTES (30) under load, a failing card, bridges killed: every beat told, every click on time
# make load         a flood, a thousand subscribers, and MINUTES (30) of a hundred clients that behave badly; beside mpd and mpv
# make soak-memory  10,000 commands, 1,000 lost sound cards, 24 hours rendered: memory must not grow; 500 kills in writing (12 minutes)
# make deps         install what building and testing need; `make run` and all that tests do it first
# make deps-ci      the same, and a browser, without which the tests of the web page are skipped
# make docs         the reference of the libraries as a web site of plain files, in .build/docs/site (BASE=name: for a server where it stands below /name)
# make deb          packages for Debian and Ubuntu, in .build/deb; `make check-deb` tries them in a bare system, as root
# make tarball      what `make install` copies to /usr/local, as an archive, in .build
# make check-reproducible  build in another folder, and compare all that is staged byte for byte
# make vendor       the packages that a build without a network needs, in .build/vendor
# make clean        remove all that was built

PREFIX ?= /usr/local
export PREFIX DESTDIR

# One release build serves run, check and install. Colours would make a second one: SwiftPM rebuilds where they differ.
# The folder of the sources is in no program, nor is a build id, which is a sum of what is stripped.
RELEASE := -c release -Xcc '-ffile-prefix-map=$(CURDIR)=.' -Xlinker -z -Xlinker relro -Xlinker --build-id=none --no-color-diagnostics
# Each by its name: without --product, SwiftPM would also build what only the tests need.
PROGRAMS := metronomed metroctl metroface metrobridge metroweb
build_products = for product in $(2); do swift build $(1) --product $$product || exit; done
# The simulator looks inside the daemon, as its tests do.
SIMULATE := -c release --static-swift-stdlib --scratch-path .build/simulate --traits Fuzzing -Xswiftc -enable-testing -Xswiftc -enforce-exclusivity=unchecked --no-color-diagnostics
BENCH := --package-path Benchmarks --scratch-path .build/benchmarks -c release --product bench --no-color-diagnostics
STRICT := --explicit-target-dependency-import-check error
DOCUMENTS := README.md CHANGELOG.md CONTRIBUTING.md Packaging/licenses
# What is staged has the commit.
HEAD := $(wildcard .git/logs/HEAD)
STAGED := .build/stage/.done
LINK := --package-path Link --scratch-path .build/link --no-color-diagnostics
STAGED_LINK := .build/stage-link/.done
EAR := --package-path Ear --scratch-path .build/ear --no-color-diagnostics
STAGED_EAR := .build/stage-ear/.done

help:
	@sed -n 's/^# \(make .*\)/\1/p' Makefile

deps:
	@Scripts/deps

deps-ci:
	@Scripts/deps --ci

run:
	@Scripts/deps --build
	@$(call build_products,$(RELEASE),$(PROGRAMS))
	@Scripts/run

# What computes first: beside it, tests that wait for programs would wait in vain.
test: deps
	swift build --build-tests $(STRICT)
	@Scripts/test

proof: deps
	swift build $(RELEASE) --product metronomed
	@for rate in 44100 48000; do \
	    .build/release/metronomed --bpm 137.3 --verify --hours 24 --rate $$rate --tempo-changes 1000 || exit; \
	done

tsan: deps
	@Scripts/tsan

asan: deps
	@Scripts/asan

fuzz: deps
	@Scripts/fuzz $(or $(SECONDS),$(shell expr 60 '*' $(or $(MINUTES),1))) $(TARGET)

fuzz-one:
	@Scripts/fuzz --one $(TARGET) $(INPUT)

simulate: deps
	@for product in pcm_virtual simulate; do swift build $(SIMULATE) --product $$product >&2 || exit; done
	@.build/simulate/release/simulate $(or $(HOURS),1) $(LEVEL) $(SEED)

fuzz-keep:
	@Scripts/fuzz --keep $(TARGET)

soak-memory: deps
	$(call build_products,$(RELEASE),$(PROGRAMS) pcm_virtual)
	swift build --build-tests
	METRONOMED_SOAK=1 METRONOMED_BIN_DIR=$(CURDIR)/.build/release swift test --skip-build --filter 'SoakTests|WriteCrashTests'

# Its results go to stdout, all else to stderr.
bench: build-bench
	@.build/benchmarks/release/bench $(if $(INTO),--into $(INTO))

soak: build-bench
	@.build/benchmarks/release/bench soak --minutes $(or $(MINUTES),30)

load: build-bench
	@.build/benchmarks/release/bench load --minutes $(or $(MINUTES),30)

build-bench: deps
	@swift build $(RELEASE) --product metronomed >&2
	@swift build $(RELEASE) --product metroface >&2
	@swift build $(RELEASE) --product metrobridge >&2
	@swift build $(BENCH) >&2

check: lint test verify docs

lint: deps
	swift format lint --strict -r -p Sources Tests Benchmarks Fuzz Link Ear Package.swift
	swift build --build-tests $(STRICT)
	Scripts/check-arithmetic
	Scripts/check-purity

verify: deps
	$(call build_products,$(RELEASE) $(STRICT),$(PROGRAMS))
	Scripts/check-links .build/debug .build/release
	Scripts/check-install

build: $(STAGED)

# Folders count as sources too: their time changes when a file is removed.
$(STAGED): $(shell find Package.swift LICENSE Sources Web Python/metronomed Docs sounds systemd Scripts/stage Scripts/manual Scripts/man Scripts/third-party $(DOCUMENTS) $(HEAD))
	@Scripts/deps --check
	@Scripts/stage --may-build
	$(call build_products,$(RELEASE),$(PROGRAMS))
	Scripts/stage

install: $(STAGED)
	@Scripts/install

uninstall:
	@[ ! -e "$(DESTDIR)$(PREFIX)/share/metronomed-link/installed-files" ] || Scripts/install --link --remove
	@[ ! -e "$(DESTDIR)$(PREFIX)/share/metronomed-ear/installed-files" ] || Scripts/install --ear --remove
	@Scripts/install --remove

wheel: deps
	@Scripts/wheel

link: $(STAGED_LINK)

$(STAGED_LINK): $(shell find Link Package.swift Sources systemd Scripts/stage Scripts/manual Scripts/man Scripts/third-party $(HEAD) -name .build -prune -o -print)
	@Scripts/deps --check --link
	@Scripts/stage --may-build
	swift build $(LINK) -c release --static-swift-stdlib -Xcc '-ffile-prefix-map=$(CURDIR)=.' -Xlinker -z -Xlinker relro -Xlinker --build-id=none --product metrolink
	Scripts/stage --link

install-link: $(STAGED_LINK)
	@Scripts/install --link

uninstall-link:
	@Scripts/install --link --remove

test-link:
	@Scripts/deps --link
	$(call build_products,,metronomed metroctl)
	swift build $(LINK) --build-tests $(STRICT)
	METRONOMED_BIN_DIR=$(CURDIR)/.build/debug swift test $(LINK) --skip-build

deps-deb:
	@Scripts/deps --build --link --ear --deb

deb: deps-deb $(STAGED) $(STAGED_LINK) $(STAGED_EAR)
	@Scripts/deb

check-deb: deb
	@Scripts/check-deb

tarball: $(STAGED)
	@Scripts/tarball

vendor: deps
	@Scripts/vendor .build/vendor

check-reproducible: $(STAGED)
	@Scripts/check-reproducible

verify-link:
	@Scripts/check-install --link

ear: $(STAGED_EAR)

$(STAGED_EAR): $(shell find Ear Package.swift Sources systemd Scripts/stage Scripts/manual Scripts/man Scripts/third-party $(HEAD) -name .build -prune -o -print)
	@Scripts/deps --check --ear
	@Scripts/stage --may-build
	swift build $(EAR) -c release --static-swift-stdlib -Xcc '-ffile-prefix-map=$(CURDIR)=.' -Xlinker -z -Xlinker relro -Xlinker --build-id=none --product metroear
	Scripts/stage --ear

install-ear: $(STAGED_EAR)
	@Scripts/install --ear

uninstall-ear:
	@Scripts/install --ear --remove

test-ear:
	@Scripts/deps --ear
	$(call build_products,,metronomed metroctl)
	swift build $(EAR) --build-tests $(STRICT)
	METRONOMED_BIN_DIR=$(CURDIR)/.build/debug swift test $(EAR) --skip-build

verify-ear:
	@Scripts/check-install --ear

docs: deps
	@Scripts/docs

clean:
	rm -rf .build

.PHONY: help deps deps-ci run test proof tsan asan fuzz fuzz-one fuzz-keep simulate soak-memory bench soak load build-bench check lint verify docs build install
.PHONY: wheel uninstall clean deps-deb deb check-deb tarball vendor check-reproducible link install-link uninstall-link test-link verify-link
.PHONY: ear install-ear uninstall-ear test-ear verify-ear
