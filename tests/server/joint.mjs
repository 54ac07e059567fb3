// joint.mjs — all attacks at once, and a bystander who plays. JOINT=600 lasts ten minutes and holds the bars: a
// bystander's order p99 50 ms, /healthz 100 ms, memory 150 MB. A short run only says that nobody is shut out, since how
// quick an answer is depends on the machine; it prints the figures.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import http from 'node:http';
import net from 'node:net';
import { runCases, sleep, test } from './cases.mjs';
import { Bot, numbersOf, Server, User } from './server.mjs';
import { Socket } from './ws.mjs';

const seconds = Number(process.env.JOINT ?? 15);
const holds = seconds >= 300;
const dear = 'tcs/dieulouard', plain = 'wb95/muskau';

// Somebody at an address of his own: a proxy stands in front, as in public.
class Visitor extends User {
    constructor(server, address) {
        super(server);
        this.headers = { 'X-Forwarded-For': address };
    }

    request(method, path, options = {}) {
        return super.request(method, path, { ...options, headers: { ...options.headers, ...this.headers } });
    }

    open(id) {
        return Socket.open({ port: this.server.port, path: `/api/games/${id}/socket`, cookie: this.cookie, headers: this.headers });
    }
}

async function visitor(server, address) {
    const user = new Visitor(server, address);
    user.session = (await user.get('/api/session')).json;
    return user;
}

// Each goes on until it is told to stop, whatever it is answered.
const attacks = {
    async 'dear questions'(server, running) {
        const user = await visitor(server, '198.51.100.1');
        const { id } = await user.create(dear, { us: 'me', german: 'me' });
        const sockets = await Promise.all(Array.from({ length: 20 }, () => user.open(id)));
        for (const socket of sockets) socket.keep = false;
        for (let n = 1; running(); await sleep(40))
            for (const socket of sockets)
                for (const message of [{ t: 'openings' }, { t: 'additions', part: 'phase-line' }, { t: 'additions', part: 'commit' }])
                    socket.send({ ...message, n: n++ });
    },
    async 'readers who do not read'(server, running) {
        const user = await visitor(server, '198.51.100.2');
        const { id } = await user.create(dear, { us: 'me', german: 'me' });
        while (running()) {
            const sockets = await Promise.all(Array.from({ length: 30 }, () => user.open(id).catch(() => null)));
            for (const socket of sockets.filter(Boolean)) {
                socket.connection.pause();
                for (let n = 1; n < 40; n++) socket.send({ t: 'openings', n });
            }
            await sleep(3000);
            for (const socket of sockets.filter(Boolean)) socket.connection.destroy();
        }
    },
    async 'the past'(server, running) {
        const user = await visitor(server, '198.51.100.3');
        const { id } = await user.create(plain, { soviet: 'me', german: 'random' });
        const socket = await user.open(id);
        socket.keep = false;
        for (let n = 1; running(); await sleep(20)) socket.send({ t: n % 2 ? 'record' : 'ways', n: n++ });
    },
    async pictures(server, running) {
        const user = await visitor(server, '198.51.100.4');
        const { id } = await user.create(plain, { soviet: 'me', german: 'me' });
        while (running()) await Promise.all(Array.from({ length: 4 }, () => user.get(`/api/games/${id}/picture.png`).catch(() => {})));
    },
    async passwords(server, running) {
        const user = await visitor(server, '198.51.100.5');
        while (running()) await Promise.all(Array.from({ length: 4 }, () => user.post('/api/login', { name: 'Anybody', password: 'guess' }).catch(() => {})));
    },
    async 'guests, games and seats'(server, running) {
        for (let i = 0; running(); i++) {
            const user = await visitor(server, `198.51.100.${6 + (i % 4)}`).catch(() => null);
            if (!user) continue;
            await user.post('/api/games', { scenario: plain, seats: { soviet: 'me', german: 'open' }, public: true });
            for (const game of ((await user.get('/api/games')).json?.open ?? []).slice(0, 5)) await user.post(`/api/games/${game.id}/join`, { side: 'german' });
        }
    },
    async chat(server, running) {
        const user = await visitor(server, '198.51.100.11');
        const { id } = await user.create(plain, { soviet: 'me', german: 'me' }, { public: true });
        const socket = await user.open(id);
        socket.keep = false;
        for (; running(); await sleep(10)) socket.send({ t: 'chat', text: 'x'.repeat(900) });
    },
    async 'slow requests'(server, running) {
        while (running()) {
            const all = Array.from({ length: 100 }, () => net.connect({ port: server.port, host: '127.0.0.1' }).on('error', () => {}));
            for (let i = 0; i < 20 && running(); i++, await sleep(200)) for (const one of all) one.write(i ? 'x' : 'GET / HT');
            for (const one of all) one.destroy();
        }
    },
};

const quantile = (list, share) => [...list].sort((a, b) => a - b)[Math.min(list.length - 1, Math.floor(share * list.length))];

async function timed(list, what) {
    const before = performance.now();
    const answer = await what();
    list.push(performance.now() - before);
    return answer;
}

const memoryOf = (server) => Number(fs.readFileSync(`/proc/${server.process.pid}/status`, 'utf8').match(/VmRSS:\s+(\d+)/)[1]) / 1024;

// A game on a screen: an order whenever it is his turn, as fast as a hasty player gives them.
async function play(server, running, waits) {
    const user = await visitor(server, '203.0.113.1');
    const numbers = await numbersOf(user, plain);
    while (running()) {
        const { id } = await user.create(plain, { soviet: 'me', german: 'me' });
        const bot = new Bot(await user.open(id));
        bot.numbers = numbers;
        bot.see(await bot.socket.next('state'));
        while (running() && !bot.over) {
            const text = await bot.order();
            const answer = await timed(waits, () => bot.socket.ask({ t: 'order', seq: bot.seq, text }));
            assert.equal(answer.t, 'answer', `the bystander: ${JSON.stringify(answer)}`);
            bot.see(await bot.socket.next((m) => m.t === 'delta' && m.seq > bot.seq));
            if (!bot.over && !bot.question?.yours) {
                bot.socket.send({ t: 'curtain', side: bot.as === 'soviet' ? 'german' : 'soviet' });
                bot.see(await bot.socket.next('state'));
            }
            await sleep(100);
        }
        bot.socket.close();
    }
}

test('joint attack: all attacks together, and a bystander plays on', async () => {
    const server = await Server.start({ options: ['--proxy', '--quiet'] });
    const until = Date.now() + 1000 * seconds, running = () => Date.now() < until;
    const orders = [], health = [];
    let memory = 0;
    const attacking = Object.entries(attacks).map(([name, attack]) => attack(server, running).catch((error) => console.log(`       ${name}: ${error.message}`)));
    const agent = new http.Agent({ keepAlive: false });
    const watching = (async () => {
        const looker = Object.assign(new User(server), { agent });
        for (; running(); await sleep(250)) {
            assert.equal((await timed(health, () => looker.get('/healthz'))).status, 200);
            memory = Math.max(memory, memoryOf(server));
        }
    })();
    await Promise.all([play(server, running, orders), watching]);
    await Promise.race([Promise.all(attacking), sleep(10000)]);
    const figures = `${orders.length} orders, p99 ${quantile(orders, 0.99).toFixed(1)} ms; /healthz at most ${Math.max(...health).toFixed(1)} ms; ${memory.toFixed(0)} MB`;
    console.log(`       ${figures}`);
    assert.ok(orders.length >= 5, figures);
    assert.ok(memory < 150, figures);
    if (holds) assert.ok(quantile(orders, 0.99) <= 50 && Math.max(...health) <= 100, figures);
    assert.equal(server.process.exitCode, null, 'the server is there');
    assert.equal((await server.stop()).code, 0);
    server.clean();
});

await runCases('joint', { sharing: false });
