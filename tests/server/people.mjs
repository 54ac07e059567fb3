// people.mjs — users: accounts, webhooks, notices by push, and what is forgotten of them.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createPublicKey, verify } from 'node:crypto';
import fs from 'node:fs';
import http from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { admin, comes, shared, stopped, test } from './cases.mjs';
import { giveOrder, Server, seat, User } from './server.mjs';

test('accounts: a guest takes a name, comes back elsewhere, and guessing is slowed down', async () => {
    const server = await Server.start();
    const user = await User.guest(server);
    const game = await user.create('wb95/muskau', { soviet: 'me', german: 'random' });
    const name = 'Łukasz 7', password = 'correct horse';
    assert.equal((await user.post('/api/register', { name: 'x', password })).status, 400);
    assert.equal((await user.post('/api/register', { name, password: 'short' })).status, 400);
    assert.equal((await user.post('/api/register', { name, password })).status, 200);
    assert.equal((await user.post('/api/register', { name, password })).status, 409);
    const elsewhere = await User.guest(server);
    assert.equal((await elsewhere.post('/api/register', { name: 'ŁUKASZ 7'.replace('Ł', 'Ł'), password })).status, 409);
    assert.equal((await elsewhere.post('/api/login', { name, password: 'wrong' })).status, 403);
    assert.equal((await elsewhere.post('/api/login', { name: 'nobody', password })).status, 403);
    const guestGame = await elsewhere.create('wb95/muskau', { soviet: 'me', german: 'random' });
    const login = await elsewhere.post('/api/login', { name, password });
    assert.equal(login.status, 200, login.bytes.toString());
    assert.equal(login.json.user.guest, false);
    const mine = (await elsewhere.get('/api/games')).json.mine.map((row) => row.id);
    assert.ok(mine.includes(game.id) && mine.includes(guestGame.id), 'games of both come along');
    assert.equal((await elsewhere.post('/api/settings', { language: 'pl', theme: 'dark' })).json.settings.language, 'pl');
    assert.equal((await elsewhere.post('/api/settings', { webhook: 'ftp://x' })).status, 400);
    assert.equal((await elsewhere.post('/api/logout')).status, 200);
    let limited = false;
    for (let i = 0; i < 12 && !limited; i++) limited = (await elsewhere.post('/api/login', { name, password: 'guess' })).status === 429;
    assert.ok(limited, 'guessing is limited');
    assert.doesNotMatch(server.log, /correct horse|guess|sandtable=/);
    assert.match(admin(server.store, 'users').stdout, /\taccount\t/);
    assert.deepEqual(await server.stop(), { code: 0, signal: null });
    server.clean();
});

test('a session that ends takes its sockets along; an account has none of the guest it was', async () => {
    const server = await Server.start({ options: ['--no-limits'] });
    const name = 'Ada', password = 'long enough';
    const user = await User.guest(server);
    const game = await user.create('wb95/muskau', { soviet: 'me', german: 'me' });
    const copy = Object.assign(new User(server), { cookie: user.cookie }); // a client that knows the guest's cookie
    const early = await copy.socket(game.id);
    await early.next('state');
    assert.equal((await user.post('/api/register', { name, password })).status, 200);
    assert.notEqual(user.cookie, copy.cookie, 'registering gives a new cookie');
    assert.equal((await early.closing()).code, 1008, 'a socket of the guest is closed');
    assert.equal((await copy.post('/api/settings', { theme: 'dark' })).status, 401, 'the old cookie is worth nothing');
    await assert.rejects(copy.socket(game.id), { status: 401 });
    // Leaving closes what was opened with the same cookie, and nothing else.
    const elsewhere = await User.guest(server);
    const before = { ...elsewhere }, guestly = await elsewhere.create('wb95/muskau', { soviet: 'me', german: 'open' });
    const asGuest = await elsewhere.socket(guestly.id);
    assert.deepEqual((await asGuest.next('state')).you, ['soviet']);
    assert.equal((await elsewhere.post('/api/login', { name, password })).status, 200);
    assert.equal((await asGuest.closing()).code, 1008, 'the guest who became somebody else is no longer here');
    assert.equal((await Object.assign(new User(server), { cookie: before.cookie }).post('/api/settings', {})).status, 401);
    const [here, there] = [await user.socket(game.id), await elsewhere.socket(game.id)];
    for (const socket of [here, there]) await socket.next('state');
    assert.equal((await elsewhere.post('/api/logout')).status, 200);
    assert.equal((await there.closing()).code, 1008, 'his socket is closed');
    assert.equal((await here.ask({ t: 'ping' })).ok, true, 'the other browser of the same user is not');
    here.close();
    // One guest, two names at once; one name, two guests at once.
    const hasty = await User.guest(server);
    const twice = await Promise.all(['One', 'Two'].map((word) => hasty.post('/api/register', { name: word, password })));
    assert.deepEqual(twice.map(({ status }) => status).sort(), [200, 409]);
    const guests = await Promise.all([0, 1, 2, 3].map(() => User.guest(server)));
    const same = await Promise.all(guests.map((guest) => guest.post('/api/register', { name: 'Same', password })));
    assert.deepEqual(same.map(({ status }) => status).sort(), [200, 409, 409, 409]);
    await stopped(server);
    server.clean();
});

test('webhook: the absent one is told it is his turn; not through addresses at home, unless for tests', async () => {
    const calls = [];
    const receiver = http.createServer((request, response) => {
        let text = '';
        request.on('data', (part) => (text += part));
        request.on('end', () => (calls.push(JSON.parse(text)), response.end('ok')));
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => receiver.on('listening', resolve));
    const { port } = receiver.address();
    for (const home of [true, false]) {
        // A name shows where it leads only when it is called.
        const address = `http://${home ? '127.0.0.1' : 'localhost'}:${port}/turn`;
        const notify = ['--notify', `http://127.0.0.1:${port}/operator`];
        const server = await Server.start({ options: home ? ['--webhooks-home'] : notify });
        const red = await User.guest(server), grey = await User.guest(server);
        if (!home)
            for (const [user, name] of [[red, 'Rot'], [grey, 'Grau']]) await user.post('/api/register', { name, password: 'long enough' });
        const game = await red.create('wb95/muskau', { soviet: 'me', german: 'open' }, { public: true });
        await grey.post(`/api/games/${game.id}/join`, { side: 'german' });
        for (const user of [red, grey]) assert.equal((await user.post('/api/settings', { webhook: address })).status, 200);
        for (const host of ['127.0.0.1', '127.1', '0', '0.0.0.0', '0x7f000001', '2130706433', '017700000001', '10.0.0.1', '172.16.3.4', '192.168.1.1',
            '169.254.169.254', '100.64.0.1', '224.0.0.1', '255.255.255.255'])
            assert.equal((await red.post('/api/settings', { webhook: `http://${host}:${port}/` })).status, home ? 200 : 400, host);
        for (const odd of ['ftp://x', 'https://', 'http://', 'http:///x', 'http://x:y/', 'http://x:99999999/', 'http://user@x/', 'http://x/\r\nHost: y',
            'http://x/ y', 'http://x/\u0001', 'http://[::1]/', `http://${'x'.repeat(300)}/`, 'http://127.0.0.1\\@x/'])
            assert.equal((await red.post('/api/settings', { webhook: odd })).status, 400, odd);
        assert.equal((await red.post('/api/settings', { webhook: address })).status, 200);
        const players = { soviet: red, german: grey };
        const asked = (await red.get(`/api/games/${game.id}`)).json.asked;
        const bot = await seat(players[asked], game.id, 'wb95/muskau');
        for (let i = 0; i < 200 && bot.question?.yours; i++) await giveOrder(bot);
        assert.ok(await comes(() => (home ? calls.length > 0 : calls.length > 1 && /event=webhook result=forbidden/.test(server.log))), 'the webhook is tried');
        bot.socket.close();
        assert.equal((await server.stop()).code, 0);
        if (home) assert.equal(calls.length, 1);
        server.clean();
    }
    assert.equal(calls.length, 2);
    assert.equal(calls[0].event, 'your-turn');
    assert.ok(!('user' in calls[0]) && ['Rot', 'Grau'].includes(calls[1].user));
    receiver.close();
});

test('webhook: no redirection is followed, and an address that never answers holds up nobody but its owner', async () => {
    const called = [];
    let open = 0, most = 0;
    const receiver = http.createServer((request, response) => {
        called.push(request.url);
        if (request.url === '/moved') response.writeHead(302, { Location: '/elsewhere' }).end();
        else if (request.url === '/deaf') {
            most = Math.max(most, ++open);
            response.on('close', () => open--);
        } else response.end('ok');
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => receiver.on('listening', resolve));
    const server = await Server.start({ options: ['--no-limits', '--test-clock', '--webhooks-home'] });
    const people = {};
    for (const path of ['deaf', 'moved', 'prompt']) {
        people[path] = await User.guest(server);
        const webhook = `http://127.0.0.1:${receiver.address().port}/${path}`;
        assert.equal((await people[path].post('/api/settings', { webhook })).status, 200);
    }
    const other = await User.guest(server);
    for (const path of ['deaf', 'deaf', 'deaf', 'deaf', 'deaf', 'moved', 'prompt']) {
        const seats = { soviet: 'me', german: 'open' }, clock = { kind: 'days', time: 86400, out: 'claim' };
        const { id } = await people[path].create('wb95/muskau', seats, { public: true, clock });
        assert.equal((await other.get(`/api/games/${id}`)).json.asked, 'soviet');
        assert.equal((await other.post(`/api/games/${id}/join`, { side: 'german' })).status, 200);
    }
    await other.post('/api/test/clock', { seconds: 80000 });
    for (const path of ['/deaf', '/moved', '/prompt']) assert.ok(await comes(() => called.includes(path)), `${path} is called`);
    assert.ok(await comes(() => called.filter((path) => path === '/deaf').length > 1), 'his next one follows');
    assert.equal(most, 1, 'one call of a user at a time');
    assert.ok(await comes(() => /event=webhook result=refused/.test(server.log)));
    assert.ok(!called.includes('/elsewhere'));
    assert.match(server.log, /event=webhook result=unanswered/);
    assert.equal((await server.stop()).code, 0);
    receiver.closeAllConnections();
    receiver.close();
    server.clean();
});

test('push: a browser that asked for it is woken by a call that our key signs, and forgotten when its service is', async () => {
    const calls = [];
    let status = 201;
    const service = http.createServer((request, response) => {
        request.resume().on('end', () => (calls.push(request), response.writeHead(status).end()));
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => service.on('listening', resolve));
    const endpoint = `http://127.0.0.1:${service.address().port}/wake/abc`;
    const none = await Server.start();
    const file = path.join(none.folder, 'push.pem');
    const options = ['--webhooks-home', '--push', file, '--contact', 'mailto:operator@games.example'];
    const stranger = await User.guest(none);
    assert.equal((await stranger.get('/api/push')).status, 404);
    assert.equal((await stranger.post('/api/push', { endpoint: 'https://push.example/x' })).status, 404);
    assert.equal((await none.stop()).code, 0);

    let server = await Server.start({ options, folder: none.folder });
    const red = await User.guest(server), grey = await User.guest(server);
    const { key } = (await red.get('/api/push')).json;
    const point = Buffer.from(key, 'base64url');
    assert.equal(point.length, 65);
    assert.equal(fs.statSync(file).mode & 0o777, 0o600);
    for (const odd of [undefined, 7, '', 'ftp://x', 'https://', `https://x.example/${'y'.repeat(600)}`])
        assert.equal((await red.post('/api/push', { endpoint: odd })).status, 400, String(odd));
    for (const user of [red, grey])
        for (let i = 0; i < 20; i++) assert.equal((await user.post('/api/push', { endpoint: `${endpoint}-${user === red}-${i}` })).status, 200);
    const public_ = { crv: 'P-256', kty: 'EC', x: point.subarray(1, 33).toString('base64url'), y: point.subarray(33).toString('base64url') };
    const checker = createPublicKey({ key: public_, format: 'jwk' });

    /** A user plays until the other, who is absent, must go on. */
    async function passTurn() {
        const game = await red.create('wb95/muskau', { soviet: 'me', german: 'open' }, { public: true });
        await grey.post(`/api/games/${game.id}/join`, { side: 'german' });
        const asked = (await red.get(`/api/games/${game.id}`)).json.asked;
        const bot = await seat(asked === 'soviet' ? red : grey, game.id, 'wb95/muskau');
        for (let i = 0; i < 200 && bot.question?.yours; i++) await giveOrder(bot);
        const heard = calls.length;
        const told = await comes(() => calls.length > heard || /event=push/.test(server.log));
        bot.socket.close();
        return told;
    }
    assert.ok(await passTurn(), 'the push service is called');
    assert.ok(await comes(() => calls.length === 8), 'of twenty browsers eight are called');
    const [, token, given] = calls[0].headers.authorization.match(/^vapid t=(.+), k=(.+)$/);
    const [head, claims, signature] = token.split('.');
    assert.equal(given, key);
    assert.equal(calls[0].headers['content-length'], '0');
    assert.ok(Number(calls[0].headers.ttl) > 0);
    assert.deepEqual(JSON.parse(Buffer.from(head, 'base64url')), { typ: 'JWT', alg: 'ES256' });
    const said = JSON.parse(Buffer.from(claims, 'base64url'));
    assert.equal(said.aud, new URL(endpoint).origin);
    assert.equal(said.sub, 'mailto:operator@games.example');
    assert.ok(said.exp > Date.now() / 1000 && said.exp < Date.now() / 1000 + 86400);
    const proof = { key: checker, dsaEncoding: 'ieee-p1363' };
    assert.ok(verify('sha256', Buffer.from(`${head}.${claims}`), proof, Buffer.from(signature, 'base64url')));
    assert.equal((await server.stop()).code, 0);

    status = 410; // the browser is gone: the service says so once, and gets no more requests
    server = await Server.start({ options, folder: none.folder });
    red.server = grey.server = server;
    assert.equal((await red.get('/api/push')).json.key, key, 'the key is kept');
    assert.ok(await passTurn());
    assert.ok(await comes(() => server.log.match(/event=push result=refused status=410/g)?.length === 8), 'each says so');
    const heard = calls.length;
    await passTurn();
    assert.equal((await server.stop()).code, 0); // what was begun is finished
    assert.equal(calls.length, heard);
    server.clean();
    service.close();
});

test('push: a browser that logs out is called no more, and one that logs in goes on being called', async () => {
    const folder = fs.mkdtempSync(path.join(tmpdir(), 'sandtable-'));
    const server = await Server.start({ folder, options: ['--no-limits', '--push', path.join(folder, 'push.pem'), '--contact', 'mailto:operator@games.example'] });
    const first = await User.guest(server), second = await User.guest(server);
    const account = { name: 'Wanda Budzik', password: 'long enough' };
    const endpoints = () => execFileSync('sqlite3', [`${server.folder}/games.db`, "SELECT endpoint || ' ' || name FROM pushes JOIN users ON id = user ORDER BY 1"])
        .toString().trim().split('\n').filter(Boolean).map((line) => line.replace('https://192.0.1.7/', ''));
    const subscribe = (user, word) => user.post('/api/push', { endpoint: `https://192.0.1.7/${word}` });
    assert.equal((await subscribe(first, 'first')).status, 200);
    assert.equal((await first.post('/api/register', account)).status, 200);
    assert.deepEqual(endpoints(), ['first Wanda Budzik'], 'the guest is an account now');
    assert.equal((await subscribe(second, 'second')).status, 200);
    assert.equal((await second.post('/api/login', account)).status, 200);
    assert.equal((await first.post('/api/login', account)).status, 200);
    assert.deepEqual(endpoints(), ['first Wanda Budzik', 'second Wanda Budzik']);
    assert.equal((await first.post('/api/logout')).status, 200);
    assert.deepEqual(endpoints(), ['second Wanda Budzik']);
    // Another user logs in at the second browser.
    const other = await User.guest(server);
    assert.equal((await other.post('/api/register', { ...account, name: 'Zygmunt' })).status, 200);
    assert.equal((await second.post('/api/login', { ...account, name: 'Zygmunt' })).status, 200);
    assert.deepEqual(endpoints(), []);
    await stopped(server);
    server.clean();
});

test('expiry: guests who never sat down, sessions nobody uses, games without an order; and nothing else', async () => {
    const begun = Date.now();
    let server = await Server.start();
    const player = await User.guest(server), idle = await User.guest(server), named = await User.guest(server);
    assert.equal((await named.post('/api/register', { name: 'Ada', password: 'long enough' })).status, 200);
    const seats = { soviet: 'me', german: 'me' };
    const empty = await player.create('wb95/muskau', seats), open = await player.create('wb95/muskau', seats), played = await player.create('wb95/muskau', seats);
    await giveOrder(await seat(player, played.id, 'wb95/muskau'));
    const branch = (await player.post(`/api/games/${played.id}/branch`, { to: 1 })).json;
    const counted = admin(server.store, '--dry-run', '--keep-guests', '1s', '--keep-unplayed', 'never', 'prune');
    assert.match(counted.stdout, /^guests \d+\nsessions \d+\ngames 0\n$/);
    assert.match(admin(server.store, 'prune').stderr, /being served/);
    assert.equal((await server.stop()).code, 0);
    // Short ages, but so long that a user who comes back at once is in time, on this machine.
    const age = 6 + Math.ceil((2 * (Date.now() - begun)) / 1000);
    server = await Server.start({ folder: server.folder, options: ['--keep-guests', `${age}s`, '--keep-unplayed', `${age}s`, '--keep-sessions', `${age + 2}s`] });
    for (const user of [player, idle, named]) Object.assign(user, { server, agent: new http.Agent() });
    const waiting = await seat(player, open.id, 'wb95/muskau');
    let gone = null; // sends requests again and again, so that he is seen from time to time
    await comes(async () => (gone = await player.get(`/api/games/${empty.id}`)).status === 410);
    assert.equal(gone.status, 410);
    assert.match(gone.json.error, /no order was given in this game, so it was deleted on \d{4}-\d\d-\d\d/);
    await assert.rejects(player.socket(empty.id), { status: 404 });
    for (const { id } of [open, played]) assert.equal((await player.get(`/api/games/${id}`)).status, 200, 'played, or somebody sits there');
    waiting.socket.close();
    await comes(async () => {
        await player.get(`/api/games/${played.id}`);
        return /guests=[1-9]/.test(server.log);
    });
    assert.match(server.log, /event=expire guests=[1-9]/);
    assert.equal((await idle.post('/api/settings', { theme: 'dark' })).status, 401, 'a session that nobody used');
    assert.equal((await player.post('/api/settings', { theme: 'dark' })).status, 200, 'one that was used');
    const users = admin(server.store, 'users').stdout;
    assert.doesNotMatch(users, new RegExp(`^${idle.session.user.id}\t`, 'm'));
    assert.match(users, new RegExp(`^${player.session.user.id}\t`, 'm'));
    assert.match(users, /\tAda\taccount\t/, 'an account stays');
    assert.equal((await server.stop()).code, 0);
    assert.equal(admin(server.store, '--keep-unplayed', '1x', 'prune').status, 2);
    const pruned = admin(server.store, '--keep-unplayed', '1s', '--keep-guests', 'never', '--keep-sessions', 'never', 'prune');
    assert.match(pruned.stdout, /^guests 0\nsessions 0\ngames \d+\n$/, pruned.stderr);
    const games = admin(server.store, 'games').stdout;
    assert.match(games, new RegExp(`^${played.id}\t`, 'm'));
    for (const { id } of [empty, open, branch]) assert.doesNotMatch(games, new RegExp(`^${id}\t`, 'm'));
    assert.equal(admin(server.store, 'remove-game', played.id).status, 0);
    server = await Server.start({ folder: server.folder });
    const later = await User.guest(server);
    assert.match((await later.get(`/api/games/${played.id}`)).json.error, /removed on/);
    assert.equal((await later.get('/api/games/nosuchgame')).status, 404);
    assert.equal((await server.stop()).code, 0);
    server.clean();
});

test('a player’s own list: what-ifs are named and deleted, games that are over put away, others in public watched', async () => {
    const user = await User.guest(shared), other = await User.guest(shared);
    const game = await user.create('wb95/muskau', { soviet: 'me', german: 'greedy' }, { public: true });
    const mine = async (who = user) => (await who.get('/api/games')).json.mine;
    assert.ok((await other.get('/api/games')).json.public.some((one) => one.id === game.id), 'it can be watched');
    assert.ok(!(await user.get('/api/games')).json.public.some((one) => one.id === game.id), 'by others');
    assert.equal((await user.post(`/api/games/${game.id}/forget`)).status, 409, 'it goes on');
    assert.equal((await user.post(`/api/games/${game.id}/name`, { name: 'Mine' })).status, 409, 'it is no what-if');
    const { json: { id } } = await user.post(`/api/games/${game.id}/branch`, { to: 0, name: 'Próba pierwsza' });
    const row = (await mine()).find((one) => one.id === id);
    assert.deepEqual([row.name, row.origin, row.originOrder, row.whatIf], ['Próba pierwsza', game.id, 0, true]);
    for (const what of ['name', 'forget']) assert.equal((await other.post(`/api/games/${id}/${what}`, { name: 'x' })).status, 404);
    assert.equal((await user.post(`/api/games/${id}/name`, { name: 'ż'.repeat(60) })).status, 200);
    assert.equal((await mine()).find((one) => one.id === id).name, 'ż'.repeat(31), 'as much as there is room for');
    const there = await seat(user, id, 'wb95/muskau');
    assert.equal((await user.post(`/api/games/${id}/forget`)).status, 409, 'somebody looks at it');
    there.socket.close();
    assert.ok(await comes(async () => (await user.post(`/api/games/${id}/forget`)).status === 200));
    assert.ok(!(await mine()).some((one) => one.id === id));
    assert.equal((await user.get(`/api/games/${id}`)).status, 410);
    const socket = (await seat(user, game.id, 'wb95/muskau')).socket;
    assert.equal((await socket.ask({ t: 'resign' })).t, 'answer');
    socket.close();
    assert.equal((await user.post(`/api/games/${game.id}/forget`)).status, 200);
    assert.ok(!(await mine()).some((one) => one.id === game.id), 'put away');
    assert.equal((await user.get(`/api/games/${game.id}`)).status, 200, 'and kept');
});

test('names: none that hides letters, mixes scripts or looks like another one', async () => {
    const first = await User.guest(shared);
    assert.equal((await first.post('/api/register', { name: 'Zofia Milan', password: 'long enough' })).status, 200);
    const tricks = ['zofia milan', 'Zofia  Milan', 'ZofiaMilan', 'Zofla Milan', 'Z0fia Milan', 'Zofia Mi1an', 'Żofia Milan', 'Zоfia Milan',
        'Zofia\u200bMilan', 'Zofia\u00a0Milan', '\u202eZofia Milan', 'Zofia Mılan', 'Zo\u0301fia Milan', 'Ｚofia Milan', '𝐙ofia Milan',
        'Zofia_Milan', 'Zofia.Milan', 'Zofιa Milan', 'Zofia\u00adMilan', 'Zofia Milаn', 'Guest 1234', 'guest1234', 'Gu3st', 'admin', 'Adm1n', 'greedy', 'A', '\u3164\u3164', 'Zofia\nMilan'];
    for (const name of tricks) {
        const user = await User.guest(shared);
        const { status } = await user.post('/api/register', { name, password: 'long enough' });
        assert.ok(name === 'Gu3st' ? status === 200 : [400, 409].includes(status), `${JSON.stringify(name)}: ${status}`);
    }
    const pairs = [['TONY', 'ΤΟΝΥ'], ['HANNA', 'ΗΑΝΝΑ'], ['ZOE', 'ΖΟΕ'], ['ΑΗΜΟΝ', 'AHMON'], ['Νίνα', 'ΝΙΝΑ'], ['Ace3', 'АсеЗ'], ['Occar', 'Оссаг'], ['bob6', 'ЬоЬб'],
        ['Иванко', 'Иванќо'], ['Anna K', 'Annạ K'], ['Holger', 'Họlger'], ['力イト', 'カイト'], ['ロマン', '口マン'], ['エミ', '工ミ'], ['Straße', 'Strasse'],
        ['Ærik', 'AErik'], ['dolly', 'clolly'], ['שלום', 'שלוס'], ['novice one', 'novice'], ['Mia', 'search-quick'], ['Lea', 'search-deep'], ['Tim', 'Moderator 1'],
        ['Tom', 'The Moderator'], ['Max', 'Admin 1'], ['Jan', 'Sandtable team'], ['Kim', 'SandtableTeam'], ['Cooperator', 'Operator7']];
    for (const [good, bad] of pairs) {
        const [one, other] = [await User.guest(shared), await User.guest(shared)];
        assert.equal((await one.post('/api/register', { name: good, password: 'long enough' })).status, 200, good);
        const { status } = await other.post('/api/register', { name: bad, password: 'long enough' });
        assert.ok([400, 409].includes(status), `${bad} like ${good}: ${status}`);
    }
    for (const name of ['Żółć Gęślą', 'Анна Каренина', 'Ελένη', 'Nguyễn Ánh', '山田太郎', 'Zofia Milan 2', "Łódź-1"]) {
        const user = await User.guest(shared);
        assert.equal((await user.post('/api/register', { name, password: 'long enough' })).status, 200, name);
    }
});

test('an account: its password is changed, its code works once, its browsers are listed and logged out, it is removed', async () => {
    const user = await User.guest(shared), elsewhere = await User.guest(shared), other = await User.guest(shared);
    const made = await user.post('/api/register', { name: 'Roza', password: 'first password' });
    assert.match(made.json.recovery, /^[a-z2-9]{5}(-[a-z2-9]{5}){3}$/);
    assert.equal((await elsewhere.post('/api/login', { name: 'Roza', password: 'first password' })).status, 200);
    const { sessions } = (await user.get('/api/sessions')).json;
    assert.deepEqual([sessions.length, sessions.filter((one) => one.own).length], [2, 1]);
    assert.equal((await other.post('/api/password', { password: 'x', fresh: 'second password' })).status, 409, 'a guest has none');
    assert.equal((await user.post('/api/password', { password: 'wrong', fresh: 'second password' })).status, 403);
    assert.equal((await user.post('/api/password', { password: 'first password', fresh: 'short' })).status, 400);
    assert.equal((await user.post('/api/password', { password: 'first password', fresh: 'second password' })).status, 200);
    assert.equal((await elsewhere.post('/api/settings', { theme: 'dark' })).status, 401, 'every other session has ended');
    assert.equal((await user.post('/api/settings', { theme: 'dark' })).status, 200);
    assert.equal((await elsewhere.post('/api/login', { name: 'Roza', password: 'first password' })).status, 403);
    // A user who has forgotten it has the code, once.
    assert.equal((await elsewhere.post('/api/recover', { name: 'Roza', code: 'aaaaa-aaaaa-aaaaa-aaaaa', fresh: 'third password' })).status, 403);
    const back = await elsewhere.post('/api/recover', { name: 'Roza', code: made.json.recovery, fresh: 'third password' });
    assert.equal(back.status, 200);
    assert.notEqual(back.json.recovery, made.json.recovery);
    assert.equal((await other.post('/api/recover', { name: 'Roza', code: made.json.recovery, fresh: 'fourth password' })).status, 403);
    assert.equal((await user.post('/api/login', { name: 'Roza', password: 'third password' })).status, 200);
    // A guest's notes come along.
    const game = await other.create('wb95/muskau', { soviet: 'me', german: 'open' }, { public: true });
    let socket = await other.socket(game.id);
    await socket.next('state');
    await socket.ask({ t: 'note', text: 'mind the bridge' });
    assert.equal((await other.post('/api/login', { name: 'Roza', password: 'third password' })).status, 200);
    socket = await other.socket(game.id);
    assert.equal((await socket.next('state')).notes, 'mind the bridge');
    assert.equal((await user.post('/api/logout', { everywhere: true })).status, 200);
    assert.equal((await socket.closing()).code, 1008);
    for (const one of [user, elsewhere, other]) assert.equal((await one.post('/api/settings', { theme: 'dark' })).status, 401);
    assert.equal((await elsewhere.post('/api/login', { name: 'Roza', password: 'third password' })).status, 200);
    assert.equal((await elsewhere.post('/api/account/remove', { password: 'wrong' })).status, 403);
    assert.equal((await elsewhere.post('/api/account/remove', { password: 'third password' })).status, 200);
    assert.equal((await elsewhere.post('/api/login', { name: 'Roza', password: 'third password' })).status, 403);
    const late = await User.guest(shared);
    assert.equal((await late.get(`/api/games/${game.id}`)).json.seats[0].kind, 'open');
    assert.equal((await late.post('/api/register', { name: 'Róża', password: 'long enough' })).status, 200, 'the name is free again');
});

test('accounts: what a guest hosts, tries, analyses, blocks and was told follows him to his account', async () => {
    const first = 'wb95/muskau', password = 'long enough';
    const account = async (name) => {
        const user = await User.guest(shared);
        assert.equal((await user.post('/api/register', { name, password })).status, 200);
        return { name, id: (await user.get('/api/session')).json.user.id };
    };
    const [host, troll] = [await account('Heir Ofaguest'), await account('Somebody Loud')];
    const guest = await User.guest(shared), other = await User.guest(shared);
    const begin = (user) => user.create(first, { soviet: 'me', german: 'open' }, { public: true, dice: 'nonces' });
    const hosted = await begin(guest), barring = await begin(other);
    assert.equal((await other.post(`/api/games/${hosted.id}/join`, { side: 'german' })).status, 200);
    const trial = await guest.create(first, { soviet: 'me', german: 'greedy' });
    const branch = await guest.post(`/api/games/${trial.id}/branch`, { to: 0, name: 'mine' });
    assert.equal(branch.status, 200);
    assert.equal((await guest.post('/api/blocks', { user: troll.id })).status, 200);
    assert.equal((await guest.post(`/api/games/${barring.id}/join`, { side: 'german' })).status, 200);
    assert.equal((await other.post(`/api/games/${barring.id}/kick`, { side: 'german' })).status, 200);
    const done = await guest.create(first, { soviet: 'me', german: 'me' }), bot = await seat(guest, done.id, first);
    assert.equal((await bot.socket.ask({ t: 'resign' })).t, 'answer');
    assert.equal((await guest.post(`/api/games/${done.id}/analyse`)).status, 200);
    assert.equal((await guest.post('/api/login', { name: host.name, password })).status, 200);
    assert.equal((await guest.get(`/api/games/${hosted.id}`)).json.host, true);
    assert.ok((await guest.get('/api/campaigns')).json.campaigns.some(({ game }) => game === done.id), 'his analysis');
    assert.equal((await guest.post(`/api/games/${hosted.id}/mute`, { user: other.session.user.id })).status, 200);
    assert.equal((await guest.post(`/api/games/${branch.json.id}/forget`)).status, 200);
    assert.deepEqual((await guest.get('/api/blocks')).json.blocked, [{ user: troll.id, name: troll.name }]);
    assert.equal((await guest.post(`/api/games/${barring.id}/join`, { side: 'german' })).status, 403, 'he was removed there');
});
