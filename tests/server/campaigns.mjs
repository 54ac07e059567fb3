// campaigns.mjs — campaigns with real workers: counted right, whichever worker dies or lies on the way.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { admin, comes, release, stopped, test } from './cases.mjs';
import { seat, Server, User } from './server.mjs';

const scenario = 'tcs/lane-and-hamlet', players = 'greedy,novice';

function tool(...words) {
    const { status, stdout, stderr } = spawnSync(release, words, { encoding: 'utf8' });
    return { status, stdout, stderr };
}

const campaign = (server, ...words) => tool('campaign', '--store', server.store, ...words);

function begin(server, ...words) {
    const made = campaign(server, 'new', ...words);
    assert.equal(made.status, 0, made.stderr);
    return Number(made.stdout.match(/^campaign (\d+):/)[1]);
}

function keyOf(server, name) {
    const made = admin(server.store, 'worker-key', name);
    assert.equal(made.status, 0, made.stderr);
    return made.stdout.trim();
}

function worker(server, key, ...words) {
    const process = spawn(release, ['worker', '--server', `http://127.0.0.1:${server.port}`, '--key', key, '--jobs', '2', ...words],
        { stdio: ['ignore', 'pipe', 'pipe'] });
    const one = { process, said: '' };
    for (const stream of [process.stdout, process.stderr]) stream.on('data', (bytes) => (one.said += bytes));
    one.ended = new Promise((resolve) => process.on('close', (code, signal) => resolve({ code, signal })));
    return one;
}

const shown = async (user, number) => (await user.get(`/api/campaigns/${number}`)).json;
const isDone = async (user, number) => (await shown(user, number)).campaign.state === 'done';

// What the command counts that plays the same games on one machine.
function alone(pairs, seed, ...words) {
    const { stdout } = tool('selfplay', scenario, '--players', players, '--pairs', `${pairs}`, '--seed', `${seed}`, '--json', ...words);
    return JSON.parse(stdout).pairs;
}

const sameShare = (found, wanted) => assert.ok(Math.abs(found.shares[0].share - wanted.share.mean) < 1e-4, JSON.stringify([found.shares, wanted.share]));

// A worker as one could write it himself: every request as it pleases him.
class Stranger {
    constructor(server, key, program) {
        Object.assign(this, { user: new User(server), key, program });
    }
    ask(body, key = this.key) {
        return this.user.post('/api/work', body, { headers: { Authorization: `Bearer ${key}` } });
    }
    who = () => ({ machine: 'stranger', program: this.program, cores: 1, more: true });
    acquire(more = {}) {
        return this.ask({ do: 'acquire', ...this.who(), ...more });
    }
    submit(lease, results, more = {}) {
        return this.ask({ do: 'submit', lease, results, ...this.who(), ...more });
    }
}

// The program that campaigns of this build are for.
function programOf() {
    const { stdout } = spawnSync('sh', ['-c', 'echo "{\\"program\\":\\"?\\",\\"unit\\":0}" | "$0" worker --replay', release], { encoding: 'utf8' });
    return JSON.parse(stdout).program;
}

test('campaigns: workers play what selfplay plays, the sequential test stops at the same pair, and players come first', async () => {
    const server = await Server.start();
    const key = keyOf(server, 'one'), user = await User.guest(server);
    const match = begin(server, 'match', scenario, '--players', players, '--pairs', '24', '--seed', '7', '--check', '5');
    const test = begin(server, 'match', scenario, '--players', players, '--pairs', '400', '--seed', '9', '--test', '50,55');
    const tune = begin(server, 'tune', scenario, '--players', 'greedy,novice,search:500', '--pairs', '3');
    const balance = begin(server, 'balance', scenario, '--players', 'greedy', '--games', '9');
    // A player's game: it is over, and is looked at before all else.
    const game = await user.create('wb95/muskau', { soviet: 'me', german: 'me' });
    assert.equal((await user.post(`/api/games/${game.id}/analyse`)).status, 403, 'while it goes on nobody learns what it hides');
    const bot = await seat(user, game.id, 'wb95/muskau');
    assert.equal((await bot.socket.ask({ t: 'resign' })).t, 'answer');
    assert.equal((await user.post(`/api/games/${game.id}/analyse`)).status, 200);
    assert.equal((await user.post(`/api/games/${game.id}/analyse`)).status, 429, 'one at a time');
    const first = worker(server, key, '--until-idle'), second = worker(server, key, '--until-idle');
    assert.deepEqual([await first.ended, await second.ended], [{ code: 0, signal: null }, { code: 0, signal: null }], first.said + second.said);
    const all = (await user.get('/api/campaigns')).json.campaigns;
    assert.deepEqual(all.map((one) => one.state), ['done', 'done', 'done', 'done', 'done']);
    const analysis = all.find((one) => one.player);
    assert.match(first.said + second.said, new RegExp(`campaign ${analysis.number}: 1 units brought, 1 counted`));
    assert.ok([first.said, second.said].some((said) => said.startsWith(`campaign ${analysis.number}:`)), 'before the operator\'s');
    assert.ok(JSON.parse((await shown(user, analysis.number)).analysis).turns.length > 0);
    assert.equal((await (await User.guest(server)).get(`/api/campaigns/${analysis.number}`)).status, 404, 'nobody else\'s');
    sameShare(await shown(user, match), alone(24, 7));
    const decided = alone(400, 9, '--test', '50,55'), found = await shown(user, test);
    assert.equal(found.campaign.verdict, decided.test.verdict);
    assert.equal(found.campaign.counted, decided.counted);
    assert.ok(Math.abs(found.ratio - decided.test.ratio) < 1e-3);
    assert.equal(found.curve.at(-1).units, decided.counted);
    const tuned = await shown(user, tune);
    assert.deepEqual(tuned.shares.map(({ player, pairs }) => [player, pairs]), [['novice', 3], ['search:500', 3]]);
    const balanced = await shown(user, balance);
    assert.equal(balanced.games, 9);
    assert.equal(balanced.sides[0].won + balanced.sides[1].won + balanced.drawn, 9);
    // Every unit that was drawn for it is played again, and agrees.
    assert.ok(await comes(async () => (await server.metric('work_replays_total')) > 0), server.log);
    assert.match(admin(server.store, 'worker-keys').stdout, /one\t.*\tgood/);
    await stopped(server);
    server.clean();
});

test('campaigns: a worker that is killed, and a server that is killed in the middle, lose nothing and count nothing twice', async () => {
    let server = await Server.start({ options: ['--work-lease', '3'] });
    const key = keyOf(server, 'one');
    const match = begin(server, 'match', scenario, '--players', players, '--pairs', '40', '--seed', '3', '--check', '1000000');
    // It takes units, and is never heard of again.
    const dead = new Stranger(server, key, programOf());
    assert.ok((await dead.acquire({ most: 5 })).json.units.length > 0);
    const killed = worker(server, key);
    assert.ok(await comes(() => killed.said.includes('counted')), killed.said);
    killed.process.kill('SIGKILL');
    await killed.ended;
    const living = worker(server, key);
    assert.ok(await comes(() => living.said.includes('counted')), living.said);
    await server.stop('SIGKILL');
    const { folder, port } = server;
    server = await Server.start({ folder, options: ['--work-lease', '3', '--port', `${port}`] });
    const user = await User.guest(server);
    assert.ok(await comes(() => isDone(user, match)), JSON.stringify(await shown(user, match)));
    living.process.kill('SIGTERM');
    assert.deepEqual(await living.ended, { code: 0, signal: null }, living.said);
    const found = await shown(user, match);
    assert.equal(found.campaign.counted, 40);
    assert.equal(found.failed, 0);
    sameShare(found, alone(40, 3));
    await stopped(server);
    server.clean();
});

test('campaigns: whose result does not come out again is refused, and all it brought is dropped', async () => {
    const server = await Server.start();
    const [liar, honest] = [keyOf(server, 'liar'), keyOf(server, 'honest')];
    const match = begin(server, 'match', scenario, '--players', players, '--pairs', '12', '--seed', '5', '--check', '1');
    const stranger = new Stranger(server, liar, programOf()), user = await User.guest(server);
    let { json } = await stranger.acquire({ cores: 8 });
    assert.equal(json.kind, 'match');
    const lie = '0 9 0 100 #0123456789abcdef;1 0 9 100 #0123456789abcdef';
    const answer = await stranger.submit(json.lease, json.units.map((unit) => ({ unit, ms: 1, result: lie })), { more: false });
    assert.equal(answer.json.kept, json.units.length, JSON.stringify(answer.json));
    assert.equal((await shown(user, match)).shares[0].pairs, json.units.length, 'it counts until it is seen to be wrong');
    assert.ok(await comes(async () => (await stranger.acquire()).status === 403), server.log);
    assert.equal((await shown(user, match)).shares[0].pairs, 0);
    assert.match(admin(server.store, 'worker-keys').stdout, /liar\t.*came out otherwise/);
    assert.match(server.log, /event=replay .*result=differs/);
    const good = worker(server, honest, '--until-idle');
    assert.deepEqual(await good.ended, { code: 0, signal: null }, good.said);
    assert.ok(await comes(() => isDone(user, match)));
    sameShare(await shown(user, match), alone(12, 5));
    const refused = worker(server, liar, '--until-idle');
    assert.deepEqual(await refused.ended, { code: 1, signal: null });
    assert.match(refused.said, /no longer valid/);
    await stopped(server);
    server.clean();
});

test('campaigns: what a worker says is checked, whatever it says', async () => {
    const server = await Server.start({ options: ['--no-limits', '--work-lease', '2'] });
    const key = keyOf(server, 'one'), other = keyOf(server, 'two'), program = programOf();
    assert.equal(admin(server.store, 'worker-key', 'one').status, 1, 'a name is had once');
    const match = begin(server, 'match', scenario, '--players', players, '--pairs', '6', '--seed', '3', '--check', '1000000');
    const stranger = new Stranger(server, key, program), user = await User.guest(server);
    for (const wrong of ['', 'x', key.slice(1), `${key}x`, key.replace(/./, '!'), 'a'.repeat(43), 'ü'.repeat(43)])
        assert.equal((await stranger.user.post('/api/work', { do: 'acquire', ...stranger.who() }, { headers: { Authorization: Buffer.from(`Bearer ${wrong}`).toString('latin1') } })).status, 401, wrong);
    const who = stranger.who();
    for (const body of [{}, { do: 'dance' }, { do: 7 }, { do: 'acquire' }, { do: 'acquire', ...who, cores: 0 }, { do: 'acquire', ...who, cores: 1025 },
        { do: 'acquire', ...who, cores: 1.5 }, { do: 'acquire', ...who, machine: 'a\nb' }, { do: 'acquire', ...who, machine: 'm'.repeat(48) },
        { do: 'acquire', ...who, program: 'p'.repeat(48) }, { do: 'acquire', ...who, most: 201 }, { do: 'submit' }, { do: 'submit', lease: 'x' },
        { do: 'submit', lease: 'x'.repeat(24), results: [] }, { do: 'submit', lease: 'x', results: {} }, { do: 'submit', lease: 'x', results: [1] },
        { do: 'submit', lease: 'x', results: [{ unit: -1, ms: 0, result: '' }] }, { do: 'submit', lease: 'x', results: [{ unit: 100000, ms: 0, result: '' }] },
        { do: 'submit', lease: 'x', results: [{ unit: 1, ms: -1, result: '' }] }, { do: 'submit', lease: 'x', results: [{ unit: 1, ms: 1, result: 'a\0b' }] },
        { do: 'submit', lease: 'x', results: [{ unit: 1, ms: 1, result: 'r'.repeat(32768) }] },
        { do: 'submit', lease: 'x', results: Array.from({ length: 201 }, (_, unit) => ({ unit, ms: 1, result: '' })) }])
        assert.equal((await stranger.ask(body)).status, 400, JSON.stringify(body).slice(0, 100));
    assert.equal((await stranger.ask({ do: 'submit', lease: 'nobody', results: [] })).status, 410);
    assert.equal((await stranger.ask({ do: 'renew', lease: 'nobody' })).status, 410);
    // Another program gets nothing, and learns that there is work.
    assert.deepEqual((await stranger.acquire({ program: 'another' })).json, { kept: 0, wait: 1, foreign: true });
    // Results that are none, of units that are another's, or twice.
    const { json } = await stranger.acquire({ most: 2, cores: 2 });
    assert.equal(json.units.length, 2);
    const good = '0 9 0 100 #0123456789abcdef;1 0 9 100 #0123456789abcdef';
    const thief = new Stranger(server, other, program);
    assert.equal((await thief.submit(json.lease, [{ unit: json.units[0], ms: 1, result: good }], { more: false })).status, 410, 'a lease is its key\'s');
    assert.equal((await thief.ask({ do: 'journal', lease: json.lease })).status, 410);
    assert.equal((await stranger.ask({ do: 'journal', lease: json.lease })).status, 404, 'a match has no journal');
    const wrong = ['', 'x', good.slice(1), `${good} `, good.replace(';', ';;'), '2 9 0 100 #0123456789abcdef;1 0 9 100 #0123456789abcdef',
        '0 9 0 0 0 100 #0123456789abcdef;1 0 9 100 #0123456789abcdef', '0 9 0 -1 #0123456789abcdef;1 0 9 100 #0123456789abcdef',
        '0 99999999999999 0 1 #0123456789abcdef;1 0 9 100 #0123456789abcdef', '0 9 0 100 #0123456789abcdef', `${good.slice(0, 29)};`, '"><script>'];
    assert.equal((await stranger.submit(json.lease, [...wrong.map((result) => ({ unit: json.units[0], ms: 1, result })),
        { unit: json.units[1], ms: 1, result: good }, { unit: json.units[1], ms: 1, result: good }, { unit: 5, ms: 1, result: good }], { more: false })).json.kept, 1);
    // A unit that no worker can play has failed after three tries, and the rest goes on.
    for (let i = 0; i < 2; i++) {
        const again = (await stranger.acquire({ most: 1 })).json;
        assert.deepEqual(again.units, [json.units[0]]);
        assert.equal((await stranger.ask({ do: 'abort', lease: again.lease })).json.kept, 0);
    }
    assert.ok(!(await stranger.acquire({ most: 1 })).json.units.includes(json.units[0]));
    assert.equal((await shown(user, match)).failed, 1);
    // An operator ends a key, and a campaign: a worker learns it when it renews.
    const held = (await thief.acquire({ most: 1 })).json;
    assert.equal((await thief.ask({ do: 'renew', lease: held.lease })).status, 200);
    assert.equal(campaign(server, 'stop', `${match}`).status, 0);
    assert.equal((await thief.ask({ do: 'renew', lease: held.lease })).status, 410);
    assert.equal((await thief.submit(held.lease, [{ unit: held.units[0], ms: 1, result: good }])).json.kept, 0);
    const ended = await shown(user, match), said = campaign(server, 'status', `${match}`).stdout;
    assert.deepEqual([ended.campaign.state, ended.waiting, ended.leased], ['stopped', 0, 0]);
    assert.match(said, /1 unit failed\n  4 units are not counted/);
    assert.doesNotMatch(said, /wait/, 'nobody will play them');
    assert.equal(campaign(server, 'stop', `${match}`).status, 1, 'it is');
    assert.equal(admin(server.store, 'end-worker-key', 'two').status, 0);
    assert.equal((await thief.acquire()).status, 403);
    for (const path of ['0', '-1', '99', '1x', '99999999999999999999', 'x'])
        assert.equal((await user.get(`/api/campaigns/${path}`)).status, 404, path);
    for (const words of [['match', scenario, '--players', 'greedy'], ['match', 'no/such'], ['tune', scenario], ['balance', scenario, '--games', '0'],
        ['match', scenario, '--test', '55,50'], ['match', scenario, '--players', 'greedy,nobody'], ['match', scenario, '--players', 'greedy,greedy@/bin/true'],
        ['match', scenario, '--players', 'greedy:9,random'], ['analyse', 'nothing'], ['dance', scenario]])
        assert.notEqual(campaign(server, 'new', ...words).status, 0, words.join(' '));
    await stopped(server);
    server.clean();
});
