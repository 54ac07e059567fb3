// moderation.mjs — reports, mutes and bans, by moderators and by the operator, and the log that only grows.
import assert from 'node:assert/strict';
import { admin, comes, sleep, stopped, test } from './cases.mjs';
import { cluster, Server, User } from './server.mjs';
import { execFileSync } from 'node:child_process';

async function account(server, name) {
    const user = await User.guest(server);
    assert.equal((await user.post('/api/register', { name, password: 'long enough' })).status, 200);
    user.id = (await user.get('/api/session')).json.user.id;
    return user;
}

test('moderation: a report is listed, a moderator mutes and bans, and nobody else can', async () => {
    const server = await Server.start({ options: ['--no-limits'] });
    const [judge, victim, troll] = [await account(server, 'Judge'), await account(server, 'Victim'), await account(server, 'Troll')];
    const { id } = await victim.create('wb95/muskau', { soviet: 'me', german: 'open' }, { public: true, dice: 'nonces' });
    await troll.post(`/api/games/${id}/join`, { side: 'german' });
    const socket = await troll.socket(id), mine = await victim.socket(id);
    for (const one of [socket, mine]) await one.next('state');
    socket.send({ t: 'chat', text: 'something foul' });
    const line = await mine.next('chat');
    assert.equal((await victim.post('/api/reports', { user: victim.id })).status, 404, 'nobody reports himself');
    assert.equal((await victim.post('/api/reports', { user: line.user, game: id, text: line.text, words: 'rude' })).status, 200);
    assert.equal((await judge.get('/api/moderation')).status, 404, 'not everybody may read it');
    assert.equal((await judge.post('/api/moderation', { do: 'ban', user: troll.id })).status, 404);
    assert.equal(admin(server.store, 'moderator', 'Nobody').status, 1);
    assert.equal(admin(server.store, 'moderator', 'Judge').status, 0);
    assert.ok(await comes(async () => (await judge.get('/api/session')).json.user.moderator), 'the running server hears of it');
    const { reports } = (await judge.get('/api/moderation')).json;
    assert.equal(reports.length, 1);
    assert.deepEqual([reports[0].name, reports[0].reporter, reports[0].text, reports[0].words, reports[0].game], ['Troll', 'Victim', 'something foul', 'rude', id]);
    const act = (body) => judge.post('/api/moderation', body);
    assert.equal((await act({ do: 'mute', user: judge.id })).status, 400, 'not himself');
    assert.equal((await act({ do: 'fly', user: troll.id })).status, 400);
    assert.equal((await act({ do: 'mute', user: troll.id, days: 3 })).status, 200);
    assert.ok(await comes(async () => { // chat that goes through is not answered
        socket.send({ t: 'chat', text: 'more' });
        await socket.ask({ t: 'ping' });
        return socket.messages.some((m) => m.t === 'refused' && /moderator/.test(m.text));
    }), 'he cannot chat');
    assert.equal((await act({ do: 'ban', user: troll.id, days: 7 })).status, 200);
    assert.equal((await socket.closing()).code, 1008, 'he gets up');
    assert.equal((await troll.get('/api/games')).status, 403);
    await assert.rejects(troll.socket(id), { status: 403 });
    assert.equal((await victim.get('/api/games')).status, 200);
    assert.equal((await act({ do: 'close', report: reports[0].id })).status, 200);
    const after = (await judge.get('/api/moderation')).json;
    assert.equal(after.reports.length, 0);
    assert.deepEqual(after.bans.map((one) => [one.kind, one.name]).sort(), [['account', 'Troll'], ['mute', 'Troll']]);
    assert.match(after.log.map((one) => `${one.who}: ${one.what}`).join('\n'), /Judge: close report[^]*Judge: ban user \d+, 7 days\nJudge: mute user[^]*operator: moderator Judge on/);
    assert.equal((await act({ do: 'unban', user: troll.id })).status, 200);
    assert.ok(await comes(async () => (await troll.get('/api/games')).status === 200), 'it can be undone');
    // By the operator, while it runs; and an address.
    assert.equal(admin(server.store, 'ban', 'Troll', '2').status, 0);
    assert.ok(await comes(async () => (await troll.get('/api/games')).status === 403));
    assert.equal(admin(server.store, 'ban', 'Troll', 'x').status, 2);
    assert.equal(admin(server.store, 'ban-address', 'nonsense').status, 1);
    assert.match(admin(server.store, 'moderation-log').stdout, /operator\tban Troll days 2/);
    mine.close();
    await stopped(server);
    server.clean();
});

test('moderation: nobody is answered at an address that is banned, and the log cannot be rewritten', async () => {
    const server = await Server.start({ options: ['--no-limits', '--proxy'] });
    const from = (address) => new User(server).get('/api/session', { headers: { 'X-Forwarded-For': address } });
    assert.equal((await from('203.0.113.7')).status, 200);
    assert.equal(admin(server.store, 'ban-address', '203.0.113.7').status, 0);
    assert.ok(await comes(async () => (await from('203.0.113.7')).status === 403));
    assert.equal((await from('203.0.113.8')).status, 200, 'the neighbour is');
    assert.equal(admin(server.store, 'ban-address', '2001:db8:1:2::9').status, 0);
    assert.ok(await comes(async () => (await from('2001:db8:1:2:ffff::1')).status === 403), 'of IPv6 the whole /64');
    assert.equal(admin(server.store, 'unban-address', '203.0.113.7').status, 0);
    assert.ok(await comes(async () => (await from('203.0.113.7')).status === 200));
    if (!cluster) {
        const file = `${server.folder}/games.db`;
        for (const words of ['DELETE FROM moderation', "UPDATE moderation SET what = ''"])
            assert.throws(() => execFileSync('sqlite3', [file, words], { stdio: 'pipe' }), /only grows/);
    }
    await stopped(server);
    server.clean();
});

// A whole list, so many rows a page.
async function all(user, list, limit) {
    const rows = [];
    for (let before = ''; before !== undefined;) {
        const { json } = await user.get(`/api/moderation?list=${list}&limit=${limit}${before && `&before=${before}`}`);
        assert.ok(json[list].length <= limit);
        rows.push(...json[list]);
        before = json.more[list];
    }
    return rows;
}

test('moderation: one address cannot hide the reports of others, and what is shown is what was said', async () => {
    const server = await Server.start({ options: ['--proxy'] });
    const from = (address) => {
        const user = new User(server), request = user.request.bind(user);
        user.request = (method, path, more = {}) => request(method, path, { ...more, headers: { 'X-Forwarded-For': address, ...more.headers } });
        return user;
    };
    const guest = async (address) => {
        const user = from(address);
        user.id = (await user.get('/api/session')).json.user.id;
        return user;
    };
    const [judge, victim, troll] = [await guest('198.51.100.1'), await guest('198.51.100.2'), await guest('198.51.100.3')];
    for (const [user, name] of [[judge, 'Judge'], [victim, 'Victim'], [troll, 'Troll']])
        assert.equal((await user.post('/api/register', { name, password: 'long enough' })).status, 200);
    assert.equal(admin(server.store, 'moderator', 'Judge').status, 0);
    const { id } = await victim.create('wb95/muskau', { soviet: 'me', german: 'open' }, { public: true, dice: 'nonces' });
    const socket = await troll.socket(id);
    await socket.next('state');
    socket.send({ t: 'chat', text: 'a threat' });
    await socket.next('chat');
    const report = (user, more) => user.post('/api/reports', { user: troll.id, game: id, text: 'a threat', words: 'help', ...more });
    assert.equal((await report(victim)).status, 200);
    assert.equal((await report(victim, { text: 'never said', words: 'lie' })).status, 200);
    assert.equal((await report(victim, { user: 987654321 })).status, 404, 'there is nobody');
    assert.equal((await victim.post('/api/blocks', { user: 987654321 })).status, 404);
    let taken = 0;
    for (let i = 0; i < 6; i++) {
        const spam = await guest('203.0.113.5');
        for (let k = 0; k < 5; k++) taken += (await report(spam, { user: victim.id, words: 'spam\u001b[2J\n1\t2\u202e' })).status === 200;
    }
    assert.ok(taken <= 11, `${taken} reports of one address`);
    assert.ok(await comes(async () => (await judge.get('/api/session')).json.user.moderator));
    const { reports } = (await judge.get('/api/moderation')).json;
    assert.deepEqual(reports.slice(0, 2).map((one) => [one.reporter, one.text, one.words]),
        [['Victim', '', '"never said" lie'], ['Victim', 'a threat', 'help']], 'accounts come first');
    // Page by page everything is there, the newest first.
    const every = await all(judge, 'reports', 3);
    assert.equal(every.length, (await judge.get('/api/moderation')).json.open);
    assert.ok(every.length > reports.length - 1 && every.every((one, i) => !i || one.id < every[i - 1].id));
    assert.deepEqual((await all(judge, 'users', 2)).map((one) => one.name), ['Troll', 'Victim', 'Judge']);
    for (const odd of ['list=what', 'list=log&before=x', 'list=bans&before=7', 'list=log&limit=0', 'list=log&limit=501', 'before=7'])
        assert.equal((await judge.get(`/api/moderation?${odd}`)).status, 400, odd);
    assert.equal((await victim.get('/api/moderation?list=users')).status, 404);
    const printed = admin(server.store, 'reports').stdout;
    assert.equal(printed.trim().split('\n').length, reports.length);
    assert.doesNotMatch(printed, /[\u001b\u202e]/);
    assert.match(printed, /spam\\x1B\[2J\\x0A1\\x092\\xE2/);
    // However many bans there are, none is forgotten.
    assert.equal((await judge.post('/api/moderation', { do: 'ban', user: troll.id })).status, 200);
    if (!cluster) {
        execFileSync('sqlite3', [`${server.folder}/games.db`, 'PRAGMA busy_timeout = 9000; WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5001) ' +
            "INSERT INTO bans (kind, who, until, at) SELECT 1, 1000000000 + i, 0, strftime('%s', 'now') + 9 FROM n"]);
        const bans = await all(judge, 'bans', 500);
        assert.equal(bans.length, 5002);
        assert.equal(new Set(bans.map((one) => one.who)).size, 5002, 'pages neither overlap nor skip');
        await sleep(2500); // it looks every two seconds
    }
    assert.equal((await troll.get('/api/games')).status, 403);
    socket.close();
    await stopped(server);
    server.clean();
});
