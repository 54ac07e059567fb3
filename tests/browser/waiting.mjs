// waiting.mjs — a player who waits is not idle: he plans, keeps the order he was making, and answers in advance; and
// what he picks first does not matter.
import assert from 'node:assert/strict';
import { seat, User } from '../server/server.mjs';
import { until } from './hurry.mjs';

const first = 'wb95/muskau';

/** The order in the making, and whether it is one of a plan. */
const drafted = (me) => me.page.locator('.map canvas').evaluate(({ board }) => {
    const { draft, plan } = board.game.state;
    return { text: draft?.text ?? '', busy: !!draft?.busy, ends: draft?.reach?.ends.length ?? 0, plan: plan?.kind ?? null };
});

async function untilDrafted(me, wanted, words) {
    for (let looks = 0; looks < 1500; looks++, await me.page.waitForTimeout(40)) {
        const now = await drafted(me);
        if (wanted(now)) return now;
    }
    throw new Error(`waited in vain: ${words}; ${JSON.stringify(await drafted(me))}`);
}

export function waiting({ test, person, here }) {
    test('who waits plans ahead, his order outlives what others do, and losses are answered in advance', async () => {
        const [red, grey] = [await User.guest(here()), await User.guest(here())];
        const { id } = await red.create(first, { soviet: 'me', german: 'open' }, { public: true });
        await grey.post(`/api/games/${id}/join`, { side: 'german' });
        const soviet = await seat(red, id, first);
        const me = await person({ cookie: grey.cookie });
        await me.open(`/g/${id}`);
        await until(me, (now) => now.side === 'soviet' && !now.yours, 'the Soviet player is asked');
        await me.press('Plan ahead');
        await untilDrafted(me, (now) => now.plan === 'movement', 'he plans his movement');
        const mine = await me.page.locator('.map canvas').evaluate(({ board }) => {
            const { state } = board.game;
            const moves = (piece) => state.leaders.get(piece.i)?.includes('move');
            const [hex] = [...state.position.stacks].find(([, stack]) => stack.length === 1 && moves(stack[0]));
            return board.map.numbers[hex];
        });
        await me.clickHex(mine);
        const { text } = await untilDrafted(me, (now) => now.ends > 0 && !now.busy, 'where it could go is shown');
        assert.match(text, /^move g/);
        const answer = await soviet.socket.ask({ t: 'order', seq: soviet.seq, text: 'end' });
        assert.equal(answer.t, 'answer');
        await until(me, (now) => now.kind === 'movement', 'the Soviet player goes on');
        const kept = await untilDrafted(me, (now) => now.ends > 0 && !now.busy, 'the order in the making is still there');
        assert.equal(kept.text, text);
        assert.equal(kept.plan, 'movement');
        await me.page.getByRole('tab', { name: 'Staff' }).click();
        await me.page.getByLabel('Losses').selectOption({ label: 'lose the CEL that cost the least strength' });
        await until(me, () => me.messages('standing').some((message) => message.set.includes('losses cheapest')), 'the server has it');
        await me.page.getByLabel('answer for me when only one answer is legal').check();
        await until(me, () => me.messages('standing').some((message) => message.set.includes('any only')), 'and this');
        await me.picture('standing');
        soviet.socket.close();
    });

    test('a hex is clicked before a number is named, and counters about to march turn on the enemy', async () => {
        const user = await User.guest(here());
        const { id } = await user.create('pm/dvina', { german: 'me', soviet: 'random' });
        const me = await person({ cookie: user.cookie });
        await me.open(`/g/${id}`);
        await me.press('assign aircraft');
        await me.page.locator('.draft').waitFor();
        await untilDrafted(me, (now) => now.text === 'support' && !now.busy, 'aircraft are asked for');
        await me.clickHex('1908N');
        await me.page.locator('.log', { hasText: 'Aircraft support 1908N' }).waitFor();
        await me.press('end this step', true);
        await me.ready();
        for (const name of [/^1 ARM 10-8-12/, /^6 ARM 9-7-12/]) await me.press(name);
        await untilDrafted(me, (now) => now.text.startsWith('move pz1 pz6') && !now.busy, 'two divisions are about to march');
        await me.clickHex('2008N');
        await untilDrafted(me, (now) => now.text === 'assault pz1 pz6 at 2008N' && !now.busy, 'they turn on the enemy');
        await me.page.locator('.forecast').waitFor();
        await me.picture('turned');
    });
}
