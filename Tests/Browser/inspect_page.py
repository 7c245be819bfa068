# SPDX-License-Identifier: Apache-2.0
"""What is wrong with a page as it is seen: collisions, what leaves the window, contrast, names, roles and references."""

SCRIPT = r"""(() => {
    const wrong = [], isSeen = (one) => one.getClientRects().length > 0 && getComputedStyle(one).visibility === 'visible';
    const name = (one) => one.id || one.getAttribute('aria-label') || `${one.tagName}.${one.className}`;
    // What is left of a box inside of all that clips it.
    const shown = (one) => {
        let { left, top, right, bottom } = one.getBoundingClientRect();
        for (let box = one.parentElement; box; box = box.parentElement) {
            if (getComputedStyle(box).overflowX === 'visible' && getComputedStyle(box).overflowY === 'visible') continue;
            const clip = box.getBoundingClientRect();
            [left, top, right, bottom] = [Math.max(left, clip.left), Math.max(top, clip.top), Math.min(right, clip.right), Math.min(bottom, clip.bottom)];
        }
        return right - left > 1 && bottom - top > 1 ? { left, top, right, bottom } : null;
    };
    const controls = [...document.querySelectorAll('button, select, input, [role=slider]')].filter(isSeen).map((one) => [one, shown(one)]).filter(([, box]) => box);
    const texts = [...document.querySelectorAll('header h1, #place, #clock, #entry-name')].filter((one) => isSeen(one) && one.textContent).map((one) => [one, shown(one)]).filter(([, box]) => box);
    const all = [...controls, ...texts], lightly = (one) => one.matches('.dot, .ring-step, .cell');
    all.forEach(([one, box], index) => {
        const whole = one.getBoundingClientRect(), scrolls = (side) => { for (let home = one; home; home = home.parentElement) if (/auto|scroll/.test(getComputedStyle(home)[side])) return true; };
        if (!scrolls('overflowX') && (whole.left < -1 || whole.right > innerWidth + 1)) wrong.push(`${name(one)} leaves the window`);
        if (!scrolls('overflowY') && (whole.top < -4 || whole.bottom > innerHeight + 4)) wrong.push(`${name(one)} leaves the window`);
        for (const [other, its] of all.slice(index + 1)) {
            if (one.contains(other) || other.contains(one) || lightly(one) && lightly(other) || one.matches('.dot') || other.matches('.dot')) continue;
            const across = Math.min(box.right, its.right) - Math.max(box.left, its.left), down = Math.min(box.bottom, its.bottom) - Math.max(box.top, its.top);
            if (across > 7 && down > 7) wrong.push(`${name(one)} and ${name(other)} collide by ${Math.round(across)} x ${Math.round(down)}`);
        }
    });
    if (document.documentElement.scrollHeight > innerHeight || document.documentElement.scrollWidth > innerWidth) wrong.push('the page scrolls');

    const channels = (text) => (text.match(/[\d.]+/g) ?? []).map(Number), light = ([r, g, b]) => [r, g, b].map((v) => (v /= 255) <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
        .reduce((sum, v, index) => sum + v * [0.2126, 0.7152, 0.0722][index], 0);
    const over = (top, under) => { const a = top[3] ?? 1; return [0, 1, 2].map((index) => top[index] * a + under[index] * (1 - a)); };
    const ground = (one) => {
        const layers = [];
        for (let box = one; box; box = box.parentElement) {
            const style = getComputedStyle(box), colour = channels(style.backgroundColor);
            if (style.backgroundImage !== 'none') return null;
            if (colour[3] !== 0) layers.push(colour);
            if ((colour[3] ?? 1) === 1) break;
        }
        return layers.reduceRight((under, top) => over(top, under), [255, 255, 255]);
    };
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const one = node.parentElement;
        if (!node.textContent.trim() || !isSeen(one) || one.closest('[disabled], [inert], svg, .page, .unseen, option, select[hidden]') || !shown(one)) continue;
        const style = getComputedStyle(one), behind = ground(one);
        if (!behind) continue;
        const front = light(over(channels(style.color), behind)), back = light(behind), ratio = (Math.max(front, back) + 0.05) / (Math.min(front, back) + 0.05);
        const isLarge = parseFloat(style.fontSize) >= 24 || parseFloat(style.fontSize) >= 18.66 && style.fontWeight >= 700;
        if (ratio < (isLarge ? 3 : 4.5)) wrong.push(`"${node.textContent.trim().slice(0, 20)}" has a contrast of ${ratio.toFixed(2)}`);
    }

    const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id);
    ids.filter((id, index) => ids.indexOf(id) !== index).forEach((id) => wrong.push(`two have the id ${id}`));
    for (const one of document.querySelectorAll('[aria-controls], [aria-labelledby], [aria-describedby]'))
        for (const reference of ['aria-controls', 'aria-labelledby', 'aria-describedby'])
            if (one.hasAttribute(reference) && !document.getElementById(one.getAttribute(reference))) wrong.push(`${name(one)}: nothing has the id of ${reference}`);
    for (const one of document.querySelectorAll('[aria-hidden=true] :is(button, select, input, [tabindex])'))
        if (one.tabIndex >= 0 && isSeen(one) && !one.disabled) wrong.push(`${name(one)} has the focus where it is hidden`);
    for (const one of document.querySelectorAll('button button, button select, button input, a button')) wrong.push(`${name(one)} is in a button`);
    const within = { radio: '[role=radiogroup]', tab: '[role=tablist]', listitem: '[role=list]' };
    for (const [role, home] of Object.entries(within))
        for (const one of document.querySelectorAll(`[role=${role}]`)) if (!one.closest(home)) wrong.push(`${name(one)}: a ${role} outside of ${home}`);
    for (const one of document.querySelectorAll('[role=switch], [role=radio]')) if (!['true', 'false'].includes(one.getAttribute('aria-checked'))) wrong.push(`${name(one)} is neither on nor off`);
    for (const one of document.querySelectorAll('[role=img]')) if (isSeen(one) && !one.getAttribute('aria-label')) wrong.push(`${name(one)}: a picture without words`);
    for (const one of document.querySelectorAll('ol > *, ul > *')) if (one.tagName !== 'LI') wrong.push(`${name(one)} is in a list`);
    for (const one of document.querySelectorAll('input, select')) if (isSeen(one) && !one.labels?.length && !one.getAttribute('aria-label')) wrong.push(`${name(one)} has no label`);
    if (!document.documentElement.lang || !document.title) wrong.push('no language, or no title');
    // Cards of a desk are as high as they are.
    if (innerWidth >= 1100 && innerHeight > 560)
        for (const one of document.querySelectorAll('.panel')) if (one.scrollHeight > one.clientHeight + 2 && getComputedStyle(one).overflowY !== 'visible') wrong.push(`${name(one)} scrolls by itself`);
    return [...new Set(wrong)].slice(0, 12);
})()"""


def faults(page):
    """What is wrong with the page as it is seen now."""
    return page.run(SCRIPT)
