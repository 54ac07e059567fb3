// hostile.mjs — a guest who knows every route and every message, and sends what no browser would.
import assert from 'node:assert/strict';
import { Server, User, chance, seat } from './server.mjs';
import { all } from './cluster.mjs';
import { catchUp, shared, stopped, test } from './cases.mjs';

const scenario = 'wb95/muskau';
const odd = [
    null, true, false, 0, -1, 1, 2 ** 31, -(2 ** 31) - 1, 2 ** 53, 1e18, -1e18, 1e308, 0.5, '', ' ', '0', '-1', 'me', 'x'.repeat(5000),
    'żółw\u202e', '\ud83d\ude00'.repeat(40), 'a\u0000b', '%n%s%d', '../../etc/passwd', [], [[]], [null, 1, 'x', {}], {}, { soviet: 'me' }, { soviet: 1e18, german: [] },
    { kind: 'bank', time: 1e18, gain: -1 }, { kind: 'days', days: 2 ** 62 }, Array(3000).fill('x')];
const keys = [
    'address', 'addresses', 'clock', 'code', 'cores', 'days', 'decline', 'dice', 'digest', 'do', 'endpoint', 'fresh', 'game', 'gone', 'invite', 'journal', 'key', 'language',
    'lease', 'leave', 'link', 'machine', 'more', 'most', 'name', 'note', 'offer', 'on', 'options', 'password', 'old', 'player', 'program', 'public', 'report', 'resign',
    'results', 'scenario', 'scenarios', 'seats', 'seed', 'side', 'terms', 'text', 'theme', 'to', 'turns', 'user', 'wait', 'webhook', 'who', 'words', 'kind', 'absent', 'claim', 'rated', 'time'];

// Sent as they are: JSON.stringify has no such numbers.
const huge = ['99999999999999999999', '-9223372036854775809', '9223372036854775807', '-9223372036854775808', '1e400', '1E-400', '-0'];

const below = ['join', 'leave', 'offer', 'kick', 'mute', 'computer', 'vacation', 'name', 'forget', 'analyse', 'rematch', 'branch'];
const bases = (id) => [
    ['/api/games', { scenario, seats: { soviet: 'me', german: 'random' } }], ['/api/queue', { scenarios: [scenario] }],
    ['/api/settings', {}], ['/api/login', { name: 'Nobody here', password: 'a long password' }], ['/api/recover', { name: 'Nobody here', code: 'x', password: 'a long password' }],
    ['/api/password', { old: 'x', password: 'a long password' }], ['/api/mail', { address: 'x@y.example' }], ['/api/mail/confirm', {}], ['/api/mail/stop', {}],
    ['/api/reports', { game: id, user: 1, text: 'x' }], ['/api/moderation', { do: 'mute', user: 1 }], ['/api/blocks', { user: 1, on: true }],
    ['/api/push', { endpoint: 'https://push.example/x' }], ['/api/work', { key: 'x' }], ['/api/handover', { journal: 'x', seed: '0'.repeat(64), seats: { soviet: 'me' } }],
    ['/api/register', { name: '', password: 'a long password' }],
    ...['join', 'leave', 'offer', 'computer', 'vacation', 'kick', 'mute'].map((what) => [`/api/games/${id}/${what}`, { side: 'german', user: 1, player: 'greedy' }]),
    [`/api/games/${id}/name`, { name: 'x' }], [`/api/games/${id}/branch`, { to: 0 }], [`/api/games/${id}/rematch`, {}], [`/api/games/${id}/analyse`, {}]];

test('hostile: wrong types and huge numbers in every field of every request: always a sentence, never a fault', async () => {
    const server = await Server.start({ options: ['--no-limits'] });
    try {
        const user = await User.guest(server);
        const { id } = await user.create(scenario, { soviet: 'me', german: 'open' }, { public: true });
        const bad = [], any = chance('hostile');
        assert.equal((await user.post(`/api/games/${id}/offer`, { side: 'soviet', to: 'x'.repeat(500) })).json.error, 'there is no such player');
        const send = async (path, body) => {
            const { status, json, bytes } = await user.post(path, body, { raw: true });
            const text = status >= 400 ? json?.error ?? json?.text : 'x';
            if (status >= 500 || status < 200 || !text) bad.push(`${path} ${body.slice(0, 120)}: ${status} ${bytes.toString().slice(0, 200)}`);
        };
        for (const [path, base] of bases(id)) {
            const bodies = [...odd.map((value) => JSON.stringify(value)), ...huge, '', '{', '['.repeat(5000), '\ufeff{}', '{"name":"\\ud800"}'];
            for (const key of keys) {
                for (const value of odd) bodies.push(JSON.stringify({ ...base, [key]: value }));
                for (const number of huge) bodies.push(JSON.stringify({ ...base, [key]: '@' }).replace('"@"', number));
            }
            // Every fifth of them, which by the word in DICE; all with more time.
            const first = process.env.LONG ? 0 : Math.floor(any() * 5), step = process.env.LONG ? 1 : 5;
            const chosen = bodies.filter((_, at) => at % step === first);
            for (let at = 0; at < chosen.length; at += 16) await all(chosen.slice(at, at + 16), (body) => send(path, body));
        }
        assert.deepEqual(bad, []);
        assert.equal((await user.get('/healthz')).status, 200);
    } finally {
        await stopped(server);
        server.clean();
    }
});

test('hostile: wrong types and huge numbers in every field of every message: always an answer, never a fault', async () => {
    const user = await User.guest(shared);
    const kinds = [
        'order', 'choices', 'reach', 'forecast', 'why', 'undo', 'agree', 'overlay', 'panels', 'aims', 'look', 'history', 'events', 'record', 'ways', 'note', 'curtain', 'language',
        'additions', 'around', 'standing', 'openings', 'profile', 'chain', 'link', 'claim', 'hint', 'thinking', 'hasten', 'reasons', 'draft', 'transfer', 'chat', 'unknown'];
    const fields = ['amount', 'anchor', 'count', 'from', 'hex', 'kept', 'kind', 'language', 'link', 'links', 'order', 'piece', 'plan', 'ruin', 'seq', 'side', 'state', 'text', 'to', 'yes', 'prefix', 'part', 'yours', 'seen'];
    const { id } = await user.create(scenario, { soviet: 'me', german: 'me' });
    const bot = await seat(user, id, scenario);
    let answered = 0, sent = 0;
    bot.socket.keep = false;
    bot.socket.onMessage = (message) => (answered += ['answer', 'refused', 'error'].includes(message.t));
    const values = [...odd.map((value) => JSON.stringify(value)), ...huge];
    for (const kind of kinds)
        for (const field of fields) {
            for (const value of values) bot.socket.raw(1, `{"t":"${kind}","n":${++sent},"${field}":${value}}`);
            // One batch is answered before the next is sent.
            for (const begun = Date.now(); answered < sent - 40 && !bot.socket.closed && Date.now() - begun < 20000;) await new Promise((resolve) => setTimeout(resolve, 5));
            assert.equal(bot.socket.closed, null, `${kind} ${field}`);
            sent = answered = 0;
        }
    for (const value of values) bot.socket.raw(1, `{"t":"look","hex":0,"n":${value}}`);
    bot.socket.onMessage = undefined;
    bot.socket.raw(1, '{"t":"look","hex":0,"n":987654321}');
    await bot.socket.next(({ n }) => n === 987654321);
    bot.socket.messages = [];
    assert.equal((await bot.socket.ask({ t: 'look', hex: 0 })).t, 'answer');
    bot.socket.close();
    assert.equal(await shared.metric('faults_total'), 0);
});

test("hostile: other people's games: a stranger changes nothing, and learns nothing of a private one", async () => {
    const owner = await User.guest(shared), friend = await User.guest(shared), stranger = await User.guest(shared);
    const { id, invite } = await owner.create(scenario, { soviet: 'me', german: 'open' });
    assert.equal((await friend.post(`/api/games/${id}/join`, { side: 'german', invite })).status, 200);
    const open = await owner.create(scenario, { soviet: 'me', german: 'me' }, { public: true });
    const before = [(await owner.get(`/api/games/${id}`)).json, (await owner.get(`/api/games/${open.id}`)).json];
    const bodies = [{}, { side: 'soviet' }, { side: 'german' }, { side: 'soviet', user: 1 }, { side: 'soviet', link: true }, { side: 'soviet', to: 'x' }, { side: 'soviet', player: 'greedy' }, { side: 'soviet', on: true }, { name: 'Mine' }, { user: before[0].seats[0].user, on: true }];
    for (const [game, hidden] of [[id, true], [open.id, false]])
        for (const what of below)
            for (const body of bodies) {
                if (!hidden && what === 'branch') continue; // a spectator may try what he sees
                const { status } = await stranger.post(`/api/games/${game}/${what}`, body);
                assert.ok(status >= 400 && status < 500, `${what} ${JSON.stringify(body)}: ${status}`);
                if (hidden) assert.equal(status, (await stranger.post(`/api/games/zzzzzzzzzz/${what}`, body)).status, `${what}: as if there were none`);
            }
    for (const path of ['', '/journal', '/moves', '/picture.svg', '/plan-1.svg', '/plan-0.svg', '/plan-99999999999.svg', '/plan--1.pdf']) assert.equal((await stranger.get(`/api/games/${id}${path}`)).status, 404, path);
    // A muted or kicked player, a guest at the table: what only the host may do.
    for (const what of ['kick', 'mute']) for (const body of bodies) assert.ok((await friend.post(`/api/games/${id}/${what}`, body)).status >= 400, what);
    assert.deepEqual([(await owner.get(`/api/games/${id}`)).json, (await owner.get(`/api/games/${open.id}`)).json], before);
});

test('hostile: who is no moderator sees no report and decides nothing', async () => {
    const user = await User.guest(shared), victim = await User.guest(shared);
    const { json } = await victim.get('/api/session');
    assert.ok((await user.get('/api/moderation')).status >= 403);
    for (const act of ['mute', 'ban', 'unmute', 'unban', 'close', 'ban-address', 'unban-address', 'moderator', '', 'x'])
        for (const more of [{}, { user: json.id }, { user: json.name }, { report: 1 }, { report: -1 }, { address: '127.0.0.1' }, { user: json.name, addresses: true, days: 1e9 }]) {
            const { status } = await user.post('/api/moderation', { do: act, ...more });
            assert.ok(status === 403 || status === 404, `${act} ${JSON.stringify(more)}: ${status}`);
        }
    assert.equal((await victim.post('/api/settings', {})).status, 200);
});

test('hostile: two browsers of one seat order at the same moment: one is taken, and both see the same', async () => {
    const user = await User.guest(shared);
    const { id } = await user.create(scenario, { soviet: 'me', german: 'me' });
    const bots = [await seat(user, id, scenario), await seat(user, id, scenario)];
    for (let round = 0; round < 12; round++) {
        const [{ seq }] = bots, text = await bots[0].order();
        const answers = await all([bots[0], bots[1], bots[0], bots[1]], (bot) => bot.socket.ask({ t: 'order', seq, text }));
        assert.equal(answers.filter(({ t }) => t === 'answer').length, 1, JSON.stringify(answers));
        for (const bot of bots) await catchUp(bot);
        assert.ok(bots[0].seq > seq && bots[0].seq === bots[1].seq);
        // And both take it back at once, many times over.
        const undone = await all(Array.from({ length: 20 }, (_, i) => bots[i % 2]), (bot) => bot.socket.ask({ t: 'undo' }));
        assert.ok(undone.every(({ t }) => ['answer', 'refused', 'error'].includes(t)));
        for (const bot of bots) await catchUp(bot);
        const views = await all(bots, async (bot) => {
            const fresh = await seat(user, id, scenario);
            fresh.socket.close();
            assert.equal(fresh.seq, bot.seq);
            return JSON.stringify(fresh.question);
        });
        assert.equal(views[0], views[1]);
        for (const bot of bots) {
            bot.socket.close();
            Object.assign(bot, await seat(user, id, scenario));
        }
    }
    for (const bot of bots) bot.socket.close();
});

test('hostile: what-ifs of what-ifs, and reconnecting all the time', async () => {
    const user = await User.guest(shared);
    const first = await user.create(scenario, { soviet: 'me', german: 'me' });
    const bot = await seat(user, first.id, scenario);
    for (let i = 0; i < 3; i++) {
        const text = await bot.order();
        await bot.socket.ask({ t: 'order', seq: bot.seq, text });
        await catchUp(bot);
    }
    let { id } = first;
    for (let depth = 0; depth < 12; depth++) {
        const { status, json } = await user.post(`/api/games/${id}/branch`, { to: depth % 3 });
        if (status !== 200) {
            assert.ok(status < 500, `depth ${depth}: ${status}`);
            break;
        }
        ({ id } = json);
    }
    const storm = Array.from({ length: 120 }, async (_, i) => {
        const socket = await user.socket(i % 2 ? id : first.id).catch(({ status }) => (assert.ok(status === 503 || status === 429, `${status}`), null));
        if (i % 3 === 0) socket?.connection.destroy();
        else socket?.close();
    });
    await Promise.all(storm);
    assert.equal((await bot.socket.ask({ t: 'look', hex: 0 })).t, 'answer');
    bot.socket.close();
});

test('hostile: seats change while a game that nobody has open is read, and its next order is kept', async () => {
    let server = await Server.start({ options: ['--no-limits'] });
    const { folder } = server;
    const user = await User.guest(server), other = await User.guest(server);
    const games = [];
    for (let i = 0; i < 16; i++) games.push((await user.create(scenario, { soviet: 'me', german: 'open' }, { public: true })).id);
    await stopped(server);
    server = await Server.start({ folder, options: ['--no-limits'] });
    for (const someone of [user, other]) Object.assign(someone, { server });
    for (const id of games) {
        const bots = all([0, 1], () => seat(user, id, scenario));
        const changes = ['join', 'leave', 'join', 'leave', 'join'].map((what) => other.post(`/api/games/${id}/${what}`, { side: 'german' }));
        for (const { status, bytes } of await Promise.all(changes)) assert.ok(status < 500, bytes.toString());
        const vacated = await user.post(`/api/games/${id}/leave`, { side: 'soviet' });
        assert.ok(vacated.status < 500, vacated.bytes.toString());
        for (const { socket } of await bots) socket.close();
    }
    await stopped(server);
    server.clean();
});
