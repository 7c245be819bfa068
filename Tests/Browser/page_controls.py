# SPDX-License-Identifier: Apache-2.0
"""Tests of single controls: what they show, where the focus stays, what a press and a key do, what is announced."""

import os
import signal

import page_views
import programs

said = "document.getElementById('said').textContent"
focused = "(document.activeElement === document.body ? 'nothing' : document.activeElement.textContent)"


def groups(it):
    """Arrows go through the options of a group, and nothing else hears them; the focus stays where a choice was made."""
    page = it.page
    it.client.call("settings.set", bpm=100, subdivision=2, meter="7/8")
    it.open()
    page.click("#tab-bar")
    chips = lambda label: f"[...document.querySelectorAll('[role=radiogroup][aria-label=\"{label}\"] [role=radio]')]"
    page.until(f"{chips('Swing')}.length === 4 && {chips('Groups')}.length > 2")
    stops = page.run(f"{chips('Swing')}.map((one) => one.tabIndex)")
    assert stops == [0, -1, -1, -1], f"the stops of the tabulator are {stops}"
    page.run(f"{chips('Swing')}[0].focus()")
    for key, chosen, swing in [("ArrowRight", "light", "58%"), ("ArrowDown", "triplet", "2:1"), ("ArrowLeft", "light", "58%")]:
        page.key(key)
        programs.wait_for(f"a swing of {swing}, but {it.status()['settings']}", lambda: it.status()["settings"]["swing"].startswith(swing[:2]))
        page.until(f"{chips('Swing')}.find((one) => one.textContent === '{chosen}').getAttribute('aria-checked') === 'true'")
        assert page.run(focused) == chosen, f"{key} leaves the focus at {page.run(focused)}"
    assert it.status()["settings"]["bpm"] == 100, "an arrow in a group changes the tempo"
    # The list of groups is another one where it begins with what is chosen.
    page.run(f"{chips('Groups')}[1].focus(), document.activeElement.click()")
    text = page.run(focused)
    page.until(f"document.querySelector('[aria-label=Groups] [aria-checked=true]')?.textContent === '{text}'")
    assert page.run(focused) == text, f"a choice of groups leaves the focus at {page.run(focused)}"
    programs.wait_for(f"groups of {text}", lambda: it.status()["settings"]["meter"] == text + "/8")
    # A grouping of one's own leaves the list with another choice.
    it.client.call("settings.set", meter="4+2/4")
    mine = "document.querySelector('[aria-label=Groups] [aria-checked=true]')"
    page.until(f"{mine}?.textContent === '4+2'")
    page.run(f"{mine}.focus()")
    page.key("ArrowDown")
    page.until(f"{chips('Groups')}.every((one) => one.textContent !== '4+2')")
    assert page.run(f"document.activeElement === {mine}"), f"a list without what was chosen leaves the focus at {page.run(focused)}"
    # Pedals send these arrows, too.
    it.client.call("preset.save", name="one")
    it.client.call("preset.save", name="two")
    it.client.call("setlist.add", name="evening", entries=["one", "two"])
    it.client.call("setlist.load", name="evening")
    page.until("metroweb.store.status.setlist")
    page.run(f"{chips('Swing')}[0].focus()")
    page.key("ArrowRight")
    programs.wait_for("the next entry", lambda: it.status()["setlist"]["place"] == 2)
    page.click("#tab-song")
    page.until("document.querySelectorAll('.entries [aria-current]').length === 1")
    page.run("document.querySelectorAll('.setlist .entry')[1].focus()")
    it.client.call("setlist.go", entry=1)
    page.until("document.querySelector('.setlist .entries').firstElementChild.getAttribute('aria-current') === 'true'")
    assert "two" in page.run(focused), f"another entry leaves the focus at {page.run(focused)}"
    it.quiet_console()


def grooves(it):
    """A groove that was undone can be chosen again, and one that plays can be switched off, also by a page that is opened later."""
    page = it.page
    it.open()
    page.click("#tab-lanes")
    lanes = lambda: len(it.status()["settings"]["lanes"])
    shown = "document.querySelector('select[aria-label=Groove]').selectedOptions[0].textContent"
    page_views.choose(page, "Groove", "bossa")
    programs.wait_for("lanes", lanes)
    # Else the list does not take the same again.
    page.until(f"{shown} === 'Groove'")
    page.run("document.querySelector('select[aria-label=Groove]').focus()")
    page.key("ArrowDown")
    it.open()
    assert lanes(), "an arrow on the way through the list switches the groove off"
    page.click("#tab-lanes")
    page_views.choose(page, "Groove", "off")
    programs.wait_for("no lanes", lambda: not lanes())
    page.until(f"{shown} === 'Groove'")
    it.quiet_console()


def bells(it):
    """The bell counts as on where it rings on several beats, and is off then by its switch and by its key."""
    page = it.page
    it.open()
    page.click("#tab-bar")
    state = "document.querySelector('[role=switch][aria-label=Bell]').getAttribute('aria-checked')"
    silent = lambda: it.status()["heard"]["bell"] is None and "X" not in it.status()["settings"]["accents"]
    for off in [lambda: page.click("[role=switch][aria-label=Bell]"), lambda: page.key("b", "KeyB", "b")]:
        it.client.call("accents.set", accents="XxXx")
        page.until("metroweb.store.status.accents === 'XxXx'")
        assert page.run(state) == "true", "the bell rings, and counts as off"
        off()
        programs.wait_for(f"no bell, but {it.status()['settings']['accents']}", silent)
        page.until(f"{state} === 'false'")
    it.quiet_console()


def announces(it):
    """A refusal is announced when it comes, each time, and never again when the connection comes back."""
    page = it.page
    it.open()
    refuse = "metroweb.call('meter.set', { meter: 'nothing' })"
    page.run(refuse)
    page.until(f"/^Refused: /.test({said})")
    page.run("globalThis.announced = []; new MutationObserver(() => announced.push(document.getElementById('said').textContent))"
             ".observe(document.getElementById('said'), { childList: true, characterData: true, subtree: true })")
    page.until("document.getElementById('toast').hidden")
    page.run(refuse)
    page.until("announced.some((one) => one.startsWith('Refused: '))")
    page.until("document.getElementById('toast').hidden")
    page.run("announced.length = 0")
    it.stand.daemon.end(signal.SIGKILL)
    page.until("metroweb.store.connection === 'daemon'")
    it.stand.start_daemon()
    page.until("metroweb.store.connection === 'open'")
    assert not page.run("announced.some((one) => one.startsWith('Refused: '))"), "a refusal is announced again"


def presses(it):
    """A press on the ring of the dial goes there; one in its middle opens the field, and changes nothing."""
    page = it.page
    it.client.call("tempo.set", bpm=100)
    it.open()
    page.until("metroweb.store.status.bpm === 100")
    box = page.run("(({ x, y, width, height }) => [x + width / 2, y + height * 100 / 186, width / 200])(document.querySelector('.dial').getBoundingClientRect())")

    def press(x, y):
        for kind in ["mousePressed", "mouseReleased"]:
            page.call("Input.dispatchMouseEvent", type=kind, x=box[0] + x * box[2], y=box[1] + y * box[2], button="left", clickCount=1)

    # The top is the middle of 20 to 300.
    press(0, -80)
    programs.wait_for(f"77 bpm, but {it.status()['heard']['bpm']}", lambda: it.status()["heard"]["bpm"] == 77)
    page.until("document.querySelector('.dial-number').textContent === '77'")
    press(0, -20)
    page.until("document.querySelector('.typed').offsetParent !== null")
    assert it.status()["heard"]["bpm"] == 77, "a press on the number changes the tempo"
    it.quiet_console()


def scrolls(it):
    """Who only watches scrolls all that is out of sight, and can use none of it; so does who plays a song with what that says itself."""
    page, client = it.page, it.client
    names = [f"Song {number:02}" for number in range(1, 21)]
    for name in names:
        client.call("preset.save", name=name)
    client.call("setlist.add", name="evening", entries=names)
    client.call("setlist.load", name="evening")
    client.call("settings.set", meter="32/8", lanes=" | ".join(f"{name} {'x...' * 16}" for name in ["kick", "snare", "hat", "clave", "rim", "cowbell", "surdo"]))
    page.resize(320, 568)

    def scrolled(tab, selector, side="Top"):
        page.click(f"#tab-{tab}")
        box = f"document.querySelector('{selector}')"
        page.until(f"{box}.scroll{'Height' if side == 'Top' else 'Width'} > {box}.client{'Height' if side == 'Top' else 'Width'} + 20")
        page.run(f"{box}.scrollIntoView({{ block: 'start' }})")
        x, y = page.run(f"(({{ x, y, width }}) => [x + width / 2, y + 20])({box}.getBoundingClientRect())")

        def turn():
            page.call("Input.dispatchMouseEvent", type="mouseWheel", x=x, y=y, deltaX=0 if side == "Top" else 100, deltaY=100 if side == "Top" else 0)
            page.wait(0.3)
            return page.run(f"{box}.scroll{side} > 0")
        programs.wait_for(f"movement of {selector}", turn, 5)

    usable = lambda within: page.run(f"[...document.querySelectorAll('{within}')].filter((one) => !one.closest('[inert]')).length")
    it.open(role="watch")
    page.until("document.querySelectorAll('.entries li').length === 20")
    for tab, selector, side in [("song", "#panel-song", "Top"), ("practice", "#panel-practice", "Top"), ("lanes", "#grid", "Left"), ("lanes", "#panel-lanes", "Top")]:
        scrolled(tab, selector, side)
    scrolled("tempo", "#beats")
    sections = "".join(f'[[section]]\nlabel = "{number}"\nbars = 4\n' for number in range(1, 13))
    with open(os.path.join(it.folder, "song.toml"), "w") as file:
        file.write("tempo = 120\n" + sections)
    client.call("song.load", path=file.name)
    page.until("document.querySelectorAll('.section').length === 12")
    scrolled("song", ".sections", "Left")
    found = usable("#transport button, #beats button, .panel:not(#panel-sound) button, .panel:not(#panel-sound) input, #mix button")
    assert found == 0, f"who only watches can use {found} controls"
    page.forget()
    it.open()
    page.until("document.querySelectorAll('.section').length === 12")
    scrolled("bar", "#panel-bar")
    found = usable("#beats button, #panel-bar button, #panel-lanes button, #quick button")
    assert found == 0, f"of what a song says itself {found} controls can be used"
    assert usable(".section") == 12, "sections cannot be gone to"
    it.quiet_console()


def prompts(it):
    """What was typed to play next is set by a press on its switch, and shown at the top, also with a set list."""
    page, client = it.page, it.client
    page.resize(1440, 900)
    it.open()
    field, power = "input[aria-label='What to play next']", "button[role=switch][aria-label='What to play next']"
    page.run(f"document.querySelector({field!r}).scrollIntoView({{ block: 'center' }}), document.querySelector({field!r}).focus()")
    page.call("Input.insertText", text="A, D, G every 4")
    x, y = page.run(f"(({{ x, y, width, height }}) => [x + width / 2, y + height / 2])(document.querySelector({power!r}).getBoundingClientRect())")
    for kind in ["mousePressed", "mouseReleased"]:
        page.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)
        # As long as a finger stays down.
        page.wait(0.4)
    page.until(f"document.querySelector({power!r}).getAttribute('aria-checked') === 'true'", 5)
    assert it.status()["settings"]["prompt"] == "A, D, G every 4", f"the prompts are {it.status()['settings']['prompt']}"
    client.call("preset.save", name="one")
    client.call("setlist.add", name="evening", entries=["one"])
    for load, shown, behind in [
            (lambda: None, "title", ""), (lambda: client.call("setlist.load", name="evening"), "entry-next", " · The last one")]:
        client.call("stop")
        load()
        client.call("prompt.set", prompt="A, D, G every 4")
        client.call("start")
        page.until(f"""(({{ practice }}, element) => practice?.prompt?.next && element.offsetParent
            && element.textContent === `${{practice.prompt.prompt}} → ${{practice.prompt.next}}{behind}`)(metroweb.store.status, document.getElementById('{shown}'))""")
    it.quiet_console()


tests = {"scrolls": scrolls, "prompts": prompts, "groups": groups, "grooves": grooves, "bells": bells, "announces": announces, "presses": presses}
