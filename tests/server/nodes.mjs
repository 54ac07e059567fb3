// nodes.mjs — several servers on one database, behind nginx: whatever fails, nothing acknowledged is lost, nothing is
// there twice, and no client is shown what later vanishes. LONG=1 adds faults that take longer, and controls: with what
// is left out, the same tests must fail.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { all, Cluster, players } from './cluster.mjs';
import { comes, runCases, sleep, test } from './cases.mjs';
import { seat, User } from './server.mjs';

let cluster;
const scenario = 'wb95/muskau';

test('the cluster starts', async () => {
    cluster = await Cluster.start();
});

test('whichever server is asked, the one that holds the game answers', async () => {
    const user = await User.guest(cluster), other = await User.guest(cluster);
    const { id } = await user.create(scenario, { soviet: 'me', german: 'open' }, { public: true });
    const holder = cluster.holder(id);
    assert.ok(holder > 0);
    for (let n = 1; n <= 3; n++) {
        const there = Object.assign(new User(cluster.node(n)), { cookie: user.cookie });
        const answer = await there.get(`/api/games/${id}`);
        assert.equal(answer.status, n === holder ? 200 : 421);
        if (n !== holder) assert.equal(answer.headers['x-sandtable-node'], `127.0.0.1:${cluster.node(holder).port}`);
    }
    // A body and a socket arrive, too.
    const joined = await other.post(`/api/games/${id}/join`, { side: 'german' });
    assert.equal(joined.json.seats[1].you, true, joined.bytes.toString());
    const bot = await seat(user, id, scenario);
    // Every server knows which users are online.
    for (let n = 1; n <= 3; n++) {
        const there = Object.assign(new User(cluster.node(n)), { cookie: other.cookie });
        await comes(async () => (await there.get('/api/games')).json.mine.find((game) => game.id === id)?.seats[0].online);
    }
    // A session that ends anywhere ends everywhere.
    const wrong = Object.assign(new User(cluster.node((holder % 3) + 1)), { cookie: user.cookie });
    assert.equal((await wrong.post('/api/logout')).status, 200);
    assert.equal((await bot.socket.closing()).code, 1008);
});

test('two who look for an opponent at different servers find each other', async () => {
    const both = [await User.guest(cluster), await User.guest(cluster)];
    const wish = { scenarios: [scenario] };
    const answers = [];
    for (const [i, user] of both.entries()) {
        // By nginx, which sends the request to whichever server leads; sent to each in turn, all but one send it on.
        const asked = [];
        for (let n = 1; n <= 3; n++) asked.push((await Object.assign(new User(cluster.node(n)), { cookie: user.cookie }).get('/api/queue')).status);
        assert.deepEqual(asked.toSorted(), [200, 421, 421], `user ${i}`);
        answers.push((await user.post('/api/queue', wish)).json);
    }
    assert.ok(answers[1].id, JSON.stringify(answers));
    assert.equal((await both[0].get('/api/queue')).json.game, answers[1].id);
});

test('a server that is killed, one that is frozen past its lease, and a database that is lost', async () => {
    const list = await players(cluster, 3);
    await all(list, (player) => player.play(3));
    const first = cluster.holder(list[0].id);
    cluster.fault(`kill ${first}`);
    await all(list, (player) => player.play(3));

    // This one has a short lease. It does not answer messages sent while it is frozen when it wakes: other servers have
    // its games by then.
    cluster.fault(`run ${first}`, { OPTIONS: '--no-limits --lease 3' });
    const late = await players(cluster, 2, cluster.node(first));
    await all(late, (player) => player.play(2));
    cluster.fault(`freeze ${first}`);
    const orders = all(late, (player) => player.play(2));
    await comes(() => late.every((player) => cluster.holder(player.id) !== first), 250);
    cluster.fault(`thaw ${first}`);
    await orders;
    assert.ok(await comes(() => /event=moved/.test(cluster.log(first))));
    list.push(...late);

    cluster.fault('primary');
    await all(list, (player) => player.play(3));
    await all(list, (player) => player.leave());
    for (const player of list) player.check();
});

// A browser that only notices when its line is closed, and then comes back as the client does: half a second later, then
// twice as long each time. Milliseconds from the freeze until its order is taken. Meanwhile another server, asked for
// another game of the frozen one, shows what is kept of it, and sends nobody there: a socket waits for the lease. And a
// browser at a living server keeps its line, though nothing happens there for longer than nginx waits.
async function frozen(own, n, lease) {
    own.fault(`stop ${n}`);
    own.fault(`run ${n}`, { OPTIONS: `--no-limits --lease ${lease}` });
    const user = await User.guest(own.node(n));
    const { id } = await user.create(scenario, { soviet: 'me', german: 'me' }, { public: true });
    const left = await user.create(scenario, { soviet: 'me', german: 'me' }), other = (n % 3) + 1;
    const guest = await User.guest(own.node(other)), calm = (await guest.create(scenario, { soviet: 'me', german: 'me' })).id;
    const quiet = await Object.assign(guest, { server: own, agent: undefined }).socket(calm);
    user.server = own;
    user.agent.destroy();
    user.agent = undefined;
    let bot = await seat(user, id, scenario);
    const began = Date.now();
    own.fault(`freeze ${n}`);
    const text = await Promise.race([bot.order().catch(() => null), bot.socket.closing().then(() => null, () => null)]);
    assert.equal(text, null, 'nobody answers');
    const noticed = Date.now() - began;
    const there = Object.assign(new User(own.node(other)), { cookie: user.cookie });
    await sleep(began + 4500 - Date.now()); // by then the others know that it is silent
    assert.equal((await there.get(`/api/games/${left.id}`)).status, 200);
    // A request waits for four seconds at most, which is not enough for a longer lease.
    const enough = lease <= 8;
    const waits = there.socket(left.id).then((socket) => (socket.close(), Date.now() - began), (error) => (assert.equal(error.status, 503), null));
    for (let wait = 500; ; wait = Math.min(wait * 2, 10000)) {
        await sleep(wait);
        try {
            bot = await seat(user, id, scenario);
            break;
        } catch { /* closed, or not let in: again */ }
    }
    const answer = await bot.socket.ask({ t: 'order', seq: bot.seq, text: await bot.order() });
    const took = Date.now() - began;
    assert.equal(answer.t, 'answer');
    assert.notEqual(own.holder(id), n);
    if (enough) assert.ok((await waits) !== null && (await waits) < (lease + 3) * 1000, 'a socket is opened when the lease is over');
    else assert.equal(await waits, null, 'nginx would not have waited any longer');
    own.fault(`thaw ${n}`);
    bot.socket.close();
    assert.ok(took > 6000 && !quiet.closed, 'a quiet line is kept');
    quiet.close();
    console.log(`       frozen with a lease of ${lease} s: noticed after ${noticed} ms, an order after ${took} ms`);
    return took;
}

test('a browser at a frozen server is let go, and served elsewhere when the lease is over', async () => {
    await frozen(cluster, 2, 8);
});

test('the cluster ends', () => cluster.stop());

// ---- with more time ----

const long = process.env.LONG ? test : () => {};

// One cluster for each of them.
const withCluster = (options, run) => async () => {
    const own = await Cluster.start(options);
    try {
        await run(own);
    } finally {
        await own.stop();
    }
};

// After a database took over, nobody's order waits for longer than two seconds, with one more for a machine that is busy.
function goesOn(list, since) {
    const waits = list.map((player) => player.waited(since));
    console.log(`       orders were taken ${waits.toSorted((a, b) => a - b).join(', ')} ms after the database was there again`);
    assert.ok(Math.max(...waits) < 2000 + 1000);
}

async function finish(list) {
    await all(list, (player) => player.leave());
    for (const player of list) player.check();
    console.log(`       ${list.reduce((sum, { orders }) => sum + orders.length, 0)} orders, longest without a line ${Math.max(...list.map(({ longest }) => longest))} ms`);
}

long('a browser at a frozen server waits for the lease and a second', withCluster({ lease: 12 }, async (own) => {
    for (let n = 1; n <= 3; n++) assert.ok((await frozen(own, n, 12)) < 13000 + 1000, 'with a second for a machine that is busy');
}));

long('servers that are killed in turn, and frozen in turn', withCluster({ lease: 3 }, async (own) => {
    const list = await players(own, 8), longest = { kill: 0, freeze: 0 };
    for (let i = 0; i < 12; i++) {
        const n = (i % 3) + 1, fault = i % 2 ? 'freeze' : 'kill';
        for (const player of list) player.longest = 0;
        own.fault(`${fault} ${n}`);
        await all(list, (player) => player.play(2));
        longest[fault] = Math.max(longest[fault], ...list.map((player) => player.longest));
        own.fault(fault === 'freeze' ? `thaw ${n}` : `run ${n}`);
        await all(list, (player) => player.play(1));
    }
    console.log(`       longest without a line: ${longest.kill} ms after a server was killed, ${longest.freeze} ms after one was frozen`);
    await finish(list);
}));

long('the standby is cut off: orders wait, and none is lost with the primary', withCluster({ lease: 3 }, async (own) => {
    const list = await players(own, 4);
    await all(list, (player) => player.play(3));
    own.fault('lag');
    const before = list.map(({ orders }) => orders.length);
    const waiting = all(list, (player) => player.play(2));
    await sleep(4000);
    assert.deepEqual(list.map(({ orders }) => orders.length), before, 'nothing is acknowledged that the standby does not have');
    own.fault('primary');
    const promoted = Date.now();
    await waiting;
    goesOn(list, promoted);
    await finish(list);
}));

long('the standby is promoted while the old primary lives', withCluster({ lease: 3 }, async (own) => {
    const list = await players(own, 4);
    await all(list, (player) => player.play(3));
    own.fault('split');
    const waiting = all(list, (player) => player.play(3));
    await sleep(6000);
    own.fault('fence');
    const fenced = Date.now();
    await waiting;
    goesOn(list, fenced);
    await finish(list);
}));

long('no database for longer than a lease: who sits at a table keeps his line, and plays on when there is one', withCluster({ lease: 3 }, async (own) => {
    const user = await User.guest(own), guest = await User.guest(own);
    const { id } = await user.create(scenario, { soviet: 'me', german: 'me' }, { public: true });
    const bot = await seat(user, id, scenario), viewer = await guest.socket(id);
    await viewer.next('state');
    own.fault('fence');
    const text = await bot.order();
    assert.equal((await bot.socket.ask({ t: 'order', seq: bot.seq, text })).t, 'error');
    await sleep(12000);
    own.fault('split');
    const promoted = Date.now();
    for (let answer; answer?.t !== 'answer'; await sleep(50)) answer = await bot.socket.ask({ t: 'order', seq: bot.seq, text });
    const took = Date.now() - promoted;
    console.log(`       an order was taken ${took} ms after the promotion, on the line that was there before`);
    assert.ok(took < 2000 + 1000);
    await viewer.next((m) => m.t === 'delta');
    assert.ok(!bot.socket.closed && !viewer.closed);
    assert.deepEqual(own.orders(id), [text]);
}));

long('control: with an asynchronous standby that is behind, acknowledged orders are lost', withCluster({ lease: 3, standby: 'async' }, async (own) => {
    const list = await players(own, 2);
    await all(list, (player) => player.play(2));
    own.fault('lag');
    await all(list, (player) => player.play(3));
    own.fault('primary');
    const ends = await Promise.allSettled(list.map((player) => player.play(2)));
    assert.ok(ends.every(({ status, reason }) => status === 'rejected' && /what was acknowledged is there/.test(reason.message)), JSON.stringify(ends));
    for (const player of list) await player.leave().catch(() => {});
}));

// What rules read is another in the second edition; the first turn is the same.
function secondEdition() {
    const folder = mkdtempSync(join(tmpdir(), 'sandtable-data-'));
    cpSync('data', folder, { recursive: true });
    const path = join(folder, 'wb95/scenarios/muskau.scenario');
    const text = readFileSync(path, 'utf8');
    writeFileSync(path, text.replace(/^turns +4$/m, 'turns     5'));
    return folder;
}

long('an update of one server after the other, with two editions side by side', withCluster({ lease: 3 }, async (own) => {
    const data = secondEdition();
    const list = await players(own, 6);
    let ended = false;
    const playing = all(list, async (player) => {
        while (!ended) await player.play(1), await sleep(100);
    });
    const steps = async (what) => {
        const before = list.map(({ orders }) => orders.length);
        await comes(() => list.every(({ orders, bot }, i) => bot.over || orders.length >= before[i] + 2));
        console.log(`       ${what}: every game goes on`);
    };
    for (let n = 1; n <= 3; n++) {
        own.fault(`stop ${n}`);
        await steps(`server ${n} is stopped`);
        own.fault(`run ${n}`, { OPTIONS: `${own.env.OPTIONS} --data ${data}` });
        await steps(`server ${n} is of the new edition`);
        if (n === 3) continue;
        for (const player of list) assert.ok(own.holder(player.id) > n || !own.holder(player.id), 'old games are at old servers');
        const user = await User.guest(own.node(n));
        const { id } = await user.create(scenario, { soviet: 'me', german: 'me' });
        const bot = await seat(Object.assign(user, { server: own }), id, scenario);
        assert.equal(own.holder(id), n, 'a new game is at a new one');
        bot.socket.close();
    }
    ended = true;
    await playing;
    await finish(list);
    for (const player of list) assert.match(execFileSync(own.env.PROGRAM, ['admin', '--store', own.store, 'export', player.id], { encoding: 'utf8' }), /begin\n[^]*\nedition /);
    rmSync(data, { recursive: true });
}));

// The statement that appends lines, without one of its conditions: the suite of the store must notice.
for (const [name, condition, always] of [['the holder', 'lengths.holder = $5', '$5 = $5'], ['the length', 'lengths.bytes = given.at', 'given.at = given.at']])
    long(`control: a fence without ${name} is found out`, withCluster({ nodes: 1, standby: 'none' }, async (own) => {
        const suite = readFileSync('build/asan/test_store'), at = suite.indexOf(condition);
        assert.ok(at > 0 && suite.indexOf(condition, at + 1) < 0);
        suite.write(always.padEnd(condition.length), at);
        const path = join(own.folder, 'mutant');
        writeFileSync(path, suite);
        chmodSync(path, 0o755);
        own.sql('CREATE DATABASE unit');
        const env = { ...process.env, SANDTABLE_DATABASE: own.store.replace('dbname=sandtable', 'dbname=unit'), ASAN_OPTIONS: 'detect_leaks=0' };
        const { status, stdout, stderr } = spawnSync(path, { env, encoding: 'utf8' });
        assert.notEqual(status, 0);
        assert.match(stdout + stderr, /FAILED *\] a_game_is_one_nodes/);
    }));

await runCases('cluster', { sharing: false });
