// test.mjs — a real server, played and attacked. Each case has its own users; most share one server.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { appendFileSync, cpSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import net from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beginCase, chance, giveOrder, program, Server, seat, untilMine, User } from './server.mjs';
import { Socket } from './ws.mjs';

const release = process.env.SANDTABLE_TOOL ?? 'build/release/sandtable';
const only = process.argv.slice(2);
const cases = [];
const test = (name, run) => cases.push({ name, run });
const sleep = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
let shared; // the server most cases use

// Whether a fact comes about within five minutes: looked for often, so that nobody waits longer than for it.
async function comes(fact, every = 50) {
    for (const begun = Date.now(); Date.now() - begun < 300000; await sleep(every)) if (await fact()) return true;
    return false;
}

// ---- helpers ----

// Sees everything that was told so far: an answer comes after it.
async function catchUp(bot) {
    await bot.socket.ask({ t: 'look', hex: 0 });
    const told = bot.socket.messages.filter((m) => m.t === 'delta' && m.seq > bot.seq);
    bot.socket.messages = bot.socket.messages.filter((m) => m.t !== 'delta');
    for (const message of told) bot.see(message);
}

function admin(store, ...words) {
    return spawnSync(release, ['admin', '--store', store, ...words], { encoding: 'utf8' });
}

// Sends bytes as they are and returns all that comes back.
function rawHttp(port, text, milliseconds = 60000) {
    return new Promise((resolve) => {
        const connection = net.connect({ port, host: '127.0.0.1' });
        let answer = '';
        const done = () => (connection.destroy(), resolve(answer));
        const timer = setTimeout(done, milliseconds);
        connection.on('data', (bytes) => {
            answer += bytes;
            if (answer.includes('\r\n\r\n') && !text.includes('slowly')) setTimeout(done, 50);
        });
        connection.on('error', () => (clearTimeout(timer), done()));
        connection.on('close', () => (clearTimeout(timer), done()));
        connection.write(text);
    });
}
const statusOf = (answer) => Number(answer.split(' ')[1] ?? 0);

// ---- the newcomer ----

test('newcomer: from nothing to a moved regiment, odds, and a refusal with its paragraph', async () => {
    const user = await User.guest(shared);
    assert.equal(user.session.user.guest, true);
    assert.match(user.cookie, /^sandtable=/);
    const scenarios = (await user.get('/api/scenarios')).json;
    const nysa = scenarios.find((scenario) => scenario.id === 'wb95/nysa');
    assert.equal(nysa.turns, 17);
    assert.ok(nysa.options.some((option) => option.name === 'masking' && option.values.includes('off')));
    assert.equal(scenarios.find((scenario) => scenario.id === 'wb95/two-stars').sidesWith['players=3'].length, 3);
    assert.deepEqual(scenarios.find((scenario) => scenario.id === 'wb95/nysa').mapsWith, ['grid=even-down']);
    const map = (await user.get('/api/map/wb95/nysa')).json;
    assert.equal(map.numbers.length, map.columns * map.rows);
    assert.equal(map.terrain.length, map.numbers.length);
    const game = await user.create('wb95/muskau', { soviet: 'me', german: 'greedy' });
    const bot = await seat(user, game.id, 'wb95/muskau');
    assert.deepEqual(bot.state.you, ['soviet']);
    assert.ok(bot.state.pieces.length > 15);
    // Through air planning and barrage to the movement phase.
    while (bot.question?.kind !== 'movement') {
        await untilMine(bot);
        if (bot.question.kind === 'movement') break;
        const { choices } = await bot.socket.ask({ t: 'choices', prefix: '' });
        const end = choices.find((choice) => ['fly', 'end', 'ready', 'done'].includes(choice.text)) ?? choices.at(-1);
        const answer = await bot.socket.ask({ t: 'order', seq: bot.seq, text: end.text });
        assert.equal(answer.t, 'answer', JSON.stringify(answer));
        bot.see(await bot.socket.next((m) => m.t === 'delta' && m.seq > bot.seq));
    }
    const { choices } = await bot.socket.ask({ t: 'choices', prefix: 'move' });
    assert.ok(choices.length > 5);
    let moved = null;
    for (const choice of choices) {
        const reach = await bot.socket.ask({ t: 'reach', prefix: `move ${choice.text}` });
        assert.equal(reach.t, 'answer');
        const taken = new Set(bot.state.pieces.map((piece) => piece.hex));
        const end = reach.ends.find((candidate) => reach.from[candidate.hex] === reach.start && !taken.has(candidate.hex));
        if (!end) continue;
        moved = { piece: choice, end };
        const answer = await bot.socket.ask({ t: 'order', seq: bot.seq, text: `move ${choice.text} ${bot.numbers[end.hex]}` });
        assert.equal(answer.t, 'answer', JSON.stringify(answer));
        break;
    }
    assert.ok(moved, 'some counter can move');
    const events = await bot.socket.next((m) => m.t === 'events' && m.order?.startsWith('move'));
    assert.ok(events.events.some((event) => event.kind === 'moved' && event.pieces.includes(moved.piece.value)));
    const delta = await bot.socket.next((m) => m.t === 'delta' && m.seq === events.seq);
    assert.equal(delta.pieces.find((piece) => piece.i === moved.piece.value).hex, moved.end.hex);
    bot.see(delta);
    // An order that a rule refuses says which.
    const far = await bot.socket.ask({ t: 'why', order: `move ${choices[0].text} ${bot.numbers[0]}` });
    assert.equal(far.t, 'refused');
    assert.match(far.rule, /^\d/);
    assert.match(far.text, /WB-95/);
    // To the combat phase, and the odds of an attack.
    for (;;) {
        await untilMine(bot);
        if (bot.question.kind === 'combat') break;
        const answer = await bot.socket.ask({ t: 'order', seq: bot.seq, text: 'end' });
        assert.equal(answer.t, 'answer', JSON.stringify(answer));
        bot.see(await bot.socket.next((m) => m.t === 'delta' && m.seq > bot.seq));
    }
    let odds = null;
    for (let i = 0; i < 40 && !odds; i++) {
        const text = await bot.order();
        const forecast = await bot.socket.ask({ t: 'forecast', order: text });
        if (forecast.t === 'answer') odds = forecast;
    }
    assert.ok(odds, 'some order has odds');
    assert.equal(odds.outcomes.reduce((sum, outcome) => sum + outcome.weight, 0), odds.total);
    bot.socket.close();
});

test('a reach tells the way to every end, also where it is not the cheapest to the hexes it passes', async () => {
    const user = await User.guest(shared);
    const game = await user.create('wb95/nysa', { soviet: 'me', german: 'greedy' });
    const bot = await seat(user, game.id, 'wb95/nysa');
    while ((await untilMine(bot)) && bot.question.kind !== 'movement') {
        const { choices } = await bot.socket.ask({ t: 'choices', prefix: '' });
        const done = choices.find((choice) => ['fly', 'end', 'ready'].includes(choice.text));
        await bot.socket.ask({ t: 'order', seq: bot.seq, text: done.text });
        bot.see(await bot.socket.next((m) => m.t === 'delta' && m.seq > bot.seq));
    }
    const reach = await bot.socket.ask({ t: 'reach', prefix: 'move s254' });
    const dearer = reach.ends.filter((end) => end.way);
    assert.ok(dearer.length > 0);
    for (const end of reach.ends) assert.ok(end.way ? end.way.at(-1) === end.hex : end.hex in reach.from);
    for (const end of dearer) {
        const path = end.way.map((hex) => bot.numbers[hex]).join(' ');
        assert.equal((await bot.socket.ask({ t: 'why', order: `move s254 ${path}` })).ok, true);
    }
    bot.socket.close();
});

test('another language: state, events, refusals, odds, rules and errors, to each client his own', async () => {
    const user = await User.guest(shared);
    const game = await user.create('wb95/muskau', { soviet: 'me', german: 'greedy' });
    const english = await seat(user, game.id, 'wb95/muskau');
    const polish = await user.socket(game.id, { lang: 'pl' });
    const state = await polish.next('state');
    assert.equal(state.question.title, 'Ostrzał');
    assert.match(state.question.prompt, /^Sowieci: wykonaj ostrzał .*\(WB-95 6\.5\.7\)$/);
    assert.equal(state.question.verbs.find((verb) => verb.verb === 'end').name, 'koniec fazy');
    assert.match(state.track, /^Etap 1 z 4, 16 kwietnia; faza 2: Sowieci, ostrzał$/);
    const dug = state.pieces.find((piece) => piece.id === 'gA/545');
    assert.deepEqual([dug.marks, dug.states, dug.nation], [['fortified'], ['okopana'], 'Niemcy']);
    assert.equal(english.state.question.title, 'Barrage');
    const odds = await polish.ask({ t: 'forecast', order: 'barrage s32Art s33Art at 5115' });
    assert.match(odds.title, /PS ognia/);
    assert.ok(odds.measures.some((measure) => measure.label === 'dezorganizacja celu'));
    const refused = await polish.ask({ t: 'why', order: 'barrage s32Art s33Art at 5011' });
    assert.equal(refused.t, 'refused');
    assert.match(refused.text, /heks|zasi|przeciwnik/);
    await english.socket.ask({ t: 'order', seq: english.seq, text: 'barrage s32Art s33Art at 5115' });
    const told = await polish.next('events');
    assert.match(told.events[0].text, /^ostrzał na 5115: strzela/);
    assert.match((await english.socket.next('events')).events[0].text, /guns fire a barrage on 5115/);
    // The English client changes over, and is told everything again.
    english.socket.send({ t: 'language', language: 'pl' });
    const again = await english.socket.next((m) => m.t === 'state');
    assert.match(again.question.prompt, /^Sowieci/);
    assert.match((await english.socket.ask({ t: 'language', language: 'xx' })).text, /w tym języku/);
    const past = await polish.ask({ t: 'events', from: 0, count: 5 });
    assert.ok(past.past.some((line) => line.events.some((event) => /^ostrzał na 5115/.test(event.text))));
    // Over HTTP: by the address, or by what the browser says it reads.
    const list = (await user.get('/api/scenarios?lang=pl')).json;
    assert.equal(list.find((scenario) => scenario.id === 'wb95/two-stars').title, 'Dwie gwiazdy');
    assert.equal(list[0].sides.find((side) => side.word === 'german').name, 'Niemcy');
    const rule = (await user.get('/api/rules/wb95?lang=pl')).json.find((one) => one.id === '3.1.8');
    assert.match(rule.words, /przeciwnik/);
    const map = (await user.get('/api/map/wb95/muskau?lang=pl')).json;
    assert.deepEqual([map.terrainWords[1], map.terrainNames[1]], ['forest', 'las']);
    assert.equal((await user.get('/api/games/none?lang=pl')).json.error, 'nie ma takiej gry');
    const asked = await user.request('GET', '/api/games/none', { headers: { 'Accept-Language': 'pl-PL,en;q=0.5' } });
    assert.equal(asked.json.error, 'nie ma takiej gry');
    assert.equal((await user.get('/api/games/none')).json.error, 'there is no such game');
    polish.close();
    english.socket.close();
});

test('rules, messages, pages and headers', async () => {
    const user = await User.guest(shared);
    const rules = (await user.get('/api/rules/wb95')).json;
    assert.ok(rules.length > 200);
    assert.ok(rules.find((rule) => rule.id === '4.2.1').words.length > 20);
    assert.equal((await user.get('/api/rules/none')).status, 404);
    const terms = async (more) => (await user.get(`/api/terms/wb95${more}`)).json;
    for (const { term, rule, words } of await terms('')) {
        assert.ok(term && words.length > 5);
        assert.ok(rules.some((one) => one.id === rule), `${term} cites ${rule}`);
    }
    assert.match((await terms('')).find(({ term }) => term === 'SP').words, /^Strength points/);
    assert.match((await terms('?lang=pl')).find(({ term }) => term === 'PS').words, /^Punkty siły/);
    assert.equal((await user.get('/api/terms/none')).status, 404);
    const page = await user.get('/');
    assert.equal(page.status, 200);
    assert.match(page.headers['content-security-policy'], /default-src 'self'.*script-src 'self' 'wasm-unsafe-eval'/);
    assert.doesNotMatch(page.headers['content-security-policy'], /unsafe-inline/);
    assert.equal((await user.get('/', { headers: { 'If-None-Match': page.headers.etag } })).status, 304);
    assert.equal((await user.get('/g/abc123')).status, 200);
    const map = await user.get('/api/map/wb95/nysa');
    assert.equal((await user.get('/api/map/wb95/nysa', { headers: { 'If-None-Match': map.headers.etag } })).status, 304);
    assert.equal((await user.get('/healthz')).bytes.toString(), 'ok\n');
    assert.match((await user.get('/metrics')).bytes.toString(), /sandtable_orders_total \d/);
    const fresh = await new User(shared).get('/api/session');
    assert.match(fresh.headers['set-cookie'][0], /HttpOnly; SameSite=Lax/);
});

// ---- fog ----

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
    // Each looks again with fresh eyes, and sees what the changes told so far add up to.
    const added = (socket) => {
        const seen = { pieces: new Map() };
        for (const message of socket.received.map((text) => JSON.parse(text))) {
            if (message.t !== 'state' && message.t !== 'delta') continue;
            for (const key of ['question', 'track', 'score', 'marks', 'control', 'asked'])
                if (key in message) seen[key] = message[key];
            for (const piece of message.pieces ?? []) seen.pieces.set(piece.i, piece);
            for (const gone of message.gone ?? []) seen.pieces.delete(gone);
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

// All that is told of the past, page by page.
async function pastOf(socket, { from = 0, count = 200 } = {}) {
    const past = [];
    for (let next = from; next !== null;) {
        const answer = await socket.ask({ t: 'events', from: next, count });
        assert.equal(answer.t, 'answer', JSON.stringify(answer));
        assert.equal(answer.from, next);
        assert.ok(answer.past.length <= count);
        past.push(...answer.past);
        next = answer.next;
    }
    return past;
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
        assert.deepEqual((await pastOf(late.socket, { from: late.seq - 3 })).map((line) => line.seq), [3, 2, 1, 0].map((n) => late.seq - n));
        late.socket.close();
    }
    assert.notDeepEqual(lines.soviet, lines.german, 'the sides were told different things');
    const odd = await seat(red, game.id, 'wb95/nysa');
    for (const wish of [{}, { from: 0 }, { from: -1, count: 5 }, { from: 0, count: 0 }, { from: 0, count: 201 }, { from: 1e9, count: 5 },
        { from: '0', count: 5 }, { from: 0.5, count: 5 }, { from: 2 ** 32, count: 1 }, { from: 0, count: 2 ** 33 }])
        assert.equal((await odd.socket.ask({ t: 'events', ...wish })).t, 'error', JSON.stringify(wish));
    // Whoever asks for everything at once is told to wait, and is answered all the same.
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
            { t: 'why', order: text }, { t: 'forecast', order: text }]) {
            const answer = await wrong.socket.ask(message);
            assert.equal(answer.t, 'refused', JSON.stringify(message));
            assert.match(answer.text, /not your turn|you are watching/);
        }
    }
    assert.equal((await spectator.socket.ask({ t: 'resign' })).t, 'refused');
    assert.equal((await spectator.socket.ask({ t: 'undo' })).t, 'refused');
    assert.equal((await spectator.socket.ask({ t: 'curtain', side: 'german' })).t, 'error');
    assert.equal((await other.socket.ask({ t: 'curtain', side: mover.as })).t, 'error');
    const stale = { t: 'order', seq: mover.seq + 1, text };
    assert.match((await mover.socket.ask(stale)).text, /look again/);
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
        { t: 'chat', text: 'x'.repeat(2000) }])
        assert.ok(['refused', 'error'].includes((await mover.socket.ask(odd)).t), JSON.stringify(odd));
    for (const bot of [soviet, german, spectator]) bot.socket.close();
});

test('a game on the other reading of the grid names its own map', async () => {
    const user = await User.guest(shared);
    const usual = await user.create('wb95/nysa', { soviet: 'me', german: 'greedy' });
    assert.equal((await user.get(`/api/games/${usual.id}`)).json.map, 'wb95/nysa');
    const game = await user.create('wb95/nysa', { soviet: 'me', german: 'greedy' }, { options: { grid: 'even-down' } });
    const socket = await user.socket(game.id);
    const { map } = (await socket.next('state')).game;
    assert.equal(map, 'wb95/nysa/grid=even-down');
    const [odd, even] = await Promise.all(['wb95/nysa', map].map(async (path) => (await user.get(`/api/map/${path}`)).json));
    assert.deepEqual([odd.name, odd.parity, even.name, even.parity], ['bautzen', 'odd-down', 'bautzen-even', 'even-down']);
    assert.notEqual(odd.hash, even.hash);
    for (const path of ['wb95/nysa/grid=odd-down', 'wb95/nysa/', 'wb95/muskau/grid=even-down'])
        assert.equal((await user.get(`/api/map/${path}`)).status, 404, path);
    socket.close();
});

test('a supply overlay leads from every counter to a base, or says that it is cut off', async () => {
    const user = await User.guest(shared);
    const game = await user.create('wb95/nysa', { soviet: 'me', german: 'greedy' });
    const map = (await user.get('/api/map/wb95/nysa')).json;
    const socket = await user.socket(game.id);
    const state = await socket.next('state');
    const { hexes, cut, links } = await socket.ask({ t: 'overlay', kind: 'supply', side: 'soviet' });
    const tinted = new Set(hexes), goesOn = new Map(links.map((link) => [Math.floor(link / 6), link % 6]));
    const low = (column) => (map.firstColumn + column) % 2 === (map.parity === 'odd-down' ? 1 : 0);
    const across = (hex, edge) => {
        const column = hex % map.columns, row = Math.floor(hex / map.columns);
        const down = [[-1, -1, 0, 1, 0, -1], [-1, 0, 1, 1, 1, 0]][low(column) ? 1 : 0][edge];
        return (row + down) * map.columns + column + [0, 1, 1, 0, -1, -1][edge];
    };
    const mine = state.pieces.filter((piece) => piece.side === 'soviet' && piece.hex !== null);
    assert.ok(mine.length > 50);
    for (const { hex, name } of mine) {
        if (cut.includes(hex)) continue;
        let at = hex;
        for (let steps = 0; goesOn.has(at); steps++) {
            assert.ok(steps < 100 && tinted.has(at), `${name}: the line runs through supplied hexes`);
            at = across(at, goesOn.get(at));
        }
        assert.equal(at % map.columns, map.columns - 1, `${name}: its line ends at the east edge`);
    }
    const { hexes: threatened, links: none } = await socket.ask({ t: 'overlay', kind: 'threat', side: 'soviet' });
    assert.ok(threatened.length > 0 && threatened.every((hex) => mine.some((piece) => piece.hex === hex)));
    assert.deepEqual(none, []);
    socket.close();
});

test('malformed and oversize frames are closed, the server goes on', async () => {
    const user = await User.guest(shared);
    const game = await user.create('wb95/muskau', { soviet: 'me', german: 'me' });
    const open = async () => {
        const socket = await user.socket(game.id);
        await socket.next('state');
        return socket;
    };
    const expectClose = async (spoil, codes) => {
        const socket = await open();
        spoil(socket);
        const { code } = await socket.closing();
        assert.ok(codes.includes(code), `closed with ${code}, wanted ${codes}`);
    };
    await expectClose((s) => s.raw(1, '{"t":"chat","text":"x"}', { masked: false }), [1002, 1005]);
    await expectClose((s) => s.raw(1, Buffer.from([0xc3, 0x28, 0xff])), [1007]);
    await expectClose((s) => s.raw(1, 'x'.repeat(70000)), [1009]);
    await expectClose((s) => s.raw(1, 'x', { claim: 2 ** 40 }), [1009]);
    await expectClose((s) => s.raw(2, 'binary'), [1003]);
    await expectClose((s) => s.raw(3, 'reserved'), [1002, 1005]);
    await expectClose((s) => s.raw(1, 'x', { rsv: 4 }), [1002, 1005]);
    await expectClose((s) => s.raw(9, 'x'.repeat(126)), [1002, 1005]);
    await expectClose((s) => (s.raw(1, 'a', { fin: false }), s.raw(1, 'b')), [1002, 1005]);
    await expectClose((s) => s.raw(8, Buffer.from([3, 232])), [1000]);
    const socket = await open();
    for (const text of ['', '[]', '{', 'null', '"x"', '{"t":"order"', '\u0000', '{"t":"chat","t":"note"}', '['.repeat(60000)]) {
        socket.raw(1, text);
        assert.equal((await socket.next('error')).t, 'error', text.slice(0, 20));
    }
    socket.raw(1, '{"t":"lo', { fin: false }); // a message in pieces, with a ping between them
    socket.raw(9, 'ping');
    socket.raw(0, 'ok","hex":0,"n":5}');
    assert.equal((await socket.next((m) => m.n === 5)).t, 'answer');
    socket.close();
    assert.equal((await user.get('/healthz')).status, 200);
});

test('mangled messages and bodies: always an answer, never a crash', async () => {
    const user = await User.guest(shared);
    const game = await user.create('wb95/muskau', { soviet: 'me', german: 'me' }, { public: true });
    let bot = await seat(user, game.id, 'wb95/muskau');
    const any = chance('mangled');
    const pick = (list) => list[Math.floor(any() * list.length)];
    const orders = [];
    for (let i = 0; i < 5; i++) orders.push(await bot.order());
    const good = [
        () => ({ t: 'order', n: 1, seq: bot.seq, text: pick(orders) }), () => ({ t: 'choices', n: 2, prefix: pick(orders) }),
        () => ({ t: 'reach', n: 3, prefix: 'move s9G' }), () => ({ t: 'forecast', n: 4, order: pick(orders) }),
        () => ({ t: 'why', n: 5, order: pick(orders) }), () => ({ t: 'undo', n: 6 }), () => ({ t: 'agree', n: 7, yes: true }),
        () => ({ t: 'overlay', n: 9, kind: pick(['supply', 'zoc', 'threat']), side: pick(['soviet', 'german']) }),
        () => ({ t: 'look', n: 10, hex: Math.floor(any() * 400) }), () => ({ t: 'history', n: 11, to: Math.floor(any() * 9) }),
        () => ({ t: 'note', n: 12, text: 'x' }), () => ({ t: 'curtain', side: pick(['soviet', 'german']) })];
    const odd = ['', ' ', '"', '\\', '{', '}', '[', '-1', '1e999', '99999999999999999999', '\u0000', 'żółw', '/', '%n%s', 'null', 's9G', '9999', '='];
    const mangle = (text) => {
        for (let times = 1 + Math.floor(any() * 3); times > 0; times--) {
            const at = Math.floor(any() * text.length), end = at + Math.floor(any() * 8);
            text = text.slice(0, at) + (any() < 0.6 ? pick(odd) : '') + text.slice(any() < 0.5 ? at : end);
        }
        return text;
    };
    let answered = 0;
    bot.socket.onMessage = (message) => {
        if (['answer', 'error', 'refused', 'state', 'chat'].includes(message.t)) answered++;
        if ('seq' in message) bot.seq = message.seq;
    };
    for (let i = 0; i < 1500; i++) {
        bot.socket.send(mangle(JSON.stringify(pick(good)())));
        if (i % 50 === 0) await sleep(2);
    }
    const last = new Promise((resolve) => {
        const { onMessage } = bot.socket;
        bot.socket.onMessage = (message) => (onMessage(message), message.n === 123456789 && resolve());
        bot.socket.closers.push(resolve);
    });
    bot.socket.send({ t: 'look', hex: 0, n: 123456789 });
    await last;
    assert.equal(bot.socket.closed, null);
    assert.ok(answered >= 1300, `${answered} answers`);
    const bodies = [['/api/games', { scenario: 'wb95/muskau', seats: { soviet: 'me', german: 'random' }, options: { masking: 'on' }, public: true }],
        [`/api/games/${game.id}/join`, { side: 'german', invite: game.invite }], [`/api/games/${game.id}/branch`, { to: 2 }],
        ['/api/settings', { webhook: 'http://x.example/', language: 'en', theme: 'dark' }], ['/api/login', { name: 'x', password: 7 }]];
    for (let i = 0; i < 150; i++) {
        const [path, body] = pick(bodies);
        const { status } = await user.post(path, mangle(JSON.stringify(body)), { raw: true });
        assert.ok([200, 400, 401, 403, 404, 409].includes(status), `${path} ${status}`);
    }
    bot.socket.close();
    assert.equal((await user.get('/healthz')).status, 200);
});

test('origins, cookies and forged requests', async () => {
    const user = await User.guest(shared), stranger = new User(shared);
    const game = await user.create('wb95/muskau', { soviet: 'me', german: 'random' });
    const refused = async (promise, status) => assert.equal((await promise.catch((error) => error)).status, status);
    await refused(user.socket(game.id, { origin: 'http://evil.example' }), 403);
    await refused(user.socket(game.id, { origin: `http://127.0.0.1:${shared.port}.evil.example` }), 403);
    await refused(user.socket(game.id, { origin: 'null' }), 403);
    await refused(user.socket(game.id, { origin: '' }), 403);
    await refused(stranger.socket(game.id), 401);
    const other = await User.guest(shared);
    await refused(other.socket(game.id), 404); // not public, not invited
    assert.equal((await other.get(`/api/games/${game.id}`)).status, 404);
    assert.equal((await other.get(`/api/games/${game.id}/picture.svg`)).status, 404);
    assert.equal((await other.get(`/api/games/${game.id}?invite=${game.invite}`)).status, 200);
    (await other.socket(game.id, { invite: game.invite })).close();
    await refused(other.socket(game.id, { invite: 'x'.repeat(20) }), 404);
    for (const someone of [stranger, other]) {
        const lists = (await someone.get('/api/games')).json;
        assert.deepEqual(lists.mine, []);
        assert.ok(!lists.open.some((row) => row.id === game.id));
    }
    assert.ok((await user.get('/api/games')).json.mine.some((row) => row.id === game.id && row.invite === game.invite));
    const wish = { scenario: 'wb95/muskau', seats: { soviet: 'me', german: 'random' } };
    assert.equal((await user.post('/api/games', wish, { headers: { 'X-Sandtable': '' } })).status, 403);
    assert.equal((await user.post('/api/games', wish, { headers: { Origin: 'http://evil.example' } })).status, 403);
    assert.equal((await stranger.post('/api/games', wish)).status, 401);
    assert.equal((await user.get('/api/session', { headers: { Host: 'evil.example' } })).status, 421);
    for (const cookie of ['sandtable=', 'sandtable=AAAA', `sandtable=${'A'.repeat(43)}`, `sandtable=${'"'.repeat(3000)}`]) {
        const thief = new User(shared);
        thief.cookie = cookie;
        assert.equal((await thief.post('/api/settings', {})).status, 401);
    }
});

test('strict HTTP and path tricks', async () => {
    const { port } = shared;
    const ask = (lines) => rawHttp(port, lines.join('\r\n') + '\r\n\r\n').then(statusOf);
    const host = `Host: 127.0.0.1:${port}`;
    assert.equal(await ask(['GET /healthz HTTP/1.1', host]), 200);
    assert.equal(await ask(['GET /healthz HTTP/1.1', host, host]), 400);
    assert.equal(await ask(['GET /healthz HTTP/1.1']), 400);
    assert.equal(await ask(['POST /api/login HTTP/1.1', host, 'X-Sandtable: 1', 'Content-Length: 2', 'Content-Length: 3']), 400);
    assert.equal(await ask(['POST /api/login HTTP/1.1', host, 'X-Sandtable: 1', 'Content-Length: 2', 'Transfer-Encoding: chunked']), 400);
    assert.equal(await ask(['POST /api/login HTTP/1.1', host, 'X-Sandtable: 1', 'Content-Length: 99999999']), 413);
    assert.equal(await ask(['POST /api/login HTTP/1.1', host, 'X-Sandtable: 1', 'Content-Length: -5']), 400);
    assert.equal(await ask(['DELETE /api/games HTTP/1.1', host]), 405);
    const chunk = `4000\r\n${' '.repeat(0x4000)}\r\n`; // a body that never says how long it is
    assert.equal(statusOf(await rawHttp(port, `POST /api/login HTTP/1.1\r\n${host}\r\nX-Sandtable: 1\r\nTransfer-Encoding: chunked\r\n\r\n${chunk.repeat(6)}0\r\n\r\n`)), 413);
    for (const path of ['/../../etc/passwd', '/assets/../../../etc/passwd', '/%2e%2e/%2e%2e/etc/passwd', '/api/map/../../etc/passwd',
        '/api/map/wb95/../nysa', '/api/map/wb95/nysa%00.scenario', '/api/rules/../wb95', '/api/messages/../../x', '/g/../etc', '//etc/passwd',
        '/api/games/..%2f..%2f/journal', `/api/games/${'a'.repeat(3000)}`]) {
        const status = await ask([`GET ${path} HTTP/1.1`, host]);
        assert.ok([400, 404].includes(status), `${path}: ${status}`);
    }
    for (const nonsense of ['GET\r\n\r\n', '\x00\x01\x02\x03', 'GET / HTTP/9.9\r\n\r\n', `GET /${'a'.repeat(40000)} HTTP/1.1\r\n${host}\r\n\r\n`,
        `GET / HTTP/1.1\r\n${host}\r\nX: ${'b'.repeat(60000)}\r\n\r\n`])
        assert.notEqual(statusOf(await rawHttp(port, nonsense, 800)), 200);
    const user = await User.guest(shared);
    for (const body of ['', '[]', '{', '"x"', '{"scenario":7}', '{"scenario":"wb95/nysa","seats":[]}', '['.repeat(50000)])
        assert.equal((await user.post('/api/games', body, { raw: true })).status, 400, body.slice(0, 30));
    for (const wish of [{ scenario: 'wb95/none' }, { scenario: '../wb95/nysa', seats: {} }, { scenario: 'wb95/nysa', seats: { soviet: 'god' } },
        { scenario: 'wb95/nysa', seats: { martian: 'me' } }, { scenario: 'wb95/nysa', seats: { soviet: 'random', german: 'random' } },
        { scenario: 'wb95/nysa', seats: { soviet: 'me' }, options: { masking: 'off x=y' } }, { scenario: 'wb95/nysa', seats: { soviet: 'me' }, options: { no: 'on' } },
        { scenario: 'wb95/nysa', seats: { soviet: 'me' }, options: { masking: 'perhaps' } }])
        assert.equal((await user.post('/api/games', wish)).status, 400, JSON.stringify(wish));
});

test('a slow reader is dropped, others play on', async () => {
    const user = await User.guest(shared), before = (await user.get('/metrics')).bytes.toString();
    const game = await user.create('wb95/nysa', { soviet: 'me', german: 'me' });
    const slow = await user.socket(game.id), quick = await seat(user, game.id, 'wb95/nysa');
    await slow.next('state');
    slow.connection.pause();
    for (let i = 0; i < 280; i++) slow.send({ t: 'curtain', side: i % 2 ? 'german' : 'soviet' });
    const count = (text) => Number(text.match(/^sandtable_dropped_total (\d+)/m)[1]);
    const dropped = async () => count((await user.get('/metrics')).bytes.toString()) > count(before);
    assert.ok(await comes(dropped), 'the slow one was dropped');
    assert.equal((await quick.socket.ask({ t: 'look', hex: 3 })).t, 'answer');
    slow.close();
    quick.socket.close();
});

test('a client that talks too much is told, then closed', async () => {
    const server = await Server.start();
    const user = await User.guest(server);
    const game = await user.create('wb95/muskau', { soviet: 'me', german: 'me' });
    const socket = await user.socket(game.id);
    await socket.next('state');
    for (let n = 1; n <= 600; n++) socket.send({ t: 'look', hex: 1, n });
    assert.equal((await socket.closing()).code, 1008);
    const answers = socket.received.map((text) => JSON.parse(text)).filter((message) => 'n' in message);
    assert.deepEqual(answers.map((message) => message.n), answers.map((_, index) => index + 1), 'each is answered, also when refused');
    const slow = answers.filter((message) => message.t === 'error');
    assert.ok(slow.length >= 100 && slow.every((message) => /too many messages/.test(message.text)), String(slow.length));
    assert.equal((await server.stop()).code, 0);
    server.clean();
});

test('2100 sockets at 30 tables and 300 connections that say nothing: everybody is told, nobody waits long', async () => {
    const server = await Server.start({ options: ['--no-limits'] });
    const user = await User.guest(server), watcher = await User.guest(server);
    const idle = Array.from({ length: 300 }, () => net.connect({ port: server.port, host: '127.0.0.1' }).on('error', () => {}));
    const tables = [];
    for (let i = 0; i < 30; i++) {
        const game = await user.create('wb95/muskau', { soviet: 'me', german: 'me' }, { public: true });
        tables.push({ bot: await seat(user, game.id, 'wb95/muskau'), id: game.id, sockets: [] });
    }
    for (const table of tables)
        for (let k = 0; k < 2; k++)
            table.sockets.push(...(await Promise.all(Array.from({ length: 35 }, () => watcher.socket(table.id)))));
    for (const socket of tables.flatMap((table) => table.sockets)) {
        socket.keep = false;
        await socket.next('state', 60000);
    }
    const clients = Number((await user.get('/metrics')).bytes.toString().match(/^sandtable_clients (\d+)/m)[1]);
    assert.ok(clients >= 2130, `${clients} clients`);
    for (const { bot } of tables) await giveOrder(bot);
    for (const { sockets } of tables)
        for (const socket of sockets) assert.equal((await socket.next('delta', 60000)).seq, 1);
    const asked = Date.now();
    assert.equal((await user.get('/healthz')).status, 200);
    assert.ok(Date.now() - asked < 15000, 'somebody else is still answered');
    for (const connection of idle) connection.destroy();
    for (const { bot, sockets } of tables) for (const socket of [bot.socket, ...sockets]) socket.close();
    assert.deepEqual(await server.stop(), { code: 0, signal: null }, server.log.slice(-3000));
    server.clean();
});

test('400 spectators at one table', async () => {
    const user = await User.guest(shared);
    const game = await user.create('wb95/muskau', { soviet: 'me', german: 'me' }, { public: true });
    const bot = await seat(user, game.id, 'wb95/muskau');
    const watcher = await User.guest(shared);
    const sockets = [];
    for (let i = 0; i < 16; i++)
        sockets.push(...(await Promise.all(Array.from({ length: 25 }, () => watcher.socket(game.id)))));
    for (const socket of sockets) await socket.next('state');
    bot.socket.send({ t: 'curtain', side: bot.state.asked });
    bot.see(await bot.socket.next('state'));
    await giveOrder(bot);
    for (const socket of sockets) assert.equal((await socket.next('delta')).seq, 1);
    for (const socket of sockets) socket.close();
    bot.socket.close();
    assert.equal((await user.get('/healthz')).status, 200);
});

// ---- playing ----

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
    assert.match((await bot.socket.ask({ t: 'choices', prefix: '' })).text, /curtain/);
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

test('hot seat: who kept what he saw from a side is told what changed, and then knows all of it', async () => {
    const user = await User.guest(shared);
    const game = await user.create('wb95/muskau', { soviet: 'me', german: 'me' });
    const bot = await seat(user, game.id, 'wb95/muskau');
    const views = new Map();
    const keep = (message) => {
        const { pieces = [], gone = [], t, kept, game: info, chat, notes, turns, version, ...rest } = message;
        const before = t === 'state' && !kept ? { pieces: new Map() } : views.get(bot.as);
        const now = { ...before, ...rest, pieces: new Map(before.pieces) };
        for (const i of gone) now.pieces.delete(i);
        for (const piece of pieces) now.pieces.set(piece.i, piece);
        views.set(bot.as, now);
    };
    const plain = (view) => ({ ...view, pieces: [...view.pieces.values()].sort((a, b) => a.i - b.i) });
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
    // What another window was told meanwhile, this one was not: it gets the whole.
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
        assert.match((await bot.socket.ask(message)).text, /curtain/, JSON.stringify(message));
    for (const hex of new Set(hidden.slice(0, 12).map((piece) => piece.hex))) await bot.socket.ask({ t: 'look', hex });
    for (const kind of ['supply', 'zoc', 'threat']) for (const side of [mine, other]) await bot.socket.ask({ t: 'overlay', kind, side });
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
    // Against the machine nobody is there who could agree.
    const solo = await red.create('wb95/muskau', { soviet: 'me', german: 'random' });
    const alone = await seat(red, solo.id, 'wb95/muskau');
    do {
        await untilMine(alone);
        await giveOrder(alone);
    } while (alone.question?.yours || alone.seq < 3);
    await untilMine(alone);
    assert.match((await alone.socket.ask({ t: 'undo' })).text, /nobody is here who could agree/);
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
    for (const one of [soviet, german]) assert.equal((await one.socket.ask({ t: 'ping' })).ok, true);
    assert.equal((await soviet.socket.ask({ t: 'resign' })).t, 'answer');
    const journal = await grey.get(`/api/games/${game.id}/journal?invite=${game.invite}`);
    assert.equal(journal.status, 200);
    const text = journal.bytes.toString();
    assert.match(text, /\nundo\n/);
    assert.match(text, /\nback\n/);
    assert.match(text, /\nresign soviet\n(@ \w+\n)?result german -?\d+ "German victory: Soviet gave the game up"\nseed [0-9a-f]{64}\n$/);
    const file = join(shared.folder, 'taken-back.journal');
    writeFileSync(file, text);
    execFileSync(release, ['audit', file]);
    execFileSync(release, ['replay', '--verify', file]);
    execFileSync(process.execPath, ['tools/audit.mjs', file]);
    soviet.socket.close();
    german.socket.close();
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

test('pictures', async () => {
    const user = await User.guest(shared);
    const game = await user.create('wb95/muskau', { soviet: 'me', german: 'me' });
    const svg = await user.get(`/api/games/${game.id}/picture.svg`), png = await user.get(`/api/games/${game.id}/picture.png`);
    const pdf = await user.get(`/api/games/${game.id}/picture.pdf`);
    assert.match(svg.bytes.subarray(0, 200).toString(), /<svg/);
    assert.equal(png.bytes.subarray(1, 4).toString(), 'PNG');
    assert.equal(pdf.bytes.subarray(0, 4).toString(), '%PDF');
    assert.equal((await user.get(`/api/games/${game.id}/picture.gif`)).status, 404);
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

test('accounts: a guest takes a name, comes back elsewhere, and guessing is slowed down', async () => {
    const server = await Server.start();
    const user = await User.guest(server);
    const game = await user.create('wb95/muskau', { soviet: 'me', german: 'random' });
    const name = 'Łukasz 7', password = 'correct horse';
    assert.equal((await user.post('/api/register', { name: 'x', password })).status, 400);
    assert.equal((await user.post('/api/register', { name, password: 'short' })).status, 400);
    assert.equal((await user.post('/api/register', { name, password })).status, 200);
    assert.equal((await user.post('/api/register', { name, password })).status, 409);
    const elsewhere = await User.guest(server);
    assert.equal((await elsewhere.post('/api/register', { name: 'ŁUKASZ 7'.replace('Ł', 'Ł'), password })).status, 409);
    assert.equal((await elsewhere.post('/api/login', { name, password: 'wrong' })).status, 403);
    assert.equal((await elsewhere.post('/api/login', { name: 'nobody', password })).status, 403);
    const guestGame = await elsewhere.create('wb95/muskau', { soviet: 'me', german: 'random' });
    const login = await elsewhere.post('/api/login', { name, password });
    assert.equal(login.status, 200, login.bytes.toString());
    assert.equal(login.json.user.guest, false);
    const mine = (await elsewhere.get('/api/games')).json.mine.map((row) => row.id);
    assert.ok(mine.includes(game.id) && mine.includes(guestGame.id), 'games of both come along');
    assert.equal((await elsewhere.post('/api/settings', { language: 'pl', theme: 'dark' })).json.settings.language, 'pl');
    assert.equal((await elsewhere.post('/api/settings', { webhook: 'ftp://x' })).status, 400);
    assert.equal((await elsewhere.post('/api/logout')).status, 200);
    let limited = false;
    for (let i = 0; i < 12 && !limited; i++) limited = (await elsewhere.post('/api/login', { name, password: 'guess' })).status === 429;
    assert.ok(limited, 'guessing is limited');
    assert.doesNotMatch(server.log, /correct horse|guess|sandtable=/);
    assert.match(admin(server.store, 'users').stdout, /\taccount\t/);
    assert.deepEqual(await server.stop(), { code: 0, signal: null });
    server.clean();
});

test('webhook: the absent one is told it is his turn; not through addresses at home, unless for tests', async () => {
    const calls = [];
    const receiver = http.createServer((request, response) => {
        let text = '';
        request.on('data', (part) => (text += part));
        request.on('end', () => (calls.push(JSON.parse(text)), response.end('ok')));
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => receiver.on('listening', resolve));
    const { port } = receiver.address();
    for (const home of [true, false]) {
        // A name shows where it leads only when it is called.
        const address = `http://${home ? '127.0.0.1' : 'localhost'}:${port}/turn`;
        const server = await Server.start({ options: home ? ['--webhooks-home'] : [] });
        const red = await User.guest(server), grey = await User.guest(server);
        const game = await red.create('wb95/muskau', { soviet: 'me', german: 'open' }, { public: true });
        await grey.post(`/api/games/${game.id}/join`, { side: 'german' });
        for (const user of [red, grey]) assert.equal((await user.post('/api/settings', { webhook: address })).status, 200);
        for (const host of ['127.0.0.1', '127.1', '0', '0.0.0.0', '0x7f000001', '2130706433', '017700000001', '10.0.0.1', '172.16.3.4', '192.168.1.1',
            '169.254.169.254', '100.64.0.1', '224.0.0.1', '255.255.255.255'])
            assert.equal((await red.post('/api/settings', { webhook: `http://${host}:${port}/` })).status, home ? 200 : 400, host);
        for (const odd of ['ftp://x', 'https://x.example', 'http://', 'http:///x', 'http://x:y/', 'http://x:99999999/', 'http://user@x/', 'http://x/\r\nHost: y',
            'http://x/ y', 'http://x/\u0001', 'http://[::1]/', `http://${'x'.repeat(300)}/`, 'http://127.0.0.1\\@x/'])
            assert.equal((await red.post('/api/settings', { webhook: odd })).status, 400, odd);
        assert.equal((await red.post('/api/settings', { webhook: address })).status, 200);
        const players = { soviet: red, german: grey };
        const asked = (await red.get(`/api/games/${game.id}`)).json.asked;
        const bot = await seat(players[asked], game.id, 'wb95/muskau');
        for (let i = 0; i < 200 && bot.question?.yours; i++) await giveOrder(bot);
        assert.ok(await comes(() => (home ? calls.length > 0 : /event=webhook/.test(server.log))), 'the webhook is tried');
        bot.socket.close();
        assert.equal((await server.stop()).code, 0);
        if (home) assert.equal(calls.length, 1);
        else assert.match(server.log, /event=webhook result=forbidden/);
        server.clean();
    }
    assert.equal(calls.length, 1);
    assert.equal(calls[0].event, 'your-turn');
    receiver.close();
});

test('expiry: guests who never sat down, sessions nobody uses, games without an order; and nothing else', async () => {
    const begun = Date.now();
    let server = await Server.start();
    const player = await User.guest(server), idle = await User.guest(server), named = await User.guest(server);
    assert.equal((await named.post('/api/register', { name: 'Ada', password: 'long enough' })).status, 200);
    const seats = { soviet: 'me', german: 'me' };
    const empty = await player.create('wb95/muskau', seats), open = await player.create('wb95/muskau', seats), played = await player.create('wb95/muskau', seats);
    await giveOrder(await seat(player, played.id, 'wb95/muskau'));
    const branch = (await player.post(`/api/games/${played.id}/branch`, { to: 1 })).json;
    const counted = admin(server.store, '--dry-run', '--keep-guests', '1s', '--keep-unplayed', 'never', 'prune');
    assert.match(counted.stdout, /^guests \d+\nsessions \d+\ngames 0\n$/);
    assert.match(admin(server.store, 'prune').stderr, /being served/);
    assert.equal((await server.stop()).code, 0);
    // Short ages, but so long that whoever comes back at once is in time, on this machine.
    const age = 6 + Math.ceil((2 * (Date.now() - begun)) / 1000);
    server = await Server.start({ folder: server.folder, options: ['--keep-guests', `${age}s`, '--keep-unplayed', `${age}s`, '--keep-sessions', `${age + 2}s`] });
    for (const user of [player, idle, named]) Object.assign(user, { server, agent: new http.Agent() });
    const waiting = await seat(player, open.id, 'wb95/muskau');
    let gone = null; // asked for again and again, so that he is seen from time to time
    await comes(async () => (gone = await player.get(`/api/games/${empty.id}`)).status === 410);
    assert.equal(gone.status, 410);
    assert.match(gone.json.error, /nobody gave an order in this game, and it was cleared away on \d{4}-\d\d-\d\d/);
    await assert.rejects(player.socket(empty.id), { status: 404 });
    for (const { id } of [open, played]) assert.equal((await player.get(`/api/games/${id}`)).status, 200, 'played, or somebody sits there');
    waiting.socket.close();
    await comes(async () => {
        await player.get(`/api/games/${played.id}`);
        return /guests=[1-9]/.test(server.log);
    });
    assert.match(server.log, /event=expire guests=[1-9]/);
    assert.equal((await idle.post('/api/settings', { theme: 'dark' })).status, 401, 'a session that nobody used');
    assert.equal((await player.post('/api/settings', { theme: 'dark' })).status, 200, 'one that was used');
    const users = admin(server.store, 'users').stdout;
    assert.doesNotMatch(users, new RegExp(`^${idle.session.user.id}\t`, 'm'));
    assert.match(users, new RegExp(`^${player.session.user.id}\t`, 'm'));
    assert.match(users, /\tAda\taccount\t/, 'an account stays');
    assert.equal((await server.stop()).code, 0);
    assert.equal(admin(server.store, '--keep-unplayed', '1x', 'prune').status, 2);
    const pruned = admin(server.store, '--keep-unplayed', '1s', '--keep-guests', 'never', '--keep-sessions', 'never', 'prune');
    assert.match(pruned.stdout, /^guests 0\nsessions 0\ngames \d+\n$/, pruned.stderr);
    const games = admin(server.store, 'games').stdout;
    assert.match(games, new RegExp(`^${played.id}\t`, 'm'));
    for (const { id } of [empty, open, branch]) assert.doesNotMatch(games, new RegExp(`^${id}\t`, 'm'));
    assert.equal(admin(server.store, 'remove-game', played.id).status, 0);
    server = await Server.start({ folder: server.folder });
    const later = await User.guest(server);
    assert.match((await later.get(`/api/games/${played.id}`)).json.error, /removed by the operator on/);
    assert.equal((await later.get('/api/games/nosuchgame')).status, 404);
    assert.equal((await server.stop()).code, 0);
    server.clean();
});

// ---- dying and coming back ----

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
    server.process.kill('SIGTERM');
    assert.match((await bot.socket.next('closing')).text, /restart/);
    assert.equal((await bot.socket.closing()).code, 1001);
    assert.deepEqual(await server.ended, { code: 0, signal: null });
    const again = await Server.start({ folder: server.folder });
    const same = Object.assign(new User(again), { cookie: user.cookie });
    assert.equal((await seat(same, game.id, 'wb95/muskau')).orders, bot.orders);
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

test('a game begun with other data is kept, but not opened with these', async () => {
    const server = await Server.start();
    const user = await User.guest(server);
    const game = await user.create('wb95/muskau', { soviet: 'me', german: 'random' });
    (await seat(user, game.id, 'wb95/muskau')).socket.close();
    await server.stop();
    const data = join(server.folder, 'data');
    cpSync(process.env.SANDTABLE_DATA, data, { recursive: true });
    appendFileSync(join(data, 'wb95/scenarios/muskau.scenario'), '# other data\n');
    const other = await Server.start({ folder: server.folder, options: ['--data', data] });
    user.server = other;
    const socket = await user.socket(game.id);
    assert.match((await socket.next('error')).text, /begun with another edition of Sandtable: it is kept/);
    assert.equal((await socket.closing()).code, 1011);
    await other.stop();
    assert.match(other.log, /event=load game=\S+ note="the game was begun with other data/);
    const again = await Server.start({ folder: server.folder });
    user.server = again;
    (await seat(user, game.id, 'wb95/muskau')).socket.close();
    assert.equal((await again.stop()).code, 0);
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
    assert.match(refused.text, /not taken|cannot write|could not be kept/);
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

test('who sends a request byte by byte is dropped, and holds up nobody', async () => {
    const server = await Server.start();
    const user = await User.guest(server);
    const host = `Host: 127.0.0.1:${server.port}`;
    const begun = ['G', `GET / HTTP/1.1\r\n${host}\r\nX-Slow: `,
        `POST /api/games HTTP/1.1\r\n${host}\r\nX-Sandtable: 1\r\nCookie: ${user.cookie}\r\nContent-Length: 5000\r\n\r\n{"`];
    const slow = begun.map((text) => {
        const connection = net.connect({ port: server.port, host: '127.0.0.1' });
        const gone = new Promise((resolve) => connection.on('close', () => resolve(Date.now())));
        connection.on('error', () => {});
        connection.write(text);
        const timer = setInterval(() => connection.write('a'), 1000);
        gone.then(() => clearInterval(timer));
        return gone;
    });
    // A page that asks now and then on a connection it keeps is not dropped.
    const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
    const start = Date.now();
    let ended = false, longest = 0, sockets = new Set();
    const all = Promise.all(slow).then((times) => ((ended = true), times));
    while (!ended && Date.now() - start < 120000) {
        const asked = Date.now();
        await new Promise((resolve, reject) => {
            http.get({ port: server.port, host: '127.0.0.1', path: '/healthz', agent }, (answer) => {
                sockets.add(answer.socket.localPort);
                answer.resume().on('end', resolve);
            }).on('error', reject);
        });
        longest = Math.max(longest, Date.now() - asked);
        await sleep(1000);
    }
    for (const time of await all) assert.ok(time - start < 90000 && time - start > 20000, `${time - start} ms`);
    assert.equal(sockets.size, 1, 'the kept connection was kept');
    assert.ok(longest < 15000, `${longest} ms for an answer meanwhile`);
    agent.destroy();
    assert.deepEqual(await server.stop(), { code: 0, signal: null }, server.log.slice(-3000));
    server.clean();
});

test('backup while it runs, restore, and the lock', async () => {
    const server = await Server.start();
    const user = await User.guest(server);
    const game = await user.create('wb95/muskau', { soviet: 'me', german: 'random' });
    const copy = join(server.folder, 'copy.db');
    assert.equal(admin(server.store, 'backup', copy).status, 0);
    assert.equal(admin(server.store, 'backup', copy).status, 1, 'a backup overwrites nothing');
    assert.equal(admin(server.store, 'restore', copy).status, 1, 'not while it is served');
    // What a served store lost would stop the orders of everybody; a number used again would seat a stranger.
    assert.match(admin(server.store, 'remove-game', game.id).stderr, /being served/);
    assert.match(admin(server.store, 'remove-user', String(user.session.user.id)).stderr, /being served/);
    assert.match(spawnSync(release, ['serve', '--port', '0', '--store', server.store], { encoding: 'utf8' }).stderr, /being served/);
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

// ---- run ----

let passed = 0, failed = 0;
// Limits are per address and everybody here has the same one: cases about limits have servers of their own.
shared = await Server.start({ options: ['--no-limits'] });
for (const { name, run } of cases) {
    if (only.length && !only.some((word) => name.includes(word))) continue;
    const start = Date.now();
    beginCase(name);
    try {
        await run();
        passed++;
        console.log(`ok     ${name} (${Date.now() - start} ms)`);
    } catch (error) {
        failed++;
        console.log(`FAILED ${name} (${Date.now() - start} ms)\n${error.stack}`);
    }
}
const { code, signal } = await shared.stop();
if (code !== 0 || /AddressSanitizer|runtime error|ThreadSanitizer|LeakSanitizer/.test(shared.log)) {
    failed++;
    console.log(`FAILED the server ended with ${code ?? signal}\n${shared.log.slice(-6000)}`);
}
shared.clean();
console.log(`server: ${passed} passed, ${failed} failed`);
process.exit(failed ? 1 : 0);
