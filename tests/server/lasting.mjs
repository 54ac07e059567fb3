// lasting.mjs — dying and coming back: stops, kills, full disks, backups.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { appendFileSync, cpSync, linkSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { admin, comes, release, sleep, stopped, test } from './cases.mjs';
import { giveOrder, Server, seat, untilMine, User } from './server.mjs';

test('stopping: everybody is told, closed with 1001, and nothing is lost', async () => {
    const server = await Server.start();
    const user = await User.guest(server);
    const game = await user.create('wb95/muskau', { soviet: 'me', german: 'me' });
    const bot = await seat(user, game.id, 'wb95/muskau');
    for (let i = 0; i < 5; i++) {
        if (!bot.question.yours) {
            bot.socket.send({ t: 'curtain', side: bot.question.side });
            bot.see(await bot.socket.next('state'));
        }
        await giveOrder(bot);
    }
    assert.equal((await bot.socket.ask({ t: 'standing', text: 'losses cheapest' })).t, 'answer');
    server.process.kill('SIGTERM');
    assert.match((await bot.socket.next('closing')).text, /restart/);
    assert.equal((await bot.socket.closing()).code, 1001);
    assert.deepEqual(await server.ended, { code: 0, signal: null });
    const again = await Server.start({ folder: server.folder });
    const same = Object.assign(new User(again), { cookie: user.cookie });
    const { orders, state } = await seat(same, game.id, 'wb95/muskau');
    assert.equal(orders, bot.orders);
    assert.deepEqual(state.standing, ['losses cheapest']);
    assert.equal((await again.stop()).code, 0);
    again.clean();
});

test('everything at once: machine players, passwords, pictures, the past, a checkpoint, and a stop in the middle', async () => {
    const server = await Server.start({ options: ['--no-limits'] });
    const users = await Promise.all(Array.from({ length: 6 }, () => User.guest(server)));
    const games = [];
    for (const [i, user] of users.entries()) games.push(await user.create('wb95/muskau', { soviet: 'me', german: i % 2 ? 'greedy' : 'random' }));
    const done = { played: 0, passwords: 0, pictures: 0, pages: 0 };
    let stop = false;
    const until = async (work) => {
        while (!stop) await work().catch((error) => {
            if (!stop) throw error; // a server that stops answers as it can
        });
    };
    const busy = users.flatMap((user, i) => {
        let bot, socket;
        return [
            until(async () => {
                bot ??= await seat(user, games[i].id, 'wb95/muskau');
                if (!(await untilMine(bot))) return void (await sleep(20));
                await giveOrder(bot);
                done.played++;
            }),
            until(async () => {
                const one = await User.guest(server);
                assert.equal((await one.post('/api/register', { name: `Player ${i} ${done.passwords}`, password: 'long enough' })).status, 200);
                done.passwords++;
            }),
            until(async () => {
                assert.equal((await user.get(`/api/games/${games[i].id}/picture.${i % 2 ? 'svg' : 'png'}`)).status, 200);
                done.pictures++;
            }),
            until(async () => {
                socket ??= await user.socket(games[i].id);
                for (let k = 0; k < 8; k++) await socket.ask({ t: 'note', text: String((k + done.pages) % 10).repeat(19000) });
                assert.equal((await socket.ask({ t: 'events', from: 0, count: 200 })).t, 'answer');
                assert.equal((await socket.ask({ t: 'history', to: 0 })).t, 'answer');
                done.pages++;
            }),
        ];
    });
    const grown = () => statSync(`${server.folder}/games.db`).size;
    const before = grown(); // a checkpoint makes it grow
    const enough = () => grown() > before && Object.values(done).every((count) => count >= 6);
    assert.ok(await comes(enough, 20), `${grown()} bytes, ${JSON.stringify(done)}`);
    stop = true;
    const ended = await server.stop();
    await Promise.all(busy);
    assert.deepEqual(ended, { code: 0, signal: null }, server.log.slice(-4000));
    const again = await Server.start({ folder: server.folder });
    assert.equal((await again.stop()).code, 0);
    again.clean();
});

test('a log long enough to be written back is written back once, and a server at rest rests', async () => {
    const server = await Server.start({ options: ['--no-limits'] });
    const user = await User.guest(server);
    const game = await user.create('wb95/muskau', { soviet: 'me', german: 'me' });
    const socket = await user.socket(game.id);
    const before = statSync(`${server.folder}/games.db`).size;
    const grown = () => statSync(`${server.folder}/games.db`).size > before;
    for (let i = 0; i < 2000 && !grown(); i++) await socket.ask({ t: 'note', text: String(i % 10).repeat(19000) });
    assert.ok(grown(), 'no checkpoint');
    const used = () => readFileSync(`/proc/${server.process.pid}/stat`, 'utf8').split(' ').slice(13, 15).reduce((sum, n) => sum + Number(n), 0);
    const rests = async () => {
        const start = used();
        await sleep(1000);
        return used() - start <= 5; // hundredths of a second
    };
    assert.ok(await comes(rests), 'it works though nobody asks');
    assert.equal((await server.stop()).code, 0);
    server.clean();
});

test('the curtain outlives kill -9: nobody is shown another side than the one he sat as', async () => {
    let server = await Server.start();
    let user = await User.guest(server);
    const game = await user.create('wb95/nysa', { soviet: 'me', german: 'me' });
    let bot = await seat(user, game.id, 'wb95/nysa');
    await giveOrder(bot);
    const restart = async () => {
        await server.stop('SIGKILL');
        server = await Server.start({ folder: server.folder });
        user = Object.assign(new User(server), { cookie: user.cookie });
        bot = await seat(user, game.id, 'wb95/nysa');
    };
    const first = bot.as, other = bot.state.you.find((side) => side !== bot.as);
    for (const [before, after] of [[null, first], [other, other], [first, first]]) {
        if (before) {
            bot.socket.send({ t: 'curtain', side: before });
            assert.equal((await bot.socket.next('state')).as, before);
        }
        await restart();
        assert.equal(bot.as, after, 'as before');
        const hidden = after === first ? other : first;
        assert.ok(bot.state.pieces.some((piece) => piece.side === hidden && !piece.known), 'the other side is masked');
        // A what-if of the same position is seen from behind the same curtain.
        const branch = await user.post(`/api/games/${game.id}/branch`, { to: bot.state.orders });
        assert.equal((await seat(user, branch.json.id, 'wb95/nysa')).as, after);
    }
    assert.equal((await server.stop()).code, 0);
    server.clean();
});

test('more lines than are kept together are filed game by game, and a kill in between loses none', async () => {
    const server = await Server.start({ options: ['--no-limits'] });
    const users = await Promise.all(Array.from({ length: 8 }, () => User.guest(server)));
    const games = await Promise.all(users.map((user) => user.create('wb95/nysa', { soviet: 'me', german: 'me' })));
    const lines = 160;
    await Promise.all(games.map(async (game, index) => {
        const bot = await seat(users[index], game.id, 'wb95/nysa');
        bot.socket.keep = false;
        const piece = (await bot.socket.ask({ t: 'choices', prefix: 'place' })).choices[0].text;
        const hexes = (await bot.socket.ask({ t: 'choices', prefix: `place ${piece}` })).choices.map((choice) => choice.text);
        for (let i = 0; i < lines; i++) {
            const answer = await bot.socket.ask({ t: 'order', seq: i, text: `place ${piece} ${hexes[i % 2]}` });
            assert.equal(answer.t, 'answer', JSON.stringify(answer));
        }
    }));
    await server.stop('SIGKILL');
    for (const game of games) {
        const journal = admin(server.store, 'export', game.id);
        assert.equal(journal.status, 0, journal.stderr);
        assert.equal(journal.stdout.match(/^place /gm).length, lines);
        const file = join(server.folder, 'filed.journal');
        writeFileSync(file, journal.stdout);
        execFileSync(release, ['replay', '--verify', file]);
    }
    const again = await Server.start({ folder: server.folder });
    const same = Object.assign(new User(again), { cookie: users[3].cookie });
    assert.equal((await seat(same, games[3].id, 'wb95/nysa')).orders, lines);
    assert.equal((await again.stop()).code, 0);
    assert.equal(admin(server.store, 'remove-game', games[3].id).status, 0);
    assert.equal(admin(server.store, 'export', games[3].id).status, 1);
    again.clean();
});

test('kill -9 under load: 32 players, four kills, every acknowledged order is there', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'sandtable-kill-'));
    let users = null;
    const games = [], acknowledged = new Map();
    for (let round = 0; round < 4; round++) {
        const server = await Server.start({ folder, options: ['--no-limits'] });
        if (users) for (const user of users) Object.assign(user, { server, agent: new http.Agent({ keepAlive: true }) });
        else users = await Promise.all(Array.from({ length: 32 }, () => User.guest(server)));
        if (!games.length) for (const user of users) games.push(await user.create('wb95/muskau', { soviet: 'me', german: 'random' }));
        let stop = false;
        const play = async (index) => {
            const bot = await seat(users[index], games[index].id, 'wb95/muskau');
            const last = acknowledged.get(index)?.at(-1)?.orders ?? 0;
            assert.ok(bot.orders >= last, `game ${index}: ${bot.orders} < ${last}`);
            while (!stop && (await untilMine(bot))) {
                const text = await bot.order();
                const orders = bot.orders + 1;
                const answer = await bot.socket.ask({ t: 'order', seq: bot.seq, text });
                if (answer.t === 'answer') acknowledged.set(index, [...(acknowledged.get(index) ?? []), { orders, text }]);
                bot.see(await bot.socket.next((m) => m.t === 'delta' && m.seq > bot.seq));
            }
        };
        const playing = games.map((game, index) => play(index).catch((error) => {
            if (!/closed|ECONN/.test(error.message)) throw error;
        }));
        const all = () => [...acknowledged.values()].reduce((sum, list) => sum + list.length, 0);
        await sleep(1500 + 400 * round);
        assert.ok(await comes(() => acknowledged.size === 32 && all() > 40 * (round + 1)), `${all()} orders in round ${round}`);
        await server.stop('SIGKILL');
        stop = true;
        await Promise.all(playing);
    }
    const server = await Server.start({ folder });
    const total = [...acknowledged.values()].reduce((sum, list) => sum + list.length, 0);
    assert.ok(total > 100 && acknowledged.size === 32, `${total} orders in ${acknowledged.size} games`);
    for (let index = 0; index < games.length; index++) {
        const journal = admin(server.store, 'export', games[index].id).stdout;
        const lines = journal.split('\n').slice(0, -1);
        const orders = lines.slice(lines.findIndex((line) => line.startsWith('begin')) + 1).filter((line) => !line.startsWith('@'));
        for (const last of acknowledged.get(index)) assert.equal(orders[last.orders - 1].split(' =')[0], last.text);
        const file = join(folder, `game${index}.journal`);
        writeFileSync(file, journal);
        execFileSync(release, ['replay', '--verify', file]);
    }
    assert.equal((await server.stop()).code, 0);
    rmSync(folder, { recursive: true });
});

// Plays the first order of Muskau, which is taken.
async function firstOrder(bot) {
    assert.equal((await bot.socket.ask({ t: 'order', seq: bot.seq, text: 'barrage s32Art s33Art at 5115' })).t, 'answer');
    bot.see(await bot.socket.next((m) => m.t === 'delta' && m.seq > bot.seq));
}

test('a bad read, a division by zero, a stack used up and an endless loop end their own table', async () => {
    const scenario = 'wb95/muskau';
    for (const [kind, words] of [['read', 'a read of memory'], ['divide', 'an arithmetic fault'], ['stack', 'the stack is used up'], ['loop', 'it came to no end']]) {
        const server = await Server.start({ options: ['--no-limits', '--fault', `${kind}:end`] });
        const user = await User.guest(server);
        const [bad, good] = [await user.create(scenario, { soviet: 'me', german: 'me' }), await user.create(scenario, { soviet: 'me', german: 'me' })];
        const other = await seat(user, good.id, scenario), bot = await seat(user, bad.id, scenario);
        await firstOrder(bot);
        bot.socket.send({ t: 'order', seq: bot.seq, text: 'end', n: 99 });
        assert.match((await bot.socket.next('error')).text, /an internal error has stopped this game/, kind);
        assert.equal((await bot.socket.closing()).code, 1011);
        await firstOrder(other);
        const again = await seat(user, bad.id, scenario);
        assert.equal(again.orders, 1, 'what was taken before stands');
        assert.equal(await server.metric('faults_total'), 1);
        assert.match(server.log, new RegExp(`event=fault game=${bad.id} line=1 note="${words}`));
        assert.deepEqual(await server.stop(), { code: 0, signal: null }, server.log.slice(-3000));
        server.clean();
    }
});

test('a bad write begins the program again in the same process: nothing taken is lost, and the third time the game stays closed', async () => {
    const scenario = 'wb95/muskau';
    const server = await Server.start({ options: ['--no-limits', '--fault', 'write:end'] });
    const user = await User.guest(server);
    const [bad, good] = [await user.create(scenario, { soviet: 'me', german: 'me' }), await user.create(scenario, { soviet: 'me', german: 'me' })];
    for (let times = 1; times <= 3; times++) {
        const bot = await seat(user, bad.id, scenario), other = await seat(user, good.id, scenario);
        if (times === 1) await firstOrder(bot), await firstOrder(other);
        assert.equal(bot.orders, 1);
        bot.socket.send({ t: 'order', seq: bot.seq, text: 'end', n: 99 });
        await Promise.all([bot.socket.closing(), other.socket.closing()]);
        assert.ok(await comes(async () => (await user.get('/healthz').catch(() => ({}))).status === 200));
        assert.equal(server.log.match(new RegExp(`event=restarted signal=11 game=${bad.id} faults=${times} `, 'g'))?.length, 1, server.log.slice(-3000));
    }
    const closed = await user.socket(bad.id);
    assert.match((await closed.next('error')).text, /an internal error/, 'three times is enough');
    assert.equal((await seat(user, good.id, scenario)).orders, 1, 'the other game goes on');
    assert.equal(await server.metric('restarts_total'), 1);
    assert.deepEqual(await server.stop(), { code: 0, signal: null }, server.log.slice(-3000));
    server.clean();
});

test('a failed assertion ends its own table: the others play on, the journal is kept, the operator is told', async () => {
    const fault = 'end', scenario = 'wb95/muskau';
    const first = async (bot) => {
        assert.equal((await bot.socket.ask({ t: 'order', seq: bot.seq, text: 'barrage s32Art s33Art at 5115' })).t, 'answer');
        bot.see(await bot.socket.next((m) => m.t === 'delta' && m.seq > bot.seq));
    };
    let server = await Server.start({ options: ['--no-limits', '--fault', fault] });
    const user = await User.guest(server);
    const [bad, good] = [await user.create(scenario, { soviet: 'me', german: 'me' }), await user.create(scenario, { soviet: 'me', german: 'me' })];
    const other = await seat(user, good.id, scenario);
    let orders = 0;
    for (let times = 1; times <= 3; times++) {
        const bot = await seat(user, bad.id, scenario), witness = await user.socket(bad.id);
        await witness.next('state');
        assert.equal(bot.orders, orders, 'the game is as it was when it was last committed');
        if (!orders) await first(bot), orders++; // an order that is taken stays, whatever comes after it
        bot.socket.send({ t: 'order', seq: bot.seq, text: fault, n: 99 });
        for (const socket of [bot.socket, witness]) {
            assert.match((await socket.next('error')).text, /an internal error has stopped this game/);
            assert.equal((await socket.closing()).code, 1011);
            assert.ok(!socket.received.some((text) => text.includes('"n":99') || text.includes('"order":"end"')), 'nothing is told of it');
        }
        assert.equal((await other.socket.ask({ t: 'ping' })).ok, true, 'the other table is there');
    }
    await first(other);
    const closed = await user.socket(bad.id);
    assert.match((await closed.next('error')).text, /an internal error/, 'three times is enough');
    assert.equal(await server.metric('faults_total'), 3);
    assert.equal(server.log.match(new RegExp(`level=error event=fault game=${bad.id} line=1 note="[^"]*fault_was_planted`, 'g')).length, 3);
    assert.deepEqual(await server.stop(), { code: 0, signal: null }, server.log.slice(-3000));
    // Without the fault the game goes on from there.
    server = await Server.start({ folder: server.folder });
    user.server = server;
    const bot = await seat(user, bad.id, scenario);
    assert.equal(bot.orders, orders);
    assert.equal((await bot.socket.ask({ t: 'order', seq: bot.seq, text: fault })).t, 'answer');
    await stopped(server);
    // A worker that meets it: the game cannot be opened, drawn or branched, and everything else can.
    server = await Server.start({ folder: server.folder, options: ['--no-limits', '--fault', fault] });
    user.server = server;
    const socket = await user.socket(bad.id);
    assert.match((await socket.next('error')).text, /an internal error/);
    assert.equal((await socket.closing()).code, 1011);
    assert.equal((await user.post(`/api/games/${bad.id}/branch`, { to: 2 })).status, 500);
    assert.equal((await user.post(`/api/games/${bad.id}/branch`, { to: 1 })).status, 200, 'before it');
    assert.equal(await server.metric('faults_total'), 2);
    const still = await seat(user, good.id, scenario);
    assert.equal(still.orders, 1);
    assert.equal((await still.socket.ask({ t: 'look', hex: 0 })).t, 'answer');
    assert.equal((await user.get(`/api/games/${good.id}/picture.svg`)).status, 200);
    assert.match(admin(server.store, 'export', bad.id).stdout, new RegExp(`^${fault}`, 'm'), 'the journal is kept');
    assert.deepEqual(await server.stop(), { code: 0, signal: null }, server.log.slice(-3000));
    assert.doesNotMatch(server.log, /Sanitizer|runtime error/);
    server.clean();
});

// A server on the same store, with the data changed as the function does it to their folder.
async function withOtherData(server, name, change) {
    const data = join(server.folder, name);
    cpSync(process.env.SANDTABLE_DATA, data, { recursive: true });
    change((file, edit) => writeFileSync(join(data, file), edit(readFileSync(join(data, file), 'utf8'))));
    return Server.start({ folder: server.folder, options: ['--data', data] });
}

test('a game outlives an edition: what is only read changes nothing, and what holds goes on', async () => {
    const server = await Server.start();
    const user = await User.guest(server);
    const game = await user.create('wb95/muskau', { soviet: 'me', german: 'me' });
    const bot = await seat(user, game.id, 'wb95/muskau');
    await firstOrder(bot);
    assert.equal((await server.stop()).code, 0);
    const renamed = await withOtherData(server, 'renamed', (edit) => edit('wb95/scenarios/muskau.scenario', (text) => text.replace('(first game)', '(to begin with)')));
    user.server = renamed;
    assert.equal((await seat(user, game.id, 'wb95/muskau')).orders, 1);
    await stopped(renamed);
    assert.doesNotMatch(admin(server.store, 'export', game.id).stdout, /^begin[^]*^edition/m, 'a title is no edition');
    const other = await withOtherData(server, 'other', (edit) => edit('wb95/counters.tsv', (text) => `${text}${text.trimEnd().split('\n').at(-1).replace(/^[^\t]*/, 'aNew')}\n`));
    user.server = other;
    const again = await seat(user, game.id, 'wb95/muskau');
    assert.equal(again.orders, 1);
    assert.equal((await again.socket.ask({ t: 'order', seq: again.seq, text: 'end' })).t, 'answer', 'it goes on');
    await stopped(other);
    assert.match(other.log, /event=edition game=\S+ lines=1/);
    assert.match(admin(server.store, 'export', game.id).stdout, /^barrage.*\nedition \d+ [0-9a-f]{64}\nend/m);
    const back = await Server.start({ folder: server.folder });
    user.server = back;
    assert.equal((await seat(user, game.id, 'wb95/muskau')).orders, 2, 'and back again');
    await stopped(back);
    server.clean();
});

test('a game that does not hold under another edition waits until all agree to carry on', async () => {
    const server = await Server.start();
    const [soviet, german] = [await User.guest(server), await User.guest(server)];
    const game = await soviet.create('wb95/muskau', { soviet: 'me', german: 'open' });
    assert.equal((await german.post(`/api/games/${game.id}/join`, { side: 'german', invite: game.invite })).status, 200);
    const bot = await seat(soviet, game.id, 'wb95/muskau');
    await firstOrder(bot);
    assert.equal((await bot.socket.ask({ t: 'order', seq: bot.seq, text: 'end' })).t, 'answer');
    assert.equal((await server.stop()).code, 0);
    // One of the guns that fired begins too far away to do so.
    const other = await withOtherData(server, 'other', (edit) => edit('wb95/scenarios/muskau.scenario', (text) => text.replace('at 5314 sHQ5G s32Art s33Art', 'at 5314 sHQ5G s33Art\n  at 5516 s32Art')));
    soviet.server = german.server = other;
    const one = await soviet.socket(game.id), two = await german.socket(game.id);
    const asked = await one.next('asks');
    assert.equal(asked.what, 'carry');
    assert.match(asked.why, /^line \d+: /);
    assert.equal((await two.next('asks')).what, 'carry');
    const state = one.messages.find((m) => m.t === 'state') ?? (await one.next('state'));
    assert.match((await one.ask({ t: 'order', seq: state.seq, text: 'end' })).text, /all players must agree/);
    assert.match((await one.ask({ t: 'undo' })).text, /all players must agree/, 'who agrees to a take-back does not agree to this');
    assert.equal((await one.ask({ t: 'agree', yes: true })).t, 'answer');
    assert.match((await one.ask({ t: 'order', seq: state.seq, text: 'end' })).text, /all players must agree/, 'one is not enough');
    assert.equal((await two.ask({ t: 'agree', yes: true })).t, 'answer');
    const carried = await one.next('state');
    assert.equal((await one.ask({ t: 'order', seq: carried.seq, text: 'end' })).t, 'answer', 'it goes on');
    await stopped(other);
    const journal = admin(server.store, 'export', game.id).stdout;
    assert.match(journal, /^barrage.*\nend\ncarry 0\nedition \d+ [0-9a-f]{64}\nend/m, 'nothing is taken out of it');
    const after = await Server.start({ folder: server.folder, options: ['--data', join(server.folder, 'other')] });
    soviet.server = after;
    const socket = await soviet.socket(game.id);
    assert.equal((await socket.next('state')).seq, carried.seq + 1, 'what was carried on is read again');
    await stopped(after);
    server.clean();
});

test('a disk that takes no more: play stops with a sentence, nothing is lost, and goes on when it can', async () => {
    const server = await Server.start({ prefix: ['bash', '-c', 'ulimit -S -f 420; exec "$@"', 'bash'], options: ['--no-limits'] });
    const user = await User.guest(server);
    const game = await user.create('wb95/muskau', { soviet: 'me', german: 'me' });
    const bot = await seat(user, game.id, 'wb95/muskau');
    let refused = null, good = 0;
    for (let i = 0; i < 4000 && !refused; i++) {
        const { side, yours } = bot.question;
        if (!yours) {
            bot.socket.send({ t: 'curtain', side });
            const seen = await bot.socket.next((m) => (m.t === 'state' && m.as === side) || m.t === 'error');
            if (seen.t === 'error') refused = seen;
            else bot.see(seen);
            if (refused) break;
        }
        const answer = await bot.socket.ask({ t: 'order', seq: bot.seq, text: await bot.order() });
        if (answer.t === 'answer') good = bot.orders + 1;
        else refused = answer;
        if (!refused) bot.see(await bot.socket.next((m) => m.t === 'delta' && m.seq > bot.seq));
        for (let k = 0; k < 8; k++) await bot.socket.ask({ t: 'note', text: String((i + k) % 10).repeat(9000) });
        bot.socket.messages.length = 0;
    }
    if (refused) assert.equal((await bot.socket.ask({ t: 'note', text: 'y'.repeat(19000) })).t, 'error', 'nor is a note said to be kept');
    assert.ok(refused, 'the disk filled up');
    assert.match(refused.text, /not accepted|cannot write|could not be saved/);
    // A small write may still fit, and then it is healthy again at once.
    const health = (await user.get('/healthz')).status;
    assert.ok(health === 503 || /can be written again/.test(server.log), server.log);
    assert.match(server.log, /level=error event=commit/);
    const prlimit = spawnSync('prlimit', ['--pid', String(server.process.pid), '--fsize=unlimited']);
    if (prlimit.status === 0) {
        assert.ok(await comes(async () => (await user.get('/healthz')).status === 200), 'it is healthy again');
        const after = await seat(user, game.id, 'wb95/muskau');
        assert.ok(after.orders === good, `exactly what was acknowledged: ${after.orders}, ${good}`);
        if (!after.question.yours) {
            after.socket.send({ t: 'curtain', side: after.question.side });
            after.see(await after.socket.next('state'));
        }
        await giveOrder(after);
        good = after.orders;
    }
    assert.equal((await server.stop()).code, 0);
    const again = await Server.start({ folder: server.folder });
    const same = Object.assign(new User(again), { cookie: user.cookie });
    assert.equal((await seat(same, game.id, 'wb95/muskau')).orders, good);
    assert.equal((await again.stop()).code, 0);
    again.clean();
});

test('backup while it runs, restore, and the lock', async () => {
    const server = await Server.start();
    const user = await User.guest(server);
    const game = await user.create('wb95/muskau', { soviet: 'me', german: 'random' });
    const copy = join(server.folder, 'copy.db');
    assert.equal(admin(server.store, 'backup', copy).status, 0);
    assert.equal(admin(server.store, 'backup', copy).status, 1, 'a backup overwrites nothing');
    assert.equal(admin(server.store, 'restore', copy).status, 1, 'not while it is served');
    // What a served store lost would stop the orders of all users; a number used again would seat a stranger.
    assert.match(admin(server.store, 'remove-game', game.id).stderr, /being served/);
    assert.match(admin(server.store, 'remove-user', String(user.session.user.id)).stderr, /being served/);
    for (const [kind, link] of [['its name', null], ['a symbolic link', symlinkSync], ['a hard link', linkSync]]) {
        const name = link ? join(server.folder, 'linked.db') : join(server.folder, 'games.db');
        link?.(join(server.folder, 'games.db'), name);
        const second = spawnSync(release, ['serve', '--port', '0', '--store', `sqlite:${name}`], { encoding: 'utf8', timeout: 30000 });
        assert.equal(second.status, 1, `a second server by ${kind}`);
        assert.match(second.stderr, /being served/);
        if (link) assert.equal(admin(`sqlite:${name}`, 'remove-game', game.id).status, 1, `removed by ${kind}`);
        if (link === linkSync) assert.match(admin(`sqlite:${name}`, 'games').stderr, /has 2 names/);
        if (link) rmSync(name);
    }
    assert.equal((await server.stop()).code, 0);
    assert.equal(admin(server.store, 'remove-game', game.id).status, 0);
    assert.doesNotMatch(admin(server.store, 'games').stdout, new RegExp(game.id));
    writeFileSync(join(server.folder, 'junk.db'), 'this is no database at all, whatever its name says');
    assert.equal(admin(server.store, 'restore', join(server.folder, 'junk.db')).status, 1);
    assert.equal(admin(server.store, 'restore', copy).status, 0);
    assert.match(admin(server.store, 'games').stdout, new RegExp(game.id));
    assert.equal(admin(server.store, 'remove-user', String(user.session.user.id)).status, 0);
    assert.match(admin(server.store, 'games').stdout, /soviet: open/);
    const again = await Server.start({ folder: server.folder });
    const stranger = await User.guest(again);
    assert.ok(stranger.session.user.id > user.session.user.id, 'nobody gets the number of a removed user');
    assert.equal((await stranger.get(`/api/games/${game.id}`)).status, 404);
    await again.stop();
    server.clean();
});
