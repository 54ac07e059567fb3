// plans.mjs — plans that are written down: the clients that get them and their results, and their page.
import assert from 'node:assert/strict';
import { shared, test } from './cases.mjs';
import { sketchesOf, User } from './server.mjs';

const scenario = 'tcs/brook-and-brow';

/** Two people at a game before its first turn: the German answers first. */
async function table() {
    const [us, german] = [await User.guest(shared), await User.guest(shared)];
    const { id, invite } = await us.create(scenario, { us: 'me', german: 'open' }, { public: true });
    await german.post(`/api/games/${id}/join`, { side: 'german', invite });
    const sockets = { us: await us.socket(id), german: await german.socket(id) };
    const now = {};
    for (const side of ['us', 'german']) now[side] = await sockets[side].next('state');
    /** Gives an order of the side that must answer, and waits until its result has come. */
    async function give(text, side = 'german') {
        const answer = await sockets[side].ask({ t: 'order', seq: now[side].seq, text });
        assert.equal(answer.t, 'answer', `${text}: ${JSON.stringify(answer)}`);
        const delta = await sockets[side].next((message) => message.t === 'delta' && message.seq > now[side].seq);
        now[side] = { ...now[side], ...delta, sketches: sketchesOf(delta, now[side].sketches) };
    }
    return { id, us, german, sockets, now, give };
}

const sidesOf = ({ plans }) => [...new Set(plans.map((plan) => plan.side))].sort();

test('plans: their owner alone is told of them and of their ways, everybody when the game is over', async () => {
    const { id, us, german, sockets } = await table();
    const stranger = await User.guest(shared);
    const watching = await stranger.socket(id);
    for (const side of ['us', 'german']) {
        const ways = await sockets[side].ask({ t: 'ways' });
        assert.equal(ways.t, 'answer');
        assert.deepEqual(sidesOf(ways), [side]);
        assert.ok(ways.ways.every((way) => way.side === side));
        assert.ok(ways.plans.every((plan) => plan.sketches.length && plan.title.text));
    }
    assert.deepEqual((await watching.ask({ t: 'ways' })).plans, []);
    const [plan] = (await sockets.german.ask({ t: 'ways' })).plans;
    const page = (user, kind = 'pdf') => user.get(`/api/games/${id}/plan-${plan.plan}.${kind}`);
    assert.match((await page(german)).bytes.toString('latin1'), /^%PDF[\s\S]*MediaBox\s*\[\s*0 0 420 596/);
    assert.match((await page(german, 'svg')).bytes.toString(), /^<\?xml/);
    for (const user of [us, stranger]) assert.equal((await page(user)).status, 404, 'not the others’ to see');
    assert.equal((await german.get(`/api/games/${id}/plan-99.pdf`)).status, 404);
    assert.equal((await german.get(`/api/games/${id}/plan-x.pdf`)).status, 404);
    await sockets.us.ask({ t: 'resign' });
    for (const socket of [sockets.us, sockets.german, watching])
        assert.deepEqual(sidesOf(await socket.ask({ t: 'ways' })), ['german', 'us']);
    assert.equal((await page(us)).status, 200, 'over, and open');
    assert.equal((await page(stranger)).status, 200);
});

test('plans: a sketch is shown before it is ordered, and the panel in hand tells what the sheet lacks', async () => {
    const { sockets, now, give } = await table();
    for (const text of ['ready', 'cancel 1', 'sheet', 'assign attack formation 29']) await give(text);
    const socket = sockets.german;
    const { sketches } = await socket.ask({ t: 'around', part: 'axis 16.09 12.06 width 2' });
    assert.deepEqual([sketches.length, sketches[0].kind, sketches[0].width, sketches[0].dashed], [1, 'axis', 2, true]);
    const lacking = async () => {
        const { panels } = await socket.ask({ t: 'panels' });
        const hand = panels.find((panel) => panel.atHand);
        assert.ok(hand.private && hand.rows.every((row) => row.plan === hand.rows[0].plan));
        return hand.rows.filter((row) => /needs/.test(row.label)).map((row) => row.rule);
    };
    assert.deepEqual(await lacking(), ['6.8-2']);
    await give('axis 16.09 12.06 width 2');
    assert.deepEqual(await lacking(), ['6.5c-1']);
    await give('failure 20.07');
    assert.deepEqual(await lacking(), []);
    await give('issue');
    const { panels } = await socket.ask({ t: 'panels' });
    assert.ok(!panels.some((panel) => panel.atHand));
    assert.ok(!JSON.stringify(await sockets.us.ask({ t: 'panels' })).includes('Attack, in force'));
    assert.ok(now.german.sketches.some((one) => one.plan && !one.dashed));
});

test('plans: words beside the one in hand are kept, are its owner’s alone, and stay when it is finished', async () => {
    const { id, sockets, give, german } = await table();
    for (const text of ['ready', 'cancel 1', 'sheet', 'assign attack formation 29']) await give(text);
    const socket = sockets.german;
    const read = async (one) => (await one.ask({ t: 'panels' })).notes;
    const { panels } = await socket.ask({ t: 'panels' });
    const { plan } = panels.find((panel) => panel.atHand).rows[0];
    const write = async (one, text, beside = plan) => (await one.ask({ t: 'note', plan: beside, text })).t;
    assert.equal(await write(socket, 'Take the bridge\nand hold it.'), 'answer');
    assert.deepEqual(await read(socket), [{ plan, text: 'Take the bridge and hold it.' }]);
    assert.deepEqual(await read(sockets.us), [], 'not the enemy’s to read');
    assert.equal(await write(sockets.us, 'mine'), 'error', 'nor to write');
    assert.equal(await write(socket, 'x', plan + 1), 'error', 'another is not in hand');
    assert.equal(await write(socket, 'x'.repeat(1001)), 'error');
    const page = async () => (await german.get(`/api/games/${id}/plan-${plan}.svg`)).bytes.length;
    for (const text of ['axis 16.09 12.06 width 2', 'failure 20.07']) await give(text);
    const long = await page();
    await write(socket, '');
    assert.ok((await page()) < long, 'it stands on the page');
    await write(socket, 'Now or never.');
    await give('issue');
    assert.equal(await write(socket, 'I meant another thing'), 'error', 'what is finished stays');
    assert.deepEqual(await read(socket), [{ plan, text: 'Now or never.' }]);
    await sockets.us.ask({ t: 'resign' });
    assert.deepEqual(await read(sockets.us), [{ plan, text: 'Now or never.' }], 'over, and open');
});
