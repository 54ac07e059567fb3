// nodes.mjs — several servers on one database, behind nginx: whatever fails, nothing acknowledged is lost, nothing is
// there twice, and nobody is shown what later vanishes.
import assert from 'node:assert/strict';
import { all, Cluster, players } from './cluster.mjs';
import { comes, runCases, test } from './cases.mjs';
import { seat, User } from './server.mjs';

let cluster;
const scenario = 'wb95/muskau';

test('the cluster starts', async () => {
    cluster = await Cluster.start();
});

test('whichever server is asked, the one that holds the game answers', async () => {
    const user = await User.guest(cluster), other = await User.guest(cluster);
    const { id } = await user.create(scenario, { soviet: 'me', german: 'open' }, { public: true });
    const holder = cluster.holder(id);
    assert.ok(holder > 0);
    for (let n = 1; n <= 3; n++) {
        const there = Object.assign(new User(cluster.node(n)), { cookie: user.cookie });
        const answer = await there.get(`/api/games/${id}`);
        assert.equal(answer.status, n === holder ? 200 : 421);
        if (n !== holder) assert.equal(answer.headers['x-sandtable-node'], `127.0.0.1:${cluster.node(holder).port}`);
    }
    // A body and a socket arrive, too.
    const joined = await other.post(`/api/games/${id}/join`, { side: 'german' });
    assert.equal(joined.json.seats[1].you, true, joined.bytes.toString());
    const bot = await seat(user, id, scenario);
    // Who is there is known everywhere.
    for (let n = 1; n <= 3; n++) {
        const there = Object.assign(new User(cluster.node(n)), { cookie: other.cookie });
        await comes(async () => (await there.get('/api/games')).json.mine.find((game) => game.id === id)?.seats[0].online);
    }
    // A session that ends anywhere ends everywhere.
    const wrong = Object.assign(new User(cluster.node((holder % 3) + 1)), { cookie: user.cookie });
    assert.equal((await wrong.post('/api/logout')).status, 200);
    assert.equal((await bot.socket.closing()).code, 1008);
});

test('two who look for an opponent at different servers find each other', async () => {
    const both = [await User.guest(cluster), await User.guest(cluster)];
    const wish = { scenarios: [scenario] };
    const answers = [];
    for (const [i, user] of both.entries()) {
        // By nginx, which sends the request to whichever server leads; asked of each in turn, all but one send it on.
        const asked = [];
        for (let n = 1; n <= 3; n++) asked.push((await Object.assign(new User(cluster.node(n)), { cookie: user.cookie }).get('/api/queue')).status);
        assert.deepEqual(asked.toSorted(), [200, 421, 421], `user ${i}`);
        answers.push((await user.post('/api/queue', wish)).json);
    }
    assert.ok(answers[1].id, JSON.stringify(answers));
    assert.equal((await both[0].get('/api/queue')).json.game, answers[1].id);
});

test('a server that is killed, one that is frozen past its lease, and a database that is lost', async () => {
    const list = await players(cluster, 4);
    await all(list, (player) => player.play(3));
    const first = cluster.holder(list[0].id);
    cluster.fault(`kill ${first}`);
    await all(list, (player) => player.play(3));
    cluster.fault(`run ${first}`);

    // What is said to it while it is frozen is not answered when it wakes: its games are others' by then.
    const second = cluster.holder(list[0].id);
    const late = list.filter((player) => cluster.holder(player.id) === second);
    cluster.fault(`freeze ${second}`);
    const orders = all(late, (player) => player.play(2));
    await comes(() => late.every((player) => cluster.holder(player.id) !== second), 250);
    cluster.fault(`thaw ${second}`);
    await orders;
    assert.ok(await comes(() => /event=moved/.test(cluster.log(second))));

    cluster.fault('primary');
    await all(list, (player) => player.play(3));
    await all(list, (player) => player.leave());
    for (const player of list) player.check();
});

test('the cluster ends', () => cluster.stop());

await runCases('cluster', { sharing: false });
