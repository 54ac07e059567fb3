// map.mjs — the map under the hand: it stays where it is, shows the hexes of the question, and takes boxes, keys and
// fingers.
import assert from 'node:assert/strict';
import { User } from '../server/server.mjs';

const board = (me) => me.page.locator('.map canvas');

/** What the page has chosen and where the map is. */
function look(me) {
    return board(me).evaluate(({ board }) => {
        const { selectedHex, draft, actors } = board.game.state;
        const { camera, width, height } = board.view;
        return {
            selected: selectedHex === null ? null : board.map.numbers[selectedHex],
            chosen: draft?.args.length ?? 0,
            acting: [...actors.keys()].map((i) => board.game.shown().pieces.get(i)?.hex ?? -1),
            seen: [...board.game.shown().stacks.keys()].filter((hex) => board.view.inSight(hex, 0)),
            scale: camera.scale,
            width,
            height,
        };
    });
}

async function openGame(person, here, scenario, seats, options = {}) {
    const user = await User.guest(here());
    const { id } = await user.create(scenario, seats);
    const me = await person({ cookie: user.cookie, ...options });
    await me.open(`/g/${id}`);
    await me.page.locator('.prompt').waitFor();
    await board(me).evaluate(async (element) => {
        while (!element.board?.complete) await new Promise((resolve) => setTimeout(resolve, 30));
    });
    return me;
}

const drawn = (me) => board(me).evaluate(async ({ board }) => {
    const before = board.framesDrawn;
    board.dirty();
    while (board.framesDrawn === before) await new Promise((resolve) => requestAnimationFrame(resolve));
});

async function endPhase(me, next) {
    await me.press('end the phase', true);
    await me.press(/^End the phase/);
    await me.track(next);
    await me.ready();
}

export function maps({ test, person, here }) {
    test('after an order no fan is left open to take the next click', async () => {
        const me = await openGame(person, here, 'wb95/muskau', { soviet: 'me', german: 'random' });
        await me.ready();
        await me.clickHex('5314');
        await me.page.locator('.draft .chip.on').nth(1).waitFor();
        await me.clickHex('5115');
        await me.press(/Order: fire a barrage/);
        await me.page.locator('.log .dice').first().waitFor();
        assert.equal((await look(me)).selected, null);
        await me.track('movement');
        await me.ready();
        await drawn(me);
        await me.clickHex('5213');
        await me.page.locator('.draft .chip.on', { hasText: '97 (G)' }).waitFor();
        assert.equal((await look(me)).selected, '5213');
    });

    test('the map stays under the pointer when the bar below it grows', async () => {
        const me = await openGame(person, here, 'wb95/muskau', { soviet: 'me', german: 'random' });
        await me.ready();
        const before = await me.spot('5115');
        const { height } = await look(me);
        await me.page.locator('.bottom').evaluate((bar) => (bar.style.paddingBottom = '90px'));
        await me.page.waitForFunction((was) => document.querySelector('.map canvas').board.view.height < was - 60, height);
        const after = await me.spot('5115');
        assert.ok(Math.hypot(after.x - before.x, after.y - before.y) < 0.5, `${JSON.stringify(before)} became ${JSON.stringify(after)}`);
        // A window that gets narrower keeps what is in its middle.
        const middle = await board(me).evaluate(({ board: { view } }) => view.hexAt({ x: view.width / 2, y: view.height / 2 }));
        await me.page.setViewportSize({ width: 1000, height: 860 });
        await me.page.waitForFunction((was) => document.querySelector('.map canvas').board.view.width < was, 900);
        const now = await board(me).evaluate(({ board: { view } }) => view.hexAt({ x: view.width / 2, y: view.height / 2 }));
        assert.equal(now, middle);
    });

    test('a game opens where its counters are, and a question looks at who can act', async () => {
        const me = await openGame(person, here, 'wb95/nysa', { soviet: 'greedy', german: 'me' });
        await me.ready();
        const first = await look(me);
        assert.ok(first.seen.length >= 20, `${first.seen.length} stacks in sight`);
        assert.ok(first.acting.some((hex) => first.seen.includes(hex)), 'somebody who can act is in sight');
        // Away from all of them: a counter picked from the list is brought into sight, and nothing moves for one in
        // sight.
        await board(me).evaluate(({ board }) => board.pan(6000, 0));
        await me.page.locator('.actors .chip', { hasText: 'Görlitz 1' }).first().click();
        await me.page.locator('.draft').waitFor();
        const shown = await board(me).evaluate(({ board }) => board.view.inSight(board.game.state.selectedHex));
        assert.ok(shown, 'the counter picked from the list is in sight');
        const spot = await me.spot('5830');
        await me.page.keyboard.press('Escape');
        await me.ready();
        assert.deepEqual(await me.spot('5830'), spot);
    });

    test('a hint about a place out of sight brings it into sight, once', async () => {
        const me = await openGame(person, here, 'wb95/muskau', { soviet: 'me', german: 'greedy' });
        await me.ready();
        const tell = (hex) => board(me).evaluate(({ board }, number) => {
            const { game } = board;
            const { position, actors } = game.state;
            const info = { ...position.keys.game, hints: [{ text: { en: 'There.', pl: 'Tam.' }, hex: number }] };
            game.store.set({ position: { ...position, keys: { ...position.keys, game: info } }, hintsDone: [], actors: new Map(actors) });
        }, hex);
        const seen = (number) => board(me).evaluate(({ board }, hex) => board.view.inSight(board.map.numbers.indexOf(hex)), number);
        await board(me).evaluate(({ board }) => {
            board.lastHint = -1; // as when the game was opened
            for (let i = 0; i < 6; i++) board.zoomBy(1);
            board.pan(-6000, -6000);
        });
        assert.equal(await seen('4712'), false);
        await tell('4712');
        await me.page.waitForFunction(() => {
            const { board } = document.querySelector('.map canvas');
            return board.view.inSight(board.map.numbers.indexOf('4712'));
        });
        // The player looks at his guns: the same hint leaves him there.
        await board(me).evaluate(({ board }) => {
            for (let i = 0; i < 6; i++) board.zoomBy(1);
            board.show([board.map.numbers.indexOf('5314')]);
        });
        assert.equal(await seen('4712'), false);
        const elsewhere = await me.spot('4712');
        await tell('4712');
        await me.page.waitForTimeout(300);
        assert.deepEqual(await me.spot('4712'), elsewhere);
    });

    test('a box takes the counters in it, a second click the rest of a stack', async () => {
        const me = await openGame(person, here, 'wb95/muskau', { soviet: 'me', german: 'random' });
        await me.ready();
        for (const phase of ['movement', 'combat']) await endPhase(me, phase);
        const [a, b] = [await me.spot('5113'), await me.spot('5217')];
        await me.page.keyboard.down('Shift');
        await me.page.mouse.move(a.x - 40, a.y);
        await me.page.mouse.down();
        await me.page.mouse.move(b.x + 30, b.y, { steps: 4 });
        await me.picture('box');
        await me.page.mouse.up();
        await me.page.keyboard.up('Shift');
        await me.page.locator('.draft .chip.on').nth(2).waitFor();
        await me.page.keyboard.press('Escape');
        await me.ready();
        // The same two clicks mean the same whether the order began by itself or by the first of them.
        for (const begun of [false, true]) {
            if (begun) await me.press('attack', true);
            await me.clickHex('5216');
            await me.page.locator('.draft .chip.on').first().waitFor();
            assert.equal((await look(me)).chosen, 1);
            await me.clickHex('5216');
            await me.page.locator('.draft .chip.on').nth(1).waitFor();
            assert.equal((await look(me)).chosen, 2);
            await me.page.keyboard.press('Escape');
            await me.ready();
        }
    });

    test('keys go to the next counter that can act, zoom there, and choose it', async () => {
        const me = await openGame(person, here, 'wb95/muskau', { soviet: 'me', german: 'random' });
        await me.ready();
        await endPhase(me, 'movement');
        await me.tabTo(/^Map$/);
        const spoken = me.page.locator('.map [aria-live]').first();
        await me.page.keyboard.press('n');
        const one = await spoken.innerText();
        await me.page.keyboard.press('n');
        const two = await spoken.innerText();
        assert.notEqual(one, two);
        await me.page.keyboard.press('p');
        assert.equal(await spoken.innerText(), one);
        // Where the hex is once the map has come to rest.
        const resting = async (hex) => {
            for (let at = await me.spot(hex); ;) {
                await me.page.waitForTimeout(150);
                await me.page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
                const now = await me.spot(hex);
                if (now.x === at.x && now.y === at.y) return now;
                at = now;
            }
        };
        const hex = one.match(/\d{4}/)[0]; // its place may have a name
        await me.page.keyboard.press('+'); // so far in that the edge of the map holds nothing back
        const spot = await resting(hex);
        const { scale } = await look(me);
        await me.page.keyboard.press('+');
        assert.ok((await look(me)).scale > scale);
        const after = await resting(hex);
        assert.ok(Math.hypot(after.x - spot.x, after.y - spot.y) < 3, `the hex of the cursor stays where it is: ${hex} ${JSON.stringify(spot)} ${JSON.stringify(after)}`);
        await me.page.keyboard.press('Enter');
        await me.page.locator('.draft .chip.on').first().waitFor();
    });

    test('overlays draw lines of supply with a legend, and the map says what of it is ours', async () => {
        const me = await openGame(person, here, 'wb95/nysa', { soviet: 'me', german: 'greedy' });
        for (const kind of ['supply:soviet', 'zoc:german', 'threat:soviet', ':control']) {
            await me.page.locator('.overlays select').selectOption(kind);
            await me.page.locator('.legend li').first().waitFor();
            if (kind.startsWith('supply')) {
                const links = await board(me).evaluate(({ board }) => board.game.state.overlay.links.length);
                assert.ok(links > 30, `${links} links`);
                await me.picture('overlay-supply');
            }
        }
        await me.picture('overlay-control');
        await me.press('Map: a reconstruction');
        const dialog = me.page.getByRole('dialog');
        assert.match(await dialog.innerText(), /Towns[\s\S]*counters/i);
        await me.picture('sources');
    });

    test('how to win is told by side, marked on the map, and the signs are explained', async () => {
        const me = await openGame(person, here, 'wb95/nysa', { soviet: 'me', german: 'greedy' });
        await me.page.getByRole('tab', { name: 'Staff' }).click();
        await me.page.locator('.goals li', { hasText: 'each town hex held' }).first().waitFor();
        assert.match(await me.page.locator('.affairs').innerText(), /How to win[\s\S]*Soviet[\s\S]*60 CEL[\s\S]*Points[\s\S]*Reinforcements/);
        await me.press('Show what it is worth on the map');
        await me.page.waitForFunction(() => document.querySelector('.map canvas').board.game.state.showAims);
        assert.equal(await me.page.locator('.overlays select').inputValue(), ':goals');
        await drawn(me);
        await me.picture('goals');
        await me.press('Help');
        const dialog = me.page.getByRole('dialog');
        assert.match(await dialog.innerText(), /Symbols[\s\S]*Infantry[\s\S]*has fought/);
        assert.ok((await dialog.locator('.signs svg path').count()) > 40);
        await me.picture('signs');
    });

    test('a phone that is turned and pinched keeps its map, and spreads a tall stack', async () => {
        const me = await openGame(person, here, 'wb95/nysa', { soviet: 'me', german: 'greedy' }, {
            viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true,
        });
        const tall = await board(me).evaluate(({ board }) => {
            const [hex] = [...board.game.shown().stacks].sort((a, b) => b[1].length - a[1].length)[0];
            board.show([hex]);
            return board.map.numbers[hex];
        });
        const { x, y } = await me.spot(tall);
        await me.page.touchscreen.tap(x, y);
        await drawn(me);
        const fan = await board(me).evaluate((element) => {
            const { items, area } = element.board.fan;
            const others = [...element.parentElement.querySelectorAll('.on-map')].map((one) => one.getBoundingClientRect());
            const { left, top } = element.getBoundingClientRect();
            const hits = (box) => box.left - left < area.x + area.width && box.right - left > area.x &&
                box.top - top < area.y + area.height && box.bottom - top > area.y;
            return { items: items.length, width: items[0].width, inside: area.x >= 0 && area.x + area.width <= element.board.view.width, hidden: others.some(hits) };
        });
        assert.ok(fan.items >= 6 && fan.width >= 44 && fan.inside, JSON.stringify(fan));
        assert.equal(fan.hidden, false, 'nothing lies over the fan');
        await me.picture('phone-fan');
        const { scale } = await look(me);
        const client = await me.context.newCDPSession(me.page);
        const fingers = (type, gap) => client.send('Input.dispatchTouchEvent', {
            type, touchPoints: gap === null ? [] : [{ x: x - gap, y, id: 1 }, { x: x + gap, y, id: 2 }],
        });
        await fingers('touchStart', 30);
        for (const gap of [40, 50, 60]) await fingers('touchMove', gap);
        await fingers('touchEnd', null);
        const pinched = await look(me);
        assert.ok(Math.abs(pinched.scale / scale - 2) < 0.1, `${scale} became ${pinched.scale}`);
        await me.page.setViewportSize({ width: 844, height: 390 });
        await me.page.waitForFunction(() => document.querySelector('.map canvas').board.view.width > 400);
        const turned = await look(me);
        assert.ok(turned.height > 120, `${turned.height} pixels of map are left`);
        await me.picture('phone-turned');
    });

    test('on a phone a hint does not lie on the counter that it speaks of', async () => {
        const me = await openGame(person, here, 'ocs/taganrog-road', { axis: 'me', soviet: 'random' },
            { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });
        const hint = me.page.locator('.hint-here .hint');
        const put = async (words) => {
            await hint.filter({ hasText: words }).waitFor();
            await hint.getByRole('button', { name: 'Got it' }).tap();
        };
        await put('Look around first');
        await me.page.locator('.verbs .end').tap();
        await hint.filter({ hasText: '66 Rifle Regiment' }).waitFor();
        // The counter of the next hint, a long one, stands in the middle, where a card above and a card below would lie on it.
        const heightOf = ({ board }) => {
            const box = document.querySelector('.hint-here .hint').getBoundingClientRect();
            const at = board.pixelOf(board.map.numbers.indexOf('20.11')).y;
            return { at, top: box.top, bottom: box.bottom };
        };
        await board(me).evaluate(({ board }) => {
            const next = board.game.state.position.keys.game.hints.find(({ text }) => text.en.includes('93 Rifle Regiment to Move'));
            next.text.en += ' Then the regiment can march over the bridge.'.repeat(12);
            const { top, height } = document.querySelector('.map canvas').getBoundingClientRect();
            board.zoomBy(2);
            board.pan(0, top + height / 2 - 4 - board.pixelOf(board.map.numbers.indexOf('20.11')).y);
        });
        await put('66 Rifle Regiment');
        await hint.filter({ hasText: '93 Rifle Regiment' }).waitFor();
        await me.page.waitForTimeout(600); // longer than the map takes to settle
        await me.page.waitForFunction((seen) => {
            const { at, top, bottom } = new Function(`return (${seen})`)()(document.querySelector('.map canvas'));
            return at < top - 25 || at > bottom + 25;
        }, heightOf.toString());
        await me.picture('hint-beside');
    });

    test('on a phone held sideways nothing on the map lies over something else, and the link of a hint not over its text', async () => {
        const me = await person({ viewport: { width: 844, height: 390 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true });
        await me.open('/');
        await me.button('Play the first game').tap();
        await me.page.locator('.hint-here .hint').waitFor();
        await me.page.locator('.opening-here').waitFor();
        const box = (which) => me.page.locator(which).first().boundingBox();
        const parts = ['.hint-here', '.zoom', '.opening-here', '.overlays', '.foot'];
        const boxes = await Promise.all(parts.map(box));
        boxes.forEach((a, i) => boxes.slice(i + 1).forEach((b, j) => {
            const apart = a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y;
            assert.ok(apart, `${parts[i]} and ${parts[i + 1 + j]} overlap`);
        }));
        const link = me.page.locator('.hint-here .where');
        assert.notEqual(await link.evaluate((one) => getComputedStyle(one).position), 'absolute');
        await me.page.locator('.map canvas').evaluate(({ board }) => board.game.notice('Barrage: nothing was left to do, so the phase ended.'));
        await me.page.locator('.toast').waitFor();
        const [hint, toast] = [await box('.hint-here'), await box('.toast')];
        assert.ok(toast.y >= hint.y + hint.height || toast.y + toast.height <= hint.y, 'a toast lies over the hint');
        await me.picture('sideways');
        await me.page.locator('.map canvas').evaluate(({ board }) =>
            board.game.refuse({ text: '13 (G) cannot fire.', rule: '6.5.3', hexes: [], pieces: [] }));
        await me.page.locator('.refusal').waitFor();
        assert.equal(await me.page.locator('.hint-here').isVisible(), false, 'what was refused is read first');
        await me.page.locator('.refusal').getByRole('button').last().tap();
        await me.page.locator('.hint-here .hint').waitFor();
    });

    test('on a phone a finger beside the link of a hint or a prompt still hits it, and a long list leaves its buttons in sight', async () => {
        const me = await person({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });
        await me.open('/');
        await me.button('Play the first game').tap();
        await me.page.locator('.hint-here .hint').waitFor();
        for (const link of ['.hint-here .where', '.hint-here .rule', '.prompt .rule']) {
            const height = await me.page.locator(link).first().evaluate((one) => {
                one.scrollIntoView({ block: 'center' });
                const { left, width, top } = one.getBoundingClientRect();
                let hit = 0;
                for (let y = top - 30; y < top + 50; y++) hit += document.elementFromPoint(left + width / 2, y) === one ? 1 : 0;
                return hit;
            });
            assert.ok(height >= 43, `${link} can be hit on ${height} pixels`);
        }
        const clear = (now) => now.page.evaluate(() => {
            const [text, button] = ['.hint-here .hint p', '.hint-here .hint > button'].map((one) => document.querySelector(one).getBoundingClientRect());
            const hint = document.querySelector('.hint-here .hint').getBoundingClientRect();
            return text.bottom <= button.top + 1 && button.bottom <= hint.bottom;
        });
        await me.page.locator('.map canvas').evaluate(({ board: { game } }) => {
            const { position } = game.state;
            const info = { ...position.keys.game, hints: [{ text: { en: 'A long hint. '.repeat(60) } }] };
            game.store.set({ position: { ...position, keys: { ...position.keys, game: info } } });
        });
        await me.page.locator('.hint-here', { hasText: 'A long hint' }).waitFor();
        assert.ok(await clear(me), 'the button of a long hint lies on its text');
        await me.picture('hint-long');
        for (let phase = 0; phase < 2; phase++) {
            await me.page.locator('.verbs .end').tap();
            const dialog = me.page.getByRole('dialog');
            await dialog.waitFor();
            const { y, height } = await dialog.getByRole('button', { name: 'End the phase' }).boundingBox();
            const box = await dialog.boundingBox();
            assert.ok(y + height <= box.y + box.height, 'the button is in sight');
            await dialog.getByRole('button', { name: 'End the phase' }).tap();
            await dialog.waitFor({ state: 'detached' });
            await me.ready();
        }
    });
}
