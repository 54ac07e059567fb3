// supply.mjs — supply in OCS: carried from hex to hex with one gesture.
import assert from 'node:assert/strict';
import { look } from './access.mjs';
import { seat, untilMine, User } from '../server/server.mjs';

export function supply({ test, person, here }) {
    /** A game of Stalino in which these orders have been given. */
    async function played(orders) {
        const user = await User.guest(here());
        const { id } = await user.create('ocs/stalino', { axis: 'me', soviet: 'greedy' });
        const bot = await seat(user, id, 'ocs/stalino');
        for (const text of orders) {
            await untilMine(bot);
            const answer = await bot.socket.ask({ t: 'order', seq: bot.seq, text });
            assert.equal(answer.t, 'answer', `${text}: ${JSON.stringify(answer)}`);
            bot.see(await bot.socket.next((message) => message.t === 'delta' && message.seq > bot.seq));
        }
        const me = await person({ cookie: user.cookie });
        await me.open(`/g/${id}`);
        await me.ready();
        return me;
    }
    const state = (me, what) => me.page.evaluate((text) => {
        const { game } = document.querySelector('.map canvas').board;
        return new Function('game', `return ${text}`)(game);
    }, what);
    const moving = ['ready', 'feed gHQ-XXXXIX full', 'pay 07.15 ground 20', 'end'];

    test('supply goes from A to B with one drag, and one undo brings it back', async () => {
        const me = await played(moving);
        await me.button('Move supply').waitFor();
        const stock = (hex) => state(me, `game.state.position.keys.marks.find((mark) =>
            mark.hex === game.state.map.numbers.indexOf('${hex}') && mark.kind === 'supply')?.label ?? null`);
        assert.equal(await stock('06.19'), '2 SP');
        // Where a counter could be dragged instead, the button says what is meant.
        await me.press('Move supply');
        await me.drag('07.15', '06.19');
        const here = me.page.locator('.carried');
        await here.getByRole('button', { name: /3 SP with 3 points of trucks from .*07\.15.*: uses 15 of 45 MPs/ }).waitFor();
        await me.picture('move-supply');
        assert.deepEqual(await look(me, 'supply on the move'), []);
        await here.getByRole('slider').fill('4');
        await here.getByRole('button', { name: /^1 SP with 1 points? of trucks/ }).click();
        await me.page.locator('.log', { hasText: /unloads 4T at .*06\.19/ }).waitFor();
        await me.page.waitForFunction(() => document.querySelector('.map canvas').board.game.state.senders);
        assert.equal(await stock('06.19'), '3 SP, 1 trk');
        await me.press(/Undo/);
        await me.page.waitForFunction(() => {
            const { position, map } = document.querySelector('.map canvas').board.game.state;
            return position.keys.marks.some((one) => map.numbers[one.hex] === '06.19' && one.label === '2 SP');
        });
        // Two clicks do the same; what nothing can reach is refused with the reason.
        await me.ready();
        await me.press('Move supply');
        await me.clickHex('06.19');
        await me.clickHex('12.17');
        await me.page.locator('.refusal', { hasText: /no idle trucks, wagons or trains can bring supply/i }).waitFor();
    });

    test('overlays say who would starve if a hex fell, and what trains can still carry', async () => {
        const user = await User.guest(here());
        const { id } = await user.create('ocs/don-gate', { axis: 'greedy', soviet: 'me' });
        const me = await person({ cookie: user.cookie });
        await me.open(`/g/${id}`);
        await me.page.locator('.prompt').waitFor();
        const overlays = me.page.locator('.overlays select');
        await overlays.selectOption('starving:soviet');
        await me.clickHex('14.18');
        const sum = me.page.locator('.legend-sum');
        await sum.filter({ hasText: /^2 units would lose supply if Makeyevka \(14\.18\) fell/ }).waitFor();
        await me.page.locator('.legend', { hasText: 'would lose supply' }).first().waitFor();
        await me.picture('starving');
        await overlays.selectOption('rail:soviet');
        await sum.filter({ hasText: /^Rail capacity left in this player turn: 8 of 8 SP/ }).waitFor();
        await me.page.getByRole('tab', { name: 'Staff' }).click();
        await me.page.locator('#panel', { hasText: /out of supply without .*HQ/i }).waitFor();
        // Who comes, with the turn and the place, on a track; a click shows the place.
        const track = me.page.locator('.turn-track');
        await track.locator('li').nth(1).getByRole('button', { name: /2 units at Novocherkassk \(36\.09\)/ }).click();
        assert.equal(await track.locator('li').nth(1).locator('.miniatures span').count(), 5);
        await me.page.waitForFunction(() => {
            const { board } = document.querySelector('.map canvas');
            const box = document.querySelector('.map canvas').getBoundingClientRect();
            const { x, y } = board.pixelOf(board.map.numbers.indexOf('36.09'));
            return x > box.left && x < box.right && y > box.top && y < box.bottom;
        });
        await me.picture('arrivals');
        assert.deepEqual(await look(me, 'arrivals on a track'), []);
    });

    test('the air sheet says by their missions what aircraft wait, and who waits for a refit', async () => {
        const user = await User.guest(here());
        const { id } = await user.create('ocs/don-gate', { axis: 'me', soviet: 'greedy' });
        const me = await person({ cookie: user.cookie });
        await me.open(`/g/${id}`);
        await me.page.locator('.prompt').waitFor();
        await me.page.getByRole('tab', { name: 'Staff' }).click();
        const sheet = me.page.locator('#panel section', { hasText: 'Air missions of Axis' }).last();
        await sheet.waitFor();
        const words = await sheet.innerText();
        assert.match(words, /Fighters: escort and interception[\s\S]*4 air units[\s\S]*Bf 109f/);
        assert.match(words, /Bombers: barrage and hip shoot[\s\S]*5 air units, barrage strength 48[\s\S]*Ju 87b/);
        assert.match(words, /Transports: airlift and air drop[\s\S]*2 air units, carry 1 SP/);
    });
}
