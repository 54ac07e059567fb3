// keeping.mjs — what the server keeps to itself, on disk, and of its time. Each case has a server of its own.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCases, stopped, test } from './cases.mjs';
import { giveOrder, program, Server, seat, untilMine, User } from './server.mjs';

// ---- what-ifs ----

test('a what-if of a game that goes on deals anew what is hidden, and only that', async () => {
    let server = await Server.start({ options: ['--no-limits'] });
    const user = await User.guest(server);
    const scenario = 'wb95/nysa';
    const fog = await user.create(scenario, { soviet: 'me', german: 'greedy' });
    const bot = await seat(user, fog.id, scenario);
    for (let i = 0; i < 6 && (await untilMine(bot)); i++) await giveOrder(bot);
    await untilMine(bot);
    const past = async (from, side) => (await from.socket.ask({ t: 'history', to: bot.orders, side })).state.pieces;
    const real = await past(bot, 'soviet');
    const branch = (await user.post(`/api/games/${fog.id}/branch`, { to: bot.orders })).json;
    let there = await seat(user, branch.id, scenario);
    const seen = there.state.pieces;
    assert.deepEqual(seen, real, 'what he knows is as it was');
    assert.ok(seen.filter((piece) => piece.side === 'german' && !piece.known).length > 20, 'the Germans hide something');
    const log = (await there.socket.ask({ t: 'events', from: 0, count: 200 })).past.flatMap((line) => line.events);
    assert.ok(log.some((event) => /^hidden units are shuffled/.test(event.text)), 'the log says so');
    for (let i = 0; i < 40 && (await untilMine(there)); i++) await giveOrder(there);
    await untilMine(there);
    const before = (await there.socket.ask({ t: 'history', to: there.orders })).state.pieces;
    await server.stop();
    server = await Server.start({ folder: server.folder, options: ['--no-limits'] });
    user.server = server;
    there = await seat(user, branch.id, scenario);
    const after = (await there.socket.ask({ t: 'history', to: there.orders })).state.pieces;
    assert.deepEqual(after, before, 'a server that starts again deals the same');
    assert.equal((await there.socket.ask({ t: 'resign' })).t, 'answer');
    assert.deepEqual(await past(there, 'german'), real, 'given up it shows no more of the game it comes from');
    // What really stood there comes to light only when the game itself is over.
    const again = await seat(user, fog.id, scenario);
    assert.equal((await again.socket.ask({ t: 'resign' })).t, 'answer');
    const truth = (await past(again, 'german')).filter((piece) => piece.side === 'german');
    const dealt = (await user.post(`/api/games/${fog.id}/branch`, { to: bot.orders })).json;
    const free = await seat(user, dealt.id, scenario);
    const told = (await free.socket.ask({ t: 'events', from: 0, count: 200 })).past.flatMap((line) => line.events);
    assert.ok(truth.every((piece) => piece.known));
    assert.ok(!told.some((event) => /hidden units are shuffled/.test(event.text)), 'of a game that is over, nothing is');
    await stopped(server);
    server.clean();
});

test('where nobody else can hide anything, nothing is dealt anew', async () => {
    const server = await Server.start({ options: ['--no-limits'] });
    const user = await User.guest(server);
    const imagined = async (game, scenario) => {
        const { status, json } = await user.post(`/api/games/${game.id}/branch`, { to: 0 });
        assert.equal(status, 200);
        const bot = await seat(user, json.id, scenario);
        const log = (await bot.socket.ask({ t: 'events', from: 0, count: 200 })).past.flatMap((line) => line.events);
        return log.some((event) => /hidden units are shuffled/.test(event.text));
    };
    const open = await user.create('wb95/nysa', { soviet: 'me', german: 'greedy' }, { options: { masking: 'off' } });
    assert.equal(await imagined(open, 'wb95/nysa'), true, 'with open stacks plans are still secret, and whether there are any');
    const both = await user.create('wb95/nysa', { soviet: 'me', german: 'me' });
    assert.equal(await imagined(both, 'wb95/nysa'), false, 'who holds every seat has nobody to spy on');
    const three = await user.create('wb95/two-stars', { allied: 'me', soviet: 'me', german: 'greedy' }, { options: { players: '3' } });
    assert.equal(await imagined(three, 'wb95/two-stars'), true, 'two seats of three are not all');
    await stopped(server);
    server.clean();
});

test('a first start on a disk that takes nothing says so, and the next one is as good as the first', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'sandtable-'));
    for (const blocks of [1, 8, 40]) {
        const serve = ['bash', program, 'serve', '--port', '0', '--store', `sqlite:${folder}/games.db`];
        const full = spawnSync('bash', ['-c', `ulimit -f ${blocks}; exec "$@"`, ...serve], { encoding: 'utf8' });
        assert.equal(full.status, 1, full.stderr);
        assert.match(full.stderr, /^sandtable serve: \S+games\.db: (the disk is full|disk I\/O error)/);
    }
    const server = await Server.start({ folder });
    const user = await User.guest(server);
    const game = await user.create('wb95/muskau', { soviet: 'me', german: 'random' });
    (await seat(user, game.id, 'wb95/muskau')).socket.close();
    await stopped(server);
    server.clean();
});

// ---- its time ----

// Puts one counter there and back again: so many orders that nothing comes between.
async function arrange(bot, lines) {
    const piece = (await bot.socket.ask({ t: 'choices', prefix: 'place' })).choices[0].text;
    const hexes = (await bot.socket.ask({ t: 'choices', prefix: `place ${piece}` })).choices.map((choice) => choice.text);
    bot.socket.keep = false;
    for (let i = 0; i < lines; i += 200) {
        const batch = Array.from({ length: Math.min(200, lines - i) }, (_, k) =>
            bot.socket.ask({ t: 'order', seq: bot.seq + i + k, text: `place ${piece} ${hexes[(i + k) % 2]}` }));
        for (const answer of await Promise.all(batch)) assert.equal(answer.t, 'answer', JSON.stringify(answer));
        bot.socket.messages.length = 0;
    }
    bot.seq += lines;
}

test('a long game holds up nobody: what-ifs, pictures and openings are a worker\'s', async () => {
    let server = await Server.start({ options: ['--no-limits'] });
    const user = await User.guest(server), other = await User.guest(server);
    const game = await user.create('wb95/nysa', { soviet: 'me', german: 'me' });
    const lines = 4000;
    await arrange(await seat(user, game.id, 'wb95/nysa'), lines);
    const answered = [];
    const both = (name, request) => Promise.all([request().then((answer) => (answered.push(name), answer)), other.get('/healthz').then(() => answered.push('health'))]);
    const [branch] = await both('branch', () => user.post(`/api/games/${game.id}/branch`, { to: lines }));
    assert.equal(branch.status, 200);
    const there = await seat(user, branch.json.id, 'wb95/nysa');
    assert.equal(there.orders, lines);
    for (let i = 1; i <= 300; i++) assert.equal((await there.socket.ask({ t: 'undo' })).t, 'answer');
    there.socket.close();
    await stopped(server);
    server = await Server.start({ folder: server.folder, options: ['--no-limits'] });
    Object.assign(user, { server, agent: undefined });
    Object.assign(other, { server, agent: undefined });
    const [again] = await both('branch', () => user.post(`/api/games/${game.id}/branch`, { to: lines })); // of a game that is not in memory
    assert.equal(again.status, 200);
    const [picture] = await both('picture', () => user.get(`/api/games/${game.id}/picture.svg`));
    assert.equal(picture.status, 200);
    const [bot] = await both('state', () => seat(user, game.id, 'wb95/nysa'));
    assert.equal(bot.orders, lines);
    assert.deepEqual(answered, ['health', 'branch', 'health', 'branch', 'health', 'picture', 'health', 'state']);
    await stopped(server);
    server.clean();
});

test('a game has so many lines and no more: then it can be given up', async () => {
    const server = await Server.start({ options: ['--no-limits', '--most-lines', '40'] });
    const user = await User.guest(server);
    const game = await user.create('wb95/nysa', { soviet: 'me', german: 'me' });
    const bot = await seat(user, game.id, 'wb95/nysa');
    await arrange(bot, 39);
    assert.equal((await bot.socket.ask({ t: 'undo' })).t, 'answer', 'the fortieth');
    bot.seq++;
    const full = /reached the maximum length on this server/;
    const text = await bot.order();
    assert.match((await bot.socket.ask({ t: 'order', seq: bot.seq, text })).text, full);
    assert.match((await bot.socket.ask({ t: 'undo' })).text, full);
    assert.equal((await bot.socket.ask({ t: 'resign' })).t, 'answer');
    await stopped(server);
    server.clean();
});

test('who never stops sending frames, of whatever kind, is closed, and holds up nobody', async () => {
    const server = await Server.start();
    const user = await User.guest(server), other = await User.guest(server);
    const game = await user.create('wb95/muskau', { soviet: 'me', german: 'me' });
    const kinds = [[9, '', true], [10, '', true], [0, '', false], [1, '{}', true]];
    for (const [opcode, text, fin] of kinds) {
        const socket = await user.socket(game.id);
        await socket.next('state');
        if (!opcode) socket.raw(1, '', { fin: false });
        const frame = Buffer.from([(fin ? 0x80 : 0) | opcode, 0x80 | text.length, 0, 0, 0, 0, ...Buffer.from(text)]);
        const many = Buffer.concat(Array(20000).fill(frame));
        const pump = () => {
            while (!socket.closed && !socket.connection.destroyed && socket.connection.write(many));
        };
        socket.connection.on('drain', pump);
        setImmediate(pump);
        const closing = socket.closing();
        closing.catch(() => {}); // what it comes to is looked at below
        for (let i = 0; i < 10; i++) {
            const asked = performance.now();
            assert.equal((await other.get('/healthz')).status, 200);
            assert.ok(performance.now() - asked < 3000, `frames of kind ${opcode} hold up others`);
        }
        assert.equal((await closing).code, 1008, `frames of kind ${opcode}`);
        socket.connection.destroy();
    }
    await stopped(server);
    server.clean();
});

await runCases('keeping', { sharing: false });
