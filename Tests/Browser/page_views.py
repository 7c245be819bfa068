# SPDX-License-Identifier: Apache-2.0
"""Tests of what the page shows and puts together: presets, set lists, songs, rings, pictures, and every view in every room."""

import datetime
import json
import os

import inspect_page
import programs

sizes = [(320, 568), (390, 844), (844, 390), (820, 1180), (1440, 900)]
song = 'title = "Evening"\ntempo = 120\nmeter = "4/4"\n[[section]]\nlabel = "Intro"\nbars = 8\n[[section]]\nlabel = "Verse"\nbars = 16\n'


def library(it, label=None, bars=1):
    """Songs that are known by name, and some days of practice; with a label, a song of short sections that begins with it."""
    songs = os.path.join(it.folder, "data/metronomed/songs")
    os.makedirs(songs, exist_ok=True)
    for name in ["evening.toml", "Blue Bossa.toml"]:
        with open(os.path.join(songs, name), "w") as file:
            file.write(song)
    if label:
        with open(os.path.join(songs, "long.toml"), "w") as file:
            file.write('title = "Long"\ntempo = 240\nmeter = "4/4"\n' + "".join(
                f'[[section]]\nlabel = "{name}"\nbars = {bars if name == label else 1}\n' for name in [label, "Verse 1", "Verse 2", "Bridge", "Solo", "Verse 3", "Coda", "End"]))
    journal = os.path.join(it.folder, "state/metronomed/journal")
    os.makedirs(journal, exist_ok=True)
    for ago, minutes, low, high in [(0, 12, 60, 96), (1, 45, 80, 132), (3, 30, 70, 120)]:
        day = datetime.datetime.now().astimezone() - datetime.timedelta(days=ago)
        begin = day.isoformat(timespec="seconds")
        with open(os.path.join(journal, f"{day:%Y-%m}.jsonl"), "a") as file:
            file.write(json.dumps({
                "bars": 9, "beats": 36, "bpm": high, "end": begin, "max_bpm": high, "meter": "4/4", "min_bpm": low,
                "seconds": minutes * 60.0, "start": begin}) + "\n")


def write(page, field, text):
    """Types a text into a field."""
    page.run(f"(() => {{ const field = document.querySelector({json.dumps(field)}); field.value = {json.dumps(text)};"
             " field.dispatchEvent(new Event('input')); })()")


def choose(page, label, value):
    """Chooses of a list, by its label."""
    page.until(f"[...document.querySelector('select[aria-label=\"{label}\"]').options].some((one) => one.value === {json.dumps(value)})")
    page.run(f"(() => {{ const list = document.querySelector('select[aria-label=\"{label}\"]'); list.value = {json.dumps(value)};"
             " list.dispatchEvent(new Event('change')); })()")


def press(page, text, within="#panel-song"):
    """Presses the button that is seen with that text."""
    found = f"[...document.querySelectorAll('{within} button')].find((one) => one.offsetParent && one.textContent === {json.dumps(text)} && !one.disabled)"
    page.until(found + " !== undefined")
    page.run(f"{found}.click()")


def keeps(it):
    """A preset is kept, replaced and deleted by its name, with a question before; a set list is put together; a song is loaded by its name."""
    page, client = it.page, it.client
    library(it)
    it.open()
    page.click("#tab-song")
    names = lambda: [one["name"] for one in client.call("preset.list")["presets"]]
    lists = lambda: [one["name"] for one in client.call("setlist.list")["setlists"]]
    entries = lambda: [one["name"] for one in client.call("setlist.show", name="friday")["entries"]] if lists() else []
    for bpm, name in [(90, "waltz"), (120, "Take Five")]:
        client.call("tempo.set", bpm=bpm)
        write(page, ".naming .name", name)
        press(page, "Save")
        programs.wait_for(name, lambda: name in names())
        page.until("document.querySelector('.naming .name').value === ''")
    # Replaced only after a question.
    client.call("tempo.set", bpm=77)
    page.until("document.querySelector('[aria-label=\"Presets\"]').options.length === 3")
    write(page, ".naming .name", "waltz")
    press(page, "Replace")
    page.until("!document.querySelector('.question').hidden && document.querySelector('.question').textContent.includes('waltz')")
    press(page, "Cancel")
    assert "bpm = 90" in client.call("preset.show", name="waltz")["text"], "a preset is replaced without a yes"
    press(page, "Replace")
    page.until("!document.querySelector('.question').hidden")
    press(page, "Replace", ".question")
    programs.wait_for("another waltz", lambda: "bpm = 77" in client.call("preset.show", name="waltz")["text"])
    page.until("document.querySelector('.naming .name').value === ''")
    # What is no name cannot be pressed.
    write(page, ".naming .name", "../../evil")
    assert page.run("[...document.querySelectorAll('.naming')][0].querySelector('button').disabled"), "a path is taken for a name"
    write(page, ".naming .name", "")
    # A set list from nothing.
    write(page, ".naming:nth-of-type(n) [list=known-setlists]", "friday")
    press(page, "New")
    for name in ["waltz", "evening.toml", "Take Five"]:
        choose(page, "Add an entry", name)
        programs.wait_for(name, lambda: name.split(".")[0] in entries())
        page.until(f"document.querySelectorAll('.edited').length === {len(entries())}")
    page.click("[aria-label='Take Five: up']")
    programs.wait_for("another order", lambda: entries() == ["waltz", "Take Five", "evening"])
    page.until("[...document.querySelectorAll('.edited .entry-text')].map((one) => one.textContent).join() === 'waltz,Take Five,evening'")
    page.click("[aria-label='Take out waltz']")
    programs.wait_for("one less", lambda: entries() == ["Take Five", "evening"])
    press(page, "Done")
    choose(page, "Set list", "friday")
    page.until("metroweb.store.status.setlist?.name === 'friday' && metroweb.store.status.bpm === 120")
    # A song of the library, and a path that a page would name.
    choose(page, "Song", "Blue Bossa.toml")
    page.until("metroweb.store.status.song?.path === 'Blue Bossa.toml'")
    press(page, "Faster each pass")
    programs.wait_for("a passage to practise", lambda: (client.call("status")["song"].get("practice") or {}).get("from") == 0.7)
    page.until("metroweb.store.status.song?.practice")
    press(page, "Faster each pass")
    programs.wait_for("no passage", lambda: not client.call("status")["song"].get("practice"))
    refused = page.run("metroweb.call('song.load', { path: '/etc/passwd' }).then(() => metroweb.store.refusal?.reason)")
    assert refused == "forbidden", f"a path is {refused}"
    write(page, ".naming .name", "waltz")
    press(page, "Delete")
    page.until("!document.querySelector('.question').hidden")
    press(page, "Delete", ".question")
    programs.wait_for("no waltz", lambda: names() == ["Take Five"])
    client.call("song.unload")
    page.until("!document.querySelector('.setlist').hidden")
    press(page, "Edit")
    press(page, "Delete", ".editor")
    page.until("[...document.querySelectorAll('.editor .question')].some((one) => !one.hidden)")
    press(page, "Delete", ".editor .question")
    programs.wait_for("no set list", lambda: not lists())


def rings(it):
    """Three against four as rings: each step is lit when the timeline says, a tap changes it, and strokes become steps that sound alike."""
    page, client = it.page, it.client
    client.call("settings.set", bpm=120, meter="4/4", lanes="three 3 per bar | clave x..x..x...x.x... | odd x.x 4 per beat")
    it.open()
    page.run("document.querySelectorAll('.dot')[5].click()")
    page.until("document.querySelector('.dot:nth-child(6)').getAttribute('aria-selected') === 'true'")
    steps = [page.run(f"document.querySelectorAll('[data-ring=\"{ring}\"]').length") for ring in range(5)]
    assert steps == [4, 3, 16, 3, 0], f"the rings have {steps} steps"
    page.click("[data-ring='2'][data-step='1']")
    programs.wait_for("a step more", lambda: client.call("status")["settings"]["lanes"][1]["pattern"] == "xx.x..x...x.x...")
    page.click("[data-ring='1'][data-step='1']")
    programs.wait_for("an accent", lambda: client.call("status")["settings"]["lanes"][0]["pattern"] == "xAx")
    page.click("[data-ring='0'][data-step='2']")
    programs.wait_for("an accent of the beat", lambda: client.call("status")["settings"]["accents"] == "XxAx")
    assert page.run("document.querySelector('[data-ring=\"3\"]').disabled"), "a cycle of its own length can be tapped"
    client.call("start")
    page.until("metroweb.store.timeline && document.querySelector('[data-ring=\"1\"] .lit').getAnimations().length >= 0")
    # Made anew with each look ahead, and as right as the page's clock was then.
    page.until("""(async () => {
        const { heard, position } = await import('./timeline.js');
        const { timeline } = metroweb.store, now = metroweb.monotonic(), bar = Math.floor(position(timeline, now) / 4) * 4, found = [];
        for (const [step, at] of [[0, 0], [1, 4 / 3], [2, 8 / 3]]) {
            for (const one of document.querySelector(`[data-ring="1"][data-step="${step}"] .lit`).getAnimations()) {
                const beats = [bar - 4, bar, bar + 4].map((begin) => metroweb.pageTime(heard(timeline, begin + at)));
                found.push(Math.min(...beats.map((ms) => Math.abs(ms - one.startTime))));
            }
        }
        return found.length && Math.max(...found) < 2;
    })()""")
    page.resize(390, 844, 1, False, True)
    page.until("document.getAnimations().every((one) => one.effect.getKeyframes().every(({ transform }) => !transform))")


def draws(it):
    """The taps lie where the daemon says on the strip, and the journal has the days and tempi of its files; who only watches sees no journal."""
    page, client = it.page, it.client
    library(it)
    client.call("settings.set", bpm=240)
    client.call("score.set", score="on")
    it.open()
    page.click("#tab-practice")
    page.until("document.querySelectorAll('.journal .day').length === 14")
    heights = page.run("[...document.querySelectorAll('.journal .day')].map((one) => Number(one.getAttribute('height')))")
    assert [height > 0 for height in heights] == [False] * 10 + [True, False, True, True], f"the days are {heights} high"
    assert abs(heights[12] / heights[10] - 1.5) < 0.01, "45 minutes are not half as much again as 30"
    assert page.run("document.querySelectorAll('.tempi').length") == 3, "each day that was played has its tempi"
    assert "87 min" not in page.run("document.querySelector('#journal .where').textContent"), "an hour is told in minutes"
    client.call("start")
    page.until("metroweb.store.timeline")
    # Of beats that are over: a busy machine may be late for those to come.
    begins = page.until("""(async () => {
        const { heard, position } = await import('./timeline.js'), { timeline } = metroweb.store;
        const last = Math.floor(position(timeline, metroweb.monotonic())) - 1;
        return last > 6 && [5, 4, 3, 2, 1, 0].map((before) => heard(timeline, last - before));
    })()""")
    for count, (begin, late) in enumerate(zip(begins, [0, 0, 20, 20, -30, -30]), 1):
        client.call("tap", time_ns=round(begin + late * 1e6))
        page.until(f"document.querySelectorAll('.hit').length === {count}")
    places = page.run("[...document.querySelectorAll('.hit')].map((one) => Number(one.getAttribute('cy')))")
    wanted = [44 + ms / 80 * 44 for ms in [0, 0, 20, 20, -30, -30]]
    assert all(abs(one - other) < 2 for one, other in zip(places, wanted)), f"the taps lie at {places}, and not at {wanted}"
    assert page.run("parseFloat(getComputedStyle(document.querySelector('.score-mean')).fontSize)") >= 36, "it is not read from a metre away"
    page.forget()
    it.open(role="watch")
    page.run("document.getElementById('tab-practice').click()")
    page.wait(0.5)
    assert page.run("document.getElementById('journal').hidden"), "who watches is told how much somebody practises"


def faults(page):
    """What stays wrong with the page when a busy machine has drawn all of it."""
    for _ in range(8):
        found = inspect_page.faults(page)
        if not found:
            break
        page.wait(0.25)
    return found


def fits(it):
    """In every view, wide and narrow, light and dark, nothing collides, leaves the window, is too pale or has no name."""
    page, client, found = it.page, it.client, []
    library(it)
    for name in ["Autumn Leaves", "A waltz with a name that is rather long"]:
        client.call("preset.save", name=name)
    client.call("setlist.add", name="friday", entries=["Autumn Leaves", "A waltz with a name that is rather long", "evening.toml"])
    client.call("settings.set", meter="4/4", lanes="kick x...x...x...x... | five 5 per bar", subdivision=2)
    client.call("speed_trainer.set", speed_trainer="80 to 120 by 5")
    client.call("score.set", score="on")
    it.open()
    for width, height in sizes:
        for dark in [False, True]:
            page.resize(width, height, 1, dark)
            for kind in ["plain", "list", "song"]:
                if kind == "list":
                    client.call("setlist.load", name="friday")
                if kind == "song":
                    client.call("song.load", path="evening.toml")
                page.until(f"Boolean(metroweb.store.status.setlist) === {json.dumps(kind != 'plain')} && Boolean(metroweb.store.status.song) === {json.dumps(kind == 'song')}")
                for tab in ["tempo", "bar", "lanes", "song", "practice", "sound"] if kind == "plain" else ["song"]:
                    page.run(f"document.getElementById('tab-{tab}').click()")
                    page.wait(0.25)
                    found += [f"{width}x{height} {'dark' if dark else 'light'} {kind} {tab}: {one}" for one in faults(page)]
            client.call("song.unload")
            client.call("setlist.close")
        page.run("document.querySelectorAll('.dot')[5].click()")
        page.wait(0.3)
        found += [f"{width}x{height} rings: {one}" for one in faults(page)]
        page.run("document.querySelectorAll('.dot')[0].click()")
    assert not found, "\n".join(found[:20])


def wakes(it):
    """Without a wake lock a video keeps the screen awake while it plays: for an iPhone it is heard by the system, and silent."""
    page, client = it.page, it.client
    without = page.call("Page.addScriptToEvaluateOnNewDocument", source="""
        Object.defineProperty(Navigator.prototype, 'wakeLock', { get: () => undefined });
        globalThis.loads = 0;
        const { load } = HTMLMediaElement.prototype;
        HTMLMediaElement.prototype.load = function () { loads += navigator.userActivation.isActive; return load.call(this); };""")["identifier"]
    for agent, is_muted in [("Mozilla/5.0 (iPhone; CPU iPhone OS 15_0 like Mac OS X) Safari/604.1", False), ("Mozilla/5.0 (Linux; Android 11) Chrome/90.0", True)]:
        page.call("Network.setUserAgentOverride", userAgent=agent)
        it.open()
        page.click("#title")
        # The first touch loads it for an iPhone alone, which demands that of what is to play later.
        if is_muted:
            assert page.run("!document.querySelector('video')"), "the video is loaded before it is needed"
        else:
            page.until("loads > 0 && document.querySelector('video.silent')?.src && document.querySelector('video').paused")
        page.click("#play")
        page.until("metroweb.store.status.playing")
        page.until("document.querySelector('video.silent')?.readyState > 1")
        page.click("#title")
        page.until("!document.querySelector('video').paused && document.querySelector('video').currentTime > 0.2")
        assert page.run("document.querySelector('video').muted") == is_muted, f"the video is muted: {not is_muted}"
        assert page.run("document.querySelector('video').webkitAudioDecodedByteCount > 0") or is_muted, "it has no sound"
        page.click("#play")
        page.until("document.querySelector('video').paused")
    page.call("Page.removeScriptToEvaluateOnNewDocument", identifier=without)
    # What is asked of a browser that has one: with a set list between its entries, and while the page goes on without its server.
    page.call("Page.addScriptToEvaluateOnNewDocument", source="""
        globalThis.held = 0;
        Object.defineProperty(Navigator.prototype, 'wakeLock', { get: () => ({ request: async () => {
            held++;
            return Object.assign(new EventTarget(), { async release() { held--; this.dispatchEvent(new Event('release')); } });
        } }) });""")
    client.call("preset.save", name="one")
    client.call("setlist.add", name="evening", entries=["one"])
    it.open()
    for call, held in [(lambda: client.call("setlist.load", name="evening"), 1), (lambda: client.call("setlist.close"), 0), (lambda: client.call("start"), 1)]:
        call()
        page.until(f"held === {held}", 5)
    it.stand.web.end()
    page.until("metroweb.store.connection === 'lost'")
    page.wait(0.3)
    assert page.run("metroweb.store.status.playing && held === 1"), "the screen falls asleep where the connection is lost"
    # 10 minutes later.
    page.run("const now = performance.now.bind(performance); performance.now = () => now() + 600_000; 0")
    page.until("held === 0")


def rereads(it):
    """One read that is refused leaves the entries of a set list and the sections of a song as they are, and is asked for again."""
    page, client = it.page, it.client
    library(it)
    page.call("Page.addScriptToEvaluateOnNewDocument", source="""
        [globalThis.refused, globalThis.refuses, globalThis.reads, globalThis.readAt] = [[], null, 0, 0];
        const asked = fetch;
        globalThis.fetch = (path, options) => {
            const method = path === '/call' && JSON.parse(options.body).method, at = refused.indexOf(method);
            if (method !== refuses && at < 0) {
                if (method !== 'setlist.show') return asked(path, options);
                reads++;
                return asked(path, options).finally(() => { reads--; readAt = performance.now(); });
            }
            method === refuses ? refused.push(method) : refused.splice(at, 1);
            return Promise.resolve(new Response(JSON.stringify({ error: { message: 'too many at once' } }), { status: 429 }));
        };""")
    for name in ["one", "two"]:
        client.call("preset.save", name=name)
    client.call("setlist.add", name="friday", entries=["one", "two"])
    client.call("setlist.load", name="friday")
    it.open()
    page.click("#tab-song")
    entries = "[...document.querySelectorAll('.setlist .entries b')].map((one) => one.textContent).join()"
    page.until(f"{entries} === 'one,two'")
    settled = "reads === 0 && performance.now() - readAt > 500"
    page.until(settled)
    page.run("globalThis.scrolls = 0; Element.prototype.scrollIntoView = () => { scrolls++; }; 0")
    for change in [lambda: client.call("setlist.next"), lambda: client.call("setlist.add", name="friday", entries=["one"])]:
        # Two: the page also reads them once it knows the names of all pieces.
        page.run("refuses = 'setlist.show'")
        change()
        page.until("refused.length > 1")
        page.wait(0.3)
        assert page.run(entries) == "one,two", f"a read that is refused leaves {page.run(entries)!r} of the entries"
        assert page.run("scrolls") == 0, "a read that is refused moves the list"
        page.run("[refused, refuses] = [[], null]")
        page.until(f"scrolls > 0 && {settled}")
        page.run("scrolls = 0")
    page.until(f"{entries} === 'one,two,one'")
    client.call("setlist.close")
    page.run("refused.push('song.show')")
    client.call("song.load", path="evening.toml")
    page.until("document.querySelectorAll('.section').length === 2")
    assert page.run("refused.length") == 0, "no read was refused"




tests = {"wakes": wakes, "rereads": rereads, "keeps": keeps, "rings": rings, "draws": draws, "fits": fits}
