// storing.mjs — the store and the loop: whoever writes waits for the disk, and nobody waits for him.
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { admin, comes, stopped, test } from './cases.mjs';
import { cluster, giveOrder, Server, seat, User } from './server.mjs';

// Another program that writes to the store's file, until it is told to let go.
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
        } else { // told that nobody knows: look again
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
