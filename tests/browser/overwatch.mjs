// overwatch.mjs — a stack marches past an enemy who watches, each at a browser of his own: how many messages it takes
// until it has arrived, with answers in advance and without.
import assert from 'node:assert/strict';
import { User } from '../server/server.mjs';
import { state, until } from './together.mjs';

const PATH = ['07.04', '06.04', '05.05', '04.04', '04.05']; // four of them are seen from the hamlet
const SEEN = 4;
const asked = 'game.state.verbs.length';

/** Number of messages since: from this browser to the server, and to it. */
const count = (one, from) => ({ said: one.sent.length - from.sent, heard: one.wire.length - from.wire });
const mark = (one) => ({ sent: one.sent.length, wire: one.wire.length });
const orders = (one, from) => one.sent.slice(from.sent).filter((text) => JSON.parse(text).t === 'order').length;

export function overwatch({ test, person, here }) {
    /** Both at the table, the attacker about to move first. */
    async function table() {
        const user = await User.guest(here());
        const { id, invite } = await user.create('tcs/first-fire', { us: 'me', german: 'open' });
        const friend = await User.guest(here());
        await friend.post(`/api/games/${id}/join`, { side: 'german', invite });
        const us = await person({ cookie: user.cookie });
        const german = await person({ cookie: friend.cookie });
        for (const one of [us, german]) await one.open(`/g/${id}`);
        for (const one of [us, german]) await until(one, 'game.state.position && game.state.map');
        // Whichever side won the roll, the American goes first.
        const first = (await state(us, 'game.state.position.keys.question.yours')) ? us : german;
        await until(first, asked);
        await state(first, `void game.giving.give('${first === us ? 'lead' : 'follow'}')`);
        await until(us, `game.state.position.keys.question.kind === 'action' && ${asked}`);
        return { us, german };
    }

    const arrived = `game.state.position.keys.question.kind === 'action' && ${asked} &&
        game.state.position.stacks.get(game.state.map.numbers.indexOf('${PATH.at(-1)}'))?.length === 2`;

    async function march({ us, german }) {
        const from = [mark(us), mark(german)];
        await state(us, `void game.giving.give('move A1 A2 ${PATH.join(' ')}')`);
        let answers = 0;
        for (const begun = Date.now(); !(await state(us, arrived)); ) {
            if (Date.now() - begun > 60000) throw new Error('the march does not end');
            if (!(await state(german, `game.state.position.keys.question.yours && ${asked}`))) {
                await german.page.waitForTimeout(30);
                continue;
            }
            const seq = await state(german, 'game.state.position.keys.seq');
            await german.page.locator('.verbs .end').first().click();
            answers++;
            await until(german, `game.state.position.keys.seq > ${seq}`);
        }
        await until(german, `game.state.position.keys.seq === ${await state(us, 'game.state.position.keys.seq')}`);
        return { answers, orders: orders(german, from[1]), us: count(us, from[0]), german: count(german, from[1]) };
    }

    test('a march past who watches: answers in advance spare every question, and both browsers hear no more', async () => {
        const alone = await march(await table());
        assert.deepEqual([alone.answers, alone.orders], [SEEN, SEEN], 'he is asked at every hex that he sees');
        const wary = await table();
        await state(wary.german, `void game.wish('volley hold')`);
        await until(wary.german, `game.state.standing.includes('volley hold')`);
        const ready = await march(wary);
        assert.deepEqual([ready.answers, ready.orders], [0, 0], 'he is not asked at all');
        const most = { us: { said: 2, heard: 12 }, german: { said: 0, heard: 10 } }; // docs/tcs.md has these numbers
        for (const side of ['us', 'german'])
            for (const way of ['said', 'heard'])
                assert.ok(ready[side][way] <= most[side][way], `${side} ${way}: ${ready[side][way]} of ${most[side][way]}`);
    });
}
