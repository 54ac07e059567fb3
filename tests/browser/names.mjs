// names.mjs — what a player reads never holds the id of a counter or of a box: the messages of random games are searched.
import assert from 'node:assert/strict';
import { giveOrder, seat, untilMine, User } from '../server/server.mjs';

// What is read by the client and not by the player.
const UNREAD = new Set(['id', 'order', 'orders', 'rule', 'verb', 'kind', 'hints', 'reverse', 'values']);

export function names({ test, here }) {
    test('no sentence names a counter or a box by its id', async () => {
        const user = await User.guest(here());
        for (const [scenario, seats, orders] of [
            ['pm/barbarossa', { german: 'me', soviet: 'random' }, 60],
            ['ocs/stalino', { axis: 'me', soviet: 'random' }, 40],
            ['wb95/muskau', { soviet: 'me', german: 'random' }, 30],
            ['tcs/brook-and-brow', { us: 'me', german: 'random' }, 30],
        ]) {
            const { id } = await user.create(scenario, seats);
            const bot = await seat(user, id, scenario);
            const map = (await user.get(`/api/map/${scenario}`)).json;
            const ids = new Set((map.boxes ?? []).map(({ name }) => name).filter((name) => /[-\d]/.test(name)));
            const read = new Set();
            const note = (what, key) => {
                if (key === 'id' && typeof what === 'string' && /[a-z]/.test(what)) ids.add(what);
                if (UNREAD.has(key)) return;
                if (typeof what === 'string') read.add(what);
                else if (what && typeof what === 'object')
                    for (const [name, value] of Object.entries(what)) note(value, Array.isArray(what) ? key : name);
            };
            note(bot.state);
            const { see } = bot;
            bot.see = (message) => {
                note(message);
                see.call(bot, message);
            };
            for (let left = orders; left && (await untilMine(bot)); left--) {
                await giveOrder(bot);
                if (left % 20 === 0) note(await bot.socket.ask({ t: 'panels' }));
            }
            const told = [...read].filter((text) => text.includes(' '));
            const wrong = told.filter((text) => text.split(/[\s,;:()]+/).some((word) => ids.has(word)));
            assert.deepEqual(wrong, [], scenario);
            assert.ok(told.length > 50, `${scenario}: ${told.length} sentences were read`);
            bot.socket.close();
        }
    });
}
