// acceptance.mjs — what a demanding player expects of the client, a promise a case.
import assert from 'node:assert/strict';
import { User } from '../server/server.mjs';

const state = (me, read) => me.page.locator('.map canvas').evaluate(
    (element, text) => new Function('game', `return ${text}`)(element.board.game), read);

/** Ends the phase, whatever would be forfeited. */
async function end(me) {
    await me.press('end the phase', true);
    await me.press(/^End the phase/);
}

export function acceptance({ test, person, here }) {
    async function at(seats = { soviet: 'me', german: 'random' }, more = {}, scenario = 'wb95/muskau', counters = true) {
        const user = await User.guest(here());
        const { id } = await user.create(scenario, seats, more);
        const me = await person({ cookie: user.cookie });
        await me.open(`/g/${id}`);
        if (counters) await me.ready();
        return me;
    }

    /** In the combat of the first turn, with a tank brigade over the river between two German stacks. */
    async function acrossTheRiver() {
        const me = await at();
        await end(me);
        await me.track('movement');
        await me.ready();
        await me.drag('5415', '5015');
        await me.page.locator('.log', { hasText: 'moves from 5415 to 5015' }).waitFor();
        await me.ready();
        await end(me);
        await me.track('combat');
        await me.ready();
        return me;
    }

    /** In the combat of the first turn, with two tank brigades in a hex that has one enemy beside it. */
    async function besideOneEnemy() {
        const me = await at();
        await end(me);
        await me.track('movement');
        for (const name of ['12/IV', '14/IV']) {
            await me.ready();
            await me.page.locator('.actors .chip', { hasText: name }).click();
            await me.page.locator('.draft .chip.on', { hasText: name }).waitFor();
            await me.clickHex('5113');
            await me.page.locator('.log', { hasText: new RegExp(`${name}.* moves from 5415 to 5113`) }).waitFor();
        }
        await me.ready();
        await end(me);
        await me.track('combat');
        await me.ready();
        return me;
    }

    const ordered = (me) => state(me, 'game.state.draft?.text ?? ""');

    test('a hex that must be attacked as well comes along by its paragraph, and who cannot join is told why', async () => {
        const me = await acrossTheRiver();
        await me.clickHex('5015');
        await me.page.locator('.draft .chip.on').waitFor();
        await me.clickHex('5115');
        const forced = me.page.locator('.draft section.forced');
        await forced.waitFor();
        assert.match(await forced.innerText(), /5016[\s\S]*5\.1\.4/);
        await me.page.locator('.confirm').waitFor();
        assert.match(await ordered(me), / at 5115 5016$| at 5016 5115$/);
        await me.picture('forced-hex');
        await me.clickHex('5016'); // what is forced cannot be taken out
        await me.page.locator('.refusal', { hasText: '5.1.4' }).waitFor();
        await me.clickHex('5114');
        const refusal = me.page.locator('.refusal');
        await refusal.waitFor();
        assert.match(await refusal.innerText(), /5\.1\.4/);
        assert.match((await me.page.locator('.draft .chip.on').allInnerTexts()).join(), /5015[\s\S]*5115/);
        await me.clickHex('5114'); // a second time: then it means to begin again
        await me.page.locator('.draft .chip.on', { hasText: '5114' }).waitFor();
        assert.equal(await me.page.locator('.draft .chip.on').count(), 1);
        assert.equal(await forced.count(), 0);
    });

    test('a counter that must not attack alone is dragged onto the enemy and brings the other along', async () => {
        const me = await besideOneEnemy();
        await me.drag('5113', '5112'); // 14/IV is on top; 12/IV, of a smaller number, must attack too
        const forced = me.page.locator('.draft section.forced');
        await forced.waitFor();
        assert.match(await forced.innerText(), /12\/IV[\s\S]*must attack too[\s\S]*5\.1\.3/);
        assert.match(await ordered(me), /^attack s12\/IVGT s14\/IVGT at 5112$/);
        await me.page.locator('.forecast').waitFor();
        await me.picture('forced-unit');
        await me.press(/Order: attack/);
        await me.page.locator('.log', { hasText: 'attacks 5112 with 2 counters' }).waitFor();
    });

    test('an attack of one unit takes two requests from the click on the unit to the odds of its order', async () => {
        const me = await acrossTheRiver();
        await me.page.evaluate(() => {
            const send = WebSocket.prototype.send;
            window.asked = [];
            WebSocket.prototype.send = function (text) {
                window.asked.push(JSON.parse(text).t);
                return send.call(this, text);
            };
        });
        await me.clickStack('5015');
        await me.page.locator('.draft .chip.on').first().waitFor();
        await me.clickHex('5115');
        await me.page.locator('.forecast').waitFor();
        const asked = await me.page.evaluate(() => window.asked.filter((kind) => kind !== 'panels')); // those come when the page is idle
        assert.deepEqual(asked, ['draft', 'draft']);
    });

    test('the target is picked before a gun, and the gun before who attacks', async () => {
        const me = await besideOneEnemy();
        await me.press('attack', true);
        await me.page.locator('.draft .slot').first().waitFor();
        await me.clickHex('5112');
        await me.page.locator('.draft .chip.on', { hasText: '5112' }).waitFor();
        await me.page.locator('.draft .slot', { hasText: 'artillery in support' }).locator('.chip', { hasText: '32 Art' }).click();
        await me.page.locator('.draft .chip.on', { hasText: '32 Art' }).waitFor();
        assert.equal(await me.page.locator('.confirm').count(), 0);
        await me.clickStack('5213');
        await me.page.locator('.draft .chip.on', { hasText: '97 (G)' }).waitFor();
        await me.page.locator('.forecast').waitFor();
        assert.match(await ordered(me), /^attack s13G s97G at 5112 guns s32Art$|^attack s12\/IVGT s14\/IVGT s13G s97G at 5112 guns s32Art$/);
        await me.picture('target-first');
    });

    test('a box takes everybody in it who can join', async () => {
        const me = await besideOneEnemy();
        const [a, b] = [await me.spot('5113'), await me.spot('5213')];
        await me.page.keyboard.down('Shift');
        await me.page.mouse.move(Math.min(a.x, b.x) - 14, Math.min(a.y, b.y) - 14);
        await me.page.mouse.down();
        await me.page.mouse.move(Math.max(a.x, b.x) + 14, Math.max(a.y, b.y) + 14, { steps: 5 });
        await me.page.mouse.up();
        await me.page.keyboard.up('Shift');
        await me.page.waitForFunction(() => {
            const { draft } = document.querySelector('.map canvas').board.game.state;
            return draft && !draft.busy && draft.args.length + draft.forced.length >= 4;
        });
        assert.match(await ordered(me), /^attack s12\/IVGT s14\/IVGT s13G s97G/);
        await me.clickHex('5112');
        await me.page.locator('.forecast').waitFor();
        await me.picture('box');
    });

    test('a walk dragged out of reach is refused with what it costs and what is left', async () => {
        const me = await at();
        await end(me);
        await me.track('movement');
        await me.ready();
        await me.drag('5213', '5619');
        const refusal = me.page.locator('.refusal');
        await refusal.waitFor();
        assert.match(await refusal.innerText(), /needs [\d /]+ MP to get to 5619 and has 4\b[\s\S]*3\.1\.5/);
        await me.picture('out-of-reach');
    });

    test('air SP count while they are dialled, with a slider and a field', async () => {
        const me = await at({ soviet: 'me', german: 'random' }, {}, 'wb95/nysa', false);
        await me.track('air');
        await me.press('plan an air mission', true);
        await me.page.locator('.draft .number').waitFor(); // before anything else is said
        await me.page.locator('.draft .number input[type=number]').fill('9');
        await me.page.locator('.draft .number.on').waitFor();
        await me.picture('numbers');
        await me.page.locator('.draft .slot', { hasText: 'kind of mission' }).locator('.chip').first().click();
        await me.page.waitForFunction(() => {
            const { draft } = document.querySelector('.map canvas').board.game.state;
            return draft && !draft.busy && draft.args.length === 2;
        });
        assert.match(await ordered(me), /^mission \w+ sp 9$/);
        await me.page.locator('.draft .number input[type=range]').fill('12');
        await me.page.waitForFunction(() => / sp 12$/.test(document.querySelector('.map canvas').board.game.state.draft.text));
    });

    test('the log says in words what the tables say in signs', async () => {
        const me = await at();
        await me.drag('5314', '5112');
        await me.press(/Order: fire a barrage/);
        const result = me.page.locator('.log .event', { hasText: /^Fire on 5112/ }).first();
        await result.waitFor();
        assert.match(await result.innerText(), /-[12].*\(target loses/);
    });

    test('a hint goes away with the order it asks for, whatever question comes next', async () => {
        const me = await at();
        for (const next of ['movement', 'combat']) {
            await end(me);
            await me.track(next);
            await me.ready();
        }
        const asked = me.page.locator('.hint', { hasText: '97 (G)' });
        await asked.waitFor();
        await me.clickHex('5114');
        await me.page.locator('.draft .chip.on').waitFor();
        await me.clickHex('5115');
        await me.press(/Order: attack/);
        await me.page.locator('.log', { hasText: 'attacks Muskau (5115)' }).waitFor();
        await asked.waitFor({ state: 'detached' });
        const { hintsDone, hints } = await state(me, '({ ...game.state, hints: game.state.position.keys.game.hints })');
        assert.ok(hintsDone.some((i) => hints[i].verb === 'attack'));
    });

    test('a stack named in the panel is spread out only while it is pointed at', async () => {
        const me = await at();
        await me.page.locator('.actors .chip').first().hover();
        await me.page.waitForFunction(() => document.querySelector('.map canvas').board.game.state.hoverHex !== null);
        await me.page.locator('.tabs').hover();
        await me.page.waitForFunction(() => document.querySelector('.map canvas').board.game.state.hoverHex === null);
    });

    test('the end of a phase names who has not acted', async () => {
        const me = await at();
        await end(me);
        await me.track('movement');
        await me.ready();
        await me.press('end the phase', true);
        const named = me.page.getByRole('dialog').locator('.forfeits .chip');
        await named.first().waitFor();
        assert.equal(await named.count(), await state(me, 'game.state.actors.size'));
    });

    test('a replay is steered under the map, and nothing can be ordered in it', async () => {
        const me = await at();
        await end(me);
        await me.track('movement');
        await me.ready();
        await me.page.getByRole('tab', { name: 'Game' }).click();
        await me.press('Resign');
        await me.press('Yes, resign');
        await me.press('Analyse');
        const bar = me.page.locator('.bottom .replaying');
        await bar.getByText('Order 0 of').waitFor();
        assert.equal(await me.page.getByRole('slider').count(), 1);
        await me.page.getByRole('tab', { name: 'Orders' }).click();
        assert.equal(await me.page.locator('.actors, .draft').count(), 0);
        await bar.getByRole('button', { name: 'One phase on' }).click();
        await me.track('movement');
        await bar.getByLabel('As seen by').selectOption('german');
        await me.picture('replay-steered');
        await bar.getByRole('button', { name: 'To the beginning' }).click();
        await bar.getByRole('button', { name: 'Play automatically' }).click();
        await bar.getByText(/Order (\d+) of \1$/).waitFor();
        await bar.getByRole('button', { name: 'Play automatically', pressed: false }).waitFor();
        await bar.getByRole('button', { name: 'Back to the present' }).click();
        await me.page.locator('.prompt.over').waitFor();
    });

    test('counters that are not on the map say when they are due, and nothing twice', async () => {
        const me = await at({ soviet: 'me', german: 'me' }, {}, 'wb95/nysa');
        await me.page.getByRole('tab', { name: 'Counters' }).click();
        const waiting = me.page.locator('details', { hasText: /^Not on the map/ });
        await waiting.first().waitFor();
        const words = (await waiting.allTextContents()).join();
        assert.match(words, /due on turn 3/);
        assert.doesNotMatch(words, /off the map/);
    });

    test('plots never show the numbers of the last visit', async () => {
        const me = await at();
        await me.page.getByRole('tab', { name: 'Game' }).click();
        await me.page.locator('.plots').waitFor();
        await me.page.getByRole('tab', { name: 'Orders' }).click();
        await me.page.locator('.plots').waitFor({ state: 'detached' });
        assert.equal(await state(me, 'game.state.record'), null);
        await me.page.getByRole('tab', { name: 'Game' }).click();
        await me.page.locator('.plots').waitFor();
    });
}
