// storing.mjs — the store and the loop: a request that writes waits for the disk, and no other waits for it.
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { admin, comes, sleep, stopped, test } from './cases.mjs';
import { cluster, giveOrder, Server, seat, User } from './server.mjs';

// Another program that writes to the store's file, until it must let go.
async function lockOf(server) {
    const [command, ...words] = cluster ? ['psql', '-qAt', server.store] : ['sqlite3', '-batch', `${server.folder}/games.db`];
    const other = spawn(command, words, { stdio: ['pipe', 'pipe', 'inherit'] });
    other.stdin.write(cluster ? 'BEGIN; LOCK TABLE lengths, users IN EXCLUSIVE MODE;\n' : '.timeout 5000\nBEGIN IMMEDIATE;\n');
    other.stdin.write('SELECT \'locked\';\n');
    await once(other.stdout, 'data');
    return async () => {
        other.stdin.end('COMMIT;\n');
        await once(other, 'exit');
    };
}

test('a lock on the store holds up who writes, and nobody who reads', async () => {
    const scenario = 'wb95/muskau';
    const server = await Server.start({ options: ['--no-limits'] });
    const writer = await User.guest(server), reader = await User.guest(server);
    const [written, read] = [await writer.create(scenario, { soviet: 'me', german: 'me' }), await reader.create(scenario, { soviet: 'me', german: 'me' })];
    const bot = await seat(writer, written.id, scenario), other = await seat(reader, read.id, scenario);
    const unlock = await lockOf(server);
    const order = await bot.order();
    let answered = null;
    const waits = bot.socket.ask({ t: 'order', seq: bot.seq, text: order }).then((answer) => (answered = answer));
    const changes = writer.post('/api/settings', { theme: 'dark' }).then((answer) => ((answered ??= answer), answer));
    // Several rounds of the loop later, and a game that has to be read from the store.
    for (let i = 0; i < 5; i++) {
        assert.equal((await reader.get('/healthz')).status, 200);
        assert.equal((await reader.get('/api/games')).json.mine.length, 1);
        assert.equal((await reader.get(`/api/games/${read.id}`)).json.id, read.id);
        assert.equal((await other.socket.ask({ t: 'choices', prefix: '' })).t, 'answer');
        assert.equal((await reader.get('/api/sessions')).json.sessions.length, 1);
    }
    const shown = (await writer.get(`/api/games/${written.id}`)).json;
    assert.equal(shown.changed, shown.created, 'what is not kept is shown to nobody');
    const again = await reader.socket(read.id);
    assert.equal((await again.next('state')).t, 'state', 'who comes is told the state of a table where nothing waits');
    assert.equal(answered, null, 'what is not kept is not acknowledged');
    await unlock();
    assert.equal((await waits).t, 'answer', JSON.stringify(answered));
    assert.equal((await changes).status, 200);
    await stopped(server);
    const lines = admin(server.store, 'export', written.id).stdout;
    assert.ok(lines.includes(`\n${order}`), 'what was acknowledged is there');
    server.clean();
});

test('a picture shows what is kept, and not an order that waits for the store', async () => {
    const server = await Server.start({ options: ['--no-limits'] });
    const writer = await User.guest(server), reader = await User.guest(server);
    const { id } = await writer.create('wb95/muskau', { soviet: 'me', german: 'me' }, { public: true });
    const bot = await seat(writer, id, 'wb95/muskau');
    const picture = async () => (await reader.get(`/api/games/${id}/picture.svg`)).bytes.toString().replace(/surface\d+/g, ''); // numbered as they are drawn
    const before = await picture(), unlock = await lockOf(server);
    const waits = bot.socket.ask({ t: 'order', seq: bot.seq, text: 'barrage s32Art s33Art at 5115' });
    assert.ok(await comes(async () => (await server.metric('orders_total')) === 1));
    assert.ok((await picture()) === before, 'nobody sees an order that may still be lost');
    await unlock();
    assert.equal((await waits).t, 'answer');
    assert.ok((await picture()) !== before);
    await stopped(server);
    server.clean();
});

test('a seat that is taken while the store is locked is the old player\'s again when that is refused', async () => {
    const scenario = 'wb95/muskau', server = await Server.start({ options: ['--no-limits'] });
    const red = await User.guest(server), grey = await User.guest(server), heir = await User.guest(server);
    const { id } = await red.create(scenario, { soviet: 'me', german: 'open' }, { public: true, dice: 'nonces' });
    assert.equal((await grey.post(`/api/games/${id}/join`, { side: 'german' })).status, 200);
    const { offer } = (await red.post(`/api/games/${id}/offer`, { side: 'soviet', link: true })).json.seats.find((one) => one.side === 'soviet');
    const bot = await seat(red, id, scenario), other = await seat(heir, id, scenario);
    const unlock = await lockOf(server);
    assert.equal((await heir.post(`/api/games/${id}/join`, { side: 'soviet', offer })).status, 507);
    await unlock();
    assert.ok(await comes(async () => (await heir.get('/healthz')).status === 200));
    const order = 'barrage s32Art s33Art at 5115';
    assert.equal((await other.socket.ask({ t: 'order', seq: 0, text: order })).t, 'refused');
    assert.equal((await bot.socket.ask({ t: 'order', seq: 0, text: order })).t, 'answer');
    await stopped(server);
    server.clean();
});

test('a lock on the store that stays: writes are refused in good time, those that gathered meanwhile as well, and none is half kept', async () => {
    const scenario = 'wb95/muskau';
    const server = await Server.start({ options: ['--no-limits'] });
    const writer = await User.guest(server), other = await User.guest(server);
    const game = await writer.create(scenario, { soviet: 'me', german: 'me' });
    const bot = await seat(writer, game.id, scenario);
    await other.post('/api/settings', { theme: 'light' });
    const unlock = await lockOf(server);
    const begun = Date.now(), order = await bot.order();
    const first = bot.socket.ask({ t: 'order', seq: bot.seq, text: order }).then((answer) => [answer, Date.now()]);
    await sleep(500); // the round with the order waits for the lock
    const second = other.post('/api/settings', { theme: 'dark' }).then((answer) => [answer, Date.now()]);
    const third = other.post('/api/register', { name: 'Never Kept', password: 'long enough' });
    const [[refused, at], [late, later]] = await Promise.all([first, second]);
    assert.equal(refused.t, 'error');
    assert.match(refused.text, /another program has locked the store/);
    assert.equal(late.status, 507);
    assert.equal(late.json.error, 'another program has locked the store');
    assert.ok(2 * (later - at) < at - begun, `the order after ${at - begun} ms, what gathered behind it ${later - at} ms later`);
    assert.ok([503, 507].includes((await third).status));
    await unlock();
    assert.ok(await comes(async () => (await other.get('/healthz')).status === 200));
    assert.equal((await other.get('/api/session')).json.settings.theme, 'light');
    assert.equal((await other.get('/api/session')).json.user.guest, true);
    const again = await seat(writer, game.id, scenario);
    await giveOrder(again);
    await stopped(server);
    const lines = admin(server.store, 'export', game.id).stdout.trim().split('\n');
    assert.equal(lines.filter((line) => !line.startsWith('@')).length - lines.findIndex((line) => line.startsWith('begin')), 2, lines.slice(-3).join());
    server.clean();
});

if (!cluster) test('a lobby of very many games is read from the newest on, and says of each what a list needs', async () => {
    let server = await Server.start({ options: ['--no-limits'] });
    const user = await User.guest(server), other = await User.guest(server);
    const own = await user.create('wb95/muskau', { soviet: 'me', german: 'open' }, { public: true });
    await stopped(server);
    execFileSync('sqlite3', ['-batch', `${server.folder}/games.db`, `
        CREATE TEMP TABLE many AS WITH RECURSIVE n(i) AS (SELECT 1000000 UNION ALL SELECT i + 1 FROM n WHERE i < 1060000) SELECT i FROM n;
        INSERT INTO games SELECT i, 'x' || i, scenario, options, seed, 0, branch_seed, 'inviteinviteinvite', 1, owner, created + i % 7, changed, 0, '', 1, asked
            FROM many, (SELECT * FROM games LIMIT 1);
        INSERT INTO seats SELECT i, 0, 'soviet', i % 2, 0, '' FROM many;
        INSERT INTO seats SELECT i, 1, 'german', 1, 0, '' FROM many;
    `]);
    server = await Server.start({ folder: server.folder, options: ['--no-limits'] });
    for (const one of [user, other]) Object.assign(one, { server, agent: undefined });
    const [lobby, health] = await Promise.all([user.get('/api/games'), other.get('/healthz')]);
    assert.equal(health.status, 200);
    assert.ok(lobby.bytes.length < 400000, `${lobby.bytes.length} bytes`);
    assert.equal(lobby.json.open.length, 100);
    assert.equal(lobby.json.public.length, 100);
    assert.ok(lobby.json.open.every((game) => game.seats.some((seat) => seat.kind === 'open')));
    assert.ok(lobby.json.public.every((game) => game.seats.every((seat) => seat.kind !== 'open')));
    assert.deepEqual(lobby.json.mine.map((game) => game.id), [own.id]);
    const bot = await seat(user, own.id, 'wb95/muskau');
    await giveOrder(bot);
    await stopped(server);
    server.clean();
});

// Every connection of the store is cut, as a database that restarts does.
if (cluster) test('in PostgreSQL: what is acknowledged is there though the database cuts every connection', async () => {
    const scenario = 'wb95/muskau';
    const server = await Server.start({ options: ['--no-limits'] });
    assert.match(admin(server.store, 'prune').stderr, /is being served by another process/);
    const user = await User.guest(server);
    const game = await user.create(scenario, { soviet: 'me', german: 'me' });
    let bot = await seat(user, game.id, scenario);
    const taken = [];
    const cut = () => execFileSync('psql', ['-qAt', server.store, '-c',
        'SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND datname = current_database()']);
    for (let i = 0; i < 12; i++) {
        if (i % 3 === 1) cut();
        if (!bot.question.yours) {
            bot.socket.send({ t: 'curtain', side: bot.question.side });
            bot.see(await bot.socket.next('state'));
        }
        const text = await bot.order();
        const answer = await bot.socket.ask({ t: 'order', seq: bot.seq, text });
        if (answer.t === 'answer') {
            taken.push(text);
            bot.see(await bot.socket.next((m) => m.t === 'delta' && m.seq > bot.seq));
        } else { // the server does not know: look again
            assert.match(answer.text, /was not accepted|not taken|connection|terminat|cannot write/i, JSON.stringify(answer));
            await comes(async () => (await user.get('/healthz')).status === 200);
            bot.socket.close();
            bot = await seat(user, game.id, scenario);
        }
    }
    assert.ok(taken.length >= 8, `${taken.length} orders`);
    await stopped(server);
    const lines = admin(server.store, 'export', game.id).stdout.split('\n').map((line) => line.split(' =')[0]);
    let at = 0;
    for (const text of taken) {
        at = lines.indexOf(text, at) + 1;
        assert.ok(at > 0, `${text} is missing`);
    }
    server.clean();
});

// The database lets nobody in for a while.
if (cluster) test('in PostgreSQL: while the database is away, what is on a table here is read on', async () => {
    const scenario = 'wb95/muskau', server = await Server.start({ options: ['--no-limits'] });
    const user = await User.guest(server), other = await User.guest(server);
    const mine = await user.create(scenario, { soviet: 'me', german: 'me' }), open = await other.create(scenario, { soviet: 'me', german: 'open' }, { public: true });
    const bot = await seat(user, mine.id, scenario);
    const words = server.store.replace(/dbname=(\w+)/, 'dbname=postgres'), name = server.store.match(/dbname=(\w+)/)[1];
    const sql = (text) => execFileSync('psql', ['-qAt', words, '-c', text]);
    await user.get('/api/games');
    sql(`ALTER DATABASE "${name}" WITH ALLOW_CONNECTIONS false`);
    sql(`SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE datname = '${name}'`);
    await comes(async () => (await user.get('/api/games')).json.partial);
    const times = [], seconds = Number(process.env.AWAY ?? 1);
    for (const begun = Date.now(); Date.now() - begun < seconds * 1000;) {
        for (const read of [() => user.get('/api/games'), () => user.get(`/api/games/${mine.id}`), () => bot.socket.ask({ t: 'choices', prefix: '' })]) {
            const from = performance.now(), answer = await read();
            times.push(performance.now() - from);
            assert.ok(answer.status === 200 || answer.t === 'answer', JSON.stringify(answer.json ?? answer));
        }
        await sleep(10);
    }
    times.sort((a, b) => a - b);
    console.log(`       away for ${seconds} s: ${times.length} answers, p50 ${times[times.length >> 1].toFixed(1)} ms, p99 ${times[Math.floor(times.length * 0.99)].toFixed(1)}, longest ${times.at(-1).toFixed(1)}`);
    const lists = (await user.get('/api/games')).json;
    assert.deepEqual([lists.partial, lists.mine.map((game) => game.id), lists.open.map((game) => game.id)], [true, [mine.id], [open.id]]);
    assert.deepEqual((await other.get('/api/games')).json.open, []);
    // Whoever is not known, and whatever is to be written, waits for the database.
    assert.deepEqual((await new User(server).get('/api/games')).json.open.map((game) => game.id), [open.id], 'anybody sees public games');
    assert.equal((await Object.assign(new User(server), { cookie: `${user.cookie.slice(0, -6)}AAAAAA` }).get('/api/games')).status, 503);
    assert.equal((await user.post('/api/settings', { theme: 'dark' })).status, 503);
    assert.equal((await user.get('/api/games/nowhere')).status, 503);
    sql(`ALTER DATABASE "${name}" WITH ALLOW_CONNECTIONS true`);
    await comes(async () => (await user.get('/api/games')).json?.partial === undefined && (await user.get('/healthz')).status === 200);
    const again = await seat(user, mine.id, scenario);
    await giveOrder(again);
    // A session that has ended is not known any more.
    const cookie = user.cookie;
    assert.equal((await user.post('/api/logout')).status, 200);
    user.cookie = cookie;
    sql(`ALTER DATABASE "${name}" WITH ALLOW_CONNECTIONS false`);
    sql(`SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE datname = '${name}'`);
    await comes(async () => (await other.get('/api/games')).json.partial);
    assert.equal((await user.get('/api/games')).status, 503);
    sql(`ALTER DATABASE "${name}" WITH ALLOW_CONNECTIONS true`);
    await comes(async () => (await other.get('/healthz')).status === 200);
    await stopped(server);
    server.clean();
});
