# SPDX-License-Identifier: Apache-2.0
"""Tests of single controls: what they show, where the focus stays, what a press and a key do, what is announced."""

import page_views
import programs


def grooves(it):
    """A groove that was undone can be chosen again, and one that plays can be switched off, also by a page that is opened later."""
    page = it.page
    it.open()
    page.click("#tab-lanes")
    lanes = lambda: len(it.status()["settings"]["lanes"])
    shown = "document.querySelector('select[aria-label=Groove]').selectedOptions[0].textContent"
    page_views.choose(page, "Groove", "bossa")
    programs.wait_for("lanes", lanes)
    assert page.run(shown) == "Groove", f"the list of grooves shows {page.run(shown)}, and does not take that again"
    it.open()
    page.click("#tab-lanes")
    page_views.choose(page, "Groove", "off")
    programs.wait_for("no lanes", lambda: not lanes())
    assert page.run(shown) == "Groove", f"the list of grooves shows {page.run(shown)}"
    it.quiet_console()


tests = {"grooves": grooves}
