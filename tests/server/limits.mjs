// limits.mjs — no user may stop the others: guesses, dear questions, queues that no client reads, seats that one takes.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import http from 'node:http';
import { comes, sleep, stopped, test } from './cases.mjs';
import { giveOrder, Server, seat, untilMine, User } from './server.mjs';

// A user who comes by way of a proxy, from that address.
function from(server, address) {
    const user = new User(server);
    const request = user.request.bind(user);
    user.request = (method, path, options = {}) =>
        request(method, path, { ...options, headers: { 'X-Forwarded-For': user.address, ...options.headers } });
    user.address = address;
    return user;
}

async function account(server, name) {
    const user = from(server, '198.51.100.1');
    await user.get('/api/session');
    assert.equal((await user.post('/api/register', { name, password: 'a long password' })).status, 200);
    return user;
}

const guess = (user, name) => user.post('/api/login', { name, password: 'wrong password' });
const count = (answers, status) => answers.filter((answer) => answer.status === status).length;

test('limits: passwords count by /64, by account, and whatever else is asked', async () => {
    const server = await Server.start({ options: ['--proxy'] });
    await account(server, 'Ada');
    await account(server, 'Bea');
    // One household of IPv6.
    const home = await Promise.all(Array.from({ length: 20 }, (_, i) => guess(from(server, `2001:db8:1:2::${i.toString(16)}`), `Nobody ${i}`)));
    assert.ok(count(home, 403) <= 9, `${count(home, 403)} of 20 guesses of one /64`);
    assert.ok(count(home, 429) >= 11);
    // Sixty households, one account.
    const crowd = await Promise.all(Array.from({ length: 40 }, (_, i) => guess(from(server, `203.0.113.${i}`), 'Ada')));
    assert.ok(count(crowd, 403) <= 21, `${count(crowd, 403)} of 40 guesses at one account`);
    assert.equal(count(crowd, 429), 40 - count(crowd, 403));
    const owner = from(server, '198.51.100.9');
    assert.equal((await owner.post('/api/login', { name: 'Bea', password: 'a long password' })).status, 200, 'others come in');
    // A client that has no guess left does not learn which names there are.
    const taken = from(server, '2001:db8:1:2::ffff');
    taken.cookie = '';
    await taken.get('/api/session');
    for (const name of ['Ada', 'Zoe'])
        assert.equal((await taken.post('/api/register', { name, password: 'a long password' })).status, 429, name);
    // Whatever another address asks gives nothing back, wherever a hash without a key would put it.
    const mine = '192.0.2.77', used = await Promise.all(Array.from({ length: 12 }, (_, i) => guess(from(server, mine), `Noone ${i}`)));
    assert.ok(count(used, 403) <= 9);
    await from(server, '10.0.0.129').get('/healthz');
    assert.equal((await guess(from(server, mine), 'Noone')).status, 429);
    await stopped(server);
    server.clean();
});

test('limits: guesses of strangers lock nobody out where he is at home, or who has his code', async () => {
    const server = await Server.start({ options: ['--proxy'] });
    const name = 'Victim', password = 'a long password';
    const victim = from(server, '198.51.100.1');
    await victim.get('/api/session');
    const code = (await victim.post('/api/register', { name, password })).json.recovery;
    await Promise.all(Array.from({ length: 30 }, (_, i) => guess(from(server, `203.0.113.${i}`), name)));
    assert.equal((await guess(from(server, '203.0.113.99'), name)).status, 429, 'strangers are slowed down');
    const beside = from(server, '198.51.100.1');
    await beside.get('/api/session');
    assert.equal((await beside.post('/api/login', { name, password })).status, 200, 'another browser of his');
    const fresh = 'another long one';
    assert.equal((await victim.post('/api/password', { password, fresh })).status, 200, 'his own session');
    assert.equal((await from(server, '192.0.2.4').post('/api/recover', { name, code, fresh: password })).status, 200);
    await stopped(server);
    server.clean();
});

test('limits: of several X-Forwarded-For the last one counts, which the proxy has added', async () => {
    const server = await Server.start({ options: ['--proxy'] });
    const post = (forwarded) => new Promise((resolve, reject) => {
        const body = JSON.stringify({ name: 'Nobody', password: 'wrong password' });
        const request = http.request({ host: '127.0.0.1', port: server.port, path: '/api/login', method: 'POST', agent: false,
            headers: { 'X-Sandtable': '1', 'Content-Length': body.length, 'X-Forwarded-For': forwarded } }, (answer) => (answer.resume(), resolve(answer.statusCode)));
        request.on('error', reject);
        request.end(body);
    });
    for (const [i, end] of [['203.0.113.8'], ['203.0.113.9 ,'], ['10.9.9.9,\t203.0.113.10']].entries()) {
        const statuses = [];
        for (let k = 0; k < 12; k++) statuses.push(await post([`10.${i}.2.${k}`, ...end]));
        assert.ok(statuses.includes(429), `${end}: ${statuses}`);
    }
    await stopped(server);
    server.clean();
});

test('limits: a network of IPv6 is never counted as an address of IPv4', async () => {
    const server = await Server.start({ options: ['--proxy'] });
    const visit = async (address) => {
        const user = from(server, address);
        return (await user.get('/api/session')).status;
    };
    const six = [];
    for (let i = 0; i < 34; i++) six.push(await visit(`2001:db8::${i.toString(16)}`));
    assert.ok(six.includes(429), 'the network has made its guests');
    assert.equal(await visit('184.13.1.32'), 200, 'the same bits, read as IPv4');
    await stopped(server);
    server.clean();
});

test('limits: whoever wants many hints waits for himself, not others for him, and gets only so many', async () => {
    const play = async (server, count) => {
        const user = await User.guest(server);
        const { id } = await user.create('tcs/first-fire', { us: 'me', german: 'random' });
        const bots = [];
        for (let i = 0; i < count; i++) bots.push(await seat(user, id, 'tcs/first-fire'));
        await untilMine(bots[0]);
        return bots;
    };
    const hint = (bot) => bot.socket.ask({ t: 'hint' }).catch(() => ({ t: 'the server has stopped' }));
    const free = await Server.start({ options: ['--no-limits'] });
    const [many, [one]] = [await play(free, 4), await play(free, 1)];
    let answered = 0;
    for (const bot of many) for (let i = 0; i < 2; i++) hint(bot).then(() => answered++);
    assert.ok(await comes(() => answered > 0));
    const before = answered;
    assert.equal((await hint(one)).t, 'answer');
    assert.ok(answered - before <= 3, `${answered - before} were found before his`);
    await stopped(free);
    free.clean();
    const server = await Server.start();
    const refused = [];
    for (const bot of await play(server, 6)) for (let i = 0; i < 2; i++) hint(bot).then((answer) => answer.t === 'error' && refused.push(answer.text));
    assert.ok(await comes(() => refused.length > 0));
    assert.match(refused[0], /share of the server/);
    await stopped(server);
    server.clean();
});

test('limits: with --bind :: every IPv4 address counts as itself, and the printed address works', async () => {
    const server = await Server.start({ options: ['--bind', '::'] });
    const by = (localAddress) => new Promise((resolve, reject) => {
        http.get({ host: '127.0.0.1', port: server.port, path: '/api/session', localAddress, agent: false }, (answer) => {
            answer.resume();
            answer.on('end', () => resolve(answer));
        }).on('error', reject);
    });
    const first = [];
    for (let i = 0; i < 34; i++) first.push((await by('127.0.0.1')).statusCode);
    assert.ok(first.includes(429), 'one address has made its guests');
    assert.equal((await by('127.0.0.2')).statusCode, 200, 'another one has not');
    assert.equal((await stopped(server)) ?? true, true);
    server.clean();
});

test('limits: whoever asks dear questions spends his own time, and others are answered between', async () => {
    const server = await Server.start({ options: ['--share', '1'] });
    const guest = await User.guest(server), other = await User.guest(server);
    const seats = { german: 'me', soviet: 'me' };
    const dear = await guest.create('pm/barbarossa', seats), own = await other.create('wb95/muskau', { soviet: 'me', german: 'me' });
    const attacker = await seat(guest, dear.id, 'pm/barbarossa'), player = await seat(other, own.id, 'wb95/muskau');
    let answers = 0, refused = 0;
    attacker.socket.keep = false;
    attacker.socket.onMessage = (message) => {
        answers += message.t === 'answer';
        refused += message.t === 'error' && /share of the server/.test(message.text);
    };
    for (let n = 1; n <= 60; n++) attacker.socket.send({ t: 'additions', part: 'place', n });
    await sleep(30); // they are in the server's hands
    assert.equal((await player.socket.ask({ t: 'order', seq: player.seq, text: await player.order() })).t, 'answer');
    assert.ok(await comes(() => answers + refused >= 60), `${answers} answers, ${refused} refused`);
    assert.ok(refused > 0, 'he is told that he asked too much');
        assert.equal((await guest.get('/api/games')).status, 200);
    // What he says that is not a question is heard.
    attacker.socket.onMessage = null;
    assert.equal((await attacker.socket.ask({ t: 'ping' })).t, 'answer');
    await stopped(server);
    server.clean();
});

test('limits: those who do not read do not take the memory of the others', async () => {
    const server = await Server.start({ options: ['--no-limits'] });
    const user = await User.guest(server);
    const game = await user.create('pm/barbarossa', { german: 'me', soviet: 'me' }, { public: true });
    const deaf = [];
    for (let i = 0; i < 40; i++) {
        const socket = await user.socket(game.id);
        socket.keep = false;
        await socket.next('state');
        socket.connection.pause();
        deaf.push(socket);
    }
    const memory = () => Number(readFileSync(`/proc/${server.process.pid}/statm`, 'utf8').split(' ')[1]) * 4096;
    const begun = memory();
    for (let round = 0; round < 3; round++) {
        for (const socket of deaf) for (let n = 0; n < 4; n++) if (!socket.connection.destroyed) socket.send({ t: 'curtain', side: n % 2 ? 'german' : 'soviet' });
        await sleep(20);
    }
    const reader = await seat(user, game.id, 'pm/barbarossa');
    assert.equal((await reader.socket.ask({ t: 'ping' })).t, 'answer');
    assert.ok(await comes(() => /others need the memory/.test(server.log)), 'the largest queues went first');
    console.log(`       ${((memory() - begun) / 2 ** 20).toFixed(0)} MB more`);
    for (const socket of deaf) socket.connection.destroy();
    await stopped(server);
    server.clean();
});

test('limits: a user has so many sockets and no more', async () => {
    const server = await Server.start();
    const user = await User.guest(server);
    const game = await user.create('wb95/muskau', { soviet: 'me', german: 'greedy' });
    let refused = null;
    for (let i = 0; i < 45 && !refused; i++) await user.socket(game.id).catch((error) => (refused = { i, status: error.status }));
    assert.deepEqual(refused, { i: 40, status: 503 });
    const other = await User.guest(server);
    const own = await other.create('wb95/muskau', { soviet: 'me', german: 'greedy' });
    await (await other.socket(own.id)).next('state');
    await stopped(server);
    server.clean();
});

test('limits: chat, seats and old words: one guest does not take them all', async () => {
    const server = await Server.start({ options: ['--proxy'] });
    const people = [];
    for (let i = 0; i < 3; i++) {
        people.push(from(server, `198.51.100.${i}`));
        await people[i].get('/api/session');
    }
    const games = [];
    for (const owner of [people[0], people[2]])
        for (let i = 0; i < 6; i++)
            games.push((await owner.post('/api/games', { scenario: 'wb95/muskau', seats: { soviet: 'me', german: 'open' }, public: true })).json);
    const joined = await Promise.all(games.map(({ id }) => people[1].post(`/api/games/${id}/join`, { side: 'german' })));
    assert.equal(count(joined, 200), 5);
    assert.equal(count(joined, 429), 7);
    assert.match(joined.find((answer) => answer.status === 429).json.error, /several seats/);
    const socket = await people[0].socket(games[0].id, { headers: { 'X-Forwarded-For': people[0].address } });
    let said = 0;
    for (let n = 0; n < 30; n++) said += (socket.send({ t: 'chat', text: `line ${n}` }), 1);
    await socket.ask({ t: 'ping' });
    assert.ok(socket.messages.filter((m) => m.t === 'chat').length <= 22, 'twenty at once');
    assert.ok(socket.messages.some((m) => m.t === 'error' && /chat messages too fast/.test(m.text)));
    assert.equal(said, 30);
    await stopped(server);
    server.clean();
});

test('limits: whoever wants many pictures waits for himself, not others for him', async () => {
    const server = await Server.start({ options: ['--no-limits'] });
    const many = await User.guest(server), one = await User.guest(server);
    many.agent.maxSockets = 40;
    const { id } = await many.create('wb95/muskau', { soviet: 'me', german: 'greedy' }, { public: true });
    await (await many.socket(id)).next('state');
    const order = [];
    const ask = (user, name, format, lang) => user.get(`/api/games/${id}/picture.${format}`, { headers: { 'Accept-Language': lang } }).then(({ status }) => order.push([name, status]));
    const all = ['png', 'pdf', 'svg'].flatMap((format) => ['en', 'pl'].map((lang) => ask(many, 'many', format, lang)));
    assert.ok(await comes(() => order.length > 0), 'they are being drawn');
    const before = order.length;
    await ask(one, 'one', 'svg', 'en');
    assert.ok(order.length - before <= 3, `${order.length - before} were drawn before his`);
    await Promise.all(all);
    assert.ok(order.every(([, status]) => status === 200));
    await stopped(server);
    server.clean();
});

test('limits: a picture of the same position is drawn once, whoever asks for it, and what is kept is bounded', async () => {
    const server = await Server.start({ options: ['--no-limits'] });
    const user = await User.guest(server), other = await User.guest(server);
    user.agent.maxSockets = 8;
    const games = [];
    for (const one of [user, other]) games.push((await one.create('wb95/muskau', { soviet: 'me', german: 'greedy' })).id);
    const picture = async (one, id, format, lang = 'en') => (await one.get(`/api/games/${id}/picture.${format}`, { headers: { 'Accept-Language': lang } })).bytes;
    const bots = [await seat(user, games[0], 'wb95/muskau'), await seat(other, games[1], 'wb95/muskau')];
    const all = await Promise.all(Array.from({ length: 6 }, () => picture(user, games[0], 'svg')));
    all.push(await picture(user, games[0], 'svg'), await picture(other, games[1], 'svg'));
    for (const one of all) assert.ok(one.equals(all[0]));
    assert.equal(await server.metric('pictures_total'), 1, 'eight were asked for, and two games stand alike');
    await picture(user, games[0], 'svg', 'pl');
    await picture(user, games[0], 'pdf');
    assert.equal(await server.metric('pictures_total'), 3, 'other words and another format are other pictures');
    await giveOrder(bots[0]);
    const after = await picture(user, games[0], 'svg');
    assert.ok(!after.equals(all[0]), 'an order changes the picture');
    assert.ok((await picture(other, games[1], 'svg')).equals(all[0]), 'not that of the other game');
    assert.equal(await server.metric('pictures_total'), 4);
    for (const bot of bots) bot.socket.close();
    let drawn = 0;
    for (const scenario of ['wb95/two-stars', 'wb95/nysa', 'pm/barbarossa']) {
        const { sides } = (await user.get('/api/scenarios')).json.find((one) => one.id === scenario);
        const { id } = await user.create(scenario, Object.fromEntries(sides.map((side) => [side.word, 'me'])));
        drawn += (await picture(user, id, 'svg')).length;
    }
    assert.ok(drawn > 24 << 20, `${drawn} bytes were drawn`);
    assert.ok((await server.metric('picture_bytes')) <= 24 << 20);
    await stopped(server);
    server.clean();
});
