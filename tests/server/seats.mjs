// seats.mjs — seats that are left, handed over and taken away, people who are blocked, and the clocks of games. The
// test sets the time: the server's clocks stand until it says how far they go.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import http from 'node:http';
import { admin, comes, pastOf, shared, stopped, test } from './cases.mjs';
import { cluster, giveOrder, Server, seat, untilMine, User } from './server.mjs';

const first = 'wb95/muskau';

async function account(server, name) {
    const user = await User.guest(server);
    assert.equal((await user.post('/api/register', { name, password: 'long enough' })).status, 200);
    user.session = (await user.get('/api/session')).json;
    return user;
}

// Two people at a game, and their sockets.
async function two(server, more = {}) {
    const [red, grey] = [await User.guest(server), await User.guest(server)];
    const game = await red.create(first, { soviet: 'me', german: 'open' }, { public: true, dice: 'nonces', ...more });
    assert.equal((await grey.post(`/api/games/${game.id}/join`, { side: 'german' })).status, 200);
    return { red, grey, id: game.id, game };
}

const seatOf = async (user, id, side) => (await user.get(`/api/games/${id}`)).json.seats.find((one) => one.side === side);
const idOf = (user) => user.session.user.id;

test('seats: who leaves opens his seat, the others are told, and somebody else sits down there', async () => {
    const { red, grey, id } = await two(shared);
    const here = await red.socket(id);
    await here.next('state');
    assert.equal((await red.post(`/api/games/${id}/leave`, { side: 'german' })).status, 403, 'not of another one');
    assert.equal((await grey.post(`/api/games/${id}/leave`, { side: 'nobody' })).status, 400);
    assert.equal((await grey.post(`/api/games/${id}/leave`)).status, 200);
    assert.deepEqual(await here.next('seat'), { t: 'seat', what: 'left', side: 'german', name: grey.session.user.name });
    const told = await here.next((m) => m.t === 'presence' && m.seats.some((one) => one.kind === 'open'));
    assert.equal(told.seats.find((one) => one.side === 'german').kind, 'open');
    assert.equal((await grey.post(`/api/games/${id}/leave`)).status, 400, 'he has left already');
    const third = await User.guest(shared);
    assert.equal((await third.post(`/api/games/${id}/join`, { side: 'german' })).status, 200);
    here.close();
});

test('seats: whoever takes a seat is not bound by what the player before him agreed to', async () => {
    const { red, grey, id } = await two(shared);
    const one = await seat(red, id, first), other = await seat(grey, id, first);
    assert.equal((await one.socket.ask({ t: 'order', seq: one.seq, text: 'barrage s32Art s33Art at 5115' })).t, 'answer');
    assert.equal((await one.socket.ask({ t: 'undo' })).t, 'answer');
    assert.equal((await other.socket.next('asks')).what, 'take-back');
    const { offer } = (await red.post(`/api/games/${id}/offer`, { side: 'soviet', link: true })).json.seats.find((seat) => seat.side === 'soviet');
    const heir = await User.guest(shared);
    assert.equal((await heir.post(`/api/games/${id}/join`, { side: 'soviet', offer })).status, 200);
    const third = await seat(heir, id, first), before = third.seq;
    assert.equal((await other.socket.ask({ t: 'agree', yes: true })).t, 'answer');
    await third.socket.ask({ t: 'ping' });
    assert.ok(!third.socket.messages.some((m) => m.t === 'events'), 'he has not agreed yet');
    assert.equal((await third.socket.ask({ t: 'agree', yes: true })).t, 'answer');
    assert.equal((await third.socket.next((m) => m.t === 'events' && m.seq > before)).back, true);
    for (const bot of [one, other, third]) bot.socket.close();
});

test('seats: a seat is handed over to a named person, or by a link that serves once', async () => {
    const [red, grey] = [await User.guest(shared), await User.guest(shared)];
    const { id, invite } = await red.create(first, { soviet: 'me', german: 'open' }, { dice: 'nonces' });
    assert.equal((await grey.post(`/api/games/${id}/join`, { side: 'german', invite })).status, 200);
    const heir = await account(shared, 'Erbin');
    const offer = (user, body) => user.post(`/api/games/${id}/offer`, body);
    assert.equal((await offer(red, { side: 'german', to: 'Erbin' })).status, 403);
    assert.equal((await offer(grey, { to: 'Nobody There' })).status, 404);
    assert.equal((await heir.get(`/api/games/${id}`)).status, 404);
    assert.equal((await offer(grey, { to: 'erbin' })).status, 200);
    const offered = (await heir.get('/api/games')).json.offered;
    assert.deepEqual(offered.map((one) => one.id), [id]);
    assert.equal(offered[0].seats.find((one) => one.side === 'german').offer, 'yours');
    assert.equal((await seatOf(grey, id, 'german')).offer, 'made');
    assert.equal((await seatOf(red, id, 'german')).offer, undefined, 'it is nobody else\'s affair');
    assert.equal((await offer(heir, { decline: true })).status, 200, 'it can be declined');
    assert.ok(await comes(async () => !(await heir.get('/api/games')).json.offered.length));
    assert.equal((await offer(grey, { to: 'Erbin' })).status, 200);
    assert.equal((await offer(grey, {})).status, 200, 'an offer can be taken back');
    assert.equal((await heir.post(`/api/games/${id}/join`, { side: 'german' })).status, 404);
    assert.equal((await offer(grey, { to: 'Erbin' })).status, 200);
    assert.equal((await heir.post(`/api/games/${id}/join`, { side: 'german' })).status, 200);
    assert.equal((await seatOf(heir, id, 'german')).you, true);
    assert.equal((await grey.get(`/api/games/${id}`)).status, 404, 'the one before sits here no more');
    const made = (await offer(heir, { link: true })).json.seats.find((one) => one.side === 'german').offer;
    assert.equal(made.length, 20);
    const stranger = await User.guest(shared), late = await User.guest(shared);
    const wrong = made.slice(0, 19) + (made.endsWith('x') ? 'y' : 'x');
    assert.equal((await stranger.post(`/api/games/${id}/join`, { side: 'german', offer: wrong })).status, 404);
    assert.equal((await stranger.post(`/api/games/${id}/join`, { side: 'german', offer: made })).status, 200);
    assert.equal((await late.post(`/api/games/${id}/join`, { side: 'german', offer: made })).status, 404, 'it serves once');
});

test('seats: the host removes a player, who cannot come back, and mutes another', async () => {
    const { red, grey, id } = await two(shared);
    const [host, guest] = [await red.socket(id), await grey.socket(id)];
    for (const one of [host, guest]) await one.next('state');
    const kick = (user, side) => user.post(`/api/games/${id}/kick`, { side });
    assert.equal((await kick(grey, 'soviet')).status, 403);
    assert.equal((await kick(red, 'soviet')).status, 409, 'not himself');
    assert.equal((await grey.post(`/api/games/${id}/mute`, { user: idOf(red) })).status, 403);
    assert.equal((await red.post(`/api/games/${id}/mute`, { user: idOf(grey) })).status, 200);
    assert.match((await guest.ask({ t: 'chat', text: 'but' })).text, /muted/);
    assert.equal((await red.post(`/api/games/${id}/mute`, { user: idOf(grey), on: false })).status, 200);
    guest.send({ t: 'chat', text: 'thanks' });
    assert.equal((await host.next('chat')).text, 'thanks');
    const stranger = await User.guest(shared);
    assert.equal((await red.post(`/api/games/${id}/mute`, { user: idOf(stranger) })).status, 404, 'nobody has seen him here');
    assert.equal((await kick(red, 'german')).status, 200);
    assert.equal((await host.next('seat')).what, 'removed');
    assert.equal((await grey.post(`/api/games/${id}/join`, { side: 'german' })).status, 403);
    assert.deepEqual((await guest.next((m) => m.t === 'state' && !m.you.length)).you, []);
    for (const one of [host, guest]) one.close();
});

test('blocks: his chat is not sent to me, and he takes no seat at games of mine', async () => {
    const { red, grey, id } = await two(shared);
    const [mine, his] = [await red.socket(id), await grey.socket(id)];
    for (const one of [mine, his]) await one.next('state');
    his.send({ t: 'chat', text: 'before' });
    assert.equal((await mine.next('chat')).user, idOf(grey));
    assert.equal((await red.post('/api/blocks', { user: idOf(grey) })).status, 200);
    assert.deepEqual((await red.get('/api/blocks')).json.blocked, [{ user: idOf(grey), name: grey.session.user.name }]);
    his.send({ t: 'chat', text: 'silence' });
    assert.equal((await his.next((m) => m.t === 'chat' && m.text === 'silence')).text, 'silence');
    await mine.ask({ t: 'ping' });
    assert.ok(!mine.messages.some((m) => m.t === 'chat'), 'it was not sent');
    const again = await red.socket(id);
    assert.deepEqual((await again.next('state')).chat, [], 'nor is what he said before');
    const other = await red.create(first, { soviet: 'me', german: 'open' }, { public: true });
    assert.equal((await grey.post(`/api/games/${other.id}/join`, { side: 'german' })).status, 403);
    assert.equal((await red.post('/api/blocks', { user: idOf(grey), on: false })).status, 200);
    assert.equal((await grey.post(`/api/games/${other.id}/join`, { side: 'german' })).status, 200);
    for (const one of [mine, his, again]) one.close();
});

test('seats: the computer plays on for somebody, and gives the seat back', async () => {
    const red = await User.guest(shared);
    const { id } = await red.create(first, { soviet: 'me', german: 'random' });
    const bot = await seat(red, id, first);
    const computer = (player) => red.post(`/api/games/${id}/computer`, { player });
    assert.equal((await computer('nobody')).status, 400);
    assert.equal((await computer('random')).status, 200);
    const answer = await bot.socket.ask({ t: 'order', seq: bot.seq, text: 'end' });
    assert.match(answer.text ?? '', /computer is playing for you|moved on|happened/);
    await bot.socket.next((m) => m.t === 'delta' && m.seq > 3, 60000);
    assert.equal((await seatOf(red, id, 'soviet')).computer, 'random');
    assert.equal((await computer(null)).status, 200);
    assert.equal((await seatOf(red, id, 'soviet')).computer, undefined);
    bot.socket.close();
    const again = await seat(red, id, first);
    if (await untilMine(again)) await giveOrder(again);
    again.socket.close();
});

const day = 86400;
const pass = (user, seconds) => user.post('/api/test/clock', { seconds });

test('clocks: a reminder comes, time that is out loses; neither a restart nor a day without a server is charged', async () => {
    const calls = [];
    const receiver = http.createServer((request, response) => {
        let text = '';
        request.on('data', (part) => (text += part));
        request.on('end', () => (calls.push(JSON.parse(text)), response.end('ok')));
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => receiver.on('listening', resolve));
    const options = ['--no-limits', '--test-clock', '--webhooks-home'];
    let server = await Server.start({ options });
    const clock = { kind: 'days', time: 3 * day, out: 'loses' };
    const odd = await (await User.guest(server)).post('/api/games', { scenario: first, seats: { soviet: 'me' }, clock: { kind: 'days', time: -1 } });
    assert.equal(odd.status, 400);
    const { red, grey, id } = await two(server, { clock });
    const webhook = `http://127.0.0.1:${receiver.address().port}/`;
    for (const user of [red, grey]) await user.post('/api/settings', { webhook });
    const { asked } = (await red.get(`/api/games/${id}`)).json;
    const [slow, other] = asked === 'soviet' ? [red, grey] : [grey, red];
    const looker = await other.socket(id);
    const state = await looker.next('state');
    assert.equal(state.game.clock.running, asked);
    assert.equal(state.game.clock.left[asked], 3 * day);
    await pass(red, 2 * day);
    looker.close();
    assert.deepEqual(await server.stop(), { code: 0, signal: null });
    // Without a server nothing passes; it begins where it ended.
    server = await Server.start({ folder: server.folder, options });
    red.server = grey.server = server;
    assert.equal((await red.get(`/api/games/${id}`)).json.clock.left[asked], day);
    await pass(red, day / 2);
    assert.ok(await comes(() => calls.some((call) => call.event === 'time-runs-out')), 'he is reminded');
    assert.equal(calls.find((call) => call.event === 'time-runs-out').left, day / 2);
    await pass(red, day / 2);
    assert.ok(await comes(async () => (await other.get(`/api/games/${id}`)).json.over), 'nobody has it open, and yet it ends');
    assert.equal((await slow.get(`/api/games/${id}`)).json.over, true);
    assert.match((await slow.get(`/api/games/${id}`)).json.verdict, /victory: .* ran out of time/, 'nobody gave it up');
    assert.match((await slow.get(`/api/games/${id}`, { headers: { 'Accept-Language': 'pl' } })).json.verdict, /przekroczony czas/);
    const journal = admin(server.store, 'export', id).stdout;
    assert.match(journal, new RegExp(`\nresign ${asked} time\n`));
    assert.match(journal, /\nresult .* "[^"]* ran out of time"/);
    const after = await other.socket(id);
    await after.next('state');
    assert.match(JSON.stringify(await pastOf(after)), /time has run out/, 'the log says so, too');
    after.close();
    assert.match(server.log, /event=clock game=\w+ side=\w+ event=out/);
    await stopped(server);
    receiver.close();
    server.clean();
});

test('clocks: a bank is charged to whoever is asked, vacation goes first, and orders pass the time on', async () => {
    const server = await Server.start({ options: ['--no-limits', '--test-clock'] });
    const clock = { kind: 'bank', time: 10 * day, gain: day, vacation: 2 * day, out: 'machine' };
    const { red, grey, id } = await two(server, { clock });
    const users = { soviet: red, german: grey };
    const bots = { soviet: await seat(red, id, first), german: await seat(grey, id, first) };
    const clockNow = async () => (await red.get(`/api/games/${id}`)).json.clock;
    const { running } = await clockNow();
    const resting = running === 'soviet' ? 'german' : 'soviet';
    assert.equal((await users[running].post(`/api/games/${id}/vacation`)).status, 200);
    await pass(red, 3 * day);
    const now = await clockNow();
    assert.equal(now.left[running], 9 * day, 'two days of the three were vacation');
    assert.equal(now.vacationLeft[running], 0);
    assert.equal(now.left[resting], 10 * day);
    assert.equal((await users[running].post(`/api/games/${id}/vacation`)).status, 409);
    for (let i = 0; i < 400 && (await untilMine(bots[running])); i++) {
        await giveOrder(bots[running]);
        if (!bots[running].question?.yours) break;
    }
    const told = await bots[resting].socket.next((m) => m.t === 'clock' && m.clock.running === resting);
    assert.equal(told.clock.left[running], 9 * day, 'giving orders took no time');
    await pass(red, 10 * day + 1);
    assert.ok(await comes(async () => (await seatOf(red, id, resting)).computer === 'greedy'), 'the computer plays on');
    assert.equal((await clockNow()).running !== resting, true);
    assert.equal((await users[resting].post(`/api/games/${id}/computer`, { player: null })).status, 200, 'he is back');
    for (const bot of Object.values(bots)) bot.socket.close();
    await stopped(server);
    server.clean();
});

test('claims: the game of somebody who stays away is claimed by the game\'s own rule, not sooner', async () => {
    const server = await Server.start({ options: ['--no-limits', '--test-clock'] });
    for (const claim of ['win', 'machine']) {
        const { red, grey, id } = await two(server, { clock: { absent: 7 * day, claim } });
        const users = { soviet: red, german: grey };
        const { asked } = (await red.get(`/api/games/${id}`)).json;
        const other = asked === 'soviet' ? 'german' : 'soviet';
        const socket = await users[other].socket(id), absent = await users[asked].socket(id);
        for (const one of [socket, absent]) await one.next('state');
        await pass(red, 7 * day - 1);
        assert.equal((await socket.ask({ t: 'claim' })).t, 'refused');
        await pass(red, 1);
        assert.equal((await socket.next((m) => m.t === 'clock' && m.what === 'claim')).clock.claimable, true);
        assert.equal((await absent.ask({ t: 'claim' })).t, 'refused', 'nobody claims from himself');
        assert.equal((await socket.ask({ t: 'claim' })).ok, true);
        const row = (await red.get(`/api/games/${id}`)).json;
        if (claim === 'win') assert.ok(row.over && /stayed away/.test(row.verdict), row.verdict);
        else assert.equal(row.seats.find((one) => one.side === asked).computer, 'greedy');
        for (const one of [socket, absent]) one.close();
    }
    await stopped(server);
    server.clean();
});

test('clocks: neither the computer nor an empty seat stops or fills a clock, and who stays can claim', async () => {
    const server = await Server.start({ options: ['--no-limits', '--test-clock'] });
    const begin = async (clock) => {
        const { red, grey, id, game } = await two(server, { clock });
        const { asked } = (await red.get(`/api/games/${id}`)).json;
        const [slow, other] = asked === 'soviet' ? [red, grey] : [grey, red];
        const clockOf = async () => (await other.get(`/api/games/${id}`)).json.clock;
        const claim = async () => {
            const socket = await other.socket(id);
            await socket.next('state');
            const answer = await socket.ask({ t: 'claim' });
            socket.close();
            return answer.ok ?? false;
        };
        return { id, game, asked, slow, other, clockOf, claim, post: (what, body) => slow.post(`/api/games/${id}/${what}`, body) };
    };
    const days = await begin({ kind: 'days', time: 3 * day, out: 'claim' });
    await pass(days.slow, 2 * day);
    for (const player of ['search-deep', null]) assert.equal((await days.post('computer', { player })).status, 200);
    assert.equal((await days.clockOf()).left[days.asked], day, 'the computer came and went');
    assert.equal((await days.post('leave', { side: days.asked })).status, 200);
    assert.equal((await days.clockOf()).running, days.asked, 'an empty seat has its time');
    await pass(days.slow, day / 2);
    assert.equal((await days.post('join', { side: days.asked })).status, 200);
    assert.equal((await days.clockOf()).left[days.asked], day / 2, 'sitting down again brings none');
    assert.equal((await days.post('leave', { side: days.asked })).status, 200);
    assert.equal(await days.claim(), false);
    await pass(days.slow, day / 2);
    assert.equal(await days.claim(), true, 'from a seat that was left, too');
    const machine = await begin({ kind: 'days', time: 3 * day, out: 'machine' });
    assert.equal((await machine.post('leave', { side: machine.asked })).status, 200);
    await pass(machine.slow, 3 * day);
    assert.ok(await comes(async () => (await seatOf(machine.other, machine.id, machine.asked)).kind === 'greedy'), 'the computer takes an empty seat');
    const live = await begin({ kind: 'live', time: 900, out: 'loses' });
    await pass(live.slow, 800);
    assert.equal((await live.post('leave', { side: live.asked })).status, 200);
    await pass(live.slow, 100);
    assert.ok(await comes(async () => (await live.other.get(`/api/games/${live.id}`)).json.over), 'time away is time');
    for (let i = 0; i < 5; i++) { // a player who calls the computer when his time is out has lost all the same
        const out = await begin({ kind: 'days', time: day, out: 'loses' });
        await pass(out.slow, day - 60);
        await pass(out.slow, 60);
        await out.post('computer', { player: 'search-deep' });
        assert.ok(await comes(async () => (await out.other.get(`/api/games/${out.id}`)).json.over), 'out is out');
    }
    const absent = await begin({ absent: 7 * day });
    await pass(absent.slow, 6 * day);
    await absent.post('vacation', { side: absent.asked, on: false });
    for (const player of ['search-deep', null]) assert.equal((await absent.post('computer', { player })).status, 200);
    await pass(absent.slow, day);
    assert.equal(await absent.claim(), true, 'only an order is a sign of life');
    const late = await begin({ kind: 'days', time: 3 * day, vacation: 2 * day, out: 'claim' });
    await pass(late.slow, 3 * day);
    assert.equal((await late.post('vacation', { side: late.asked, on: true })).status, 409, 'too late');
    assert.equal(await late.claim(), true);
    await stopped(server);
    server.clean();
});

// Brings a chain of links for the side; keeps those that a roll waits for until they are requested.
async function bringChain(bot, side) {
    const chain = [createHash('sha256').update(side).digest()];
    while (chain.length < 65) chain.push(createHash('sha256').update(chain.at(-1)).digest());
    const { socket } = bot, frame = socket.frame.bind(socket);
    const give = (index) => socket.send({ t: 'link', side, link: chain[63 - index].toString('hex') });
    socket.frame = (opcode, payload) => {
        const asked = opcode === 1 && payload.toString().startsWith('{"t":"witness"') ? JSON.parse(payload.toString()) : null;
        if (asked?.side === side && !asked.roll) give(asked.index);
        if (asked?.side === side && asked.roll) bot.give = () => give(asked.index);
        frame(opcode, payload);
    };
    await socket.ask({ t: 'chain', side, anchor: chain[64].toString('hex'), links: 64 });
}

test('clocks: a game whose roll waits is not due before the wait is over', async () => {
    if (cluster) return;
    const server = await Server.start({ options: ['--no-limits', '--test-clock'] });
    const { red, grey, id } = await two(server, { dice: 'witnessed', wait: 7 * day, clock: { kind: 'days', time: day, out: 'loses' } });
    const due = () => Number(execFileSync('sqlite3', [`${server.folder}/games.db`,
        `SELECT due FROM clocks JOIN games ON number = game WHERE id = '${id}'`]).toString());
    const bots = [await seat(red, id, first), await seat(grey, id, first)];
    await bringChain(bots[0], 'soviet');
    await bringChain(bots[1], 'german');
    for (let waits = false; !waits;) {
        for (const bot of bots) {
            await bot.socket.ask({ t: 'ping' });
            for (const message of bot.socket.messages.splice(0)) if ('seq' in message && message.t !== 'events') bot.see(message);
        }
        const mover = bots.find((bot) => bot.question?.yours);
        const answer = await mover.socket.ask({ t: 'order', seq: mover.seq, text: await mover.order() });
        assert.equal(answer.t, 'answer', JSON.stringify(answer));
        waits = answer.rolling;
        if (!waits) mover.see(await mover.socket.next((m) => m.t === 'delta' && m.seq > mover.seq));
    }
    assert.ok(due() > 6 * day, `due ${due()}`);
    assert.ok(await comes(() => bots.some((bot) => bot.give)));
    for (const bot of bots) bot.give?.();
    assert.ok(await comes(() => due() <= day), 'then its clock goes on');
    await stopped(server);
    server.clean();
});

test('seats: a leave that is not kept is none, also at a game that nobody has open', async () => {
    if (cluster) return;
    let server = await Server.start({ options: ['--no-limits'] });
    const { red, grey, id } = await two(server);
    await stopped(server);
    server = await Server.start({ folder: server.folder, options: ['--no-limits'] });
    red.server = grey.server = server;
    const third = await User.guest(server);
    const sql = (words) => execFileSync('sqlite3', [`${server.folder}/games.db`, `PRAGMA busy_timeout = 9000; ${words}`]);
    sql("CREATE TRIGGER no_seat BEFORE UPDATE ON seats BEGIN SELECT RAISE(ABORT, 'not now'); END");
    assert.equal((await grey.post(`/api/games/${id}/leave`)).status, 507);
    assert.equal((await seatOf(red, id, 'german')).kind, 'human');
    sql('DROP TRIGGER no_seat');
    assert.ok(await comes(async () => (await red.get('/healthz')).status === 200));
    assert.equal((await third.post(`/api/games/${id}/join`, { side: 'german' })).status, 409, 'it is his seat');
    assert.equal((await seatOf(grey, id, 'german')).you, true);
    await stopped(server);
    server.clean();
});

test('seats: who is removed from a private game sees it no more', async () => {
    const [red, grey] = [await User.guest(shared), await User.guest(shared)];
    const { id, invite } = await red.create(first, { soviet: 'me', german: 'open' }, { dice: 'nonces' });
    assert.equal((await grey.post(`/api/games/${id}/join`, { side: 'german', invite })).status, 200);
    const socket = await grey.socket(id);
    await socket.next('state');
    assert.equal((await red.post(`/api/games/${id}/kick`, { side: 'german' })).status, 200);
    assert.equal((await socket.closing()).code, 1008);
});

test('seats: nobody sits on a side after he has seen another one, and the host has the link of an open seat', async () => {
    const { red, grey, id } = await two(shared);
    const third = await User.guest(shared);
    const post = (user, what, side) => user.post(`/api/games/${id}/${what}`, { side });
    assert.equal((await post(grey, 'leave', 'german')).status, 200);
    assert.equal((await post(red, 'join', 'german')).status, 403, 'he would see what grey has hidden');
    assert.equal((await post(grey, 'join', 'german')).status, 200, 'his own side');
    assert.equal((await post(red, 'leave', 'soviet')).status, 200);
    assert.equal((await post(grey, 'join', 'soviet')).status, 403);
    assert.equal((await post(third, 'join', 'soviet')).status, 200);
    const alone = await red.create(first, { soviet: 'me', german: 'open' }, { public: true });
    const link = (await red.post(`/api/games/${alone.id}/offer`, { side: 'german', link: true })).json;
    assert.equal(link.seats.find((one) => one.side === 'german').offer?.length, 20);
    assert.equal((await red.post(`/api/games/${alone.id}/leave`, { side: 'soviet' })).status, 200);
    assert.equal((await red.post(`/api/games/${alone.id}/join`, { side: 'german' })).status, 200, 'nothing has happened there');
});

test('clocks: nobody is given a few seconds for an answer', async () => {
    const user = await User.guest(shared);
    const create = (clock) => user.post('/api/games', { scenario: first, seats: { soviet: 'me', german: 'open' }, clock });
    for (const clock of [{ kind: 'days', time: 1 }, { kind: 'live', time: 59 }, { absent: 5 }]) assert.equal((await create(clock)).status, 400);
    assert.equal((await create({ kind: 'live', time: 60 })).status, 200);
});
