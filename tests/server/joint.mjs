// joint.mjs — all attacks at once, and a bystander who plays. JOINT=600 lasts ten minutes and holds the bars: a
// bystander's order p99 50 ms, /healthz 100 ms, memory 150 MB. A short run only shows that no user is shut out, since
// how quick an answer is depends on the machine; it prints the figures.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import net from 'node:net';
import { Worker } from 'node:worker_threads';
import { runCases, sleep, test } from './cases.mjs';
import { plain, visitor } from './bystander.mjs';
import { Server } from './server.mjs';

const seconds = Number(process.env.JOINT ?? 15);
const holds = seconds >= 300;
const dear = 'tcs/dieulouard';

// Each goes on until it must stop, whatever answer it gets.
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
            user.agent.destroy(); // an attacker who goes on for ten minutes runs out of connections, and not the server
        }
    },
    async chat(server, running) {
        const user = await visitor(server, '198.51.100.11');
        const { id } = await user.create(plain, { soviet: 'me', german: 'me' }, { public: true });
        const socket = await user.open(id);
        socket.keep = false;
        for (; running(); await sleep(10)) socket.send({ t: 'chat', text: 'x'.repeat(900) });
    },
    async 'a crowd that comes and goes'(server, running) {
        const host = await visitor(server, '198.51.100.12');
        const { id } = await host.create(plain, { soviet: 'me', german: 'greedy' }, { public: true });
        for (let i = 0; running(); i++) {
            const crowd = await visitor(server, `198.51.100.${13 + (i % 8)}`).catch(() => null);
            const sockets = await Promise.all(Array.from({ length: 40 }, () => crowd?.open(id).catch(() => null)));
            await sleep(1000);
            for (const socket of sockets.filter(Boolean)) socket.connection.destroy();
        }
    },
    async 'addresses that never answer'(server, running) {
        const deaf = net.createServer(() => {}).listen(0, '127.0.0.1');
        const users = [await visitor(server, '198.51.100.21'), await visitor(server, '198.51.100.22')];
        for (const user of users) await user.post('/api/settings', { webhook: `http://127.0.0.1:${deaf.address().port}/` });
        while (running()) {
            const game = (await users[0].post('/api/games', { scenario: plain, seats: { soviet: 'me', german: 'open' }, public: true })).json;
            if (game?.id) await users[1].post(`/api/games/${game.id}/join`, { side: 'german' });
            await sleep(200);
        }
        deaf.close();
    },
    async 'notes and what-ifs'(server, running) {
        const user = await visitor(server, '198.51.100.23');
        const { id } = await user.create(plain, { soviet: 'me', german: 'me' });
        const socket = await user.open(id);
        socket.keep = false;
        for (; running(); await sleep(20)) {
            socket.send({ t: 'note', text: 'x'.repeat(19000) });
            await user.post(`/api/games/${id}/branch`, { orders: 0 }).catch(() => {});
        }
    },
    async 'players that search'(server, running) {
        const user = await visitor(server, '198.51.100.24');
        const { id } = await user.create(plain, { soviet: 'search', german: 'me' });
        const socket = await user.open(id);
        socket.keep = false;
        while (running()) await sleep(200);
        socket.close();
    },
    async 'broken frames and requests'(server, running) {
        const user = await visitor(server, '198.51.100.25');
        const { id } = await user.create(plain, { soviet: 'me', german: 'me' });
        for (let i = 0; running(); i++, await sleep(20)) {
            const socket = await user.open(id).catch(() => null);
            socket?.connection.write(Buffer.from([[0x81, 0x05, 1, 2, 3, 4, 5], [0xff, 0xff, 0, 0], [0x82, 0x80, 0, 0, 0, 0]][i % 3]));
            net.connect({ port: server.port, host: '127.0.0.1' }).on('error', () => {}).resume().end('GET /api/games HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n');
            setTimeout(() => socket?.connection.destroy(), 500);
        }
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
const memoryOf = (server) => Number(fs.readFileSync(`/proc/${server.process.pid}/status`, 'utf8').match(/VmRSS:\s+(\d+)/)[1]) / 1024;

// The bystander has a thread of his own: he waits for the server, not for the attackers in this thread.
function bystander(server, until) {
    const worker = new Worker(new URL('./bystander.mjs', import.meta.url), { workerData: { port: server.port, until } });
    return new Promise((resolve, reject) => worker.on('message', resolve).on('error', reject));
}

test('joint attack: all attacks together, and a bystander plays on', async () => {
    const server = await Server.start({ options: ['--proxy', '--quiet', '--webhooks-home'] });
    const until = Date.now() + 1000 * seconds, running = () => Date.now() < until;
    let memory = 0;
    const attacking = Object.entries(attacks).map(([name, attack]) => attack(server, running).catch((error) => console.log(`       ${name}: ${error.message}`)));
    const watching = (async () => {
        for (; running(); await sleep(250)) memory = Math.max(memory, memoryOf(server));
    })();
    const [{ orders, health }] = await Promise.all([bystander(server, until), watching]);
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
