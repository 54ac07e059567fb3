// panels.mjs — what stands beside the map: the end of a game, its log, plots, notes and people, warnings, the lobby.
import assert from 'node:assert/strict';
import { act, answer, state, until } from './hurry.mjs';
import { User } from '../server/server.mjs';

const first = 'wb95/muskau';
const tab = (me, name) => me.page.getByRole('tab', { name }).click();

/** Ends a phase in which counters could still act. */
async function endPhase(me) {
    await me.ready();
    await me.press('end', true);
    await me.press(/^End the phase/);
}

/** Fires the barrage of the first game; with its last shell the phase is over. */
async function barrage(me) {
    await me.ready();
    await me.drag('5314', '5112');
    await me.press(/Order: barrage/);
    await until(me, (now) => now.kind === 'movement' && now.asked, 'nothing is left to fire: movement begins');
}

async function resign(me) {
    await tab(me, 'Game');
    await me.press('Resign');
    await me.press('Really give up');
}

export function panels({ test, person, here }) {
    /** Somebody at a game of his own: the first one unless told otherwise. */
    async function at(seats, { scenario = first, looks = {}, ...more } = {}) {
        const user = await User.guest(here());
        const { id, invite } = await user.create(scenario, seats, more);
        const me = await person({ cookie: user.cookie, ...looks });
        await me.open(`/g/${id}`);
        await me.page.locator('.prompt').waitFor();
        return { me, id, invite, user };
    }

    test('the end of a game: the verdict, a replay that does not bring it back, and the same game again', async () => {
        const { me, id } = await at({ soviet: 'me', german: 'random' }, { options: { masking: 'on' } });
        await barrage(me);
        await resign(me);
        const end = me.page.getByRole('dialog', { name: 'German victory: Soviet gave the game up' });
        await end.waitFor();
        assert.match(await end.innerText(), /Soviet\s+\d+ points?[\s\S]*German\s+\d+ points?/);
        await me.picture('end-dialog');
        await me.press('See it again from the start');
        await me.page.locator('.replaying', { hasText: 'Order 0 of 2' }).waitFor();
        await me.press('One order on');
        await me.page.locator('.replayed .event', { hasText: /^Barrage|^Soviet|^\d|^The/ }).first().waitFor();
        for (const words of await me.page.locator('.replayed .event').allInnerTexts())
            assert.match(words, /^[^a-z]/, 'sentences begin with a capital');
        await me.picture('replay-bar');
        await me.press('Back to the present');
        await me.page.locator('.prompt.over').waitFor();
        assert.equal(await end.count(), 0);

        const again = await at({ soviet: 'me', german: 'random' }, { options: { masking: 'on' } });
        await resign(again.me);
        await again.me.press('Play it again');
        await again.me.page.waitForURL((url) => ![`/g/${id}`, `/g/${again.id}`].includes(url.pathname));
        await again.me.ready();
        const { game, you } = again.me.messages('state').at(-1);
        assert.deepEqual([game.seats.map((seat) => seat.kind), you], [['human', 'random'], ['soviet']]);
        assert.match(game.options, /masking=on/);
    });
}
