// attacks.mjs — malformed, forged, slow, too many: always an answer, never a crash.
import assert from 'node:assert/strict';
import http from 'node:http';
import net from 'node:net';
import { comes, rawHttp, shared, sleep, statusOf, stopped, test } from './cases.mjs';
import { chance, giveOrder, Server, seat, User } from './server.mjs';

test('malformed and oversize frames are closed, the server goes on', async () => {
    const user = await User.guest(shared);
    const game = await user.create('wb95/muskau', { soviet: 'me', german: 'me' });
    const open = async () => {
        const socket = await user.socket(game.id);
        await socket.next('state');
        return socket;
    };
    const expectClose = async (spoil, codes) => {
        const socket = await open();
        spoil(socket);
        const { code } = await socket.closing();
        assert.ok(codes.includes(code), `closed with ${code}, wanted ${codes}`);
    };
    await expectClose((s) => s.raw(1, '{"t":"chat","text":"x"}', { masked: false }), [1002, 1005]);
    await expectClose((s) => s.raw(1, Buffer.from([0xc3, 0x28, 0xff])), [1007]);
    await expectClose((s) => s.raw(1, 'x'.repeat(70000)), [1009]);
    await expectClose((s) => s.raw(1, 'x', { claim: 2 ** 40 }), [1009]);
    await expectClose((s) => s.raw(2, 'binary'), [1003]);
    await expectClose((s) => s.raw(3, 'reserved'), [1002, 1005]);
    await expectClose((s) => s.raw(1, 'x', { rsv: 4 }), [1002, 1005]);
    await expectClose((s) => s.raw(9, 'x'.repeat(126)), [1002, 1005]);
    await expectClose((s) => (s.raw(1, 'a', { fin: false }), s.raw(1, 'b')), [1002, 1005]);
    await expectClose((s) => s.raw(8, Buffer.from([3, 232])), [1000]);
    const socket = await open();
    for (const text of ['', '[]', '{', 'null', '"x"', '{"t":"order"', '\u0000', '{"t":"chat","t":"note"}', '['.repeat(60000)]) {
        socket.raw(1, text);
        assert.equal((await socket.next('error')).t, 'error', text.slice(0, 20));
    }
    socket.raw(1, '{"t":"lo', { fin: false }); // a message in pieces, with a ping between them
    socket.raw(9, 'ping');
    socket.raw(0, 'ok","hex":0,"n":5}');
    assert.equal((await socket.next((m) => m.n === 5)).t, 'answer');
    socket.close();
    assert.equal((await user.get('/healthz')).status, 200);
});

// A counter that is nowhere, or another side's, in any order that can be begun; a path without a walker.
test('counters that are nowhere and paths without a walker: always an answer, never a fault', async () => {
    const user = await User.guest(shared);
    const tries = [
        ['wb95/nysa', ['soviet', 'german'], ['gRG4', 's48G']], ['pm/dvina', ['german', 'soviet'], ['grd1', 'pz1']],
        ['ocs/don-gate', ['axis', 'soviet'], ['gHQ-XI', 'sRD96']], ['tcs/first-fire', ['us', 'german'], ['g1', 'c2']]];
    for (const [scenario, sides, counters] of tries) {
        const game = await user.create(scenario, Object.fromEntries(sides.map((side) => [side, 'me'])));
        const bot = await seat(user, game.id, scenario);
        const verbs = (await bot.socket.ask({ t: 'choices', prefix: '' })).choices.map((choice) => choice.text);
        const all = [...new Set([...verbs, 'move', 'attack', 'home', 'overrun', 'cross', 'breach', 'enter', 'shift'])];
        const parts = all.flatMap((verb) => [verb, ...counters.flatMap((counter) => [`${verb} ${counter}`, `${verb} ${counter} to 21.23`]), `${verb} _ 0101`, `${verb} _ 01.01`]);
        for (const part of parts)
            for (const message of [{ t: 'choices', prefix: part }, { t: 'additions', part }, { t: 'around', part }, { t: 'reach', prefix: part }, { t: 'forecast', order: part }, { t: 'why', order: part }])
                assert.ok(['answer', 'refused', 'error'].includes((await bot.socket.ask(message)).t), JSON.stringify(message));
        bot.socket.close();
    }
    assert.equal(await shared.metric('faults_total'), 0);
});

test('mangled messages and bodies: always an answer, never a crash', async () => {
    const user = await User.guest(shared);
    const game = await user.create('wb95/muskau', { soviet: 'me', german: 'me' }, { public: true });
    let bot = await seat(user, game.id, 'wb95/muskau');
    const any = chance('mangled');
    const pick = (list) => list[Math.floor(any() * list.length)];
    const orders = [];
    for (let i = 0; i < 5; i++) orders.push(await bot.order());
    const good = [
        () => ({ t: 'order', n: 1, seq: bot.seq, text: pick(orders) }), () => ({ t: 'choices', n: 2, prefix: pick(orders) }),
        () => ({ t: 'reach', n: 3, prefix: 'move s9G' }), () => ({ t: 'forecast', n: 4, order: pick(orders) }),
        () => ({ t: 'why', n: 5, order: pick(orders) }), () => ({ t: 'undo', n: 6 }), () => ({ t: 'agree', n: 7, yes: true }),
        () => ({ t: 'overlay', n: 9, kind: pick(['supply', 'zoc', 'threat']), side: pick(['soviet', 'german']) }),
        () => ({ t: 'look', n: 10, hex: Math.floor(any() * 400) }), () => ({ t: 'history', n: 11, to: Math.floor(any() * 9) }),
        () => ({ t: 'standing', n: 13, text: pick(['losses cheapest', 'any ask', 'commit chance 7']) }), () => ({ t: 'openings', n: 14, plan: true }),
        () => ({ t: 'note', n: 12, text: 'x' }), () => ({ t: 'curtain', side: pick(['soviet', 'german']) })];
    const odd = ['', ' ', '"', '\\', '{', '}', '[', '-1', '1e999', '99999999999999999999', '\u0000', 'żółw', '/', '%n%s', 'null', 's9G', '9999', '='];
    const mangle = (text) => {
        for (let times = 1 + Math.floor(any() * 3); times > 0; times--) {
            const at = Math.floor(any() * text.length), end = at + Math.floor(any() * 8);
            text = text.slice(0, at) + (any() < 0.6 ? pick(odd) : '') + text.slice(any() < 0.5 ? at : end);
        }
        return text;
    };
    let answered = 0;
    bot.socket.onMessage = (message) => {
        if (['answer', 'error', 'refused', 'state', 'chat'].includes(message.t)) answered++;
        if ('seq' in message) bot.seq = message.seq;
    };
    for (let i = 0; i < 1500; i++) {
        bot.socket.send(mangle(JSON.stringify(pick(good)())));
        if (i % 50 === 0) await sleep(2);
    }
    const last = new Promise((resolve) => {
        const { onMessage } = bot.socket;
        bot.socket.onMessage = (message) => (onMessage(message), message.n === 123456789 && resolve());
        bot.socket.closers.push(resolve);
    });
    bot.socket.send({ t: 'look', hex: 0, n: 123456789 });
    await last;
    assert.equal(bot.socket.closed, null);
    assert.ok(answered >= 1300, `${answered} answers`);
    const bodies = [['/api/games', { scenario: 'wb95/muskau', seats: { soviet: 'me', german: 'random' }, options: { masking: 'on' }, public: true }],
        [`/api/games/${game.id}/join`, { side: 'german', invite: game.invite }], [`/api/games/${game.id}/branch`, { to: 2 }],
        ['/api/settings', { webhook: 'http://x.example/', language: 'en', theme: 'dark' }], ['/api/login', { name: 'x', password: 7 }]];
    for (let i = 0; i < 150; i++) {
        const [path, body] = pick(bodies);
        const { status } = await user.post(path, mangle(JSON.stringify(body)), { raw: true });
        assert.ok([200, 400, 401, 403, 404, 409].includes(status), `${path} ${status}`);
    }
    bot.socket.close();
    assert.equal((await user.get('/healthz')).status, 200);
});

test('origins, cookies and forged requests', async () => {
    const user = await User.guest(shared), stranger = new User(shared);
    const game = await user.create('wb95/muskau', { soviet: 'me', german: 'random' });
    const refused = async (promise, status) => assert.equal((await promise.catch((error) => error)).status, status);
    await refused(user.socket(game.id, { origin: 'http://evil.example' }), 403);
    await refused(user.socket(game.id, { origin: `http://127.0.0.1:${shared.port}.evil.example` }), 403);
    await refused(user.socket(game.id, { origin: 'null' }), 403);
    await refused(user.socket(game.id, { origin: '' }), 403);
    await refused(stranger.socket(game.id), 401);
    const other = await User.guest(shared);
    await refused(other.socket(game.id), 404); // not public, not invited
    assert.equal((await other.get(`/api/games/${game.id}`)).status, 404);
    assert.equal((await other.get(`/api/games/${game.id}/picture.svg`)).status, 404);
    assert.equal((await other.get(`/api/games/${game.id}?invite=${game.invite}`)).status, 200);
    (await other.socket(game.id, { invite: game.invite })).close();
    await refused(other.socket(game.id, { invite: 'x'.repeat(20) }), 404);
    for (const someone of [stranger, other]) {
        const lists = (await someone.get('/api/games')).json;
        assert.deepEqual(lists.mine, []);
        assert.ok(!lists.open.some((row) => row.id === game.id));
    }
    assert.ok((await user.get('/api/games')).json.mine.some((row) => row.id === game.id && row.invite === game.invite));
    const wish = { scenario: 'wb95/muskau', seats: { soviet: 'me', german: 'random' } };
    assert.equal((await user.post('/api/games', wish, { headers: { 'X-Sandtable': '' } })).status, 403);
    assert.equal((await user.post('/api/games', wish, { headers: { Origin: 'http://evil.example' } })).status, 403);
    assert.equal((await stranger.post('/api/games', wish)).status, 401);
    for (const host of ['evil.example', '127.evil.example', '127.0.0.1.evil.example', '127.1', '[::1].evil.example', '[::1', 'localhost.evil.example',
        '127.0.0.1:80@evil.example', `localhost:${shared.port}x`, '128.0.0.1', `${'1'.repeat(200)}`])
        assert.equal((await user.get('/api/session', { headers: { Host: host } })).status, 421, host);
    for (const host of ['127.0.0.1', 'LOCALHOST', `localhost:${shared.port}`, '127.9.8.7:1', '[::1]', `[::1]:${shared.port}`])
        assert.equal((await user.get('/api/session', { headers: { Host: host } })).status, 200, host);
    for (const cookie of ['sandtable=', 'sandtable=AAAA', `sandtable=${'A'.repeat(43)}`, `sandtable=${'"'.repeat(3000)}`]) {
        const thief = new User(shared);
        thief.cookie = cookie;
        assert.equal((await thief.post('/api/settings', {})).status, 401);
    }
});

test('strict HTTP and path tricks', async () => {
    const { port } = shared;
    const ask = (lines) => rawHttp(port, lines.join('\r\n') + '\r\n\r\n').then(statusOf);
    const host = `Host: 127.0.0.1:${port}`;
    assert.equal(await ask(['GET /healthz HTTP/1.1', host]), 200);
    assert.equal(await ask(['GET /healthz HTTP/1.1', host, host]), 400);
    assert.equal(await ask(['GET /healthz HTTP/1.1']), 400);
    assert.equal(await ask(['POST /api/login HTTP/1.1', host, 'X-Sandtable: 1', 'Content-Length: 2', 'Content-Length: 3']), 400);
    assert.equal(await ask(['POST /api/login HTTP/1.1', host, 'X-Sandtable: 1', 'Content-Length: 2', 'Transfer-Encoding: chunked']), 400);
    assert.equal(await ask(['POST /api/login HTTP/1.1', host, 'X-Sandtable: 1', 'Content-Length: 99999999']), 413);
    assert.equal(await ask(['POST /api/login HTTP/1.1', host, 'X-Sandtable: 1', 'Content-Length: -5']), 400);
    assert.equal(await ask(['DELETE /api/games HTTP/1.1', host]), 405);
    // A proxy in front may read these as lengths: then what is a body there must not be a request here.
    const inner = `GET /healthz HTTP/1.1\r\n${host}\r\n\r\n`;
    for (const odd of [`Content-Length : ${inner.length}`, `Content-Length\t: ${inner.length}`, 'Transfer-Encoding : chunked', 'Transfer-Encoding: identity',
        'Transfer-Encoding: xchunked', 'Transfer-Encoding: chunked, identity', `Content-Length: ${inner.length}, ${inner.length}`, 'X Y: z', 'X(: z'])
        for (const method of ['GET /healthz', 'POST /api/login']) {
            const answer = await rawHttp(port, `${method} HTTP/1.1\r\n${host}\r\nX-Sandtable: 1\r\n${odd}\r\n\r\n${inner}`);
            assert.equal(statusOf(answer), 400, odd);
            assert.doesNotMatch(answer, / 200 OK/, odd);
        }
    const chunk = `4000\r\n${' '.repeat(0x4000)}\r\n`; // a body that never says how long it is
    assert.equal(statusOf(await rawHttp(port, `POST /api/login HTTP/1.1\r\n${host}\r\nX-Sandtable: 1\r\nTransfer-Encoding: chunked\r\n\r\n${chunk.repeat(6)}0\r\n\r\n`)), 413);
    for (const path of ['/../../etc/passwd', '/assets/../../../etc/passwd', '/%2e%2e/%2e%2e/etc/passwd', '/api/map/../../etc/passwd',
        '/api/map/wb95/../nysa', '/api/map/wb95/nysa%00.scenario', '/api/rules/../wb95', '/api/messages/../../x', '/g/../etc', '//etc/passwd',
        '/api/games/..%2f..%2f/journal', `/api/games/${'a'.repeat(3000)}`]) {
        const status = await ask([`GET ${path} HTTP/1.1`, host]);
        assert.ok([400, 404].includes(status), `${path}: ${status}`);
    }
    for (const nonsense of ['GET\r\n\r\n', '\x00\x01\x02\x03', 'GET / HTTP/9.9\r\n\r\n', `GET /${'a'.repeat(40000)} HTTP/1.1\r\n${host}\r\n\r\n`,
        `GET / HTTP/1.1\r\n${host}\r\nX: ${'b'.repeat(60000)}\r\n\r\n`])
        assert.notEqual(statusOf(await rawHttp(port, nonsense, 800)), 200);
    const user = await User.guest(shared);
    for (const body of ['', '[]', '{', '"x"', '{"scenario":7}', '{"scenario":"wb95/nysa","seats":[]}', '['.repeat(50000)])
        assert.equal((await user.post('/api/games', body, { raw: true })).status, 400, body.slice(0, 30));
    for (const wish of [{ scenario: 'wb95/none' }, { scenario: '../wb95/nysa', seats: {} }, { scenario: 'wb95/nysa', seats: { soviet: 'god' } },
        { scenario: 'wb95/nysa', seats: { martian: 'me' } }, { scenario: 'wb95/nysa', seats: { soviet: 'random', german: 'random' } },
        { scenario: 'wb95/nysa', seats: { soviet: 'me' }, options: { masking: 'off x=y' } }, { scenario: 'wb95/nysa', seats: { soviet: 'me' }, options: { no: 'on' } },
        { scenario: 'wb95/nysa', seats: { soviet: 'me' }, options: { masking: 'perhaps' } }])
        assert.equal((await user.post('/api/games', wish)).status, 400, JSON.stringify(wish));
});

test('who sends a request byte by byte is dropped, and holds up nobody', async () => {
    const server = await Server.start();
    const user = await User.guest(server);
    const host = `Host: 127.0.0.1:${server.port}`;
    const begun = ['G', `GET / HTTP/1.1\r\n${host}\r\nX-Slow: `,
        `POST /api/games HTTP/1.1\r\n${host}\r\nX-Sandtable: 1\r\nCookie: ${user.cookie}\r\nContent-Length: 5000\r\n\r\n{"`];
    const slow = begun.map((text) => {
        const connection = net.connect({ port: server.port, host: '127.0.0.1' });
        const gone = new Promise((resolve) => connection.on('close', () => resolve(Date.now())));
        connection.on('error', () => {});
        connection.write(text);
        const timer = setInterval(() => connection.write('a'), 1000);
        gone.then(() => clearInterval(timer));
        return gone;
    });
    // A page that asks now and then on a connection it keeps is not dropped.
    const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
    const start = Date.now();
    let ended = false, longest = 0, sockets = new Set();
    const all = Promise.all(slow).then((times) => ((ended = true), times));
    while (!ended && Date.now() - start < 120000) {
        const asked = Date.now();
        await new Promise((resolve, reject) => {
            http.get({ port: server.port, host: '127.0.0.1', path: '/healthz', agent }, (answer) => {
                sockets.add(answer.socket.localPort);
                answer.resume().on('end', resolve);
            }).on('error', reject);
        });
        longest = Math.max(longest, Date.now() - asked);
        await sleep(1000);
    }
    for (const time of await all) assert.ok(time - start < 90000 && time - start > 20000, `${time - start} ms`);
    assert.equal(sockets.size, 1, 'the kept connection was kept');
    assert.ok(longest < 15000, `${longest} ms for an answer meanwhile`);
    agent.destroy();
    assert.deepEqual(await server.stop(), { code: 0, signal: null }, server.log.slice(-3000));
    server.clean();
});

test('a handshake that is broken off before it is answered leaves nothing behind', async () => {
    const server = await Server.start({ options: ['--no-limits'] });
    const user = await User.guest(server);
    const { id } = await user.create('wb95/muskau', { soviet: 'me', german: 'me' });
    const head = [`GET /api/games/${id}/socket HTTP/1.1`, `Host: 127.0.0.1:${server.port}`, 'Upgrade: websocket', 'Connection: Upgrade',
        `Sec-WebSocket-Key: ${Buffer.alloc(16).toString('base64')}`, 'Sec-WebSocket-Version: 13', `Origin: http://127.0.0.1:${server.port}`,
        `Cookie: ${user.cookie}`, '', ''].join('\r\n');
    const random = chance('broken off');
    // While the store is being asked who comes; when that is depends on the machine, so at any time.
    const breakOff = () => new Promise((resolve) => {
        const line = net.connect(server.port, '127.0.0.1').on('error', () => {}).on('close', resolve);
        line.on('connect', () => {
            const until = performance.now() + random() * 10;
            const wait = () => (performance.now() < until ? setImmediate(wait) : line.resetAndDestroy());
            line.write(head);
            wait();
        });
    });
    const met = () => server.log.split('Failed to send the response headers').length > 3;
    assert.ok(await comes(() => met() || Promise.all(Array.from({ length: 20 }, breakOff)).then(met), 0), 'some were waited for');
    await stopped(server); // the sanitizer counts what nobody has given back
    server.clean();
});

test('a slow reader is dropped, others play on', async () => {
    const user = await User.guest(shared), before = await shared.metric('dropped_total');
    const game = await user.create('wb95/nysa', { soviet: 'me', german: 'me' });
    const slow = await user.socket(game.id), quick = await seat(user, game.id, 'wb95/nysa');
    await slow.next('state');
    slow.connection.pause();
    for (let i = 0; i < 280; i++) slow.send({ t: 'curtain', side: i % 2 ? 'german' : 'soviet' });
    assert.ok(await comes(async () => (await shared.metric('dropped_total')) > before), 'the slow one was dropped');
    assert.equal((await quick.socket.ask({ t: 'look', hex: 3 })).t, 'answer');
    slow.close();
    quick.socket.close();
});

test('a client that talks too much is told, then closed', async () => {
    const server = await Server.start();
    const user = await User.guest(server);
    const game = await user.create('wb95/muskau', { soviet: 'me', german: 'me' });
    const socket = await user.socket(game.id);
    await socket.next('state');
    for (let n = 1; n <= 600; n++) socket.send({ t: 'look', hex: 1, n });
    assert.equal((await socket.closing()).code, 1008);
    const answers = socket.received.map((text) => JSON.parse(text)).filter((message) => 'n' in message);
    assert.deepEqual(answers.map((message) => message.n), answers.map((_, index) => index + 1), 'each is answered, also when refused');
    const slow = answers.filter((message) => message.t === 'error');
    assert.ok(slow.length >= 100 && slow.every((message) => /too many messages/.test(message.text)), String(slow.length));
    assert.equal((await server.stop()).code, 0);
    server.clean();
});

test('a user has one measure for all his sockets', async () => {
    const server = await Server.start();
    const user = await User.guest(server), other = await User.guest(server);
    const game = await user.create('wb95/muskau', { soviet: 'me', german: 'me' }, { public: true });
    const sockets = await Promise.all(Array.from({ length: 12 }, () => user.socket(game.id)));
    const begun = Date.now();
    for (const socket of sockets) for (let n = 1; n <= 250; n++) socket.send({ t: 'look', hex: 1, n });
    const quiet = await other.socket(game.id);
    assert.equal((await quiet.ask({ t: 'look', hex: 1 })).t, 'answer', 'another user is answered');
    for (const socket of sockets) await Promise.race([socket.next((m) => m.n === 250), socket.closing()]).catch(() => {});
    const seconds = 1 + (Date.now() - begun) / 1000;
    const answered = sockets.flatMap((socket) => socket.received).filter((text) => /^{"t":"answer"/.test(text)).length;
    assert.ok(answered >= 600 && answered <= 600 + 120 * seconds, `${answered} of 3000 in ${seconds} s`);
    for (const socket of [...sockets, quiet]) socket.close();
    assert.equal((await server.stop()).code, 0);
    server.clean();
});

test('2100 sockets at 30 tables and 300 connections that say nothing: everybody is told, nobody waits long', async () => {
    const server = await Server.start({ options: ['--no-limits'] });
    const user = await User.guest(server), watcher = await User.guest(server);
    const idle = Array.from({ length: 300 }, () => net.connect({ port: server.port, host: '127.0.0.1' }).on('error', () => {}));
    const tables = [];
    for (let i = 0; i < 30; i++) {
        const game = await user.create('wb95/muskau', { soviet: 'me', german: 'me' }, { public: true });
        tables.push({ bot: await seat(user, game.id, 'wb95/muskau'), id: game.id, sockets: [] });
    }
    for (const table of tables)
        for (let k = 0; k < 2; k++)
            table.sockets.push(...(await Promise.all(Array.from({ length: 35 }, () => watcher.socket(table.id)))));
    for (const socket of tables.flatMap((table) => table.sockets)) {
        socket.keep = false;
        await socket.next('state', 60000);
    }
    const clients = await server.metric('clients');
    assert.ok(clients >= 2130, `${clients} clients`);
    for (const { bot } of tables) await giveOrder(bot);
    for (const { sockets } of tables)
        for (const socket of sockets) assert.equal((await socket.next('delta', 60000)).seq, 1);
    const asked = Date.now();
    assert.equal((await user.get('/healthz')).status, 200);
    assert.ok(Date.now() - asked < 15000, 'somebody else is still answered');
    for (const connection of idle) connection.destroy();
    for (const { bot, sockets } of tables) for (const socket of [bot.socket, ...sockets]) socket.close();
    assert.deepEqual(await server.stop(), { code: 0, signal: null }, server.log.slice(-3000));
    server.clean();
});

test('400 spectators at one table', async () => {
    const user = await User.guest(shared);
    const game = await user.create('wb95/muskau', { soviet: 'me', german: 'me' }, { public: true });
    const bot = await seat(user, game.id, 'wb95/muskau');
    const watcher = await User.guest(shared);
    const sockets = [];
    for (let i = 0; i < 16; i++)
        sockets.push(...(await Promise.all(Array.from({ length: 25 }, () => watcher.socket(game.id)))));
    for (const socket of sockets) await socket.next('state');
    bot.socket.send({ t: 'curtain', side: bot.state.asked });
    bot.see(await bot.socket.next('state'));
    await giveOrder(bot);
    for (const socket of sockets) assert.equal((await socket.next('delta')).seq, 1);
    for (const socket of sockets) socket.close();
    bot.socket.close();
    assert.equal((await user.get('/healthz')).status, 200);
});
