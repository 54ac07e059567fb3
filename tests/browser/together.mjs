// together.mjs — several counters at once, stacks spread out, clicks that mean the same everywhere.
import assert from 'node:assert/strict';
import { User } from '../server/server.mjs';
import { untilAsked } from './hurry.mjs';

/** Reads something of the game on the page; undefined while there is none yet. */
export const state = (me, read) => me.page.locator('.map canvas').evaluate(
    (element, text) => element.board && new Function('game', `return ${text}`)(element.board.game), read);

/** Waits until something about the game on the page is true. */
export async function until(me, read, milliseconds = 30000) {
    for (const begun = Date.now(); !(await state(me, read)); await me.page.waitForTimeout(40))
        if (Date.now() - begun > milliseconds) throw new Error(`waited in vain for ${read}`);
}

/** Ends the phase, whatever would be forfeited; returns once that is answered. */
export async function end(me) {
    const seq = 'game.state.position.keys.seq';
    const before = await state(me, seq);
    await me.press('end the phase', true);
    const sure = me.button(/^End the phase/);
    for (let i = 0; i < 1500; i++) {
        if (await sure.count()) return sure.click();
        if ((await state(me, seq)) !== before) return;
        await me.page.waitForTimeout(20);
    }
    throw new Error('the phase does not end');
}

const where = (me, id) =>
    state(me, `game.state.map.numbers[[...game.state.position.pieces.values()].find((one) => one.id === '${id}').hex]`);

const tanks = ['s14/IVGT', 's13/IVGT', 's12/IVGT', 's3/IVGT'];

export function together({ test, person, here }) {
    async function moving(scenario = 'wb95/muskau', seats = { soviet: 'me', german: 'random' }, options = {}) {
        const user = await User.guest(here());
        const { id } = await user.create(scenario, seats);
        const me = await person({ cookie: user.cookie, ...options });
        await me.open(`/g/${id}`);
        await me.ready();
        if (scenario === 'wb95/muskau') {
            await end(me);
            await me.track('movement');
            await me.ready();
        }
        return me;
    }

    test('a whole stack marches together as one gesture, and one take-back brings it home', async () => {
        const me = await moving();
        await me.clickStack('5415');
        await until(me, 'game.state.draft?.others.length === 3 && !game.state.draft.busy');
        // Only what the slowest can reach lights up, with what it costs him.
        const ends = await state(me, 'game.state.draft.reach.ends.length');
        const alone = await me.page.locator('.map canvas').evaluate(async ({ board: { game } }) => {
            const all = [];
            for (const { args, reach } of game.state.draft.others) all.push(reach.ends.length);
            return Math.min(...all);
        });
        assert.ok(ends <= alone, `${ends} hexes for all, ${alone} for the slowest`);
        const spot = await me.spot('5413');
        await me.page.mouse.move(spot.x, spot.y);
        await me.picture('together');
        await me.clickHex('5413');
        await until(me, '!game.state.draft && game.state.verbs.length');
        for (const id of tanks) assert.equal(await where(me, id), '5413');
        await me.ready();
        await me.picture('together-moved');
        await me.page.keyboard.press('Control+z');
        await until(me, `[...game.state.position.pieces.values()].filter((one) => one.id?.includes('/IVGT') && game.state.map.numbers[one.hex] === '5415').length === 4`);
        await me.ready();
        assert.equal(await state(me, 'game.state.scene.moves.length'), 0);
    });

    test('a box of stacks goes on side by side, and one of them can be left out', async () => {
        const me = await moving();
        const [a, b] = [await me.spot('5213'), await me.spot('5314')];
        await me.page.keyboard.down('Shift');
        await me.page.mouse.move(a.x - 20, a.y - 22);
        await me.page.mouse.down();
        await me.page.mouse.move(b.x + 18, b.y + 22, { steps: 5 });
        await me.page.mouse.up();
        await me.page.keyboard.up('Shift');
        await until(me, 'game.state.draft?.others.length > 1 && !game.state.draft.busy');
        const count = await state(me, 'game.state.draft.others.length');
        const first = await state(me, 'game.state.draft.reach.start');
        // The others keep their place beside the first.
        const apart = await state(me, `[...game.state.draft.goals].filter(([to, hexes]) => hexes.some((hex, i) =>
            game.state.draft.others[i].hex !== ${first} && hex !== to)).length`);
        assert.ok(apart > 0, 'nobody keeps his place');
        await me.page.locator('.draft .chip.follows').first().click();
        await until(me, `game.state.draft?.others.length === ${count - 1} && !game.state.draft.busy`);
        await me.picture('box-together');
    });

    test('who has moved looks different, and a key goes to the next who has not acted', async () => {
        const me = await moving();
        const before = await state(me, 'game.state.actors.size');
        await me.drag('5213', '5311');
        await me.page.locator('.log', { hasText: 'moves from 5213 to 5311' }).waitFor();
        await me.ready();
        const button = me.button(/Next \(\d+\)/);
        const left = Number((await button.innerText()).match(/\d+/)[0]);
        assert.ok(left < before, `${left} of ${before} have not acted`);
        const moved = await state(me, `[...game.state.position.stacks.get(game.state.map.numbers.indexOf('5311'))][0].i`);
        const seen = new Set();
        for (let i = 0; i < left; i++) {
            await me.page.keyboard.press('.');
            await until(me, `game.state.selectedPiece !== null && !${JSON.stringify([...seen])}.includes(game.state.selectedPiece) && game.state.draft && !game.state.draft.busy`);
            seen.add(await state(me, 'game.state.selectedPiece'));
        }
        assert.ok(!seen.has(moved), 'who has moved is passed over');
        assert.equal(seen.size, left);
        await me.page.keyboard.press('Escape');
        await me.page.locator('.map canvas').click({ position: { x: 5, y: 300 } });
        await me.picture('acted');
    });

    test('one order is given of many counters at once', async () => {
        const me = await moving();
        await me.clickStack('5415');
        await until(me, 'game.state.draft?.others.length === 3 && !game.state.draft.busy');
        await me.page.locator('.instead').getByRole('button', { name: /dig in/i }).click();
        await me.press(/Order: dig in, 4 times/);
        await until(me, `game.state.log.filter((one) => one.order?.startsWith('entrench')).length > 0 && !game.state.draft`);
        await me.picture('dug-in');
        // Or the verb first, then all counters.
        await me.ready();
        await me.press('mark for strategic movement', true);
        await until(me, 'game.state.draft?.next.length && !game.state.draft.busy');
        await me.clickStack('5114');
        await until(me, `game.state.draft?.verb.verb === 'mark' && game.state.draft.others.length === 1 && !game.state.draft.busy`);
    });

    /** The place of a field of the fan on the page: of a counter, or the one that takes all. */
    const field = (me, id) => me.page.locator('.map canvas').evaluate(({ board }, wanted) => {
        const item = board.fan.items.find(({ piece }) => (wanted ? piece?.id === wanted : piece === null));
        const box = document.querySelector('.map canvas').getBoundingClientRect();
        return item ? { x: item.x + box.left, y: item.y + box.top } : null;
    }, id);

    async function fan(me, id) {
        for (let i = 0; i < 100; i++) {
            const at = await field(me, id);
            if (at) return at;
            await me.page.waitForTimeout(40);
        }
        throw new Error('no fan');
    }

    test('the fan stays while the pointer travels to it, and a counter is dragged out of it', async () => {
        const me = await moving();
        const stack = await me.spot('5415');
        await me.page.mouse.move(stack.x, stack.y);
        const at = await fan(me, 's12/IVGT'); // the third of four
        await me.page.mouse.move(at.x, at.y, { steps: 25 });
        await me.page.waitForTimeout(300);
        assert.ok(await field(me, 's12/IVGT'), 'it is still there');
        await me.picture('fan');
        await me.page.mouse.down();
        const to = await me.spot('5413');
        await me.page.mouse.move(to.x, to.y, { steps: 6 });
        await me.page.mouse.up();
        await me.page.locator('.log', { hasText: /12\/IV.* moves from 5415 to 5413/ }).waitFor();
        await me.ready();
        await me.page.mouse.move(stack.x, stack.y);
        const all = await fan(me, null);
        await me.page.mouse.move(all.x, all.y, { steps: 10 });
        await me.page.mouse.click(all.x, all.y);
        await until(me, 'game.state.draft?.others.length === 2 && !game.state.draft.busy');
    });

    test('a finger opens a stack, picks out of it, drags out of it, and takes it whole when it stays', async () => {
        const me = await moving(undefined, undefined, { viewport: { width: 390, height: 780 }, hasTouch: true, isMobile: true });
        const stack = await me.spot('5415');
        await me.page.touchscreen.tap(stack.x, stack.y);
        const at = await fan(me, 's12/IVGT');
        await me.page.touchscreen.tap(at.x, at.y);
        await until(me, `game.state.draft?.text === 'move s12/IVGT' && !game.state.draft.busy`);
        await me.picture('phone-fan');
        const from = await fan(me, 's13/IVGT');
        const to = await me.spot('5414');
        const touch = await me.context.newCDPSession(me.page);
        const finger = (type, x, y) =>
            touch.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x, y }] });
        await finger('touchStart', from.x, from.y);
        for (let i = 1; i <= 5; i++)
            await finger('touchMove', from.x + ((to.x - from.x) * i) / 5, from.y + ((to.y - from.y) * i) / 5);
        await finger('touchEnd');
        await until(me, `game.state.log.some((one) => one.order?.startsWith('move s13/IVGT'))`);
        await me.ready();
        await finger('touchStart', stack.x, stack.y);
        await me.page.waitForTimeout(700);
        await finger('touchEnd');
        await until(me, 'game.state.draft?.others.length === 2 && !game.state.draft.busy');
    });

    test('a click on a stack takes one counter, the next click one more, whatever is ordered', async () => {
        const me = await moving();
        const chosen = () => state(me, `game.state.draft?.args.filter((one) => one.slot === 0).map((one) => one.text).join()`);
        const settled = 'game.state.draft && !game.state.draft.busy && game.state.draft.args.length';
        await me.clickHex('5216');
        await until(me, settled);
        assert.equal(await chosen(), 's15G');
        await me.clickHex('5216');
        await until(me, `${settled} && game.state.draft.others.length === 1`);
        assert.equal(await state(me, 'game.state.draft.others[0].args[0].text'), 's14G');
        await me.clickHex('5216');
        await until(me, '!game.state.draft'); // both were taken: they are put down
        await end(me);
        await me.track('combat');
        await me.ready();
        await me.clickHex('5216');
        await until(me, settled);
        assert.equal(await chosen(), 's15G');
        await me.clickHex('5216');
        await until(me, 'game.state.draft?.args.length === 2 && !game.state.draft.busy');
        assert.equal(await chosen(), 's14G,s15G');
    });

    test('a hexside is clicked on the map', async () => {
        const me = await asked('pontoon', 'pontoon');
        await until(me, 'game.state.actors.size > 0');
        const piece = await state(me, '[...game.state.actors.keys()][0]');
        await state(me, `void game.drafting.begin('pontoon', game.state.position.pieces.get(${piece}))`);
        await until(me, `game.state.draft?.next.some((one) => one.type === 'hexside') && !game.state.draft.busy`);
        const seq = await state(me, 'game.state.position.keys.seq');
        const at = await me.page.locator('.map canvas').evaluate(({ board }) => {
            const side = board.game.state.draft.next.find((one) => one.type === 'hexside').value;
            const [hex, edge] = [Math.floor(side / 6), side % 6];
            const angle = ((edge * 60 - 90) * Math.PI) / 180;
            const middle = board.pixelOf(hex);
            const far = (Math.sqrt(3) / 2) * board.view.camera.scale;
            return { x: middle.x + Math.cos(angle) * far, y: middle.y + Math.sin(angle) * far };
        });
        await me.picture('hexsides');
        await me.page.mouse.click(at.x, at.y);
        await until(me, `game.state.position.keys.seq > ${seq} || game.state.draft?.args.some((one) => one.slot === 1)`);
    });

    test('a rule leads to those it speaks of, and the order’s button stays in sight', async () => {
        const me = await moving();
        await end(me);
        await me.track('combat');
        await me.ready();
        const id = await state(me, `[...game.state.rules.values()].find((one) => /\\b\\d+\\.\\d+\\.\\d+\\b/.test(one.words) &&
            game.state.rules.has(one.words.match(/\\b\\d+\\.\\d+\\.\\d+\\b/)[0]))?.id`);
        assert.ok(id, 'some rule speaks of another');
        await state(me, `game.openRule('${id}')`);
        const link = me.page.getByRole('dialog').locator('.rule-words button.rule').first();
        const other = (await link.innerText()).slice(1);
        await link.click();
        await me.page.getByRole('dialog', { name: new RegExp(other.replaceAll('.', '\\.')) }).waitFor();
        await me.page.keyboard.press('Escape');
        await me.page.setViewportSize({ width: 1100, height: 560 });
        await me.drag('5216', '5115');
        await me.page.locator('.forecast').waitFor();
        await me.page.locator('#panel').evaluate((panel) => panel.scrollTo(0, 400));
        const button = await me.page.locator('.confirm .primary').boundingBox();
        assert.ok(button.y > 60 && button.y + button.height < 560, JSON.stringify(button));
        await me.picture('order-in-sight');
    });

    test('a loss is never given by one stray click', async () => {
        const me = await asked('losses', 'lose');
        await until(me, 'game.state.draft?.next.some((one) => one.type === "piece") && !game.state.draft.busy');
        const { seq, hexes } = await state(me, `({ seq: game.state.position.keys.seq, hexes: [...new Set(game.state.draft.next
            .map((one) => game.state.position.pieces.get(one.value)?.hex))].map((hex) => game.state.map.numbers[hex]) })`);
        const due = await state(me, 'game.state.position.keys.question.due ?? 1');
        const taken = 'game.state.draft ? game.state.draft.args.length + game.state.draft.forced.length : 0';
        for (let had = 0; had < due; had = await state(me, taken)) { // some losses follow from the one that was chosen
            await me.clickHex(hexes[0]);
            await until(me, `(${taken}) > ${had} && !game.state.draft.busy`);
        }
        await me.button(/^Order: take losses/).first().waitFor();
        await me.picture('loss');
        await me.page.waitForTimeout(500);
        assert.equal(await state(me, 'game.state.position.keys.seq'), seq, 'nothing is lost yet');
        await me.press(/^Order: take losses/);
        await until(me, `game.state.position.keys.seq > ${seq}`);
    });

    /** A hot-seat game that has come to such a question, seen by the side asked. */
    async function asked(kind, verb) {
        const user = await User.guest(here());
        const numbers = (await user.get('/api/map/wb95/muskau')).json.numbers;
        for (let i = 0; i < 12; i++) {
            const { id } = await user.create('wb95/muskau', { soviet: 'me', german: 'me' });
            if (!(await untilAsked(user, id, numbers, kind, verb))) continue;
            const me = await person({ cookie: user.cookie });
            await me.open(`/g/${id}`);
            await me.page.locator('.prompt').waitFor();
            const curtain = me.page.getByRole('alertdialog').getByRole('button').first();
            if (await curtain.count()) await curtain.click();
            await until(me, 'game.state.position?.keys.question?.yours && game.state.verbs.length');
            return me;
        }
        throw new Error(`no game came to ${kind}`);
    }
}
