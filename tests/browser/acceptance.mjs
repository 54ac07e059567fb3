// acceptance.mjs — what a demanding player expects of the client, a promise a case.
import assert from 'node:assert/strict';
import { User } from '../server/server.mjs';

const state = (me, read) => me.page.locator('.map canvas').evaluate(
    (element, text) => new Function('game', `return ${text}`)(element.board.game), read);

/** Ends the phase, whatever would be forfeited. */
async function end(me) {
    await me.press('end', true);
    await me.press(/^End the phase/);
}

export function acceptance({ test, person, here }) {
    async function at(seats = { soviet: 'me', german: 'random' }, more = {}, scenario = 'wb95/muskau') {
        const user = await User.guest(here());
        const { id } = await user.create(scenario, seats, more);
        const me = await person({ cookie: user.cookie });
        await me.open(`/g/${id}`);
        await me.ready();
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

    test('an attack that is no order yet says by which paragraph, and who cannot join it is told why', async () => {
        const me = await acrossTheRiver();
        await me.clickHex('5015');
        await me.page.locator('.draft .chip.on').waitFor();
        await me.clickHex('5115');
        const why = me.page.locator('.draft .not-yet');
        await why.waitFor();
        assert.match(await why.innerText(), /5016[\s\S]*5\.1\.4/);
        assert.equal(await me.page.locator('.confirm').count(), 0);
        await me.picture('not-yet');
        await me.clickHex('5114');
        const refusal = me.page.locator('.refusal');
        await refusal.waitFor();
        assert.match(await refusal.innerText(), /5\.1\.4/);
        assert.match((await me.page.locator('.draft .chip.on').allInnerTexts()).join(), /5015[\s\S]*5115/);
        await me.clickHex('5114'); // a second time: then it is meant to begin anew
        await me.page.locator('.draft .chip.on', { hasText: '5114' }).waitFor();
        assert.equal(await me.page.locator('.draft .chip.on').count(), 1);
        assert.equal(await why.count(), 0);
    });

    test('the log says in words what the tables say in signs', async () => {
        const me = await at();
        await me.drag('5314', '5112');
        await me.press(/Order: barrage/);
        const result = me.page.locator('.log .event', { hasText: /^Fire on 5112/ }).first();
        await result.waitFor();
        assert.match(await result.innerText(), /-[12].*\(the target loses/);
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
        await me.page.locator('.log', { hasText: 'attacks 5115' }).waitFor();
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
        await me.press('end', true);
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
        await me.press('Really give up');
        await me.press('See it again from the start');
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
        await bar.getByRole('button', { name: 'Play by itself' }).click();
        await bar.getByText(/Order (\d+) of \1$/).waitFor();
        await bar.getByRole('button', { name: 'Play by itself', pressed: false }).waitFor();
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
