// dice.mjs — dice that no player can choose: commitments, numbers of the players, rolls that wait for a witness.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash, createHmac } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cluster, giveOrder, seat, Server, User } from './server.mjs';
import { admin, catchUp, comes, release, shared, stopped, test } from './cases.mjs';

const sha = (bytes) => createHash('sha256').update(bytes).digest();

// What a browser keeps of a game: a hash chain for its side. It answers requests for a link.
class Browser {
    constructor(side, secret, links = 64) {
        this.side = side;
        this.chain = [sha(secret)];
        for (let i = 0; i < links; i++) this.chain.push(sha(this.chain[i]));
        this.links = links;
        this.asked = [];
        this.mute = false;
        this.contexts = Buffer.alloc(32); // of the links it gave for rolls
    }

    get anchor() {
        return this.chain[this.links].toString('hex');
    }

    link(index) {
        return this.chain[this.links - 1 - index].toString('hex');
    }

    // From now on it answers for that socket.
    attach(socket) {
        this.socket = socket;
        const frame = socket.frame.bind(socket);
        socket.frame = (opcode, payload) => {
            const text = opcode === 1 ? payload.toString() : '';
            if (text.startsWith('{"t":"witness"')) this.hear(JSON.parse(text));
            frame(opcode, payload);
        };
    }

    hear(asked) {
        if (asked.side !== this.side) return;
        this.asked.push(asked);
        if (this.mute) return;
        if (asked.roll) this.contexts = sha(Buffer.concat([this.contexts, Buffer.from([0, 0, asked.index >> 8, asked.index & 255]), Buffer.from(asked.context, 'hex')]));
        this.socket.send({ t: 'link', side: this.side, link: this.link(asked.index) });
    }

    bring(socket) {
        this.attach(socket);
        return socket.ask({ t: 'chain', side: this.side, anchor: this.anchor, links: this.links });
    }
}

async function pair(server, more = {}, scenario = 'wb95/muskau') {
    const users = [await User.guest(server), await User.guest(server)];
    const game = await users[0].create(scenario, { soviet: 'me', german: 'open' }, more);
    await users[1].post(`/api/games/${game.id}/join`, { side: 'german', invite: game.invite });
    const bots = [await seat(users[0], game.id, scenario), await seat(users[1], game.id, scenario)];
    const browsers = [new Browser('soviet', 'red'), new Browser('german', 'grey')];
    return { users, game, bots, browsers };
}

const exported = (server, id) => admin(server.store, 'export', id).stdout;
const rolls = (text) => text.match(/^roll .*$/gm) ?? [];

// Gives random orders until one waits for its dice; its text.
async function untilRoll({ bots }) {
    for (let i = 0; i < 200; i++) {
        for (const bot of bots) {
            await bot.socket.ask({ t: 'ping' });
            for (const message of bot.socket.messages.splice(0)) if ('seq' in message && message.t !== 'events') bot.see(message);
        }
        const mover = bots.find((bot) => bot.question?.yours);
        const text = await mover.order();
        const answer = await mover.socket.ask({ t: 'order', seq: mover.seq, text });
        assert.equal(answer.t, 'answer', `${text}: ${JSON.stringify(answer)}`);
        if (answer.rolling) return { mover, text };
        mover.see(await mover.socket.next((m) => m.t === 'delta' && m.seq > mover.seq));
    }
    throw new Error('nothing was rolled');
}

test('dice: the commitment is in the first state of every seat and of whoever watches', async () => {
    const { game, bots } = await pair(shared, { public: true });
    const watcher = await (await User.guest(shared)).socket(game.id);
    const states = [bots[0].state, bots[1].state, await watcher.next('state')];
    const commit = exported(shared, game.id).match(/^commit (\w+)$/m)[1];
    for (const state of states) assert.equal(state.dice.commitment, commit);
    assert.deepEqual(states.map((state) => [state.dice.trust, state.dice.wait]), [0, 1, 2].map(() => ['witnessed', 10]));
    const alone = await User.guest(shared);
    const own = await alone.create('wb95/muskau', { soviet: 'me', german: 'greedy' });
    assert.equal((await (await alone.socket(own.id)).next('state')).dice.trust, 'nonces');
    for (const wrong of [{ dice: 'loaded' }, { wait: -1 }, { wait: 1 }, { wait: 604801 }, { wait: 'long' }])
        assert.equal((await alone.post('/api/games', { scenario: 'wb95/muskau', seats: { soviet: 'me', german: 'open' }, ...wrong })).status, 400);
});

test('dice: nobody shows a number before everybody is bound to his', async () => {
    const { game, bots, browsers } = await pair(shared);
    assert.equal((await browsers[0].bring(bots[0].socket)).ok, true);
    assert.equal((await bots[0].socket.ask({ t: 'link', side: 'soviet', link: browsers[0].link(0) })).t, 'refused');
    assert.equal(browsers[0].asked.length, 0, 'he is not asked while the other could still choose');
    assert.equal((await bots[1].socket.ask({ t: 'chain', side: 'soviet', anchor: browsers[1].anchor, links: 64 })).t, 'refused');
    assert.equal((await browsers[1].bring(bots[1].socket)).ok, true);
    for (const [i, bot] of bots.entries()) {
        await bot.socket.ask({ t: 'ping' });
        assert.deepEqual(browsers[i].asked.map((asked) => [asked.index, asked.roll]), [[0, false]]);
    }
    const text = exported(shared, game.id);
    assert.match(text, /^chain soviet \w{64} 64\nchain german \w{64} 64\nlink /m);
    assert.deepEqual([...text.matchAll(/^link (\w+) (\w+)$/gm)].map((found) => found[1]).sort(), ['german', 'soviet']);
});

test('dice: the time that a roll waits for a browser is charged to nobody, and nobody loses by it', async () => {
    const server = await Server.start({ options: ['--no-limits', '--test-clock'] });
    const table = await pair(server, { wait: 600, clock: { kind: 'live', time: 900, out: 'loses' } });
    const { game, bots, browsers, users } = table;
    const pass = (seconds) => users[0].post('/api/test/clock', { seconds });
    const clockNow = async () => (await users[0].get(`/api/games/${game.id}`)).json.clock;
    for (const [i, bot] of bots.entries()) await browsers[i].bring(bot.socket);
    for (const bot of bots) await bot.socket.ask({ t: 'ping' });
    for (const browser of browsers) browser.mute = true;
    const { mover } = await untilRoll(table);
    const at = bots.indexOf(mover), other = 1 - at, rolls = browsers[at].side;
    const asked = await bots[other].socket.next((m) => m.t === 'witness' && m.roll);
    const before = await clockNow();
    assert.equal(before.running, rolls);
    await pass(1000);
    assert.equal((await bots[other].socket.ask({ t: 'claim' })).t, 'refused', 'nor is there anything to claim');
    assert.equal((await bots[other].socket.ask({ t: 'link', side: browsers[other].side, link: browsers[other].link(asked.index) })).ok, true);
    await mover.socket.next((m) => m.t === 'events' && m.seq > mover.seq);
    assert.deepEqual((await clockNow()).left, before.left, 'a thousand seconds passed, and nobody was charged');
    assert.equal((await users[0].get(`/api/games/${game.id}`)).json.over, false);
    const { running } = await clockNow();
    await pass(60);
    assert.equal((await clockNow()).left[running], before.left[running] - 60, 'from then on time runs as ever');
    for (const bot of bots) bot.socket.close();
    await stopped(server);
    server.clean();
});

test('dice: a vacation that begins while a roll waits makes nobody pay for the wait', async () => {
    const day = 86400, server = await Server.start({ options: ['--no-limits', '--test-clock'] });
    const table = await pair(server, { wait: 600, clock: { kind: 'bank', time: 10 * day, vacation: day, out: 'loses' } });
    const { game, bots, browsers, users } = table;
    const clockNow = async () => (await users[0].get(`/api/games/${game.id}`)).json.clock;
    for (const [i, bot] of bots.entries()) await browsers[i].bring(bot.socket);
    for (const bot of bots) await bot.socket.ask({ t: 'ping' });
    for (const browser of browsers) browser.mute = true;
    const { mover } = await untilRoll(table);
    const other = 1 - bots.indexOf(mover);
    const asked = await bots[other].socket.next((m) => m.t === 'witness' && m.roll), before = await clockNow();
    await users[0].post('/api/test/clock', { seconds: 1000 });
    assert.equal((await users[other].post(`/api/games/${game.id}/vacation`)).status, 200);
    await users[0].post('/api/test/clock', { seconds: 1000 });
    assert.equal((await bots[other].socket.ask({ t: 'link', side: browsers[other].side, link: browsers[other].link(asked.index) })).ok, true);
    await mover.socket.next((m) => m.t === 'events' && m.seq > mover.seq);
    assert.deepEqual((await clockNow()).left, before.left);
    for (const bot of bots) bot.socket.close();
    await stopped(server);
    server.clean();
});

test('dice: whoever holds the seed cannot foresee a roll, which waits for the link of the other', async () => {
    const table = await pair(shared, { wait: 600 });
    const { game, bots, browsers } = table;
    for (const [i, bot] of bots.entries()) await browsers[i].bring(bot.socket);
    for (const bot of bots) await bot.socket.ask({ t: 'ping' });
    for (const browser of browsers) browser.mute = true;
    const { mover, text } = await untilRoll(table);
    const other = 1 - bots.indexOf(mover), witness = browsers[other];
    const asked = await bots[other].socket.next((m) => m.t === 'witness' && m.roll);
    const waiting = exported(shared, game.id);
    assert.match(waiting, new RegExp(`\\nroll ${browsers[1 - other].side} ${text}\\n$`), 'it is on disk before anybody is asked');
    let chain = sha(waiting.slice(0, waiting.indexOf('\nbegin') + 1) + 'begin\n');
    for (const line of waiting.slice(waiting.indexOf('\nbegin') + 1).split('\n').slice(1, -1))
        if (!line.startsWith('@')) chain = sha(Buffer.concat([chain, Buffer.from(`${line.split(' =')[0]}\n`)]));
    assert.equal(asked.context, chain.toString('hex'), 'what he is asked for is the journal as it stands');
    assert.equal((await mover.socket.ask({ t: 'order', seq: mover.seq, text })).t, 'refused');
    assert.equal((await mover.socket.ask({ t: 'undo' })).t, 'refused');
    assert.equal((await bots[other].socket.ask({ t: 'link', side: witness.side, link: witness.link(asked.index + 1) })).t, 'refused');
    assert.equal((await mover.socket.ask({ t: 'link', side: witness.side, link: witness.link(asked.index) })).t, 'refused');
    assert.ok(!mover.socket.messages.some((m) => m.t === 'events' && m.seq > mover.seq));
    assert.equal((await bots[other].socket.ask({ t: 'link', side: witness.side, link: witness.link(asked.index) })).ok, true);
    const events = await mover.socket.next((m) => m.t === 'events' && m.seq > mover.seq);
    assert.ok(events.dice.length);
    // The dice are those of the seed and the link: every reader can compute them again, none could before.
    for (const line of [`link ${witness.side} ${witness.link(asked.index)}`, text])
        chain = sha(Buffer.concat([chain, Buffer.from(`${line}\n`)]));
    await bots[0].socket.ask({ t: 'resign' });
    const whole = (await table.users[0].get(`/api/games/${game.id}/journal`)).bytes.toString();
    const seed = Buffer.from(whole.match(/^seed (\w+)$/m)[1], 'hex');
    const bytes = createHmac('sha256', seed).update(Buffer.concat([chain, Buffer.alloc(4)])).digest();
    const dice = [...bytes].filter((byte) => byte < 252).map((byte) => (byte % 6) + 1);
    const written = whole.match(new RegExp(`^${text} = ([1-6 ]+)$`, 'm'))[1].split(' ').map(Number);
    assert.deepEqual(written, dice.slice(0, written.length));
});

test('dice: a server that is killed while a roll waits asks for the same link again', async () => {
    const server = await Server.start({ options: ['--no-limits'] });
    const table = await pair(server, { wait: 600 });
    const { game, users, bots, browsers } = table;
    for (const [i, bot] of bots.entries()) await browsers[i].bring(bot.socket);
    for (const bot of bots) await bot.socket.ask({ t: 'ping' });
    for (const browser of browsers) browser.mute = true;
    const { mover } = await untilRoll(table);
    const other = 1 - bots.indexOf(mover), witness = browsers[other];
    const asked = await bots[other].socket.next((m) => m.t === 'witness' && m.roll);
    await server.stop('SIGKILL');
    // The machine's clock jumped a day ahead meanwhile: that does not count as waiting.
    if (!cluster) execFileSync('sqlite3', [`${server.folder}/games.db`, 'UPDATE games SET changed = changed - 86400']);
    const again = await Server.start({ folder: server.folder, options: ['--no-limits'] });
    for (const user of users) user.server = again;
    const socket = await users[other].socket(game.id);
    await socket.next('state');
    assert.equal((await witness.bring(socket)).ok, true);
    const second = await socket.next((m) => m.t === 'witness');
    assert.deepEqual([second.index, second.context, second.roll], [asked.index, asked.context, true]);
    assert.equal((await socket.ask({ t: 'link', side: witness.side, link: witness.link(second.index) })).ok, true);
    assert.equal((exported(again, game.id).match(/ = [1-6]/g) ?? []).length, 1);
    await stopped(again);
    again.clean();
});

if (!cluster) test('dice: a roll that waits while the server is stopped goes on waiting for what was left', async () => {
    let server = await Server.start({ options: ['--no-limits'] });
    const { game, users, bots, browsers } = await pair(server, { wait: 600 });
    for (const [i, bot] of bots.entries()) await browsers[i].bring(bot.socket);
    for (const bot of bots) await bot.socket.ask({ t: 'ping' });
    for (const browser of browsers) browser.mute = true;
    await untilRoll({ game, users, bots, browsers });
    await stopped(server);
    const sql = (words) => execFileSync('sqlite3', [`${server.folder}/games.db`, words]).toString().trim();
    assert.equal(sql('SELECT until - seconds BETWEEN 500 AND 600 FROM rolls, uptime'), '1');
    sql('UPDATE rolls SET until = 1');
    server = await Server.start({ folder: server.folder, options: ['--no-limits'] });
    for (const user of users) user.server = server;
    const socket = await users[0].socket(game.id);
    await socket.next('state');
    assert.ok(await comes(() => /^without /m.test(exported(server, game.id)), 200), 'the time that was left is over');
    socket.close();
    await stopped(server);
    server.clean();
});

test('dice: somebody away holds the roll for a time, then it goes on without him, and that is told', async () => {
    const table = await pair(shared, { wait: 2 });
    const { game, users, bots, browsers } = table;
    for (const [i, bot] of bots.entries()) await browsers[i].bring(bot.socket);
    for (const bot of bots) await bot.socket.ask({ t: 'ping' });
    for (const browser of browsers) browser.mute = true;
    const first = await untilRoll(table);
    const told = await first.mover.socket.next('rolling');
    assert.deepEqual([told.for.length, told.seconds], [1, 2]);
    await first.mover.socket.next((m) => m.t === 'events' && m.dice.length && m.seq > first.mover.seq);
    const text = exported(shared, game.id);
    assert.match(text, /^roll .*\nwithout (soviet|german)\n.* = [1-6]/m);
    await bots[0].socket.ask({ t: 'resign' });
    const whole = (await users[0].get(`/api/games/${game.id}/journal`)).bytes.toString();
    const file = join(shared.folder, 'away.journal');
    writeFileSync(file, whole);
    const said = execFileSync(release, ['audit', file], { encoding: 'utf8' });
    assert.match(said, /0 dice with a link of every other chain, 0 with some missing, [1-9]\d* with none/);
    assert.match(said, /1 link did not come/);
    assert.match(said, /not proved/);
    assert.equal(rolls(whole).length, 1);
});

test('dice: a link that comes too late is of no roll, and its browser brings another chain', async () => {
    const table = await pair(shared, { wait: 2 });
    const { game, users, bots, browsers } = table;
    for (const [i, bot] of bots.entries()) await browsers[i].bring(bot.socket);
    for (const bot of bots) await bot.socket.ask({ t: 'ping' });
    for (const browser of browsers) browser.mute = true;
    const { mover } = await untilRoll(table);
    const other = 1 - bots.indexOf(mover), { side } = browsers[other], { socket } = bots[other];
    const asked = await socket.next((m) => m.t === 'witness' && m.roll);
    await mover.socket.next((m) => m.t === 'events' && m.dice.length && m.seq > mover.seq);
    const late = browsers[other].link(asked.index), before = exported(shared, game.id);
    const answer = await socket.ask({ t: 'link', side, link: late });
    assert.equal(answer.t, 'refused', JSON.stringify(answer));
    assert.equal(exported(shared, game.id), before, 'the journal stays as it is');
    // The server knows that link now, so it must not be of any later roll: a new chain follows, whose first link is shown
    // at once, and the next roll waits for its second.
    const fresh = (browsers[other] = new Browser(side, 'another'));
    browsers[1 - other].mute = false;
    assert.equal((await fresh.bring(socket)).ok, true);
    await socket.ask({ t: 'ping' });
    assert.deepEqual(fresh.asked.map((one) => [one.index, one.roll]), [[0, false]]);
    for (let i = 0; i < 400 && !fresh.asked.some((one) => one.roll); i++) {
        for (const bot of bots) await catchUp(bot);
        const next = bots.find((bot) => bot.question?.yours);
        const text = await next.order();
        assert.equal((await next.socket.ask({ t: 'order', seq: next.seq, text })).t, 'answer', text);
        await next.socket.next((m) => m.t === 'delta' && m.seq > next.seq).then((delta) => next.see(delta));
    }
    assert.deepEqual(fresh.asked.map((one) => [one.index, one.roll]), [[0, false], [1, true]]);
    await bots[0].socket.ask({ t: 'resign' });
    const whole = (await users[0].get(`/api/games/${game.id}/journal`)).bytes.toString(), file = join(shared.folder, 'late.journal');
    assert.ok(!whole.includes(late), 'nowhere in the journal');
    assert.match(whole, new RegExp(`\\nlink ${side} ${fresh.link(1)}\\n`));
    writeFileSync(file, whole);
    const said = execFileSync(release, ['audit', file], { encoding: 'utf8' });
    assert.match(said, new RegExp(`${side}: .*replaced 1 time; 1 link did not come`));
    assert.match(said, /not proved/);
});

test('dice: a whole game is proved fair with what a browser kept, and a forged one is not', async () => {
    const { game, users, bots, browsers } = await pair(shared);
    for (const [i, bot] of bots.entries()) await browsers[i].bring(bot.socket);
    let dice = 0;
    for (let i = 0; i < 400 && dice < 6; i++) {
        for (const bot of bots) {
            await bot.socket.ask({ t: 'ping' });
            for (const message of bot.socket.messages.splice(0)) if ('seq' in message && message.t !== 'events') bot.see(message);
        }
        const mover = bots.find((bot) => bot.question?.yours);
        await giveOrder(mover);
        dice += (await mover.socket.next((m) => m.t === 'events' && m.seq === mover.seq)).dice.length;
    }
    const { commitment } = bots[1].state.dice;
    await bots[0].socket.ask({ t: 'resign' });
    const whole = (await users[1].get(`/api/games/${game.id}/journal`)).bytes.toString();
    const file = join(shared.folder, 'witnessed.journal');
    writeFileSync(file, whole);
    const kept = ['--commitment', commitment, '--chain', `german=${browsers[1].anchor}`, '--contexts', `german=${browsers[1].contexts.toString('hex')}`];
    const own = (...words) => spawnSync(release, ['audit', file, ...words], { encoding: 'utf8' });
    const alien = (...words) => spawnSync(process.execPath, ['tools/audit.mjs', file, ...words], { encoding: 'utf8' });
    assert.equal(own(...kept).status, 0, own(...kept).stdout);
    assert.match(own(...kept).stdout, /\nfair: nobody could choose.*\n$/);
    const proved = /^(\d+ orders, |whether the orders were legal)/;
    const dicesaid = ({ stdout }) => stdout.split('\n').filter((line) => !proved.test(line)).join('\n');
    for (const words of [kept, [], kept.slice(0, 2), kept.slice(0, 4), [...kept.slice(0, 4), '--contexts', `german=${'ab'.repeat(32)}`], ['--commitment', 'ab'.repeat(32)], ['--chain', `german=${'ab'.repeat(32)}`]]) {
        assert.equal(dicesaid(own(...words)), dicesaid(alien(...words)));
        assert.equal(own(...words).status, alien(...words).status);
        if (words !== kept) assert.doesNotMatch(own(...words).stdout, /\nfair/);
    }
    assert.equal(own('--commitment', 'ab'.repeat(32)).status, 1);
    assert.equal(own('--chain', `german=${'ab'.repeat(32)}`).status, 1);
    // What an owner could write who knows the seed: dice that follow from it, in a journal that says something else.
    const lines = whole.trimEnd().split('\n');
    const link = lines.findIndex((line, i) => line.startsWith('link german') && / = [1-6]/.test(lines[i + 1])), rolled = link + 1;
    const [order] = lines[rolled].split(' = ');
    const forged = {
        'an edition before the dice': [[...lines.slice(0, rolled), `edition 5 ${'ab'.repeat(32)}`, ...lines.slice(rolled)], 1, /no edition begins while a roll waits/],
        'another order than was asked for': [lines.map((line, i) => (i === link - 1 || i === rolled ? line.replace(order, `${order} `.replace(/\d(?=\D*$)/, (digit) => 9 - digit).trim()) : line)), 1, /links NOT for the rolls/],
        'dice taken back': [[...lines.slice(0, rolled + 1), 'back', ...lines.slice(rolled + 1)], null, /taken back with dice: 1 order\n/],
        'dice given up': [[...lines.slice(0, rolled + 1), 'carry 0', ...lines.slice(rolled + 1)], null, /lines given up by agreement: 1 time\n/],
    };
    for (const [name, [text, status, words]] of Object.entries(forged)) {
        writeFileSync(file, `${rerolled(text).join('\n')}\n`);
        for (const audited of [own(...kept), alien(...kept)]) {
            assert.match(audited.stdout + audited.stderr, words, name);
            assert.doesNotMatch(audited.stdout, /^fair/m, name);
            if (status !== null) assert.equal(audited.status, status, name);
        }
    }
    for (const [name, text] of Object.entries({
        'a hash in capitals': lines.map((line, i) => (i === link ? line.toUpperCase().replace('LINK GERMAN', 'link german') : line)),
        'a tail behind a hash': lines.map((line, i) => (i === link ? `${line} 5` : line)),
        'a line that ends twice': lines.map((line, i) => (i === rolled ? `${line}\r` : line)),
        'lines after the seed': [...lines.slice(0, -1), lines.at(-1), 'end', lines.at(-1)],
        'no result': lines.filter((line) => !line.startsWith('result ')),
    })) {
        writeFileSync(file, `${text.join('\n')}\n`);
        for (const audited of [own(...kept), alien(...kept)]) assert.deepEqual([audited.status, /^fair/m.test(audited.stdout)], [1, false], `${name}: ${audited.stdout}${audited.stderr}`);
    }
    for (const words of [[...kept, '--chain', kept[3]], ['--contexts', 'german=ab']]) assert.deepEqual([own(...words).status, alien(...words).status], [2, 2]);
    // A what-if of it rolls alone, and is read again.
    const branch = await users[0].post(`/api/games/${game.id}/branch`, { to: 3 });
    assert.equal(branch.status, 200, branch.bytes.toString());
    const socket = await users[0].socket(branch.json.id);
    assert.equal((await socket.next('state')).dice.trust, 'server');
});

// The lines with the dice that the seed gives where they are.
function rerolled(lines) {
    const seed = Buffer.from(lines.at(-1).slice(5), 'hex'), begin = lines.indexOf('begin');
    let chain = sha(`${lines.slice(0, begin).join('\n')}\nbegin\n`);
    return lines.map((line, i) => {
        if (i <= begin || /^(@|result|seed) /.test(line)) return line;
        const [order, written] = line.split(' = ');
        chain = sha(Buffer.concat([chain, Buffer.from(`${order}\n`)]));
        if (!written) return line;
        const dice = [];
        for (let k = 0; dice.length < written.split(' ').length; k++)
            for (const byte of createHmac('sha256', seed).update(Buffer.concat([chain, Buffer.from([0, 0, 0, k])])).digest()) if (byte < 252) dice.push((byte % 6) + 1);
        return `${order} = ${dice.slice(0, written.split(' ').length).join(' ')}`;
    });
}

test('dice: once somebody’s number is shown, nobody replaces his own', async () => {
    const { bots, browsers } = await pair(shared, { dice: 'nonces' });
    for (const browser of browsers) Object.assign(browser, { links: 1, chain: browser.chain.slice(0, 2), mute: true });
    for (const [i, bot] of bots.entries()) assert.equal((await browsers[i].bring(bot.socket)).ok, true);
    assert.equal((await bots[0].socket.ask({ t: 'link', side: 'soviet', link: browsers[0].link(0) })).ok, true);
    const other = await bots[1].socket.ask({ t: 'chain', side: 'german', anchor: 'ab'.repeat(32), links: 1 });
    assert.equal(other.t, 'refused');
    assert.equal((await bots[1].socket.ask({ t: 'link', side: 'german', link: browsers[1].link(0) })).ok, true);
});

test('dice: a browser brings only so many chains', async () => {
    const server = await Server.start();
    const { bots, game } = await pair(server);
    let taken = 0;
    for (let i = 0; i < 100; i++) taken += (await bots[0].socket.ask({ t: 'chain', side: 'soviet', anchor: sha(`${i}`).toString('hex'), links: 4096 })).ok === true;
    assert.ok(taken >= 50 && taken < 70, `${taken}`);
    assert.equal((exported(server, game.id).match(/^chain /gm) ?? []).length, taken);
    await stopped(server);
    server.clean();
});

test('dice: a chain belongs to one browser at a time', async () => {
    const { game, users, bots, browsers } = await pair(shared);
    for (const [i, bot] of bots.entries()) await browsers[i].bring(bot.socket);
    const second = new Browser('german', 'another'), socket = await users[1].socket(game.id);
    await socket.next('state');
    assert.equal((await second.bring(socket)).t, 'refused', 'the browser that has the chain is here');
    bots[1].socket.close();
    await bots[0].socket.next((m) => m.t === 'presence');
    let brought;
    for (let i = 0; i < 100 && brought?.ok !== true; i++) brought = await second.bring(socket);
    assert.equal(brought.ok, true, 'it went away: another may bring one');
    assert.equal((exported(shared, game.id).match(/^chain german /gm) ?? []).length, 2);
});
