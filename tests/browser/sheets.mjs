// sheets.mjs — a plan written down from nothing until it is in force, by mouse, on a phone and by keys; its printed page;
// and what came of it.
import assert from 'node:assert/strict';
import { User } from '../server/server.mjs';
import { look } from './access.mjs';
import { state, until } from './together.mjs';

const scenario = 'tcs/brook-and-brow';
const idle = 'game.state.verbs.length && !game.state.draft';
const inForce = `game.state.position.keys.sketches.some((one) => one.plan && !one.dashed) && ${idle}`;
const points = (count) => `game.state.draft?.args.filter((arg) => arg.hex !== undefined).length === ${count} && !game.state.draft.busy`;
const complete = 'game.state.draft?.complete && !game.state.draft.busy';

export function sheets({ test, person, here }) {
    /** The defender before the game, who has called the sheet off that the scenario offers. */
    async function atNothing(looks = {}, press = (me, name) => me.press(name, true)) {
        const user = await User.guest(here());
        const { id } = await user.create(scenario, { us: 'random', german: 'me' });
        const me = await person({ cookie: user.cookie, ...looks });
        await me.open(`/g/${id}`);
        await until(me, idle);
        await press(me, 'ready');
        await until(me, `game.state.position.keys.question.kind === 'create' && ${idle}`);
        return { me, id, user };
    }

    /** Goes on when the order was given and what may be done next is known. */
    async function given(me, give) {
        const before = await state(me, 'game.state.position.keys.seq');
        await give();
        await until(me, `game.state.position.keys.seq > ${before} && ${idle}`);
    }

    const hand = (me, words) => me.page.locator('.in-hand', { hasText: words }).waitFor();

    test('a sheet by mouse: from nothing until it is in force, each lack told by its paragraph, and its page of A5', async () => {
        const { me, id, user } = await atNothing();
        await me.press('cancel an Op Sheet', true);
        await given(me, () => me.page.locator('.draft .chip', { hasText: '1' }).first().click());
        await given(me, () => me.press('start an Op Sheet', true));
        assert.match(await me.page.locator('.prompt').innerText(), /no units assigned yet.*6\.8-2/);
        await me.press('assign units', true);
        await me.page.locator('.draft .chip', { hasText: 'attack' }).first().click();
        await me.page.locator('.draft .chip', { hasText: /^29$/ }).click();
        await given(me, () => me.press(/Order: assign units/));
        await hand(me, /10 units[\s\S]*needs an axis/);
        await me.press('draw an axis', true);
        await until(me, `game.state.draft?.verb.verb === 'axis' && !game.state.draft.busy`);
        for (const [i, hex] of ['16.09', '12.06', '08.06'].entries()) {
            await me.clickHex(hex);
            await until(me, points(i + 1));
        }
        await until(me, `game.state.draft.sketches[0]?.width === 5`); // what it would draw is shown as it will be
        await me.picture('sheet-axis');
        await given(me, () => me.press(/Order: draw an axis/));
        await me.press('draw a phase line', true);
        for (const [i, hex] of ['10.08', '10.04'].entries()) {
            await me.clickHex(hex);
            await until(me, points(i + 1));
        }
        await me.page.locator('.draft input[type=number]').fill('5');
        await until(me, `${complete} && / 5$/.test(game.state.draft.text)`);
        await given(me, () => me.press(/Order: draw a phase line/));
        await me.press('set an objective', true);
        await me.clickHex('08.06');
        await until(me, points(1));
        await me.page.locator('.draft input[type=number]').fill('1');
        await until(me, `${complete} && game.state.draft.sketches[0].hexes.length === 7`);
        await given(me, () => me.press(/Order: set an objective/));
        await hand(me, /needs failure instructions/);
        assert.match(await me.page.locator('.prompt').innerText(), /needs failure instructions.*6\.5c-1/);
        assert.equal(await me.button('issue the sheet', true).count(), 0, 'what is not whole cannot be finished');
        await me.press('set the fall-back hex', true);
        await me.clickHex('20.07');
        await until(me, complete);
        await given(me, () => me.press(/Order: set the fall-back/));
        await hand(me, /axis[\s\S]*16\.09–08\.06[\s\S]*objective[\s\S]*phase line 10\.08–10\.04[\s\S]*not before turn 5[\s\S]*to 20\.07[\s\S]*at once/);
        await me.picture('sheet-whole');
        const found = await look(me, 'a sheet in hand');
        await given(me, () => me.press('issue the sheet', true));
        await until(me, inForce);
        // Its page: a picture to be printed, and the same as PDF.
        await me.page.getByRole('tab', { name: 'Staff' }).click();
        await me.page.locator('.plan-rows', { hasText: 'Attack, in force' }).getByRole('button', { name: /A5/ }).click();
        const page = me.page.getByRole('dialog').locator('img.page');
        await page.evaluate((image) => image.decode());
        await me.picture('sheet-page');
        assert.equal([...found, ...(await look(me, 'its page'))].join('\n'), '', 'axe-core finds something');
        const plan = await state(me, 'game.state.page');
        const { status, headers, bytes } = await user.get(`/api/games/${id}/plan-${plan}.pdf`);
        assert.deepEqual([status, headers['content-type']], [200, 'application/pdf']);
        assert.match(bytes.toString('latin1'), /MediaBox\s*\[\s*0 0 420 596/);
        const stranger = await User.guest(here());
        assert.notEqual((await stranger.get(`/api/games/${id}/plan-${plan}.pdf`)).status, 200, 'nobody else has it');
    });

    test('a sheet on a phone: from nothing until it is in force, without opening a list', async () => {
        const tap = (one, name) => one.button(name, typeof name === 'string').first().tap();
        const { me } = await atNothing({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }, tap);
        const chip = (words) => me.page.locator('.wanted-here .chip', { hasText: words }).first().tap();
        const tapHex = async (hex) => {
            const { x, y } = await me.spot(hex);
            await me.page.touchscreen.tap(x, y);
        };
        await tap(me, 'cancel an Op Sheet');
        await given(me, () => chip('1'));
        await given(me, () => tap(me, 'start an Op Sheet'));
        await tap(me, 'assign units');
        await chip('prepared-defense');
        await chip(/^29$/);
        await given(me, () => tap(me, /Order: assign units/));
        await tap(me, 'draw an area');
        await until(me, points(0));
        await tapHex('17.08');
        await until(me, points(1));
        await me.page.locator('.wanted-here input[type=number]').fill('4');
        await me.picture('sheet-phone');
        assert.equal((await look(me, 'what is wanted')).join('\n'), '', 'axe-core finds something');
        await until(me, `${complete} && / 4$/.test(game.state.draft.text)`);
        await given(me, () => tap(me, /Order: draw an area/));
        await tap(me, 'set the fall-back hex');
        await until(me, points(0));
        await tapHex('18.06');
        await until(me, complete);
        await given(me, () => tap(me, /Order: set the fall-back/));
        assert.equal(await me.page.locator('.panels.open').count(), 0);
        await given(me, () => tap(me, 'issue the sheet'));
        await until(me, inForce);
        await me.picture('sheet-phone-done');
    });

    test('a sheet by keys: from nothing until it is in force, its hexes found on the map with the arrows', async () => {
        const press = async (one, words) => {
            await one.tabTo(new RegExp(`^${words}`, 'i'));
            await one.page.keyboard.press('Enter');
        };
        const { me } = await atNothing({}, press);
        const choose = (hex) => walkTo(me, hex);
        await press(me, 'cancel an Op Sheet');
        await until(me, 'game.state.draft && !game.state.draft.busy');
        await given(me, () => press(me, '1$'));
        await given(me, () => press(me, 'start an Op Sheet'));
        await press(me, 'assign units');
        await until(me, 'game.state.draft && !game.state.draft.busy');
        await press(me, 'move$');
        await until(me, 'game.state.draft.args.length === 1 && !game.state.draft.busy');
        await press(me, '29$');
        await until(me, complete);
        await given(me, () => press(me, 'Order: assign units'));
        await press(me, 'draw an axis');
        await until(me, points(0));
        for (const [i, hex] of ['17.08', '18.08', '19.08'].entries()) {
            await choose(hex);
            await until(me, points(i + 1));
        }
        await me.page.keyboard.press('Backspace');
        await until(me, points(2));
        await given(me, () => me.page.keyboard.press('ArrowLeft').then(() => choose('18.08'))); // once more: it is drawn
        await press(me, 'set the fall-back hex');
        await until(me, points(0));
        await choose('20.08');
        await until(me, complete);
        await given(me, () => press(me, 'Order: set the fall-back'));
        await given(me, () => press(me, 'issue the sheet'));
        await until(me, inForce);
        await me.picture('sheet-keys');
    });

    // ---- written in a turn, weighted, and put in force by a roll ----

    /** The side that only waits: answers every question at once by doing nothing. */
    async function waits(user, id) {
        const texts = { setup: 'ready', first: 'lead', action: 'end', centre: 'camp 06.06 retreat 01.16' };
        const socket = await user.socket(id);
        let now = await socket.next('state');
        let camped = false;
        const turn = async () => {
            if (!now.question?.yours) return;
            const homeless = now.question.kind === 'create' && !camped;
            camped ||= homeless;
            const text = homeless ? 'camp 06.06 retreat 01.16' : (texts[now.question.kind] ?? 'done');
            const answer = await socket.ask({ t: 'order', seq: now.seq, text });
            assert.equal(answer.t, 'answer', `${text}: ${JSON.stringify(answer)}`);
        };
        void (async () => {
            for (;;) {
                await turn();
                now = { ...now, ...(await socket.next((message) => message.t === 'delta' && message.seq > now.seq)) };
            }
        })().catch(() => {});
        return socket;
    }

    /** Walks the map's cursor to a hex and chooses it. */
    async function walkTo(me, hex) {
        await me.tabTo(/^Map/);
        for (let i = 0; i < 60; i++) {
            const [dx, dy] = await me.page.locator('.map canvas').evaluate(({ board }, wanted) => {
                const { columns, numbers } = board.map;
                const to = numbers.indexOf(wanted);
                const at = board.input.cursor;
                return [(to % columns) - (at % columns), Math.floor(to / columns) - Math.floor(at / columns)];
            }, hex);
            if (!dx && !dy) break;
            await me.page.keyboard.press(dx ? (dx > 0 ? 'ArrowRight' : 'ArrowLeft') : dy > 0 ? 'ArrowDown' : 'ArrowUp');
        }
        await me.page.keyboard.press('Enter');
    }

    const exactly = (words) => new RegExp(`^${words}$`, 'i');
    const steady = 'game.state.draft && !game.state.draft.busy';
    /** What a hand does: presses what is called so, chooses a word, a name or a number, chooses a hex. */
    const mouse = {
        looks: {},
        press: (me, words) => me.press(words, typeof words === 'string'),
        choose: (me, words) => me.page.locator('.draft .chip', { hasText: exactly(words) }).first().click(),
        hex: (me, hex) => me.clickHex(hex),
    };
    const thumb = {
        looks: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
        press: (me, words) => me.button(words, typeof words === 'string').first().tap(),
        choose: (me, words) => me.page.locator('.wanted-here .chip', { hasText: exactly(words) }).first().tap(),
        hex: async (me, hex) => {
            // A person pushes the map until no button covers the hex.
            await me.page.locator('.map canvas').evaluate((map, wanted) => {
                const at = map.board.pixelOf(map.board.map.numbers.indexOf(wanted)), box = map.getBoundingClientRect();
                map.board.pan(box.left + box.width / 2 - at.x, box.top + box.height / 2 - at.y);
            }, hex);
            const { x, y } = await me.spot(hex);
            await me.page.touchscreen.tap(x, y);
        },
    };
    const keys = {
        looks: {},
        press: async (me, words) => {
            await me.tabTo(typeof words === 'string' ? new RegExp(`^${words}`, 'i') : words);
            await me.page.keyboard.press('Enter');
        },
        choose: (me, words) => keys.press(me, exactly(words)),
        hex: walkTo,
    };

    /** The gun's own sheet, from nothing: its units, where to, where back to. */
    async function writeSheet(me, hand) {
        await given(me, () => hand.press(me, 'start an Op Sheet'));
        await hand.press(me, 'assign units');
        await until(me, steady);
        await hand.choose(me, 'move');
        await until(me, `game.state.draft.args.length === 1 && ${steady}`);
        await hand.choose(me, '14');
        await until(me, complete);
        await given(me, () => hand.press(me, /^Order: assign units/));
        await hand.press(me, 'draw an axis');
        await until(me, points(0));
        for (const [i, hex] of ['17.06', '19.06'].entries()) {
            await hand.hex(me, hex);
            await until(me, points(i + 1));
        }
        await given(me, () => hand.press(me, /^Order: draw an axis/));
        await hand.press(me, 'set the fall-back hex');
        await until(me, points(0));
        await hand.hex(me, '20.07');
        await until(me, complete);
        await given(me, () => hand.press(me, /^Order: set the fall-back/));
    }

    /** Answers the questions until the sheet is in force: tries each turn, and ends his phases. */
    async function tryUntilInForce(me, hand, most) {
        const asked = `game.state.position.keys.question?.yours && ${idle}`;
        let tries = 0;
        for (let i = 0; i < most; i++) {
            await until(me, asked);
            const [kind, verbs] = await state(me, '[game.state.position.keys.question.kind, game.state.verbs]');
            const before = await state(me, 'game.state.position.keys.seq');
            if (kind === 'implement' && verbs.includes('implement')) {
                tries++;
                await hand.press(me, 'try to implement');
                await until(me, steady);
                await hand.choose(me, '2');
                await until(me, `(${complete}) && game.state.draft.forecast`); // its odds, before it is rolled
                await hand.press(me, /^Order: try to implement/);
                await until(me, `game.state.position.keys.seq > ${before} && ${idle}`);
                if (await state(me, `game.state.position.keys.sketches.some((one) => one.plan === ${256 + 2} && !one.dashed)`)) return tries;
            } else {
                await hand.press(me, kind === 'action' ? 'end the phase' : kind === 'first' ? 'go first' : 'finish');
                const sure = me.button(/^End the phase/); // something would be forfeited
                if (kind === 'action') await sure.or(me.page.locator('.prompt:not(.yours)')).first().waitFor();
                if (kind === 'action' && (await sure.count())) await hand.press(me, /^End the phase/);
            }
            await until(me, `game.state.position.keys.seq > ${before}`);
        }
        throw new Error('the sheet never came into force');
    }

    for (const [name, hand] of Object.entries({ 'by mouse': mouse, 'on a phone': thumb, 'by keys': keys }))
        test(`a sheet ${name}: written in the first turn, weighted turn by turn, and in force by a roll`, async () => {
            const [user, other] = [await User.guest(here()), await User.guest(here())];
            const { id, invite } = await user.create(scenario, { us: 'open', german: 'me' }, { public: true });
            await other.post(`/api/games/${id}/join`, { side: 'us', invite });
            const us = await waits(other, id);
            const me = await person({ cookie: user.cookie, ...hand.looks });
            await me.open(`/g/${id}`);
            await until(me, idle);
            await given(me, () => hand.press(me, 'ready'));
            await hand.press(me, 'finish');
            await until(me, `game.state.position.keys.turn === 1 && game.state.position.keys.question?.kind === 'implement' && ${idle}`);
            await hand.press(me, 'finish');
            await until(me, `game.state.position.keys.question?.kind === 'create' && game.state.position.keys.question.yours && ${idle}`);
            await writeSheet(me, hand);
            const note = me.page.locator('.in-hand textarea');
            if (hand !== thumb) await note.fill('The gun goes back behind the brow.');
            await given(me, () => hand.press(me, 'issue the sheet'));
            assert.ok(await state(me, `game.state.position.keys.sketches.every((one) => one.plan !== ${256 + 2} || one.dashed)`));
            const tries = await tryUntilInForce(me, hand, 120);
            const turn = await state(me, 'game.state.position.keys.turn');
            assert.ok(turn > 1 && tries === turn - 1, `once a turn: ${tries} tries until turn ${turn}`);
            await me.picture(`sheet-in-force-${name.split(' ').pop()}`);
            if (hand === mouse) {
                await me.page.getByRole('tab', { name: 'Staff' }).click();
                await me.page.locator('.plan-rows', { hasText: /Move, in force[\s\S]*behind the brow/ }).waitFor();
            }
            us.close();
        });

    /** Plays a hot-seat game by its texts until none of them is left: by the kind of question and by side, if one is
     * given. */
    async function play(user, id, texts) {
        const socket = await user.socket(id);
        let now = await socket.next('state');
        for (let left = texts.length; left; ) {
            if (!now.question.yours) {
                socket.send({ t: 'curtain', side: now.question.side });
                now = { ...now, ...(await socket.next('state')) };
                continue;
            }
            const { kind: wanted, side } = now.question;
            const at = texts.findIndex(([kind, , of]) => kind === wanted && (of ?? side) === side);
            assert.ok(at >= 0, `nothing is said of ${now.question.kind} (${now.question.side})`);
            const [[, text]] = texts.splice(at, 1);
            left--;
            const answer = await socket.ask({ t: 'order', seq: now.seq, text });
            assert.equal(answer.t, 'answer', `${text}: ${JSON.stringify(answer)}`);
            now = { ...now, ...(await socket.next((message) => message.t === 'delta' && message.seq > now.seq)) };
        }
        socket.close();
    }

    test('a reserve is committed by mouse: its axis, how wide that is, its objective and how far around it', async () => {
        const user = await User.guest(here());
        const { id } = await user.create('tcs/dieulouard', { us: 'me', german: 'me' });
        const setup = [['setup', 'ready'], ['create', 'done', 'us'], ['setup', 'ready'], ['create', 'camp 26.27 retreat 38.27', 'german'], ['create', 'done', 'german']];
        await play(user, id, [...setup, ...['implement', 'create', 'tasks'].flatMap((kind) => [[kind, 'done'], [kind, 'done']])]);
        const me = await person({ cookie: user.cookie });
        await me.open(`/g/${id}`);
        const curtain = me.page.getByRole('alertdialog').getByRole('button').first();
        await curtain.or(me.page.locator('.prompt:visible')).first().waitFor();
        if (await curtain.count()) await curtain.click();
        await until(me, `game.state.position.keys.question.kind === 'reserves' && ${idle}`);
        await me.button('Whole map').click();
        await me.press('commit a reserve', true);
        for (const [i, words] of [['2'], ['1'], ['attack']].flat().entries()) {
            await until(me, `game.state.draft?.args.length === ${i} && !game.state.draft.busy`);
            await mouse.choose(me, words);
        }
        await until(me, `game.state.draft?.args.length === 3 && ${steady}`);
        for (const [i, hex] of ['05.13', '09.16', '17.19'].entries()) {
            await me.clickHex(hex);
            await until(me, points(i + 1));
        }
        const number = async (value, which, slot) => {
            await me.page.locator('.draft input[type=number]').nth(which).fill(value);
            await until(me, `game.state.draft?.args.some((arg) => arg.slot === ${slot} && arg.text === '${value}') && ${steady}`);
        };
        await number('3', 0, 4);
        await me.clickHex('18.19');
        await until(me, points(4));
        await number('1', 1, 7);
        const text = await state(me, 'game.state.draft.args.map((arg) => `${arg.slot}:${arg.text}`).join(" ")');
        assert.equal(text, '0:2 1:1 2:attack 3:05.13 3:09.16 3:17.19 4:3 6:18.19 7:1');
        await given(me, () => me.press(/Order: commit a reserve/));
        const sketches = await state(me, 'game.state.position.keys.sketches.filter((one) => one.plan === 2).map((one) => `${one.kind} ${one.width} ${one.hexes.length}`)');
        assert.ok(sketches.includes('objective 0 7') && sketches.some((one) => /^axis 3 /.test(one)), sketches.join());
    });

    test('a finished game lays each plan beside where those went whom it bound', async () => {
        const user = await User.guest(here());
        const { id } = await user.create(scenario, { us: 'me', german: 'me' });
        const setup = [['setup', 'ready'], ['create', 'done'], ['setup', 'ready'], ['create', 'camp 06.06 retreat 01.16'], ['create', 'done']];
        const command = ['implement', 'create', 'tasks', 'reserves'].flatMap((kind) => [[kind, 'done'], [kind, 'done']]);
        const walk = [['first', 'lead'], ['action', 'mode g1a move', 'german'], ['action', 'move g1a 16.08', 'german'],
            ['volley', 'done', 'us'], ['action', 'end', 'german'], ['action', 'end', 'us']];
        await play(user, id, [...setup, ...command, ...walk]);
        const me = await person({ cookie: user.cookie });
        await me.open(`/g/${id}`);
        const curtain = me.page.getByRole('alertdialog').getByRole('button').first();
        await curtain.or(me.page.locator('.prompt:visible')).first().waitFor();
        if (await curtain.count()) await curtain.click();
        await until(me, idle);
        // One's own in the midst of the game: nothing of the other side.
        await me.page.getByRole('tab', { name: 'Staff' }).click();
        await me.press('Plans and their results');
        await me.page.locator('.compared').waitFor();
        const sides = await state(me, '[...new Set(game.state.compared.ways.plans.map((one) => one.side))]');
        assert.deepEqual(sides, [await state(me, 'game.state.position.keys.as')]);
        await me.press('Back to the game');
        await me.page.getByRole('tab', { name: 'Game' }).click();
        await me.press('Resign');
        await me.press('Yes, resign');
        await me.page.getByRole('dialog').waitFor();
        await me.press('Plans and their results');
        await me.page.locator('.compared').waitFor();
        const plans = await state(me, 'game.state.compared.ways.plans.map((one) => one.side)');
        assert.deepEqual([...new Set(plans)].sort(), ['german', 'us']);
        await me.page.locator('.compared select').selectOption({ label: 'German: sheet 1: Prepared Defense, in force' });
        await me.page.locator('.compared', { hasText: /Counters: 10; of these moved: 1/ }).waitFor();
        const went = await state(me, `game.state.compared.ways.ways.filter((way) => way.side === 'german').map((way) =>
            [...new Set(way.steps.map(([, hex]) => game.state.map.numbers[hex]))].join(' ')).filter((way) => / /.test(way))`);
        assert.deepEqual(went, ['16.09 16.08'], 'one went from there to there');
        await me.picture('plans-compared');
        assert.equal((await look(me, 'plans')).join('\n'), '', 'axe-core finds something');
        await me.press('Back to the game');
        await me.page.locator('.prompt.over').waitFor();
    });
}
