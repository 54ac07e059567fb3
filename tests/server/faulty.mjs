// faulty.mjs — a server whose allocations, reads, writes and flushes fail, one at a time, and a store whose last writes
// are torn: nothing that was acknowledged is lost, and nothing crashes. FAULTS=N injects so many of each kind.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { comes, release, sleep, test } from './cases.mjs';
import { chance, Server, seat, User } from './server.mjs';
import { soon as inTime, Tourist } from './tour.mjs';

const shim = path.resolve('build/release/libfaults.so');
const rounds = Number(process.env.FAULTS ?? 6);
const scenario = 'wb95/muskau';

async function start(folder, environment) {
    const words = Object.entries(environment).map(([name, value]) => `${name}=${value}`);
    return Server.start({ folder, options: ['--no-limits'], prefix: ['env', `LD_PRELOAD=${shim}`, ...words] });
}

// What a fault swallowed is not waited for.
const soon = (promise) => Promise.race([promise, sleep(2000).then(() => Promise.reject(new Error('no answer')))]);

// Plays with one user on both sides; what was acknowledged is listed. It goes on whatever is refused.
class Player {
    constructor(server, user, id) {
        Object.assign(this, { server, user, id, kept: [], bot: null });
    }

    async turn(orders) {
        for (let i = 0; i < orders; i++)
            try {
                this.bot ??= await soon(seat(this.user, this.id, scenario));
                if (this.bot.over) return;
                const text = await soon(this.bot.order());
                const answer = await soon(this.bot.socket.ask({ t: 'order', seq: this.bot.seq, text }));
                if (answer.t === 'answer') this.kept.push(text);
                if (answer.t !== 'answer') throw new Error(answer.text);
                this.bot.see(await soon(this.bot.socket.next((m) => (m.t === 'delta' || m.t === 'state') && m.seq > this.bot.seq)));
                if (!this.bot.question?.yours) await this.change();
            } catch {
                this.bot?.socket.close();
                this.bot = null;
                await sleep(20);
            }
    }

    // The other curtain.
    async change() {
        const side = this.bot.as === 'soviet' ? 'german' : 'soviet';
        this.bot.socket.send({ t: 'curtain', side });
        this.bot.see(await soon(this.bot.socket.next('state')));
    }
}

function checkKept(store, { id, kept }) {
    const journal = execFileSync(release, ['admin', '--store', store, 'export', id], { encoding: 'utf8' }).split('\n');
    let at = 0;
    for (const order of kept) {
        while (at < journal.length && !journal[at].includes(order)) at++;
        assert.ok(at < journal.length, `"${order}" was acknowledged and is not in the journal`);
        at++;
    }
}

async function newPlayer(server) {
    for (;;)
        try {
            const user = await soon(User.guest(server));
            const { id } = await soon(user.create(scenario, { soviet: 'me', german: 'me' }));
            return new Player(server, user, id);
        } catch {
            await sleep(20);
        }
}

for (const kind of ['allocation', 'read', 'write', 'flush'])
    test(`faults: each ${kind} may fail, and the server goes on`, async () => {
        const folder = fs.mkdtempSync('/tmp/sandtable-faults-');
        const order = path.join(folder, 'order');
        const server = await start(folder, { FAULTS_ORDER: order });
        const random = chance(kind);
        const player = await newPlayer(server);
        for (let i = 0; i < rounds; i++) {
            const reach = kind === 'allocation' ? 400 : 12;
            fs.writeFileSync(order, `${kind} ${1 + Math.floor(i < reach / 2 ? i : random() * reach)}`);
            server.process.kill('SIGUSR1');
            await player.turn(2);
            await soon(player.user.get('/api/games')).catch(() => {});
            if (i % 4 === 3) await newPlayer(server);
        }
        fs.writeFileSync(order, 'nothing 0');
        server.process.kill('SIGUSR1');
        assert.equal(server.process.exitCode, null, server.log.slice(-2000));
        assert.doesNotMatch(server.log, /event=restarted/);
        if (kind === 'write' || kind === 'flush') assert.match(server.log, /level=error event=commit|error.*commit/, 'faults were met');
        for (let i = 0; i < 200 && (await player.user.get('/healthz')).status !== 200; i++) await sleep(100);
        assert.equal((await player.user.get('/healthz')).status, 200, 'it is well again');
        const before = player.kept.length;
        await player.turn(3);
        assert.ok(player.kept.length > before || player.bot?.over, 'and plays on');
        server.process.kill('SIGKILL');
        await server.ended;
        checkKept(server.store, player);
        server.clean();
    });

// What was written and not flushed when the power went: some of it arrived, some did not, in any order.
function tear(folder, random) {
    const unflushed = new Map();
    for (const line of fs.readFileSync(path.join(folder, 'log'), 'utf8').split('\n')) {
        const [what, name, at, length] = line.split(' ');
        if (what === 'flush') unflushed.delete(name);
        if (what === 'write') unflushed.set(name, [...(unflushed.get(name) ?? []), [Number(at), Number(length)]]);
    }
    let torn = 0;
    for (const [name, writes] of unflushed) {
        if (!name.endsWith('-wal')) continue;
        const file = fs.openSync(path.join(folder, name), 'r+');
        for (const [at, length] of writes) {
            const lost = Math.floor(random() * 3);
            if (lost === 0) continue;
            const from = lost === 1 ? 0 : Math.floor(random() * length);
            fs.writeSync(file, Buffer.alloc(length - from), 0, length - from, at + from);
            torn++;
        }
        fs.closeSync(file);
    }
    return torn;
}

test('faults: torn and reordered writes at the end of the store lose nothing that was acknowledged', async () => {
    const random = chance('torn');
    let torn = 0;
    const folder = fs.mkdtempSync('/tmp/sandtable-torn-');
    let player = null, server;
    for (let i = 0; i < Math.max(3, rounds / 2); i++) {
        fs.rmSync(path.join(folder, 'log'), { force: true });
        server = await start(folder, { FAULTS_LOG: path.join(folder, 'log'), FAULTS_SLOW: 1 });
        if (player) Object.assign(player, { server, bot: null }), (player.user.server = server);
        else player = await newPlayer(server);
        const playing = player.turn(1000);
        await sleep(150 + Math.floor(random() * 200));
        server.process.kill('SIGKILL');
        await server.ended;
        const stop = sleep(50);
        player.turn = async () => {};
        await Promise.race([playing, stop]);
        delete player.turn;
        torn += tear(folder, random);
        checkKept(server.store, player);
    }
    assert.ok(player.kept.length > 0, 'orders were acknowledged');
    console.log(`       ${player.kept.length} orders acknowledged, ${torn} writes torn`);
    server.clean();
});

test('faults: a name that is not found in time is given up within the deadline of the call', async () => {
    const server = await Server.start({ options: ['--no-limits', '--test-clock'], prefix: ['env', `LD_PRELOAD=${shim}`] });
    const user = await User.guest(server), other = await User.guest(server);
    assert.equal((await user.post('/api/settings', { webhook: 'http://name.hangs/' })).status, 200);
    const { id } = await user.create(scenario, { soviet: 'me', german: 'open' }, { public: true, clock: { kind: 'days', time: 86400 } });
    await other.post(`/api/games/${id}/join`, { side: 'german' });
    await other.post('/api/test/clock', { seconds: 80000 });
    assert.ok(await comes(() => /event=webhook result=un/.test(server.log)), 'the look-up lasts longer than anybody waits for it here');
    assert.equal((await server.stop()).code, 0, 'nor does it keep the server from stopping');
    server.clean();
});

// Orders to the library that makes calls fail; each is acknowledged.
class Faults {
    constructor(server, file) {
        Object.assign(this, { server, file, given: 0 });
    }

    said() {
        return fs.existsSync(`${this.file}.out`) ? fs.readFileSync(`${this.file}.out`, 'utf8').split('\n').filter(Boolean) : [];
    }

    // How many places are known.
    async tell(words) {
        const before = this.said().filter((line) => !line.startsWith('failed')).length;
        fs.writeFileSync(this.file, words);
        this.server.process.kill('SIGUSR1');
        const answers = () => this.said().filter((line) => !line.startsWith('failed'));
        assert.ok(await comes(() => answers().length > before || this.server.process.exitCode !== null, 5), words);
        return Number(answers().at(-1).split(' ')[2]);
    }

    failed() {
        return this.said().filter((line) => line.startsWith('failed')).length;
    }
}

test('faults: a server that is killed between the commit of an order and the call to the opponent makes it after its next start', async () => {
    const folder = fs.mkdtempSync('/tmp/sandtable-death-'), order = path.join(folder, 'order'), options = ['--webhooks-home', '--no-limits'], calls = [];
    const receiver = http.createServer((request, response) => {
        let text = '';
        request.on('data', (part) => (text += part));
        request.on('end', () => (calls.push(JSON.parse(text)), response.end('ok')));
    }).listen(0, '127.0.0.1');
    await once(receiver, 'listening');
    let server = await Server.start({ folder, options, prefix: ['env', `LD_PRELOAD=${shim}`, `FAULTS_ORDER=${order}`] });
    const faults = new Faults(server, order);
    // A game in which the first player has ended so many phases, or all of his.
    const begin = async (most) => {
        const red = await User.guest(server), grey = await User.guest(server);
        const { id, invite } = await red.create(scenario, { soviet: 'me', german: 'open' }, { dice: 'nonces' });
        await grey.post(`/api/games/${id}/join`, { side: 'german', invite });
        const bot = await seat(red, id, scenario);
        let phases = 0;
        for (; bot.question?.yours && phases < most; phases++) {
            assert.equal((await bot.socket.ask({ t: 'order', seq: bot.seq, text: 'end' })).t, 'answer');
            bot.see(await bot.socket.next((m) => m.t === 'delta' && m.seq > bot.seq));
        }
        return { id, bot, grey, phases };
    };
    const { phases } = await begin(99), { id, bot, grey } = await begin(phases - 1);
    await grey.post('/api/settings', { webhook: `http://127.0.0.1:${receiver.address().port}/turn` });
    await faults.tell('death 1');
    bot.socket.send({ t: 'order', seq: bot.seq, text: 'end', n: 1 });
    assert.deepEqual(await server.ended, { code: null, signal: 'SIGKILL' });
    assert.equal(calls.length, 0, 'nobody was called yet');
    server = await Server.start({ folder, options });
    assert.ok(await comes(() => calls.length > 0), server.log);
    assert.deepEqual([calls[0].event, calls[0].game], ['your-turn', id]);
    checkKept(server.store, { id, kept: Array(phases).fill('end') });
    await server.stop();
    receiver.close();
    server.clean();
});

// Every place from which the program or a library of its loop takes memory, or reads or writes a socket, fails once
// while a user does everything there is to do. What is called again in a later tour fails in one server; what is called
// only at the start, or for the first user, in a server of its own. FAULTS_SITES places of each are tried, 9999 all of
// them.
test('faults: each place that takes memory or talks to a socket may fail', async () => {
    const folder = fs.mkdtempSync('/tmp/sandtable-sites-'), order = path.join(folder, 'order');
    const server = await start(folder, { FAULTS_ORDER: order });
    const faults = new Faults(server, order), tourist = new Tourist(server), random = chance('sites');
    const most = Number(process.env.FAULTS_SITES ?? 10);
    const some = (list) => list.map((one) => [random(), one]).sort((a, b) => a[0] - b[0]).slice(0, most).map(([, one]) => one);
    await faults.tell('sites 0');
    for (let i = 0; i < 4; i++) await tourist.around();
    await faults.tell('list 0');
    // By name: the addresses of the libraries in memory differ from run to run.
    const names = new Map(faults.said().filter((line) => line.startsWith('place')).map((line) => line.split(' ').slice(1)).sort((a, b) => (a[1] < b[1] ? -1 : 1)));
    const chosen = most >= names.size ? [...names.keys()] : some([...names.keys()]);
    const met = () => new Set(faults.said().filter((line) => line.startsWith('failed')).map((line) => line.split(' ')[2]));
    for (const place of chosen) {
        await faults.tell(`site ${place}`);
        for (let i = 0; i < 2 && !met().has(names.get(place)); i++) await tourist.around();
        assert.equal(server.process.exitCode, null, `${names.get(place)}: the server is gone\n${server.log.slice(-3000)}`);
        assert.doesNotMatch(server.log, /event=restarted/, `${names.get(place)}\n${server.log.slice(-3000)}`);
    }
    await faults.tell('nothing 0');
    assert.ok(met().size > 0, 'faults were met');
    assert.ok(await comes(async () => (await inTime(new User(server).get('/healthz'), 10000).catch(() => null))?.status === 200), 'it is well again');
    const games = tourist.games.size;
    await tourist.around();
    assert.ok(tourist.games.size > games, 'and plays on');
    if (process.env.SANITIZED) await stopsWhole(server, 'after all of them');
    server.process.kill('SIGKILL');
    await server.ended;
    for (const [id, kept] of tourist.games) checkKept(server.store, { id, kept });
    const left = [...names.values()].filter((name) => !met().has(name)), rest = most >= names.size ? left : some(left).slice(0, most / 2);
    const early = { started: 0, refused: 0 };
    for (const name of rest) early[await failEarly(name)]++;
    console.log(`       ${names.size} places; ${met().size} failed in one server, ${rest.length} in one of their own (${early.refused} while it started); ${[...tourist.games.values()].flat().length} orders kept`);
    server.clean();
});

// It stops in order, and all memory is given back. What a library itself loses when it has none is not ours.
async function stopsWhole(server, what) {
    assert.deepEqual(await server.stop(), { code: 0, signal: null }, `${what}\n${server.log.slice(-3000)}`);
    const lost = server.log.split('\n\n').filter((part) => /^Direct leak/.test(part) && !/#1 .*libwslay/.test(part));
    assert.deepEqual(lost, [], what);
    assert.doesNotMatch(server.log, /runtime error|ERROR: AddressSanitizer/, what);
}

// A server in which that place fails the first time: it says why it does not start, or goes on.
async function failEarly(name) {
    const folder = fs.mkdtempSync('/tmp/sandtable-early-'), order = path.join(folder, 'order');
    let server;
    try {
        server = await start(folder, { FAULTS_ORDER: order, FAULTS_PLACE: name });
    } catch (error) {
        assert.match(error.message, /the server did not start: .*\S/s, name);
        assert.doesNotMatch(error.message, /signal|restarted|core dumped/, name);
        fs.rmSync(folder, { recursive: true, force: true });
        return 'refused';
    }
    const tourist = new Tourist(server);
    for (let i = 0; i < 2; i++) await tourist.around();
    assert.equal(server.process.exitCode, null, `${name}: the server is gone\n${server.log.slice(-3000)}`);
    assert.doesNotMatch(server.log, /event=restarted/, `${name}\n${server.log.slice(-3000)}`);
    await stopsWhole(server, name);
    for (const [id, kept] of tourist.games) checkKept(server.store, { id, kept });
    server.clean();
    return 'started';
}
