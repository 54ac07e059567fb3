// editions.mjs — games that a new edition cannot play on, under the program they were begun with.
import assert from 'node:assert/strict';
import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import { join, resolve } from 'node:path';
import { admin, comes, sleep, stopped, test } from './cases.mjs';
import { chance, cluster, program, Server, seat, User } from './server.mjs';

// Servers that share a PostgreSQL are nodes, and so are their older programs (nodes.mjs).
const testFile = cluster ? () => {} : test;
const scenario = 'wb95/muskau';
const order = 'barrage s32Art s33Art at 5115';

// A folder with a program for older games, and the options of a newer server: under its data one of the guns that fired
// begins too far away to do so.
export function twoEditions(server, script = 'exec "$PROGRAM" "$@"') {
    const folder = join(server.folder, 'editions'), old = join(folder, 'old'), data = join(server.folder, 'newer');
    const file = join(data, 'wb95/scenarios/muskau.scenario');
    mkdirSync(folder);
    writeFileSync(old, `#!/bin/sh\nexport SANDTABLE_DATA='${resolve(process.env.SANDTABLE_DATA)}' PROGRAM='${resolve(program)}'\n${script}\n`);
    chmodSync(old, 0o755);
    cpSync(process.env.SANDTABLE_DATA, data, { recursive: true });
    const text = readFileSync(file, 'utf8');
    const other = text.replace('at 5314 sHQ5G s32Art s33Art', 'at 5314 sHQ5G s33Art\n  at 5516 s32Art');
    assert.notEqual(other, text);
    writeFileSync(file, other);
    return ['--data', data, '--editions', folder];
}

async function begun(server) {
    const [soviet, german] = [await User.guest(server), await User.guest(server)];
    const game = await soviet.create(scenario, { soviet: 'me', german: 'open' }, { dice: 'nonces' });
    assert.equal((await german.post(`/api/games/${game.id}/join`, { side: 'german', invite: game.invite })).status, 200);
    const bot = await seat(soviet, game.id, scenario);
    for (const text of [order, 'end']) {
        const answer = await bot.socket.ask({ t: 'order', seq: bot.seq, text });
        assert.equal(answer.t, 'answer', JSON.stringify(answer));
        bot.see(await bot.socket.next((m) => m.t === 'delta' && m.seq > bot.seq));
    }
    assert.equal((await server.stop()).code, 0);
    return { soviet, german, game };
}

// What store_wire.c writes: a part is its length and its bytes, a field its name and its values.
const part = (bytes) => Buffer.concat([Buffer.from(Uint32Array.of(bytes.length).buffer), Buffer.from(bytes)]);
const field = (name, ...values) => Buffer.concat([part(name), part(Buffer.concat(values.map(part)))]);
const number = (value) => Buffer.from(BigInt64Array.of(BigInt(value)).buffer);
const value = (one) => part(typeof one === 'number' ? Buffer.concat([field('kind', number(0)), field('number', number(one))])
    : Buffer.concat([field('kind', number(1)), field('number', number(one.length)), field('bytes', one)]));
const write = (name, ...values) => part(Buffer.concat([field('name', name), field('values', Buffer.concat(values.map(value)))]));
const round = (...writes) => part(Buffer.concat([field('kind', 'round'), field('program', number(0)),
    field('entries', part(field('writes', Buffer.concat(writes))))]));

// Sends a letter as a program would; what became of its entry.
function sendRound(path, letter) {
    return new Promise((resolve, reject) => {
        let bytes = Buffer.alloc(0);
        const line = net.connect(path).on('error', reject).on('data', (more) => {
            bytes = Buffer.concat([bytes, more]);
            if (bytes.length < 4 || bytes.length < 4 + bytes.readUInt32LE()) return;
            line.destroy();
            const name = part('verdict');
            resolve(Number(bytes.readBigInt64LE(bytes.indexOf(name) + name.length + 8)));
        });
        line.write(letter);
    });
}

const at = (user, port) => Object.assign(new User({ port }), { cookie: user.cookie });
const pidOf = (server) => Number(server.log.match(/.*pid=(\d+)/s)[1]);

testFile('editions: a game that does not hold goes on under its own program, at another port, and the store is the server’s', async () => {
    const before = await Server.start();
    const { soviet, german, game } = await begun(before);
    const server = await Server.start({ folder: before.folder, options: ['--no-limits', ...twoEditions(before)] });
    soviet.server = german.server = server;
    // A user who opens it learns where it is, when it is there.
    const socket = await soviet.socket(game.id);
    const { port } = await socket.next('moved');
    assert.equal((await socket.closing()).code, 1012);
    assert.notEqual(port, server.port);
    const answer = await german.get(`/api/games/${game.id}`);
    assert.deepEqual([answer.status, answer.json.port], [421, port]);
    await assert.rejects(german.socket(game.id), /421/);
    // There it goes on, with all that was played, for both.
    const one = await seat(at(soviet, port), game.id, scenario), two = await seat(at(german, port), game.id, scenario);
    assert.equal(one.seq, 2);
    const given = await one.socket.ask({ t: 'order', seq: one.seq, text: 'end' });
    assert.equal(given.t, 'answer', JSON.stringify(given));
    assert.ok(await comes(() => two.socket.received.some((text) => /"t":"delta"|"t":"events?"/.test(text))), 'the other one is told');
    assert.match(admin(server.store, 'export', game.id).stdout, /\nend\nend/, 'the server has written it');
    // A lobby shows it everywhere; a new game is begun at home; so is one of this edition.
    assert.ok((await soviet.get('/api/games')).json.mine.some(({ id }) => id === game.id));
    // … with who is there.
    const seats = async () => (await soviet.get('/api/games')).json.mine.find(({ id }) => id === game.id).seats.map((one) => one.online);
    assert.ok(await comes(async () => (await seats()).every(Boolean)), 'both are there');
    one.socket.close();
    assert.ok(await comes(async () => (await seats()).filter(Boolean).length === 1), 'one has gone');
    const there = at(soviet, port);
    assert.ok((await there.get('/api/games')).json.mine.some(({ id }) => id === game.id));
    const wrong = await there.post('/api/games', { scenario, seats: { soviet: 'me', german: 'me' } });
    assert.deepEqual([wrong.status, wrong.json.port], [421, server.port]);
    const newer = await soviet.create(scenario, { soviet: 'me', german: 'me' });
    assert.deepEqual([(await there.get(`/api/games/${newer.id}`)).json.port], [server.port]);
    // Of campaigns, too, only the server knows.
    for (const page of ['/api/campaigns', '/api/campaigns/1']) {
        const elsewhere = await there.get(page);
        assert.deepEqual([elsewhere.status, elsewhere.json.port], [421, server.port], page);
    }
    assert.equal((await soviet.get('/api/campaigns')).status, 200);
    // A session that ends here ends there.
    assert.equal((await german.post('/api/logout')).status, 200);
    assert.equal((await two.socket.closing()).code, 1008);
    // Killed, it is started again for the next visitor, and nothing is missing.
    process.kill(pidOf(server), 'SIGKILL');
    await comes(() => /note="ended"/.test(server.log));
    const again = await soviet.get(`/api/games/${game.id}`);
    assert.equal(again.status, 421);
    const back = await seat(at(soviet, again.json.port), game.id, scenario);
    assert.equal(back.seq, 3);
    const child = pidOf(server);
    await stopped(server);
    assert.ok(await comes(() => !existsSync(`/proc/${child}`)), 'it ends with the server');
    // Nothing of it was written otherwise than its own edition does.
    const plain = await Server.start({ folder: before.folder });
    soviet.server = plain;
    assert.equal((await seat(soviet, game.id, scenario)).seq, 3);
    await stopped(plain);
    assert.doesNotMatch(admin(plain.store, 'export', game.id).stdout, /^begin[^]*^(edition|carry)/m);
    plain.clean();
});

testFile('editions: a what-if of an older game is begun and played there, under kill -9 as well', async () => {
    const before = await Server.start();
    const user = await User.guest(before);
    const game = await user.create(scenario, { soviet: 'me', german: 'me' });
    const bot = await seat(user, game.id, scenario);
    assert.equal((await bot.socket.ask({ t: 'order', seq: bot.seq, text: order })).t, 'answer');
    assert.equal((await before.stop()).code, 0);
    const server = await Server.start({ folder: before.folder, options: ['--no-limits', ...twoEditions(before)] });
    user.server = server;
    const { port } = await (await user.socket(game.id)).next('moved');
    const branch = await at(user, port).post(`/api/games/${game.id}/branch`, { to: 1 });
    assert.equal(branch.status, 200, branch.bytes.toString());
    const random = chance('editions');
    let given = 0;
    for (let round = 0; round < 2; round++) {
        const where = await user.get(`/api/games/${branch.json.id}`);
        assert.equal(where.status, 421, where.bytes.toString());
        const player = await seat(at(user, where.json.port), branch.json.id, scenario);
        assert.ok(player.orders >= given + 1, `${player.orders} of ${given + 1}`);
        given = player.orders - 1;
        for (let i = 0; i < 4; i++) {
            const mine = player.question?.yours;
            if (!mine) break;
            const answer = await player.socket.ask({ t: 'order', seq: player.seq, text: 'end' });
            if (answer.t !== 'answer') break;
            given++;
            player.see(await player.socket.next((m) => m.t === 'delta' && m.seq > player.seq));
            if (random() < 0.5) break;
        }
        process.kill(pidOf(server), 'SIGKILL');
        await comes(() => server.log.split('note="ended"').length > round + 1);
    }
    await stopped(server);
    before.clean();
});

testFile('editions: without its program, or with one that does not start, a game waits for its players as before', async () => {
    const before = await Server.start();
    const { soviet, game } = await begun(before);
    const server = await Server.start({ folder: before.folder, options: twoEditions(before, '[ "$1" = serve ] && exit 1; exec "$PROGRAM" "$@"') });
    soviet.server = server;
    const socket = await soviet.socket(game.id);
    assert.equal((await socket.next('asks')).what, 'carry');
    assert.match(server.log, /level=error|event=edition/);
    await stopped(server);
    before.clean();
});

testFile('editions: whoever else speaks at the socket of the store is cut off, and nothing comes of it', async () => {
    const before = await Server.start();
    const { soviet, game } = await begun(before);
    const options = twoEditions(before);
    process.env.XDG_RUNTIME_DIR = before.folder;
    const server = await Server.start({ folder: before.folder, options });
    delete process.env.XDG_RUNTIME_DIR;
    soviet.server = server;
    await (await soviet.socket(game.id)).next('moved');
    const folder = readdirSync(before.folder).find((name) => name.startsWith('sandtable-'));
    const path = join(before.folder, folder, 'store');
    const random = chance('noise');
    for (let i = 0; i < 40; i++) {
        const bytes = Buffer.from(Array.from({ length: 4 + Math.floor(random() * 60) }, () => Math.floor(random() * 256)));
        if (i % 2) bytes.writeUInt32LE(bytes.length - 4);
        const line = net.connect(path).on('error', () => {});
        line.write(bytes);
        await sleep(5);
        line.destroy();
    }
    assert.equal((await soviet.get('/api/games')).status, 200);
    assert.equal((await soviet.get(`/api/games/${game.id}`)).status, 421);
    // Nor does the program itself write to a game that is not at it.
    const own = await soviet.create(scenario, { soviet: 'me', german: 'me' });
    const journal = admin(server.store, 'export', own.id).stdout;
    const [kept, lost, refused] = [0, 1, 2];
    for (const one of [1, 1025]) { // of the first start and the second
        assert.equal(await sendRound(path, round(write('journal', one, journal.length, 'end\n', journal.length + 4))), lost);
        assert.equal(await sendRound(path, round(write('hold', one, 2), write('game-remove', one))), lost);
    }
    assert.equal(await sendRound(path, round(write('probe'))), kept);
    assert.equal(await sendRound(path, round(write('no-such-write', 1))), refused);
    assert.equal(admin(server.store, 'export', own.id).stdout, journal);
    await stopped(server);
    before.clean();
});
