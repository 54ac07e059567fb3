// ratings.mjs — results and ratings, rematches, challenges, and the queue of those who look for an opponent.
import assert from 'node:assert/strict';
import { admin, comes, shared, stopped, test } from './cases.mjs';
import { cluster, giveOrder, seat, Server, untilMine, User } from './server.mjs';

const first = 'wb95/muskau';
let named = 0;

// Names of which no two look alike.
const letters = 'ABCDEFGHJKMNPQRSTUXYZ';
const nextName = () => `Player ${letters[named % letters.length]}${letters[Math.floor(named++ / letters.length)]}`;

async function account(server, name = nextName()) {
    const user = await User.guest(server);
    assert.equal((await user.post('/api/register', { name, password: 'long enough' })).status, 200, name);
    user.name = name;
    user.id = (await user.get('/api/session')).json.user.id;
    return user;
}

const profile = async (user, name = user.name) => (await user.get(`/api/profile?name=${encodeURIComponent(name)}`)).json;
const gameOf = async (user, id) => (await user.get(`/api/games/${id}`)).json;

async function resign(user, id) {
    const socket = await user.socket(id);
    await socket.next('state');
    assert.equal((await socket.ask({ t: 'resign' })).ok, true);
    socket.close();
}

// Both give orders, and the game is still in its first turn.
async function bothPlay(users, id) {
    const bots = [await seat(users[0], id, first), await seat(users[1], id, first)];
    const mover = bots.find((bot) => bot.question?.yours), other = bots.find((bot) => bot !== mover);
    for (let i = 0; i < 400 && mover.question?.yours; i++) await giveOrder(mover);
    assert.ok(await untilMine(other));
    await giveOrder(other);
    for (const bot of bots) bot.socket.close();
    assert.equal((await gameOf(users[0], id)).turn, 1);
}

test('ratings: a rated game between accounts counts once, for a player and his side; one given up at once does not', async () => {
    const server = await Server.start({ options: ['--no-limits'] });
    const [ada, bob] = [await account(server, 'Ada Lw'), await account(server, 'Bob Lw')];
    const rated = { public: true, dice: 'nonces', clock: { rated: true } };
    const guest = await User.guest(server);
    assert.equal((await guest.post('/api/games', { scenario: first, seats: { soviet: 'me', german: 'open' }, ...rated })).status, 400);
    assert.equal((await ada.post('/api/games', { scenario: first, seats: { soviet: 'me', german: 'me' }, ...rated })).status, 400);
    const { id } = await ada.create(first, { soviet: 'me', german: 'open' }, rated);
    assert.equal((await guest.post(`/api/games/${id}/join`, { side: 'german' })).status, 403, 'a guest has no rating');
    assert.equal((await ada.post(`/api/games/${id}/join`, { side: 'german' })).status, 403, 'nobody plays himself');
    assert.equal((await bob.post(`/api/games/${id}/join`, { side: 'german' })).status, 200);
    assert.equal((await bob.post(`/api/games/${id}/leave`)).status, 409, 'it is played out');
    assert.equal((await bob.post(`/api/games/${id}/offer`, { link: true })).status, 409);
    assert.equal((await ada.post(`/api/games/${id}/kick`, { side: 'german' })).status, 409);
    await bothPlay([ada, bob], id);
    await resign(bob, id);
    assert.ok(await comes(async () => (await profile(ada)).results.length === 1), 'the result is there');
    const [won, lost] = [await profile(ada), await profile(bob)];
    assert.deepEqual([won.results[0].result, lost.results[0].result], ['won', 'lost']);
    assert.equal(won.results[0].opponent, 'Bob Lw');
    assert.ok(won.ratings[0].rating > 1600 && lost.ratings[0].rating < 1400, JSON.stringify([won.ratings, lost.ratings]));
    assert.ok(won.ratings[0].deviation < 350 && won.ratings[0].games === 1);
    assert.notEqual(won.ratings[0].side, lost.ratings[0].side);
    // The same again with the sides swapped, which is given up at once.
    const rematch = await bob.post(`/api/games/${id}/rematch`);
    assert.equal(rematch.status, 200, rematch.bytes.toString());
    const again = await gameOf(bob, rematch.json.id);
    assert.equal(again.seats.find((one) => one.you).side, 'soviet');
    assert.equal(again.clock.rated, true);
    assert.equal((await ada.post(`/api/games/${id}/rematch`)).json.id, rematch.json.id, 'there is one rematch');
    assert.deepEqual((await ada.get('/api/games')).json.offered.map((one) => one.id), [rematch.json.id]);
    assert.equal((await guest.post(`/api/games/${rematch.json.id}/join`, { side: 'german' })).status, 404);
    assert.equal((await ada.post(`/api/games/${rematch.json.id}/join`, { side: 'german' })).status, 200);
    await resign(ada, rematch.json.id);
    assert.ok(await comes(async () => (await profile(ada)).results.length === 2));
    assert.equal((await profile(ada)).results.filter((one) => one.rated).length, 1, 'given up in its first turn, it is not rated');
    assert.equal((await profile(ada)).ratings.length, 1);
    assert.equal((await guest.post(`/api/games/${id}/rematch`)).status, 409);
    // What is known survives, and opening the game again changes nothing.
    await stopped(server);
    const later = await Server.start({ folder: server.folder, options: ['--no-limits'] });
    ada.server = later;
    const socket = await ada.socket(id);
    await socket.next('state');
    assert.equal((await profile(ada)).results.length, 2);
    assert.deepEqual((await profile(ada)).ratings, won.ratings);
    socket.close();
    // Nor is there a second rematch, or one for each of two who ask at once.
    bob.server = later;
    for (const user of [ada, bob]) assert.equal((await user.post(`/api/games/${id}/rematch`)).json.id, rematch.json.id);
    const both = await Promise.all([ada, bob].map((user) => user.post(`/api/games/${rematch.json.id}/rematch`)));
    assert.deepEqual(both.map((answer) => answer.status), [200, 200]);
    assert.equal(both[0].json.id, both[1].json.id);
    await stopped(later);
    later.clean();
});

test('challenges: an open seat is offered to a named player, unless he has blocked the challenger', async () => {
    const [ada, bob] = [await account(shared), await account(shared)];
    const { id } = await ada.create(first, { soviet: 'me', german: 'open' }, { dice: 'nonces' });
    const challenge = () => ada.post(`/api/games/${id}/offer`, { side: 'german', to: bob.name });
    await bob.post('/api/blocks', { user: ada.id });
    assert.equal((await challenge()).status, 403);
    await bob.post('/api/blocks', { user: ada.id, on: false });
    assert.equal((await bob.post(`/api/games/${id}/offer`, { side: 'german', to: ada.name })).status, 404);
    assert.equal((await challenge()).status, 200);
    const [offered] = (await bob.get('/api/games')).json.offered;
    assert.equal(offered.seats.find((one) => one.side === 'german').offer, 'yours');
    assert.equal((await bob.post(`/api/games/${id}/join`, { side: 'german' })).status, 200);
    assert.equal((await gameOf(bob, id)).seats.find((one) => one.you).side, 'german');
});

test('the queue: two who want the same are paired, with the sides they want; who was blocked is not', async () => {
    const [ada, bob, eve, zoe] = [await account(shared), await account(shared), await account(shared), await account(shared)];
    const clock = { kind: 'days', time: 259200, out: 'claim', claim: 'win', rated: true };
    const wait = (user, body) => user.post('/api/queue', { clock, ...body });
    assert.equal((await wait(ada, { scenarios: [] })).status, 400);
    assert.equal((await wait(ada, { scenarios: ['no/such'] })).status, 400);
    assert.equal((await wait(await User.guest(shared), { scenarios: [first] })).status, 400, 'rated games need an account');
    assert.equal((await wait(ada, { scenarios: [first], side: 'german' })).json.waiting, 1);
    assert.equal((await wait(bob, { scenarios: [first], side: 'german' })).json.waiting, 2, 'both want the same side');
    assert.equal((await wait(zoe, { scenarios: [first], clock: { ...clock, time: 86400 } })).json.waiting, 3, 'another clock');
    await ada.post('/api/blocks', { user: eve.id });
    await bob.post('/api/blocks', { user: eve.id });
    // Ada comes again: only her new wishes count, and the users she has blocked.
    for (const user of [ada, bob]) await wait(user, { scenarios: [first], side: 'german' });
    assert.equal((await wait(eve, { scenarios: [first] })).json.waiting, 4, 'nobody plays whom he has blocked');
    await eve.post('/api/queue', { leave: true });
    const found = await wait(bob, { scenarios: [first, 'wb95/nysa'], side: 'soviet' });
    assert.equal(found.status, 200);
    const { id } = found.json;
    const game = await gameOf(bob, id);
    assert.deepEqual(game.seats.map((one) => [one.side, one.name]).sort(), [['german', ada.name], ['soviet', bob.name]]);
    assert.equal((await ada.get('/api/queue')).json.game, id, 'the one who waited is told');
    assert.equal((await ada.get('/api/queue')).json.waiting, 0);
    assert.equal(game.clock.rated, true);
    await zoe.post('/api/queue', { leave: true });
});

// A rated game of the two in which both have given an order, still in its first turn.
async function begun(server, users) {
    const { id } = await users[0].create(first, { soviet: 'me', german: 'open' }, { public: true, dice: 'nonces', clock: { rated: true } });
    assert.equal((await users[1].post(`/api/games/${id}/join`, { side: 'german' })).status, 200);
    await bothPlay(users, id);
    return id;
}

test('ratings: games that end together all count, also in their first turn, and after a kill', async () => {
    let server = await Server.start({ options: ['--no-limits'] });
    const users = [await account(server), await account(server)];
    const [ada, bob] = users, ids = [];
    for (let i = 0; i < 3; i++) ids.push(await begun(server, users));
    const sockets = [];
    for (const id of ids) sockets.push(await bob.socket(id));
    for (const socket of sockets) await socket.next('state');
    for (const socket of sockets.slice(0, 2)) socket.send({ t: 'resign', n: 1 });
    assert.ok(await comes(async () => (await profile(ada)).results.length === 2));
    assert.deepEqual((await profile(ada)).results.map((one) => one.rated), [true, true]);
    assert.equal((await profile(ada)).ratings[0].games, 2, 'none is lost');
    assert.equal((await bob.post('/api/account/remove', { password: 'long enough' })).status, 409, 'a rated game of his goes on');
    // The server dies when the third is acknowledged; a user who looks at it later finds its result.
    const killed = new Promise((resolve) => (sockets[2].onMessage = (m) => m.n === 2 && (server.process.kill('SIGKILL'), resolve())));
    sockets[2].send({ t: 'resign', n: 2 });
    await killed;
    await server.ended;
    server = await Server.start({ folder: server.folder, options: ['--no-limits'] });
    ada.server = server;
    assert.ok(await comes(async () => (await profile(ada)).results.length === 3), 'nobody has opened it');
    assert.equal((await profile(ada)).ratings[0].games, 3);
    await stopped(server);
    server.clean();
});

test('an account: whoever removes it resigns his rated games, which count for his opponents, and says that he knows', async () => {
    let server = await Server.start({ options: ['--no-limits'] });
    const users = [await account(server), await account(server)];
    const [ada, bob] = users, password = 'long enough';
    const ids = [await begun(server, users), await begun(server, users)];
    const alone = await bob.create(first, { soviet: 'me', german: 'open' }, { public: true, dice: 'nonces', clock: { rated: true } });
    await stopped(server);
    server = await Server.start({ folder: server.folder, options: ['--no-limits'] });
    for (const user of users) user.server = server;
    const watching = await ada.socket(ids[0]); // the others are on no table
    await watching.next('state');
    const remove = (body) => bob.post('/api/account/remove', body);
    const asked = await remove({ password });
    assert.deepEqual([asked.status, asked.json.rated], [409, 3]);
    assert.match(asked.json.error, /resign/);
    assert.equal((await remove({ password: 'wrong', resign: true })).status, 403);
    assert.equal((await gameOf(ada, ids[0])).over, false);
    assert.equal((await remove({ password, resign: true })).status, 200);
    await watching.next((message) => message.over);
    const { results, ratings } = await profile(ada);
    assert.deepEqual(results.map((one) => [one.result, one.rated, one.opponent]), [['won', true, ''], ['won', true, '']]);
    assert.equal(ratings[0].games, 2);
    for (const id of [...ids, alone.id]) {
        assert.equal((await gameOf(ada, id)).over, true);
        assert.match(admin(server.store, 'export', id).stdout, /^resign \w+/m);
    }
    assert.equal((await bob.post('/api/login', { name: bob.name, password })).status, 403);
    watching.close();
    await stopped(server);
    server.clean();
});

if (cluster) test('in PostgreSQL: whoever removes his account at one node resigns the games that another node has', async () => {
    const here = await Server.start({ options: ['--no-limits'] });
    const there = await Server.start({ folder: here.folder, options: ['--no-limits'] });
    const users = [await account(here), await account(here)], [ada, bob] = users;
    const id = await begun(here, users);
    const watching = await ada.socket(id);
    await watching.next('state');
    bob.server = there;
    bob.agent = undefined;
    const password = 'long enough';
    assert.equal((await bob.post('/api/account/remove', { password })).json.rated, 1);
    assert.equal((await bob.post('/api/account/remove', { password, resign: true })).status, 200, there.log);
    await watching.next((message) => message.over);
    assert.deepEqual((await profile(ada)).results.map((one) => [one.result, one.rated, one.opponent]), [['won', true, '']]);
    watching.close();
    for (const server of [here, there]) await stopped(server);
    here.clean();
});

test('the queue: nobody is paired twice, or when he has become somebody else, or with whom he blocks meanwhile', async () => {
    const clock = { kind: 'days', time: 172800 };
    const wait = (user, more = {}) => user.post('/api/queue', { scenarios: [first], clock: { ...clock, ...more } });
    const [yan, xan, zoe] = [await account(shared), await account(shared), await account(shared)];
    assert.equal((await wait(yan)).json.waiting, 1);
    const found = await Promise.all([wait(xan), wait(zoe)]);
    assert.deepEqual(found.map((one) => ('id' in one.json ? 'paired' : one.json.waiting)).sort(), [2, 'paired'].sort(), JSON.stringify(found.map((one) => one.json)));
    assert.equal((await yan.get('/api/games')).json.mine.length, 1);
    assert.ok((await yan.get('/api/queue')).json.game);
    for (const user of [xan, zoe]) await user.post('/api/queue', { leave: true });
    // Users who log in, log out or go are not paired any more.
    const guest = await User.guest(shared), gone = await account(shared), out = await account(shared);
    for (const user of [guest, gone, out]) await wait(user, { time: 172801 + [guest, gone, out].indexOf(user) });
    assert.equal((await guest.post('/api/login', { name: yan.name, password: 'long enough' })).status, 200);
    assert.equal((await gone.post('/api/account/remove', { password: 'long enough' })).status, 200);
    assert.equal((await out.post('/api/logout')).status, 200);
    for (const i of [0, 1, 2]) {
        assert.equal((await wait(xan, { time: 172801 + i })).json.waiting, 1);
        await xan.post('/api/queue', { leave: true });
    }
    await wait(xan);
    assert.equal((await xan.post('/api/blocks', { user: zoe.id })).status, 200);
    assert.equal((await wait(zoe)).json.waiting, 2, 'blocked while he waits');
    for (const user of [xan, zoe]) await user.post('/api/queue', { leave: true });
});

test('blocks: neither an offer of somebody else nor a rematch brings who is blocked to a table', async () => {
    const [ann, ben, cid] = [await account(shared), await account(shared), await account(shared)];
    await ann.post('/api/blocks', { user: cid.id });
    const { id, invite } = await ann.create(first, { soviet: 'me', german: 'open' }, { dice: 'nonces' });
    const offer = (user, body) => user.post(`/api/games/${id}/offer`, { side: 'german', ...body });
    assert.equal((await ben.post(`/api/games/${id}/join`, { side: 'german', invite })).status, 200);
    assert.equal((await offer(ben, { to: cid.name })).status, 200);
    assert.equal((await cid.post(`/api/games/${id}/join`, { side: 'german' })).status, 403, 'the host has not offered it');
    const link = (await offer(ben, { link: true })).json.seats.find((one) => one.side === 'german').offer;
    assert.equal((await cid.post(`/api/games/${id}/join`, { side: 'german', offer: link })).status, 403);
    assert.equal((await ben.post(`/api/games/${id}/leave`)).status, 200);
    assert.equal((await offer(ann, { to: cid.name })).status, 200);
    assert.equal((await cid.post(`/api/games/${id}/join`, { side: 'german' })).status, 200, 'she means him');
    await resign(cid, id);
    assert.equal((await cid.post(`/api/games/${id}/rematch`)).status, 403);
    assert.equal((await ann.get('/api/games')).json.offered.length, 0);
});
