// handover.mjs — games that go from the browser to the server, and what-ifs that go from the server to the board.
import assert from 'node:assert/strict';
import net from 'node:net';
import { comes, rawHttp, shared, statusOf, test } from './cases.mjs';
import { giveOrder, seat, untilMine, User } from './server.mjs';

const first = 'wb95/muskau';

// A game in progress as a browser would have it: its journal, and the seed of its dice.
async function browserGame(user) {
    const game = await user.create(first, { soviet: 'me', german: 'random' });
    const bot = await seat(user, game.id, first);
    for (let i = 0; i < 12 && (await untilMine(bot)); i++) await giveOrder(bot);
    await untilMine(bot);
    await bot.socket.ask({ t: 'resign' });
    bot.socket.close();
    const whole = (await user.get(`/api/games/${game.id}/journal`)).bytes.toString();
    const seed = whole.match(/\nseed ([0-9a-f]{64})\s*$/)[1];
    return { whole, seed, journal: whole.slice(0, whole.indexOf('\nresign') + 1), orders: bot.state.orders };
}

test('handover: a game begun in a browser goes on at the server, and only its player and the computer sit there', async () => {
    const user = await User.guest(shared);
    const { whole, journal, seed } = await browserGame(user);
    const seats = { soviet: 'me', german: 'greedy' };
    const hand = (body) => user.post('/api/handover', { journal, seed, seats, ...body });
    assert.equal((await hand({ seed: seed.replaceAll(/./g, '0') })).status, 400, 'the dice must follow from the seed');
    assert.equal((await hand({ seed: undefined })).status, 400);
    assert.equal((await hand({ journal: journal.replace(/= \d/, '= 7') })).status, 400, 'nobody rolls a 7');
    assert.equal((await hand({ journal: 'nonsense' })).status, 400);
    assert.equal((await hand({ journal: whole })).status, 409, 'it is over');
    assert.equal((await hand({ seats: { soviet: 'me', german: 'open' } })).status, 400, 'no seat may be open');
    const { status, json } = await hand({ name: 'From the train', note: 'hold Muskau' });
    assert.equal(status, 200);
    const row = (await user.get(`/api/games/${json.id}`)).json;
    assert.equal(row.handedOver, true);
    assert.equal(row.whatIf, false);
    assert.equal(row.name, 'From the train');
    const bot = await seat(user, json.id, first);
    assert.ok(bot.state.orders >= 12, 'it stands where it stood');
    assert.equal(bot.state.notes, 'hold Muskau');
    assert.ok(await untilMine(bot));
    await giveOrder(bot);
    bot.socket.close();
    assert.equal((await user.post(`/api/games/${json.id}/leave`, { side: 'soviet' })).status, 409);
    assert.equal((await user.post(`/api/games/${json.id}/offer`, { side: 'soviet', link: true })).status, 409);
});

test('handover: only that request may be long, one at a time from an address', async () => {
    const user = await User.guest(shared);
    const long = { journal: 'x'.repeat(200000), seed: '0'.repeat(64), seats: {} };
    const head = (path, bytes, more = '') =>
        `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1:${shared.port}\r\nX-Sandtable: 1\r\nContent-Length: ${bytes}\r\n${more}\r\n`;
    // What is too long is refused by its head alone.
    const refused = async (path, bytes) => statusOf(await rawHttp(shared.port, head(path, bytes)));
    assert.equal((await user.post('/api/handover', long)).status, 400, 'it was read');
    assert.equal(await refused('/api/games', 200000), 413);
    assert.equal(await refused('/api/handover', 1100000), 413);
    const slow = net.connect({ port: shared.port, host: '127.0.0.1' });
    slow.on('error', () => {});
    slow.write(head('/api/handover', 100000, 'Expect: 100-continue\r\n'));
    await new Promise((resolve) => slow.once('data', resolve)); // the server waits for its body
    assert.equal(await refused('/api/handover', 100000), 503, 'the place is taken');
    slow.destroy();
    const again = () => user.post('/api/handover', long).catch(() => ({ status: 0 })); // it may be refused while it is sent
    assert.ok(await comes(async () => (await again()).status === 400), 'it is free again');
});

test("handover: the lines of a what-if are its owner's once the game it comes from is over", async () => {
    const user = await User.guest(shared), other = await User.guest(shared);
    const game = await user.create(first, { soviet: 'me', german: 'random' });
    const bot = await seat(user, game.id, first);
    for (let i = 0; i < 8 && (await untilMine(bot)); i++) await giveOrder(bot);
    const { json } = await user.post(`/api/games/${game.id}/branch`, { to: 6 });
    const moves = (who) => who.get(`/api/games/${json.id}/moves`);
    assert.equal((await moves(user)).status, 403, 'they would tell what is hidden in the game');
    assert.equal((await user.get(`/api/games/${game.id}/moves`)).status, 404, 'a game has a journal');
    await untilMine(bot);
    await bot.socket.ask({ t: 'resign' });
    bot.socket.close();
    const lines = await moves(user);
    assert.equal(lines.status, 200);
    assert.match(lines.bytes.toString(), /\nscenario wb95\/muskau/);
    assert.equal((await moves(other)).status, 404);
});
