// looking.mjs — what a player is shown: the newcomer, ways, languages, rules, maps, overlays, pictures.
import assert from 'node:assert/strict';
import { shared, test } from './cases.mjs';
import { giveOrder, seat, takePieces, untilMine, User } from './server.mjs';

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
    const pieces = new Map(bot.state.pieces.map((piece) => [piece.i, piece]));
    takePieces(delta, pieces);
    assert.equal(pieces.get(moved.piece.value).hex, moved.end.hex);
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

test('what an order rules out whatever the dice say stands in its forecast, with the paragraph', async () => {
    const user = await User.guest(shared);
    const game = await user.create('wb95/muskau', { soviet: 'me', german: 'random' });
    const bot = await seat(user, game.id, 'wb95/muskau');
    for (const kind of ['barrage', 'movement']) {
        assert.equal(bot.question.kind, kind);
        const given = await bot.socket.ask({ t: 'order', seq: bot.seq, text: 'end' });
        assert.equal(given.t, 'answer', JSON.stringify(given));
        bot.see(await bot.socket.next((m) => m.t === 'delta' && m.seq > bot.seq));
        await untilMine(bot);
    }
    assert.equal(bot.question.kind, 'combat');
    const fire = await bot.socket.ask({ t: 'forecast', order: 'fire s32Art at 5115' });
    const barred = fire.forecloses.find((one) => one.verb === 'attack' && one.hexes);
    assert.ok(barred, `fire at Muskau bars the assault on it: ${JSON.stringify(fire.forecloses)}`);
    assert.deepEqual(barred.hexes, [bot.numbers.indexOf('5115')]);
    assert.match(barred.why.rule, /^6\.4/);
    assert.ok(!fire.forecloses.some((one) => one.verb === 'fire' && one.pieces?.length), 'that it fires once goes without saying');
    // Asked twice it says the same; while others decide nothing is tried.
    assert.deepEqual((await bot.socket.ask({ t: 'forecast', order: 'fire s32Art at 5115' })).forecloses, fire.forecloses);
    bot.socket.close();
});

test('where in the tables of the book a roll was read is told with it: fire, shells, bombs and nerves', async () => {
    const user = await User.guest(shared);
    const seen = new Map();
    const note = (tables, line) => {
        for (const { cell, text } of line.events ?? []) {
            if (!cell) continue;
            const table = tables.find((one) => one.name === cell.table);
            assert.ok(table, `${text}: no table ${cell.table}`);
            assert.ok((cell.row ?? 0) <= table.rows.length && (cell.column ?? 0) <= table.head.length, `${text}: ${JSON.stringify(cell)}`);
            const read = cell.row && cell.column ? table.rows[cell.row - 1][cell.column - 1] : null;
            if (cell.table === 'point_fire') assert.equal(Number(read), Number(text.match(/: (\d+) or more/)[1]), text);
            if (cell.table === 'morale' && cell.row) assert.equal(table.rows[cell.row - 1][0], text.match(/morale: (\d\d)/)[1], text);
            seen.set(cell.table, (seen.get(cell.table) ?? 0) + 1);
        }
    };
    for (const [scenario, wanted] of [['tcs/ridge-and-hollow', ['point_fire']], ['tcs/lane-and-hamlet', ['area_fire', 'morale']],
        ['ocs/stalino', ['barrage_edition1']]]) {
        const system = scenario.split('/')[0];
        const tables = (await user.get(`/api/tables/${system}`)).json;
        for (let game = 0; game < 30 && !wanted.every((name) => seen.has(name)); game++) {
            const sides = (await user.get('/api/scenarios')).json.find((one) => one.id === scenario).sides;
            const { id } = await user.create(scenario, Object.fromEntries(sides.map(({ word }, i) => [word, i ? 'random' : 'me'])));
            const bot = await seat(user, id, scenario);
            for (let i = 0; i < 400 && (await untilMine(bot)) && !wanted.every((name) => seen.has(name)); i++) {
                await giveOrder(bot);
                for (const message of bot.socket.messages.filter((m) => m.t === 'events')) note(tables, message);
                bot.socket.messages = bot.socket.messages.filter((m) => m.t !== 'events');
            }
            bot.socket.close();
        }
        for (const name of wanted) assert.ok(seen.has(name), `${name} was read somewhere: ${[...seen.keys()]}`);
    }
});

test('another language: state, events, refusals, odds, rules and errors, to each client his own', async () => {
    const user = await User.guest(shared);
    const game = await user.create('wb95/muskau', { soviet: 'me', german: 'greedy' });
    const english = await seat(user, game.id, 'wb95/muskau');
    const polish = await user.socket(game.id, { lang: 'pl' });
    const state = await polish.next('state');
    assert.equal(state.question.title, 'Ostrzał');
    assert.match(state.question.prompt, /^Sowieci: wykonaj ostrzał .*\(WB-95 6\.5\.7\)$/);
    assert.equal(state.question.verbs.find((verb) => verb.verb === 'end').name, 'zakończ fazę');
    assert.match(state.track, /^Etap 1 z 4, 16 kwietnia; faza 2: Sowieci, ostrzał$/);
    const dug = state.pieces.find((piece) => piece.id === 'gA/545');
    assert.deepEqual([dug.badges, dug.nation], [[{ sign: 'fortified' }], 'Niemcy']);
    const looks = (await user.get('/api/looks/wb95?lang=pl')).json;
    assert.equal(looks.signs.find((sign) => sign.name === 'fortified').meaning, 'okopana');
    const { panels } = await polish.ask({ t: 'panels' });
    assert.deepEqual(panels.map((panel) => panel.title), ['Punkty', 'Amunicja do ostrzału']);
    assert.match((await polish.ask({ t: 'aims' })).aims[0].what, /heks miasta/);
    assert.equal(english.state.question.title, 'Barrage');
    const odds = await polish.ask({ t: 'forecast', order: 'barrage s32Art s33Art at 5115' });
    assert.match(odds.title, /PS ognia/);
    assert.ok(odds.measures.some((measure) => measure.label === 'dezorganizacja celu'));
    const refused = await polish.ask({ t: 'why', order: 'barrage s32Art s33Art at 5011' });
    assert.equal(refused.t, 'refused');
    assert.match(refused.text, /heks|zasi|przeciwnik/);
    await english.socket.ask({ t: 'order', seq: english.seq, text: 'barrage s32Art s33Art at 5115' });
    const told = await polish.next('events');
    assert.match(told.events[0].text, /^ostrzał na Muskau \(5115\): strzela/);
    assert.match((await english.socket.next('events')).events[0].text, /guns fire a barrage on Muskau \(5115\)/);
    // The English client changes its language, and gets everything again.
    english.socket.send({ t: 'language', language: 'pl' });
    const again = await english.socket.next((m) => m.t === 'state');
    assert.match(again.question.prompt, /^Sowieci/);
    assert.match((await english.socket.ask({ t: 'language', language: 'xx' })).text, /ten język nie jest dostępny/);
    const past = await polish.ask({ t: 'events', from: 0, count: 5 });
    assert.ok(past.past.some((line) => line.events.some((event) => /^ostrzał na Muskau \(5115\)/.test(event.text))));
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
    assert.ok((await shared.metric('requests_total')) > 0);
    for (const Authorization of ['', 'Bearer', 'Bearer a-word-of-the-operato', 'Basic a-word-of-the-operator'])
        assert.equal((await user.get('/metrics', { headers: { Authorization } })).status, 404, 'whoever counts orders would count secret ones');
    assert.equal((await user.get('/metrics')).status, 404);
    const fresh = await new User(shared).get('/api/session');
    assert.match(fresh.headers['set-cookie'][0], /HttpOnly; SameSite=Lax/);
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

test('whatever a state names is declared: symbols, signs and marks, each with a drawing and a meaning', async () => {
    const user = await User.guest(shared);
    const looks = (await user.get('/api/looks/wb95')).json;
    assert.equal((await user.get('/api/looks/nothing')).status, 404);
    const named = (list) => new Map(list.map((one) => [one.name, one]));
    const signs = named(looks.signs), kinds = named(looks.marks);
    for (const one of [...looks.signs, ...looks.marks]) {
        assert.ok(one.meaning, one.name);
        if (one.drawing) assert.ok(looks.symbols[one.drawing]?.length, one.drawing);
    }
    for (const part of Object.values(looks.symbols).flat())
        assert.match(part.path ?? 'M0 0', /^M-?[\d.]+ -?[\d.]+[-MLCZahv\d. ]*$/);
    for (const scenario of ['wb95/nysa', 'wb95/two-stars']) {
        const sides = scenario.endsWith('nysa') ? { soviet: 'me', german: 'me' } : { allied: 'me', soviet: 'me' };
        const game = await user.create(scenario, sides);
        const socket = await user.socket(game.id);
        const { pieces, marks } = await socket.next('state');
        for (const piece of pieces) assert.ok(looks.symbols[piece.symbol], piece.symbol);
        for (const { sign } of pieces.flatMap((piece) => piece.badges ?? [])) assert.ok(signs.has(sign), sign);
        for (const { kind } of marks) assert.ok(kinds.has(kind), kind);
        const map = (await user.get(`/api/map/${scenario}`)).json;
        const { aims } = await socket.ask({ t: 'aims' });
        assert.deepEqual(new Set(aims.map((aim) => aim.side)), new Set(Object.keys(sides)));
        for (const aim of aims) assert.ok(aim.hexes.every((hex) => hex < map.numbers.length) && aim.what, aim.what);
        socket.close();
    }
});

test('a supply overlay leads from every counter to a base, or says that it is cut off', async () => {
    const user = await User.guest(shared);
    const game = await user.create('wb95/nysa', { soviet: 'me', german: 'greedy' });
    const map = (await user.get('/api/map/wb95/nysa')).json;
    const socket = await user.socket(game.id);
    const state = await socket.next('state');
    const { tints: [hexes], cut, links } = await socket.ask({ t: 'overlay', kind: 'supply', side: 'soviet' });
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
    const { tints: [threatened], links: none } = await socket.ask({ t: 'overlay', kind: 'threat', side: 'soviet' });
    assert.ok(threatened.length > 0 && threatened.every((hex) => mine.some((piece) => piece.hex === hex)));
    assert.deepEqual(none, []);
    socket.close();
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

test('every rulebook is served: a game of each begins, is looked at and ordered in', async () => {
    const user = await User.guest(shared);
    const all = (await user.get('/api/scenarios')).json;
    for (const system of new Set(all.map((one) => one.system))) {
        const one = all.find((scenario) => scenario.system === system && scenario.teaching) ?? all.find((scenario) => scenario.system === system);
        const { id } = await user.create(one.id, Object.fromEntries(one.sides.map((side, i) => [side.word, i ? 'random' : 'me'])));
        const looks = (await user.get(`/api/looks/${system}`)).json;
        const bot = await seat(user, id, one.id);
        assert.ok(bot.state.pieces.length > 0 && looks.branches.length > 0, one.id);
        for (let orders = 0; orders < 4 && (await untilMine(bot)); orders++) {
            assert.ok((await bot.socket.ask({ t: 'openings' })).openings.length > 0, one.id);
            await giveOrder(bot);
        }
        const [side] = one.sides;
        for (const overlay of looks.overlays.filter((kind) => kind.about.every((what) => what === 'side' || what === 'own-side')))
            assert.equal((await bot.socket.ask({ t: 'overlay', kind: overlay.name, side: side.word })).t, 'answer', `${one.id} ${overlay.name}`);
        assert.equal((await bot.socket.ask({ t: 'panels' })).t, 'answer');
        assert.equal((await user.get(`/api/games/${id}/picture.svg`)).status, 200, one.id);
        bot.socket.close();
    }
});

test('advice: what the machine would do and thinks of an order, for those who play against it alone', async () => {
    const user = await User.guest(shared);
    const game = await user.create('tcs/first-fire', { us: 'me', german: 'search-quick' });
    const bot = await seat(user, game.id, 'tcs/first-fire');
    await untilMine(bot);
    const hint = await bot.socket.ask({ t: 'hint' });
    assert.equal(hint.t, 'answer', JSON.stringify(hint));
    assert.equal((await bot.socket.ask({ t: 'why', order: hint.orders[0].order })).ok, true);
    for (const tried of hint.orders.filter((one) => 'chance' in one)) {
        assert.ok(tried.chance >= 0 && tried.chance <= 1 && tried.error >= 0, JSON.stringify(tried));
        assert.equal(hint.end, true);
    }
    const asked = hint.orders.at(-1).order;
    const wise = await bot.socket.ask({ t: 'hint', order: asked });
    assert.equal(wise.orders[0].order, asked, JSON.stringify(wise));
    assert.ok(wise.worlds > 0);
    assert.equal((await bot.socket.ask({ t: 'hint', order: 'nonsense' })).t, 'refused');
    assert.equal((await bot.socket.ask({ t: 'hasten' })).ok, true);
    assert.equal((await bot.socket.ask({ t: 'thinking' })).t, 'answer');
    assert.equal((await bot.socket.ask({ t: 'reasons', side: 'us' })).t, 'error');
    bot.socket.close();
    const friend = await User.guest(shared);
    const other = await user.create('tcs/first-fire', { us: 'me', german: 'open' }, { public: true });
    assert.equal((await friend.post(`/api/games/${other.id}/join`, { side: 'german' })).status, 200);
    const among = await seat(user, other.id, 'tcs/first-fire');
    const refused = await among.socket.ask({ t: 'hint' });
    assert.equal(refused.t, 'refused', JSON.stringify(refused));
    assert.match(refused.text, /only in games against the computer/);
    among.socket.close();
});
