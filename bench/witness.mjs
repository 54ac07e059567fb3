// witness.mjs — what a witnessed roll costs: the time from an order that rolls to its dice, with and without a witness.
//     SANDTABLE=build/release/sandtable node bench/witness.mjs [ROLLS]
// Both browsers are on this machine, so what is measured is the server's part: the second commit and the exchange itself.
import { createHash } from 'node:crypto';
import { Server, User, seat } from '../tests/server/server.mjs';

const wanted = Number(process.argv[2] ?? 200);
const sha = (bytes) => createHash('sha256').update(bytes).digest();

async function measure(server, dice) {
    const times = [];
    while (times.length < wanted) {
        const users = [await User.guest(server), await User.guest(server)];
        const game = await users[0].create('wb95/muskau', { soviet: 'me', german: 'open' }, { dice });
        await users[1].post(`/api/games/${game.id}/join`, { side: 'german', invite: game.invite });
        const bots = [];
        for (const [i, side] of ['soviet', 'german'].entries()) {
            const bot = await seat(users[i], game.id, 'wb95/muskau');
            const chain = [sha(side)];
            for (let n = 0; n < 999; n++) chain.push(sha(chain[n]));
            const frame = bot.socket.frame.bind(bot.socket);
            bot.socket.frame = (opcode, payload) => {
                const asked = opcode === 1 && payload.toString().startsWith('{"t":"witness"') ? JSON.parse(payload) : null;
                if (asked) bot.socket.send({ t: 'link', side, link: chain[998 - asked.index].toString('hex') });
                frame(opcode, payload);
            };
            if (dice === 'witnessed') await bot.socket.ask({ t: 'chain', side, anchor: chain[999].toString('hex'), links: 999 });
            bots.push(bot);
        }
        for (let orders = 0; orders < 300 && times.length < wanted; orders++) {
            for (const bot of bots) {
                await bot.socket.ask({ t: 'ping' });
                for (const message of bot.socket.messages.splice(0)) if ('seq' in message && message.t !== 'events') bot.see(message);
            }
            const mover = bots.find((bot) => bot.question?.yours);
            if (!mover) break;
            const text = await mover.order();
            const begun = performance.now();
            mover.socket.ask({ t: 'order', seq: mover.seq, text });
            const events = await mover.socket.next((m) => m.t === 'events' && m.seq > mover.seq);
            if (events.dice.length) times.push(performance.now() - begun);
        }
        for (const bot of bots) bot.socket.close();
    }
    times.sort((a, b) => a - b);
    const at = (share) => times[Math.floor(share * (times.length - 1))].toFixed(2);
    console.log(`${dice}: ${times.length} rolls, median ${at(0.5)} ms, 95th percentile ${at(0.95)} ms, worst ${at(1)} ms`);
}

const server = await Server.start({ options: ['--no-limits', '--quiet'] });
for (let i = 0; i < 2; i++) for (const dice of ['nonces', 'witnessed']) await measure(server, dice);
await server.stop();
server.clean();
