// playing.mjs — a game among people and machines: turns, take-backs, three sides, what-ifs, chat.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { admin, catchUp, pastOf, release, shared, test } from './cases.mjs';
import { giveOrder, seat, untilMine, User } from './server.mjs';

test('another side, out of turn, stale, replayed, reordered: refused with a reason', async () => {
    const red = await User.guest(shared), grey = await User.guest(shared), watcher = await User.guest(shared);
    const game = await red.create('wb95/muskau', { soviet: 'me', german: 'open' }, { public: true });
    assert.equal((await grey.post(`/api/games/${game.id}/join`, { side: 'soviet' })).status, 409);
    await grey.post(`/api/games/${game.id}/join`, { side: 'german' });
    const soviet = await seat(red, game.id, 'wb95/muskau'), german = await seat(grey, game.id, 'wb95/muskau');
    const spectator = await seat(watcher, game.id, 'wb95/muskau');
    const [mover, other] = soviet.question.yours ? [soviet, german] : [german, soviet];
    const text = await mover.order();
    for (const wrong of [other, spectator]) {
        for (const message of [{ t: 'order', seq: wrong.seq, text }, { t: 'choices', prefix: '' }, { t: 'reach', prefix: 'move' },
            { t: 'why', order: text }, { t: 'forecast', order: text }, { t: 'additions', part: '' }, { t: 'around', part: text }]) {
            const answer = await wrong.socket.ask(message);
            assert.equal(answer.t, 'refused', JSON.stringify(message));
            assert.match(answer.text, /not your turn|you are a spectator/);
        }
    }
    assert.equal((await spectator.socket.ask({ t: 'resign' })).t, 'refused');
    assert.equal((await spectator.socket.ask({ t: 'undo' })).t, 'refused');
    assert.equal((await spectator.socket.ask({ t: 'curtain', side: 'german' })).t, 'error');
    assert.equal((await other.socket.ask({ t: 'curtain', side: mover.as })).t, 'error');
    const stale = { t: 'order', seq: mover.seq + 1, text };
    assert.match((await mover.socket.ask(stale)).text, /check and resend/);
    const good = { t: 'order', seq: mover.seq, text, n: 7777 };
    mover.socket.send(good);
    mover.socket.send(good); // the same message once more
    const answers = [await mover.socket.next((m) => m.n === 7777), await mover.socket.next((m) => m.n === 7777)];
    assert.deepEqual(answers.map((answer) => answer.t), ['answer', 'refused']);
    // Two orders that come in the wrong order: the second is too early, the first is taken.
    const undoing = mover.seq + 1;
    mover.see(await mover.socket.next((m) => m.t === 'delta' && m.seq === undoing));
    if (mover.question?.yours) {
        const first = await mover.order();
        mover.socket.send({ t: 'order', seq: mover.seq + 1, text: 'end', n: 8881 });
        mover.socket.send({ t: 'order', seq: mover.seq, text: first, n: 8880 });
        assert.equal((await mover.socket.next((m) => m.n === 8881)).t, 'refused');
        assert.equal((await mover.socket.next((m) => m.n === 8880)).t, 'answer');
    }
    for (const odd of [{ t: 'order', text }, { t: 'order', seq: '0', text }, { t: 'order', seq: 1e300, text }, { t: 'order', seq: 1 },
        { t: 'nonsense' }, { t: 7 }, { t: 'look', hex: -1 }, { t: 'look', hex: 99999 }, { t: 'history', to: -4 }, { t: 'overlay', kind: 'zoc' },
        { t: 'overlay', kind: 'nonsense', side: 'soviet' }, { t: 'overlay', kind: 'supply', side: 7, hex: 'x', piece: 1e9 },
        { t: 'chat', text: 'x'.repeat(2000) }])
        assert.ok(['refused', 'error'].includes((await mover.socket.ask(odd)).t), JSON.stringify(odd));
    for (const bot of [soviet, german, spectator]) bot.socket.close();
});

test('a machine that thinks plays its seat, and says in the lobby who it is', async () => {
    const user = await User.guest(shared);
    const { id } = await user.create('wb95/muskau', { soviet: 'me', german: 'search-quick' });
    const bot = await seat(user, id, 'wb95/muskau');
    assert.deepEqual(bot.state.game.seats.map((one) => one.kind), ['human', 'search-quick']);
    let turns = 0;
    while (turns < 2 && (await untilMine(bot))) {
        const before = bot.seq;
        await giveOrder(bot);
        turns += !bot.over && !bot.question?.yours && (await untilMine(bot)) && bot.seq > before + 1;
    }
    assert.equal(turns, 2); // it answered twice
    bot.socket.close();
});

test('an order is built in any order: what can be added, what comes along by its paragraph, and the nearest reason', async () => {
    const user = await User.guest(shared);
    const { id } = await user.create('wb95/muskau', { soviet: 'me', german: 'random' });
    const bot = await seat(user, id, 'wb95/muskau');
    const ask = (t, part) => bot.socket.ask({ t, part });
    const give = async (text) => {
        assert.equal((await bot.socket.ask({ t: 'order', seq: bot.seq, text })).t, 'answer', text);
        await catchUp(bot);
    };
    await give('end');
    const far = await ask('around', 'move s97G 5619');
    assert.equal(far.t, 'refused');
    assert.match(far.text, /needs .* MP to get to 5619 and has 4/);
    assert.equal(far.rule, '3.1.5');
    for (const tank of ['s14/IVGT', 's12/IVGT']) await give((await ask('around', `move ${tank} 5113`)).order);
    await give('end');
    const first = (await bot.socket.ask({ t: 'choices', prefix: 'attack' })).choices.map((one) => one.text);
    assert.ok(first.includes('s12/IVGT') && !first.includes('s14/IVGT'), 'behind the last part a set only rises');
    const any = (await ask('additions', 'attack')).choices;
    for (const [slot, text] of [[0, 's14/IVGT'], [1, '5112'], [2, 's32Art']])
        assert.ok(any.some((one) => one.slot === slot && one.text === text), text);
    const there = (await ask('additions', 'attack at 5112 guns s32Art')).choices;
    assert.ok(there.some((one) => one.text === 's97G') && !there.some((one) => one.text === '5115'));
    const around = await ask('around', 'attack s14/IVGT at 5112');
    assert.equal(around.order, 'attack s12/IVGT s14/IVGT at 5112');
    assert.deepEqual(around.added.map(({ slot, text, forced, why }) => [slot, text, forced, why.rule]),
        [[0, 's12/IVGT', true, '5.1.3']]);
    assert.match(around.added[0].why.text, /must attack too/);
    assert.equal((await ask('around', 'attack s14/IVGT at 5115')).rule, '5.1.2');
    assert.equal((await ask('additions', 'attack at nowhere')).t, 'refused');
    bot.socket.close();
});

test('take-backs: nobody agrees for another, nothing is taken back twice, the machine gives nothing back', async () => {
    const red = await User.guest(shared), grey = await User.guest(shared), watcher = await User.guest(shared);
    const game = await red.create('wb95/muskau', { soviet: 'me', german: 'open' }, { public: true });
    await grey.post(`/api/games/${game.id}/join`, { side: 'german' });
    const bots = [await seat(red, game.id, 'wb95/muskau'), await seat(grey, game.id, 'wb95/muskau')];
    const spectator = await seat(watcher, game.id, 'wb95/muskau');
    const step = async () => {
        const mover = bots.find((bot) => bot.question?.yours);
        await giveOrder(mover);
        const other = bots.find((bot) => bot !== mover);
        await catchUp(other);
        return [mover, other];
    };
    let mover, other;
    do [mover, other] = await step(); while (mover.question?.yours); // the turn has passed: it takes both to go back
    const before = bots.map((bot) => bot.seq);
    assert.equal((await mover.socket.ask({ t: 'undo' })).t, 'answer');
    assert.equal((await mover.socket.ask({ t: 'agree', yes: true })).t, 'answer', 'with himself he agrees already');
    assert.equal((await spectator.socket.ask({ t: 'agree', yes: true })).t, 'refused');
    assert.equal((await spectator.socket.ask({ t: 'undo' })).t, 'refused');
    for (const bot of bots) await catchUp(bot);
    assert.deepEqual(bots.map((bot) => bot.seq), before, 'nothing was taken back');
    assert.equal((await other.socket.ask({ t: 'agree', yes: true })).t, 'answer');
    for (const bot of bots) await catchUp(bot);
    assert.deepEqual(bots.map((bot) => bot.seq), before.map((seq) => seq + 1));
    assert.equal((await other.socket.ask({ t: 'agree', yes: true })).t, 'refused', 'once agreed is once taken back');
    // A question that the game went past is no question any more.
    do [mover, other] = await step(); while (mover.question?.yours);
    assert.equal((await mover.socket.ask({ t: 'undo' })).t, 'answer');
    await step();
    assert.equal((await other.socket.ask({ t: 'agree', yes: true })).t, 'refused');
    // In a game against the machine there is no opponent who could agree.
    const solo = await red.create('wb95/muskau', { soviet: 'me', german: 'random' });
    const alone = await seat(red, solo.id, 'wb95/muskau');
    do {
        await untilMine(alone);
        await giveOrder(alone);
    } while (alone.question?.yours || alone.seq < 3);
    await untilMine(alone);
    assert.match((await alone.socket.ask({ t: 'undo' })).text, /no opponent is here to agree/);
    for (const bot of [...bots, spectator, alone]) bot.socket.close();
});

test('take back: to the barrier alone, beyond it by agreement, and the journal still audits', async () => {
    const red = await User.guest(shared), grey = await User.guest(shared);
    const game = await red.create('wb95/muskau', { soviet: 'me', german: 'open' });
    assert.equal((await grey.post(`/api/games/${game.id}/join`, { side: 'german', invite: game.invite })).status, 200);
    const soviet = await seat(red, game.id, 'wb95/muskau'), german = await seat(grey, game.id, 'wb95/muskau');
    const follow = (mover) => catchUp(mover === soviet ? german : soviet);
    let rolled = false, undone = false;
    for (let orders = 0; orders < 300 && !(rolled && undone); orders++) {
        const mover = soviet.question?.yours ? soviet : german;
        await giveOrder(mover);
        await follow(mover);
        const events = await mover.socket.next((m) => m.t === 'events' && m.seq === mover.seq);
        const other = mover === soviet ? german : soviet;
        if (!undone && !events.dice.length && mover.question?.yours) {
            const before = mover.seq;
            const answer = await mover.socket.ask({ t: 'undo' });
            if (answer.t === 'answer') {
                const delta = await mover.socket.next((m) => m.t === 'delta' && m.seq === before + 1);
                undone = true;
                mover.see(delta);
                await follow(mover);
                orders--;
                if (mover.socket.messages.some((m) => m.t === 'asks')) mover.socket.messages.length = 0;
                continue;
            }
        }
        if (!rolled && events.dice.length) {
            assert.equal((await other.socket.ask({ t: 'agree', yes: true })).t, 'refused');
            assert.equal((await mover.socket.ask({ t: 'undo' })).t, 'answer');
            assert.equal((await other.socket.next('asks')).what, 'take-back');
            assert.equal((await other.socket.ask({ t: 'agree', yes: false })).t, 'answer');
            assert.equal((await mover.socket.next((m) => m.t === 'asks' && m.what === 'refused')).t, 'asks');
            assert.equal((await mover.socket.ask({ t: 'undo' })).t, 'answer');
            assert.equal((await other.socket.ask({ t: 'agree', yes: true })).t, 'answer');
            const delta = await mover.socket.next((m) => m.t === 'delta' && m.seq === mover.seq + 1);
            mover.see(delta);
            await follow(mover);
            rolled = true;
            orders--;
        }
    }
    assert.ok(rolled && undone, `rolled ${rolled}, undone ${undone}`);
    for (let dice = 0; !dice; ) { // what is given up below was rolled for last
        const mover = soviet.question?.yours ? soviet : german;
        await giveOrder(mover);
        await follow(mover);
        dice = (await mover.socket.next((m) => m.t === 'events' && m.seq === mover.seq)).dice.length;
    }
    for (const one of [soviet, german]) assert.equal((await one.socket.ask({ t: 'ping' })).ok, true);
    assert.equal((await soviet.socket.ask({ t: 'resign' })).t, 'answer');
    const journal = await grey.get(`/api/games/${game.id}/journal?invite=${game.invite}`);
    assert.equal(journal.status, 200);
    const text = journal.bytes.toString();
    assert.match(text, /\nundo\n/);
    assert.match(text, /\nback\n/);
    assert.match(text, /\nresign soviet\n(@ \w+ \w+\n)?result german -?\d+ "German victory: Soviet gave the game up"\nseed [0-9a-f]{64}\n$/);
    const file = join(shared.folder, 'taken-back.journal');
    writeFileSync(file, text);
    const counts = execFileSync(release, ['audit', file], { encoding: 'utf8' }).match(/\d+(?= dice(?: follow|,))/g);
    assert.equal(counts[0], counts[1], 'what was rolled last is not counted again for the line that gives up');
    execFileSync(release, ['replay', '--verify', file]);
    execFileSync(process.execPath, ['tools/audit.mjs', file]);
    soviet.socket.close();
    german.socket.close();
});

test('three sides: whoever agrees first, all three together take back', async () => {
    const users = await Promise.all([0, 1, 2].map(() => User.guest(shared)));
    const game = await users[0].create('wb95/two-stars', { allied: 'me', soviet: 'open', german: 'open' }, { options: { players: '3' }, public: true });
    await users[1].post(`/api/games/${game.id}/join`, { side: 'soviet' });
    await users[2].post(`/api/games/${game.id}/join`, { side: 'german' });
    const bots = [];
    for (const user of users) bots.push(await seat(user, game.id, 'wb95/two-stars'));
    const all = async () => {
        for (const bot of bots) await catchUp(bot);
        return bots[0].seq;
    };
    const pass = async () => {
        let mover;
        do {
            mover = bots.find((bot) => bot.question?.yours);
            await giveOrder(mover);
            await all();
        } while (mover.question?.yours);
    };
    for (const [asking, first, last] of [[0, 2, 1], [0, 1, 2], [1, 2, 0], [2, 0, 1]])
        for (const word of ['agree', 'undo']) {
            await pass();
            const before = await all();
            const yes = { t: word, yes: true };
            assert.equal((await bots[asking].socket.ask({ t: 'undo' })).t, 'answer');
            assert.equal((await bots[first].socket.ask(yes)).t, 'answer');
            assert.equal((await bots[first].socket.ask(yes)).t, 'answer', 'twice is once');
            assert.equal(await all(), before, 'one is missing');
            assert.equal((await bots[last].socket.ask(yes)).t, 'answer');
            assert.equal(await all(), before + 1, `asked by ${asking}, then ${first}, then ${last}, by ${word}`);
        }
    for (const bot of bots) bot.socket.close();
});

test('three sides, and one of them leaves', async () => {
    const users = await Promise.all([0, 1, 2].map(() => User.guest(shared)));
    const game = await users[0].create('wb95/two-stars', { allied: 'me', soviet: 'open', german: 'open' }, { options: { players: '3' }, public: true });
    assert.equal((await users[1].post(`/api/games/${game.id}/join`, { side: 'soviet' })).status, 200);
    assert.equal((await users[2].post(`/api/games/${game.id}/join`, { side: 'german' })).status, 200);
    const bots = [];
    for (const user of users) bots.push(await seat(user, game.id, 'wb95/two-stars'));
    for (let orders = 0; orders < 30; orders++) {
        const mover = bots.find((bot) => bot.question?.yours);
        assert.ok(mover, 'somebody must answer');
        await giveOrder(mover);
        for (const bot of bots) if (bot !== mover) await catchUp(bot);
    }
    assert.equal((await bots[2].socket.ask({ t: 'resign' })).t, 'answer');
    const presence = await bots[0].socket.next((m) => m.t === 'presence' && m.seats[2].kind === 'greedy');
    assert.equal(presence.seats[0].you, true);
    for (const bot of bots) bot.socket.close();
});

test('a whole game against the machine, its journal, replay, and a what-if with other dice', async () => {
    const user = await User.guest(shared);
    const game = await user.create('wb95/muskau', { soviet: 'me', german: 'random' });
    const bot = await seat(user, game.id, 'wb95/muskau');
    let orders = 0;
    while (await untilMine(bot)) {
        await giveOrder(bot);
        if (++orders === 25) {
            const branch = await user.post(`/api/games/${game.id}/branch`, { to: 10 });
            assert.equal(branch.status, 200);
            const there = await seat(user, branch.json.id, 'wb95/muskau');
            assert.equal(there.state.orders >= 10, true);
            assert.equal(there.state.game.whatIf, true);
            for (let i = 0; i < 10 && (await untilMine(there)); i++) await giveOrder(there);
            await untilMine(there);
            assert.deepEqual((await pastOf(there.socket)).map((line) => line.seq), Array.from({ length: there.seq + 1 }, (_, i) => i));
            there.socket.close();
            assert.equal((await user.get(`/api/games/${branch.json.id}/journal`)).status, 403);
            const past = await bot.socket.ask({ t: 'history', to: 3 });
            assert.equal(past.orders, 3);
            assert.ok(past.state.pieces.length > 10);
            assert.equal((await bot.socket.ask({ t: 'history', to: 100000 })).t, 'error');
            assert.ok((await pastOf(bot.socket)).at(-1).seq >= bot.seq);
        }
        assert.ok(orders < 3000, 'the game ends');
    }
    const row = (await user.get(`/api/games/${game.id}`)).json;
    assert.equal(row.over, true);
    assert.ok(row.verdict.length > 3);
    const record = await bot.socket.ask({ t: 'record' });
    const last = record.samples.at(-1);
    assert.deepEqual(record.samples[0].lost, [0, 0]);
    assert.ok(record.samples.length > 4 && last.turn === row.turn, "the whole game is in the record");
    for (const [i, sample] of record.samples.entries())
        for (const side of [0, 1]) assert.ok(!i || sample.lost[side] >= record.samples[i - 1].lost[side]);
    assert.ok(record.samples.every((one, i) => !i || one.seq >= record.samples[i - 1].seq));
    const results = (await pastOf(bot.socket)).filter((line) => line.events.some((event) => event.kind === 'result' && /table\.(combat|artillery)/.test(event.text)));
    assert.equal(record.rolls.length, results.length, 'every combat and every fire is weighed against its forecast');
    assert.ok(record.rolls.every((roll) => roll.for !== roll.against && roll.variance >= 0));
    const luck = record.rolls.reduce((sum, roll) => sum + roll.gain - roll.expected, 0);
    const variance = record.rolls.reduce((sum, roll) => sum + roll.variance, 0);
    assert.ok(Math.abs(luck) <= 6 * Math.sqrt(variance), 'luck is chance');
    const journal = (await user.get(`/api/games/${game.id}/journal`)).bytes.toString();
    const file = join(shared.folder, 'whole.journal');
    writeFileSync(file, journal);
    execFileSync(release, ['audit', file]);
    execFileSync(release, ['replay', '--verify', file]);
    // Out by the command line, into another store, and there again.
    const exported = admin(shared.store, 'export', game.id);
    assert.equal(exported.stdout, journal);
    const other = `sqlite:${shared.folder}/other.db`;
    const imported = admin(other, 'import', file);
    assert.equal(imported.status, 0, imported.stderr);
    const listed = admin(other, 'games').stdout;
    assert.match(listed, new RegExp(`^${imported.stdout.trim()}\twb95/muskau`));
    writeFileSync(file, journal.replace(/= (\d)/, (all, die) => `= ${(die % 6) + 1}`));
    assert.equal(admin(other, 'import', file).status, 1, 'a journal with another die is no game');
    bot.socket.close();
});

test('chat to everybody, notes to oneself', async () => {
    const red = await User.guest(shared), grey = await User.guest(shared);
    const game = await red.create('wb95/muskau', { soviet: 'me', german: 'open' }, { public: true });
    const one = await seat(red, game.id, 'wb95/muskau'), two = await seat(grey, game.id, 'wb95/muskau');
    one.socket.send({ t: 'chat', text: 'dzień dobry <b>"\\' });
    assert.equal((await two.socket.next('chat')).text, 'dzień dobry <b>"\\');
    assert.equal((await one.socket.ask({ t: 'note', text: 'my secret plan' })).t, 'answer');
    const again = await seat(red, game.id, 'wb95/muskau'), spy = await seat(grey, game.id, 'wb95/muskau');
    assert.equal(again.state.notes, 'my secret plan');
    assert.equal(again.state.chat.length, 1);
    assert.equal(spy.state.notes, '');
    assert.ok(![...two.socket.received, ...spy.socket.received].some((text) => text.includes('secret plan')));
    for (const bot of [one, two, again, spy]) bot.socket.close();
});

// A game with two users at it.
async function twoUsers() {
    const red = await User.guest(shared), grey = await User.guest(shared);
    const { id } = await red.create('wb95/muskau', { soviet: 'me', german: 'open' }, { public: true });
    await grey.post(`/api/games/${id}/join`, { side: 'german' });
    return { id, red, grey, soviet: await seat(red, id, 'wb95/muskau'), german: await seat(grey, id, 'wb95/muskau') };
}

const usual = ['defence nothing', 'commit nothing', 'losses cheapest', 'retreat stand', 'pursuit never', 'any only'];

// Plays it to its end with these answers in advance: how many orders were sent, how many were given so, how many stand.
async function playWith(wishes) {
    const { id, red, soviet, german } = await twoUsers();
    const count = { sent: 0, given: 0, stands: 0 };
    for (const bot of [soviet, german]) {
        bot.socket.onMessage = (message) => {
            if (message.t === 'events' && message.standing) {
                assert.equal(message.side, bot.as, 'only its giver is told that an order was given so');
                assert.ok(message.order);
                count.given++;
            }
            bot.socket.messages.push(message);
            bot.socket.wake();
        };
        for (const text of wishes) assert.equal((await bot.socket.ask({ t: 'standing', text })).t, 'answer', text);
    }
    for (const bots = [soviet, german]; !soviet.over;) {
        for (const bot of bots) await catchUp(bot);
        const mover = bots.find((bot) => bot.question?.yours);
        if (!mover) continue;
        const text = await mover.order();
        assert.equal((await mover.socket.ask({ t: 'order', seq: mover.seq, text })).t, 'answer', text);
        count.sent++;
    }
    const journal = (await red.get(`/api/games/${id}/journal`)).bytes.toString();
    count.stands = journal.slice(journal.indexOf('\nbegin')).split('\n').slice(2).filter((line) => !/^(@|result|seed|$)/.test(line)).length;
    for (const bot of [soviet, german]) bot.socket.close();
    return count;
}

test('answers given in advance are given at once, in the same exchange, as orders like any other', async () => {
    const asked = await playWith([]), standing = await playWith(usual);
    assert.deepEqual([asked.given, asked.sent], [0, asked.stands], 'without them every order is an exchange');
    assert.ok(standing.given > 0);
    assert.equal(standing.sent + standing.given, standing.stands, 'with them the others are');
    console.log(`       ${asked.sent} exchanges for ${asked.stands} orders without answers in advance, ` +
        `${standing.sent} for ${standing.stands} with them`);
});

test('standing answers: declared, kept, refused, private, given when asked, dropped with what is taken back', async () => {
    const { id, soviet, german, grey } = await twoUsers();
    for (const text of ['losses cheapest', 'commit chance 70'])
        assert.equal((await german.socket.ask({ t: 'standing', text })).t, 'answer', text);
    const declared = (await grey.get('/api/looks/wb95')).json.standing;
    const least = declared.find((one) => one.question === 'commit' && one.name === 'chance');
    assert.deepEqual([least.measure, least.least, least.most, least.usual], ['percent', 5, 100, 60]);
    assert.match((await grey.get('/api/looks/wb95?lang=pl')).json.standing[0].sentence, /trać/);
    for (const text of ['losses', 'losses gladly', 'commit chance 101', 7, undefined])
        assert.ok(['refused', 'error'].includes((await german.socket.ask({ t: 'standing', text })).t), String(text));
    const again = await grey.socket(id);
    assert.deepEqual((await again.next('state')).standing.sort(), ['commit chance 70', 'losses cheapest']);
    again.send({ t: 'standing', n: 1, text: 'losses ask' });
    await german.socket.next((m) => m.t === 'standing' && m.set.join() === 'commit chance 70');
    const watcher = await (await User.guest(shared)).socket(id);
    assert.ok(!('standing' in (await watcher.next('state'))), 'nobody else is told');
    assert.equal((await watcher.ask({ t: 'standing', text: 'losses cheapest' })).t, 'refused');
    assert.deepEqual(soviet.state.standing, []);
    // The Soviet player is asked for a barrage: his answer in advance takes effect at once.
    assert.equal(soviet.question.kind, 'barrage');
    assert.equal((await soviet.socket.ask({ t: 'standing', text: 'barrage never' })).t, 'answer');
    await catchUp(soviet);
    assert.equal(soviet.question.kind, 'movement');
    // A player who takes such an answer back wants to give another one.
    assert.equal((await soviet.socket.ask({ t: 'undo' })).t, 'answer');
    await catchUp(soviet);
    assert.equal(soviet.question.kind, 'barrage');
    assert.deepEqual((await soviet.socket.next((m) => m.t === 'standing' && !m.set.length)).set, []);
    for (const socket of [again, watcher, soviet.socket, german.socket]) socket.close();
});

/** The numbers of pairs of a first and a last one. */
const numbersIn = (ranges) => ranges.flatMap((first, i) =>
    (i % 2 ? [] : Array.from({ length: ranges[i + 1] - first + 1 }, (_, at) => first + at)));

test('openings: one answer, or the state itself, says what a request for each verb would', async () => {
    const user = await User.guest(shared);
    const { id } = await user.create('wb95/muskau', { soviet: 'me', german: 'random' });
    const bot = await seat(user, id, 'wb95/muskau');
    for (let step = 0; step < 12; step++) {
        await untilMine(bot);
        const { openings } = await bot.socket.ask({ t: 'openings' });
        assert.deepEqual(bot.openings, openings, 'they came with the position');
        const verbs = (await bot.socket.ask({ t: 'additions', part: '' })).choices.map((choice) => choice.text);
        assert.deepEqual(openings.map((one) => one.verb), verbs);
        for (const { verb, pieces } of openings) {
            const alone = await bot.socket.ask({ t: 'additions', part: verb });
            const counters = alone.choices.filter((choice) => choice.type === 'piece');
            const told = Object.entries(pieces ?? {}).flatMap(([slot, ranges]) =>
                numbersIn(ranges).map((value) => [Number(slot), value]));
            assert.deepEqual(told, counters.map(({ slot, value }) => [slot, value]), verb);
        }
        await giveOrder(bot);
        assert.equal(bot.openings !== undefined, bot.question?.yours ?? false, 'told to whoever is asked');
    }
    bot.socket.close();
});

test('draft: one answer says what additions, around, reach and forecast would', async () => {
    const user = await User.guest(shared);
    const { id } = await user.create('wb95/muskau', { soviet: 'me', german: 'random' });
    const bot = await seat(user, id, 'wb95/muskau');
    const ask = async (t, key, text) => {
        const { n, ...answer } = await bot.socket.ask({ t, [key]: text });
        return answer;
    };
    const seen = { reach: 0, forecast: 0, refused: 0 };
    for (let step = 0; step < 40; step++) {
        await untilMine(bot);
        const order = await bot.order();
        const words = order.split(' ');
        for (const part of new Set([words[0], words.slice(0, 2).join(' '), order])) {
            const draft = await ask('draft', 'part', part);
            const { t, complete, choices } = await ask('additions', 'part', part);
            const known = (choice) => ({ slot: choice.slot, value: choice.value, from: choice.from, to: choice.to });
            const spread = draft.choices.flatMap((one) =>
                (one.ranges ? numbersIn(one.ranges).map((value) => known({ ...one, value })) : [known(one)]));
            assert.deepEqual([draft.complete, spread], [complete, choices.map(known)], part);
            const around = await ask('around', 'part', part);
            if (around.t === 'refused') {
                assert.deepEqual({ t: 'refused', ...draft.refused }, around, part);
                seen.refused++;
            } else assert.deepEqual({ t: 'answer', ...draft.around }, around, part);
            if (draft.reach) {
                assert.deepEqual({ t: 'answer', ...draft.reach }, await ask('reach', 'prefix', part), part);
                seen.reach++;
            }
            const whole = draft.around?.added.every((one) => one.forced) && (await ask('forecast', 'order', draft.around.order));
            assert.deepEqual(draft.forecast && { t: 'answer', ...draft.forecast }, whole?.t === 'answer' ? whole : undefined, part);
            if (draft.forecast) seen.forecast++;
        }
        assert.equal((await bot.socket.ask({ t: 'order', seq: bot.seq, text: order })).t, 'answer', order);
        bot.see(await bot.socket.next((m) => m.t === 'delta' && m.seq > bot.seq));
    }
    assert.ok(seen.reach && seen.forecast, JSON.stringify(seen));
    bot.socket.close();
});

test('who waits may plan: what he could order if it were his turn, from his own view, and nothing is given', async () => {
    const { soviet, german, id } = await twoUsers();
    const ask = (message) => german.socket.ask({ plan: true, ...message });
    const { openings, question } = await ask({ t: 'openings' });
    assert.deepEqual([question.kind, question.side, question.yours], ['movement', 'german', true]);
    assert.ok(question.verbs.some((verb) => verb.verb === 'move'));
    const mover = german.state.pieces.find((piece) => piece.i === openings.find((one) => one.verb === 'move').pieces[0][0]).id;
    const { ends } = await ask({ t: 'reach', prefix: `move ${mover}` });
    assert.ok(ends.length > 0);
    const far = (await ask({ t: 'around', part: `move ${mover} ${german.numbers[ends.at(-1).hex]}` })).order;
    assert.equal((await ask({ t: 'why', order: far })).t, 'answer');
    assert.ok((await ask({ t: 'choices', prefix: 'move' })).choices.length > 0);
    assert.ok((await ask({ t: 'additions', part: `move ${mover}` })).choices.length > 0);
    assert.equal((await ask({ t: 'forecast', order: 'end' })).t, 'error', 'this order rolls no dice');
    assert.match((await ask({ t: 'order', seq: german.seq, text: far })).text, /not your turn/);
    assert.match((await german.socket.ask({ t: 'reach', prefix: `move ${mover}` })).text, /not your turn/);
    await catchUp(german);
    assert.equal(german.seq, german.state.seq, 'nothing has happened');
    const watcher = await (await User.guest(shared)).socket(id);
    await watcher.next('state');
    assert.match((await watcher.ask({ t: 'openings', plan: true })).text, /you are a spectator/);
    for (const socket of [soviet.socket, german.socket, watcher]) socket.close();
});
