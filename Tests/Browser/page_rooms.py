# SPDX-License-Identifier: Apache-2.0
"""Tests of the room that the parts of the page have: the beats, the face, the rows of drums, long words, what scrolls."""

import page_views
import programs

long_label = "Refrain with all the horns and the whole choir"


def box(page, selector):
    """Left, top, right and bottom of an element."""
    return page.run(f"(({{ left, top, right, bottom }}) => [left, top, right, bottom])(document.querySelector({selector!r}).getBoundingClientRect())")


def beats(it):
    """All beats of a bar are in sight where a row holds them, else the row of the beat; and a low tablet has a face."""
    page, client = it.page, it.client
    hidden = """(() => { const room = document.getElementById('beats').getBoundingClientRect(); return [...document.querySelectorAll('#beats .beat')]
        .filter((one) => { const { top, bottom } = one.getBoundingClientRect(); return top < room.top - 1 || bottom > room.bottom + 1; }).length; })()"""
    for meter, beats, rooms in [("12/8", 12, [(844, 390), (667, 375), (375, 667), (700, 600), (1024, 600), (1024, 760)]), ("16/16", 16, [(320, 568), (375, 667)])]:
        client.call("meter.set", meter=meter)
        it.open()
        for width, height in rooms:
            page.resize(width, height)
            page.until(f"innerWidth === {width} && innerHeight === {height} && document.querySelectorAll('#beats .beat').length === {beats}")
            page.wait(0.3)
            face = page.run("document.getElementById('stage').clientHeight")
            assert width < 700 or height < 600 or face >= 200, f"the face is {face} px high in {width} x {height}"
            assert page.run(hidden) == 0, f"{page.run(hidden)} of {beats} beats are out of sight in {width} x {height}"
    client.call("settings.set", meter="64/16", bpm=1000)
    page.resize(375, 667)
    client.call("start")
    page.until("""(() => { const row = document.getElementById('beats'), room = row.getBoundingClientRect();
        const lit = [...row.children].find((one) => one.querySelector('.lit').getAnimations().some((light) => light.playState === 'running' && light.currentTime > 0))?.getBoundingClientRect();
        return row.scrollTop > 90 && lit && lit.top >= room.top - 1 && lit.bottom <= room.bottom + 1; })()""")


def words(it):
    """Names and labels that are long push nothing: they are cut."""
    page, client = it.page, it.client
    page.resize(320, 568)
    client.call("settings.set", lanes="a-lane-with-a-long-name x...x... | kick x.x.x.x.")
    it.open()
    page.run("document.getElementById('tab-lanes').click()")
    page.until("document.querySelectorAll('.lane .steps').length === 2")
    lefts = page.run("[...document.querySelectorAll('.lane .steps')].map((one) => Math.round(one.getBoundingClientRect().left))")
    assert lefts[0] == lefts[1] < 140, f"the steps begin at {lefts}"
    page.run("import('./store.js').then(({ change }) => change({ refusal: { message: 'a sentence of some length, as the daemon says it', method: 'setlist.next' } }))")
    page.until("!document.getElementById('toast').hidden")
    left, _, right, _ = box(page, "#toast")
    assert left >= 0 and 280 <= right - left <= 320, f"a refusal is {right - left} px wide"
    page_views.library(it, long_label, bars=40)
    client.call("song.load", path="long.toml")
    client.call("start")
    page.until(f"document.querySelector('.plate-name').textContent === {long_label!r}")
    left, _, right, _ = box(page, ".pendulum")
    begin, _, end, _ = box(page, ".plate-name")
    assert left < begin and end < right, "a label leaves the plate"
    for face, line in [(0, ".plate-name"), (2, ".lamps-tempo"), (4, ".counter-line")]:
        page.run(f"document.querySelectorAll('.dot')[{face}].click()")
        page.until(f"document.querySelector('.dot:nth-child({face + 1})').getAttribute('aria-selected') === 'true'")
        page.wait(0.3)
        left, top, right, bottom = box(page, line)
        assert bottom - top < 30, f"{line} is {bottom - top} px high"
        assert left >= 0 and right <= 320 and abs(left + right - 320) < 2, f"{line} lies from {left} to {right}"


def follows(it):
    """The strip of the sections shows the one that plays, also behind another tab, and moves nothing but itself; a set list is gone through by both pairs of keys."""
    page, client = it.page, it.client
    page_views.library(it, long_label)
    page.resize(375, 667)
    it.open()
    client.call("song.load", path="long.toml")
    client.call("start")
    page.run("document.getElementById('tab-practice').click()")
    page.until("metroweb.store.section?.section?.index >= 3")
    client.call("loop.set", **{"from": 6, "to": 6})
    page.until("metroweb.store.section.section.index === 5")
    page.wait(0.3)
    page.run("document.getElementById('tab-song').click()")
    seen = """(() => { const strip = document.querySelector('.sections').getBoundingClientRect(), present = document.querySelector('.section[aria-current]')?.getBoundingClientRect();
        return present && present.left >= strip.left - 1 && present.right <= strip.right + 1; })()"""
    page.until(seen)
    client.call("loop.off")
    # Away from the strip, at another control of the panel.
    page.run("document.getElementById('panel-song').scrollTop = 1000")
    top = page.run("document.getElementById('panel-song').scrollTop")
    index = page.run("metroweb.store.section.section.index")
    page.until(f"metroweb.store.section.section.index > {index} && document.querySelector('.section[aria-current] b').textContent === metroweb.store.section.section.label")
    assert top > 50 and page.run("document.getElementById('panel-song').scrollTop") == top, "a new section moves the panel"
    page.until("!metroweb.store.status.playing && document.querySelector('.plate-name').textContent === 'Long'")
    client.call("song.unload")
    for name in ["one", "two"]:
        client.call("preset.save", name=name)
    client.call("setlist.add", name="gig", entries=["one", "two"])
    client.call("setlist.load", name="gig")
    page.until("metroweb.store.status.setlist?.place === 1")
    page.click("#next")
    page.until("metroweb.store.status.setlist.place === 2")
    page.key("PageUp")
    page.until("metroweb.store.status.setlist.place === 1")


def trains(it):
    """A speed trainer by the minute has no bars to be set, and a gap trainer counts what it goes by."""
    page, client = it.page, it.client
    client.call("speed_trainer.set", speed_trainer="80 to 160 by 10 per minute")
    client.call("gap_trainer.set", gap_trainer="3 1 beats")
    it.open()
    page.click("#tab-practice")
    shown = "[...document.querySelectorAll('.trainer')].map((one) => [...one.querySelectorAll('.field')].filter((field) => field.offsetParent).length)"
    page.until(f"{shown}.slice(0, 2).join() === '3,2'")
    client.call("start")
    page.until("/^Beat \\d of \\d: (heard|silent)$/.test(document.querySelectorAll('.where')[1].textContent)")
    client.call("speed_trainer.set", speed_trainer="80 to 160 by 10 every 2")
    client.call("gap_trainer.set", gap_trainer="3 1")
    page.until(f"{shown}.slice(0, 2).join() === '4,2' && /^Bar \\d/.test(document.querySelectorAll('.where')[1].textContent)")


tests = {"beats": beats, "words": words, "follows": follows, "trains": trains}
