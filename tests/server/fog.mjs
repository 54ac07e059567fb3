// fog.mjs — what is hidden arrives in no byte, in the present or the past, nor behind a curtain.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { admin, catchUp, pastOf, release, shared, test } from './cases.mjs';
import { giveOrder, questionOf, seat, takePieces, User } from './server.mjs';

// What `sandtable engine` says each viewer knows after every line of the journal, by the ids it prints.
async function knownBy(journal, viewers) {
    const folder = mkdtempSync(join(tmpdir(), 'sandtable-fog-'));
    const lines = journal.split('\n').slice(0, -1);
    const begin = lines.findIndex((line) => line.startsWith('begin'));
    const script = [], steps = [];
    let seq = 0;
    for (let i = begin; i < lines.length; i++) {
        if (i > begin && !lines[i].startsWith('@')) seq++;
        if (i + 1 < lines.length && lines[i + 1].startsWith('@')) continue;
        writeFileSync(join(folder, `s${seq}.journal`), lines.slice(0, i + 1).join('\n') + '\n');
        script.push(`load s${seq}`);
        for (const viewer of viewers) script.push(`view ${viewer}`);
        steps.push(seq);
    }
    const engine = spawnSync(release, ['engine', '--games', folder], { input: script.join('\n') + '\n', encoding: 'utf8', maxBuffer: 1 << 30 });
    rmSync(folder, { recursive: true });
    const known = Object.fromEntries(viewers.map((viewer) => [viewer, new Map()]));
    let step = -1, viewer = null;
    for (const line of engine.stdout.split('\n')) {
        if (line.startsWith('ok wb95')) step++;
        else if (line.startsWith('view ')) known[(viewer = line.slice(5))].set(steps[step], new Map());
        else if (line.startsWith('piece ')) {
            const [, id, , , side] = line.split(' ');
            if (id !== '?') known[viewer].get(steps[step]).set(id, { side, name: line.split('"')[1] });
        }
    }
    return known;
}

test('fog: two players and a spectator; nothing hidden arrives in any byte', async () => {
    const red = await User.guest(shared), grey = await User.guest(shared), watcher = await User.guest(shared);
    const game = await red.create('wb95/nysa', { soviet: 'me', german: 'open' }, { public: true });
    assert.equal((await grey.post(`/api/games/${game.id}/join`, { side: 'german' })).status, 200);
    const bots = { soviet: await seat(red, game.id, 'wb95/nysa'), german: await seat(grey, game.id, 'wb95/nysa') };
    const spectator = await seat(watcher, game.id, 'wb95/nysa');
    assert.equal(spectator.state.as, null);
    assert.deepEqual(spectator.state.you, []);
    const texts = { soviet: [], german: [], spectator: [] }, viewers = { ...bots, spectator };
    const lineOf = { soviet: new Map([[0, 0]]), german: new Map([[0, 0]]), spectator: new Map([[0, 0]]) }; // by seq
    for (let orders = 0; orders < 90; orders++) {
        const side = bots.soviet.question?.yours ? 'soviet' : 'german';
        assert.ok(await giveOrder(bots[side]));
        for (const [viewer, bot] of Object.entries(viewers)) {
            await catchUp(bot);
            if (!lineOf[viewer].has(bot.seq)) lineOf[viewer].set(bot.seq, orders + 1);
        }
    }
    // Each loads a new state, and sees the sum of the changes sent so far.
    const added = (socket) => {
        const seen = { pieces: new Map() }, memory = {};
        for (const message of socket.received.map((text) => JSON.parse(text))) {
            if (message.t !== 'state' && message.t !== 'delta') continue;
            if ('question' in message) seen.question = questionOf(message, memory);
            for (const key of ['track', 'score', 'marks', 'control', 'asked'])
                if (key in message) seen[key] = message[key];
            takePieces(message, seen.pieces);
        }
        seen.pieces = [...seen.pieces.values()].sort((a, b) => a.i - b.i);
        return seen;
    };
    const late = {};
    for (const [side, user] of [['soviet', red], ['german', grey], ['spectator', watcher]]) {
        const again = await seat(user, game.id, 'wb95/nysa');
        const old = (side === 'spectator' ? spectator : bots[side]).socket;
        assert.deepEqual(added(old), added(again.socket), `${side}: changes add up`);
        texts[side] = old.received;
        late[side] = again.socket.received;
        again.socket.close();
    }
    const journal = admin(shared.store, 'export', game.id);
    assert.equal(journal.status, 0, journal.stderr);
    const known = await knownBy(journal.stdout, ['soviet', 'german', 'spectator']);
    const all = new Map();
    for (const side of ['soviet', 'german'])
        for (const [id, piece] of known[side].get(90) ?? known[side].get([...known[side].keys()].at(-1)))
            if (piece.side === side) all.set(id, piece);
    assert.ok(all.size > 200);
    for (const viewer of ['soviet', 'german', 'spectator']) {
        const ever = new Set();
        for (const view of known[viewer].values()) for (const id of view.keys()) ever.add(id);
        const never = [...all.keys()].filter((id) => !ever.has(id));
        assert.ok(never.length > 20, `${viewer}: something is hidden (${never.length})`);
        const bytes = [...texts[viewer], ...late[viewer]].join('\n');
        for (const id of never) {
            const word = new RegExp(`(?<![\\w/.-])${id.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')}(?![\\w/.-])`);
            const found = bytes.match(word);
            assert.equal(found && bytes.slice(found.index - 300, found.index + 100), null, `${viewer} was told of ${id}`);
        }
        // And whatever is named at a moment was known at that moment.
        for (const text of [...texts[viewer], ...late[viewer]]) {
            const message = JSON.parse(text), line = late[viewer].includes(text) ? 90 : lineOf[viewer].get(message.seq);
            if (!['state', 'delta'].includes(message.t) || !known[viewer].has(line)) continue;
            for (const piece of message.pieces ?? [])
                if (piece.id !== null)
                    assert.ok(known[viewer].get(line).has(piece.id), `${viewer} at ${line}: ${piece.id}`);
        }
        assert.doesNotMatch(bytes, /"seed"|"commit"|"nonce"|"orders"/);
    }
    const row = await watcher.get(`/api/games/${game.id}/journal`);
    assert.equal(row.status, 403);
    for (const bot of [bots.soviet, bots.german, spectator]) bot.socket.close();
});

// The sum of all that a viewer had got when he had got line `seq`.
function seenAt(socket, seq) {
    const seen = { pieces: new Map() };
    for (const message of socket.received.map((text) => JSON.parse(text))) {
        if ((message.t !== 'state' && message.t !== 'delta') || message.seq > seq) continue;
        for (const key of ['track', 'marks', 'control']) if (key in message) seen[key] = message[key];
        takePieces(message, seen.pieces);
    }
    return { ...seen, pieces: [...seen.pieces.values()].sort((a, b) => a.i - b.i) };
}

test('the past: who comes late is told what his side was told at the time, and nothing else', async () => {
    const red = await User.guest(shared), grey = await User.guest(shared), watcher = await User.guest(shared);
    const game = await red.create('wb95/nysa', { soviet: 'me', german: 'open' }, { public: true });
    await grey.post(`/api/games/${game.id}/join`, { side: 'german' });
    const bots = { soviet: await seat(red, game.id, 'wb95/nysa'), german: await seat(grey, game.id, 'wb95/nysa') };
    const spectator = await seat(watcher, game.id, 'wb95/nysa');
    let taken = 0;
    for (let orders = 0; orders < 70; orders++) {
        const side = bots.soviet.question?.yours ? 'soviet' : 'german', mover = bots[side];
        await giveOrder(mover);
        if (orders % 9 === 5 && mover.question?.yours) {
            mover.socket.messages.length = 0;
            assert.equal((await mover.socket.ask({ t: 'undo' })).t, 'answer');
            const before = mover.seq;
            await catchUp(mover);
            taken += mover.seq - before;
        }
        await catchUp(bots[side === 'soviet' ? 'german' : 'soviet']);
    }
    assert.ok(taken > 0, 'something was taken back');
    assert.equal((await bots.german.socket.ask({ t: 'resign' })).t, 'answer');
    for (const bot of [bots.soviet, bots.german, spectator]) await bot.socket.next((m) => m.t === 'delta' && m.over);
    const lines = {};
    for (const [side, user] of [['soviet', red], ['german', grey], ['spectator', watcher]]) {
        const old = (side === 'spectator' ? spectator : bots[side]).socket;
        const heard = old.received.map((text) => JSON.parse(text)).filter((m) => m.t === 'events').map(({ t, ...rest }) => rest);
        const late = await seat(user, game.id, 'wb95/nysa');
        const past = await pastOf(late.socket, { count: 17 });
        assert.equal(past[0].seq, 0, 'the set-up comes first');
        assert.ok(past.every((line) => line.turn >= 0));
        lines[side] = past.slice(1).map(({ turn, ...rest }) => rest);
        assert.deepEqual(lines[side], heard, `${side}: as it was told`);
        assert.ok(past.some((line) => line.back) && past.every((line) => !line.back || !line.order), 'a take-back says so');
        for (let seq = 0; seq <= late.seq; seq += 7) {
            const { state, past: [line] } = await late.socket.ask({ t: 'events', from: seq, count: 1, state: true });
            assert.equal(line.seq, seq);
            const { pieces, track, marks, control } = state;
            assert.deepEqual({ pieces: [...pieces].sort((a, b) => a.i - b.i), track, marks, control }, seenAt(old, seq), `${side} at ${seq}`);
            assert.ok(!('orders' in state));
        }
        assert.ok(!('state' in (await late.socket.ask({ t: 'events', from: 0, count: 2, state: true }))), 'one line at a time');
        assert.deepEqual((await pastOf(late.socket, { from: late.seq - 3 })).map((line) => line.seq), [3, 2, 1, 0].map((n) => late.seq - n));
        late.socket.close();
    }
    assert.notDeepEqual(lines.soviet, lines.german, 'the sides were told different things');
    const odd = await seat(red, game.id, 'wb95/nysa');
    for (const wish of [{}, { from: 0 }, { from: -1, count: 5 }, { from: 0, count: 0 }, { from: 0, count: 201 }, { from: 1e9, count: 5 },
        { from: '0', count: 5 }, { from: 0.5, count: 5 }, { from: 2 ** 32, count: 1 }, { from: 0, count: 2 ** 33 }])
        assert.equal((await odd.socket.ask({ t: 'events', ...wish })).t, 'error', JSON.stringify(wish));
    // A client that asks for everything at once must wait, and is answered all the same.
    for (let n = 1000; n < 1020; n++) odd.socket.send({ t: 'events', from: 0, count: 200, n });
    const answers = [];
    for (let n = 1000; n < 1020; n++) answers.push((await odd.socket.next((m) => m.n === n)).t);
    assert.ok(answers.includes('error') && answers.filter((word) => word === 'answer').length >= 4, answers.join());
    for (const bot of [...Object.values(bots), spectator, odd]) bot.socket.close();
});

test('a secret plan is no message to the others, and cannot be counted', async () => {
    const red = await User.guest(shared), grey = await User.guest(shared), watcher = await User.guest(shared);
    const game = await red.create('wb95/nysa', { soviet: 'me', german: 'open' }, { public: true });
    await grey.post(`/api/games/${game.id}/join`, { side: 'german' });
    const bots = { soviet: await seat(red, game.id, 'wb95/nysa'), german: await seat(grey, game.id, 'wb95/nysa') };
    const spectator = await seat(watcher, game.id, 'wb95/nysa'), all = [bots.soviet, bots.german, spectator];
    const give = async (bot, text) => {
        const answer = await bot.socket.ask({ t: 'order', seq: bot.seq, text });
        assert.equal(answer.t, 'answer', `${text}: ${JSON.stringify(answer)}`);
        for (const one of all) await catchUp(one);
    };
    for (let i = 0; i < 20 && bots.soviet.question.kind === 'setup'; i++)
        await give(bots[bots.soviet.question.side], 'ready');
    assert.equal(bots.soviet.question.kind, 'air');
    const planner = bots[bots.soviet.question.side], others = all.filter((bot) => bot !== planner);
    const before = others.map((bot) => [bot.seq, bot.socket.received.length]);
    let planned = 0;
    for (let i = 0; i < 60 && planned < 3; i++) {
        const text = await planner.order();
        if (!text.startsWith('mission')) continue;
        await give(planner, text);
        planned++;
    }
    assert.ok(planned > 0, 'something was planned');
    assert.equal((await planner.socket.ask({ t: 'undo' })).t, 'answer');
    for (const one of all) await catchUp(one);
    others.forEach((bot, index) => {
        const [seq, received] = before[index];
        const heard = bot.socket.received.slice(received).map((text) => JSON.parse(text)).filter((m) => !('n' in m));
        assert.deepEqual(heard, [], 'nothing arrives while others plan');
        assert.equal(bot.seq, seq);
    });
    await give(planner, 'fly');
    others.forEach((bot, index) => assert.equal(bot.seq, before[index][0] + 1, 'one line, however long the plan'));
    for (let i = 0; i < 3 && bots.soviet.question.kind === 'air'; i++) await give(bots[bots.soviet.question.side], 'fly');
    for (const bot of planned > 1 ? others : []) // one of them was taken back
        assert.match(bot.socket.received.join('\n'), /"kind":"revealed","text":"[^"]*flies a mission/, 'when both have planned, it is told');
    for (const [bot, user] of [[others[0], others[0] === bots.soviet ? red : grey], [spectator, watcher]]) {
        const again = await seat(user, game.id, 'wb95/nysa');
        assert.equal(again.seq, bot.seq, 'nor does coming back tell');
        assert.ok(!('orders' in again.state));
        const past = await pastOf(again.socket);
        assert.deepEqual(past.map((line) => line.seq), past.map((_, index) => index), 'the past has no gaps');
        assert.equal(past.length, bot.seq + 1);
        again.socket.close();
    }
    for (const bot of all) {
        assert.doesNotMatch(bot.socket.received.join('\n'), /"orders"/);
        bot.socket.close();
    }
});

test('hot seat: one side at a time, behind the curtain', async () => {
    const user = await User.guest(shared);
    const game = await user.create('wb95/nysa', { soviet: 'me', german: 'me' });
    const bot = await seat(user, game.id, 'wb95/nysa');
    assert.deepEqual(bot.state.you.sort(), ['german', 'soviet']);
    const asked = bot.state.asked, other = asked === 'german' ? 'soviet' : 'german';
    assert.equal(bot.state.as, asked);
    bot.socket.send({ t: 'curtain', side: other });
    const behind = await bot.socket.next('state');
    assert.equal(behind.as, other);
    assert.ok(behind.pieces.some((piece) => piece.side === asked && !piece.known), 'the enemy is masked again');
    assert.match((await bot.socket.ask({ t: 'choices', prefix: '' })).text, /switch sides first/);
    const again = await seat(user, game.id, 'wb95/nysa');
    assert.equal(again.state.as, other, 'a reload lifts no curtain');
    const past = await again.socket.ask({ t: 'history', to: 0, side: asked });
    assert.ok(past.state.pieces.some((piece) => piece.side === asked && !piece.known), 'nor does the past');
    again.socket.close();
    bot.socket.send({ t: 'curtain', side: asked });
    bot.see(await bot.socket.next('state'));
    await giveOrder(bot);
    bot.socket.close();
});

test('hot seat: who changes places for the first time is told what differs from where he was, and then knows all of it', async () => {
    const user = await User.guest(shared);
    const all = (await user.get('/api/scenarios')).json;
    for (const system of new Set(all.map((one) => one.system))) {
        const scenario = all.find((one) => one.system === system && one.teaching && one.sides.length > 1);
        const { id } = await user.create(scenario.id, Object.fromEntries(scenario.sides.map((side) => [side.word, 'me'])));
        const bot = await seat(user, id, scenario.id);
        for (let i = 0; i < 6 && bot.question?.yours; i++) await giveOrder(bot);
        const other = scenario.sides.find((side) => side.word !== bot.as).word;
        const sit = async (side, words) => {
            bot.socket.send({ t: 'curtain', side, ...words });
            return bot.socket.next((m) => m.t === 'state' && m.as === side);
        };
        const view = ({ pieces, placed, gone, t, kept, from, game, chat, notes, turns, version, dice, question, sketched, openings, ...rest }, before) => {
            const now = { ...before, ...rest, pieces: new Map(before?.pieces), memory: { ...before?.memory } };
            if (question !== undefined) now.question = questionOf({ question }, now.memory);
            if (sketched) now.sketches = (now.sketches ?? []).toSpliced(sketched[0], sketched[1], ...sketched[2]);
            takePieces({ pieces, placed, gone }, now.pieces);
            return now;
        };
        const plain = ({ memory, ...rest }) => ({ ...rest, pieces: [...rest.pieces.values()].sort((a, b) => a.i - b.i) });
        const here = view(await sit(bot.as, {})), message = await sit(other, { from: true });
        assert.equal(message.kept, true, scenario.id);
        assert.equal(message.from, bot.as);
        assert.ok(!('game' in message) && !('chat' in message));
        const whole = await sit(other, {});
        assert.ok(!whole.kept && JSON.stringify(message).length < JSON.stringify(whole).length, scenario.id);
        assert.deepEqual(plain(view(message, here)), plain(view(whole)), scenario.id);
        bot.socket.close();
    }
});

test('hot seat: who kept what he saw from a side is told what changed, and then knows all of it', async () => {
    const user = await User.guest(shared);
    const game = await user.create('wb95/muskau', { soviet: 'me', german: 'me' });
    const bot = await seat(user, game.id, 'wb95/muskau');
    const views = new Map();
    const keep = (message) => {
        const { pieces, placed, gone, t, kept, game: info, chat, notes, turns, version, ...rest } = message;
        const before = t === 'state' && !kept ? { pieces: new Map() } : views.get(bot.as);
        const now = { ...before, ...rest, pieces: new Map(before.pieces), memory: { ...before.memory } };
        if ('question' in message) now.question = questionOf(message, now.memory);
        takePieces(message, now.pieces);
        views.set(bot.as, now);
    };
    const plain = ({ memory, ...view }) => ({ ...view, pieces: [...view.pieces.values()].sort((a, b) => a.i - b.i) });
    const sit = async (side, words) => {
        bot.socket.send({ t: 'curtain', side, ...words });
        const message = await bot.socket.next((m) => m.t === 'state' && m.as === side);
        bot.as = side;
        bot.see(message);
        keep(message);
        return message;
    };
    keep(bot.state);
    let short = 0;
    for (let turns = 0, orders = 0; turns < 14 && !bot.over; ) {
        if (bot.question.yours) {
            const text = await bot.order();
            assert.equal((await bot.socket.ask({ t: 'order', seq: bot.seq, text })).t, 'answer', text);
            const delta = await bot.socket.next((m) => m.t === 'delta' && m.seq > bot.seq);
            bot.see(delta);
            keep(delta);
            orders++;
            continue;
        }
        turns++;
        const side = bot.question.side, known = views.has(side);
        const message = await sit(side, { kept: true });
        assert.equal(message.kept ?? false, known, 'whole the first time, short after that');
        short += known && JSON.stringify(message).length;
        const pieced = plain(views.get(side));
        const whole = await sit(side, {});
        assert.ok(!whole.kept && JSON.stringify(whole).length > 5000);
        assert.deepEqual(pieced, plain(views.get(side)), `the view after ${orders} orders`);
    }
    assert.ok(short < 14 * 5000, `${short} bytes`);
    // This window did not get what another got meanwhile: it gets the whole.
    const [here, there] = [bot.as, bot.as === 'german' ? 'soviet' : 'german'];
    await sit(there, { kept: true });
    const window = await seat(user, game.id, 'wb95/muskau');
    window.socket.send({ t: 'curtain', side: here });
    await window.socket.next((m) => m.t === 'state' && m.as === here);
    assert.ok(!(await sit(here, { kept: true })).kept);
    bot.socket.send({ t: 'language', language: 'pl' });
    await bot.socket.next('state');
    assert.ok(!(await sit(there, { kept: true })).kept, 'what is kept in another language is worth nothing');
    window.socket.close();
    bot.socket.close();
});

test('hot seat: nothing that can be asked looks behind the other curtain', async () => {
    const user = await User.guest(shared);
    const game = await user.create('wb95/nysa', { soviet: 'me', german: 'me' });
    const bot = await seat(user, game.id, 'wb95/nysa');
    const mine = bot.as, other = bot.state.you.find((side) => side !== mine);
    const secrets = bot.state.pieces.filter((piece) => piece.side === mine && piece.id && piece.hex !== null);
    bot.socket.send({ t: 'curtain', side: other });
    const behind = await bot.socket.next((m) => m.t === 'state' && m.as === other);
    const seen = new Set(behind.pieces.map((piece) => piece.id));
    const hidden = secrets.filter((piece) => !seen.has(piece.id));
    assert.ok(hidden.length > 20, `${hidden.length} counters are hidden`);
    bot.socket.received.length = 0;
    const order = `move ${hidden[0].id} ${bot.numbers[hidden[0].hex]}`;
    for (const message of [{ t: 'choices', prefix: '' }, { t: 'choices', prefix: `move ${hidden[0].id}` }, { t: 'reach', prefix: `move ${hidden[0].id}` },
        { t: 'why', order }, { t: 'forecast', order }, { t: 'order', seq: behind.seq, text: order }])
        assert.match((await bot.socket.ask(message)).text, /switch sides first/, JSON.stringify(message));
    for (const hex of new Set(hidden.slice(0, 12).map((piece) => piece.hex))) await bot.socket.ask({ t: 'look', hex });
    for (const kind of ['supply', 'zoc', 'threat']) for (const side of [mine, other]) await bot.socket.ask({ t: 'overlay', kind, side });
    for (const t of ['panels', 'aims']) await bot.socket.ask({ t });
    for (const to of [0, behind.orders]) assert.equal((await bot.socket.ask({ t: 'history', to, side: mine })).t, 'answer');
    await pastOf(bot.socket);
    const picture = (await user.get(`/api/games/${game.id}/picture.svg`)).bytes.toString();
    const elsewhere = await seat(user, game.id, 'wb95/nysa');
    assert.equal(elsewhere.as, other, 'another window is behind the same curtain');
    const told = [...bot.socket.received, ...elsewhere.socket.received].filter((text) => !text.includes('"t":"refused"')).join('\n') + picture;
    for (const { id } of hidden) assert.ok(!told.includes(`"${id}"`), `${id} was told`);
    bot.socket.close();
    elsewhere.socket.close();
});

// A viewer who reloads must not know more than one who watched: nothing may be left to send to those who sit there.
test('one truth: after every order who watches has been shown what a fresh state shows', async () => {
    for (const [scenario, sides, orders] of [['ocs/taganrog-road', ['axis', 'soviet'], 45], ['pm/dvina', ['german', 'soviet'], 25],
        ['wb95/muskau', ['soviet', 'german'], 25], ['tcs/first-fire', ['us', 'german'], 25]]) {
        const owner = await User.guest(shared), stranger = await User.guest(shared);
        const game = await owner.create(scenario, Object.fromEntries(sides.map((side) => [side, 'me'])), { public: true });
        const bot = await seat(owner, game.id, scenario);
        const watcher = await stranger.socket(game.id);
        await watcher.next('state');
        for (let i = 0; i < orders && !bot.over; i++) {
            if (!bot.question?.yours) {
                bot.socket.send({ t: 'curtain', side: bot.question.side });
                bot.see(await bot.socket.next('state'));
            }
            const text = await giveOrder(bot);
            await watcher.ask({ t: 'ping' });
            watcher.messages.length = 0;
            const fresh = await stranger.socket(game.id);
            await fresh.next('state');
            await watcher.ask({ t: 'ping' });
            const late = watcher.messages.filter((message) => message.t === 'delta');
            assert.deepEqual(late, [], `${scenario}, "${text}": who reloads sees more`);
            fresh.close();
        }
        bot.socket.close();
        watcher.close();
    }
});
