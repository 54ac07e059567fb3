// load.mjs — many players at once, with durable journals: node bench/load.mjs [CLIENTS …] [--seconds N] [--scenario ID]
//
// Each client has a game of its own against an open seat and plays both sides from a hot seat: it asks for choices,
// completes an order at random as any client would, gives it, and waits for the answer, which comes after the disk
// has it. Printed: orders a second, how long an order took from sending to its answer (p50, p99), asking likewise,
// and the server's memory. Then pages a second over kept connections.
import http from 'node:http';
import { readFileSync } from 'node:fs';

process.env.SANDTABLE ??= 'build/release/sandtable';
const { Bot, Server, User } = await import('../tests/server/server.mjs');

const words = process.argv.slice(2);
const option = (name, usual) => {
    const at = words.indexOf(name);
    return at < 0 ? usual : words.splice(at, 2)[1];
};
const seconds = Number(option('--seconds', '8')), scenario = option('--scenario', 'wb95/nysa');
const counts = words.map(Number).filter((count) => count > 0);
if (!counts.length) counts.push(1, 32, 500);

const percentile = (list, part) => list[Math.min(list.length - 1, Math.floor(list.length * part))] ?? NaN;
const milliseconds = (value) => value.toFixed(2).padStart(8);
function memory(server) {
    const status = readFileSync(`/proc/${server.process.pid}/status`, 'utf8');
    return Number(status.match(/VmRSS:\s+(\d+)/)[1]) / 1024;
}

async function player(server, numbers, until, orders, asks) {
    const user = await User.guest(server);
    const again = async () => {
        const game = await user.create(scenario, seats);
        const socket = await user.socket(game.id);
        socket.keep = false;
        const bot = new Bot(socket);
        bot.numbers = numbers;
        bot.see(await socket.next('state'));
        return bot;
    };
    let bot = await again();
    while (Date.now() < until.start) await new Promise((resolve) => setTimeout(resolve, 5));
    while (Date.now() < until.end) {
        if (bot.over) {
            bot.socket.close();
            bot = await again();
        }
        if (!bot.question.yours) {
            bot.socket.send({ t: 'curtain', side: bot.question.side });
            bot.see(await bot.socket.next('state'));
        }
        const asked = performance.now();
        const text = await bot.order();
        asks.push(performance.now() - asked);
        const start = performance.now();
        const answer = await bot.socket.ask({ t: 'order', seq: bot.seq, text });
        orders.push(performance.now() - start);
        if (answer.t !== 'answer') throw new Error(`${text}: ${JSON.stringify(answer)}`);
        bot.see(await bot.socket.next((m) => m.t === 'delta' && m.seq > bot.seq));
        bot.socket.messages.length = 0;
    }
    bot.socket.close();
}

let seats;
async function load(count) {
    const server = await Server.start({ options: ['--no-limits', '--quiet'] });
    const idle = memory(server);
    const first = await User.guest(server);
    const known = (await first.get('/api/scenarios')).json.find((candidate) => candidate.id === scenario);
    seats = Object.fromEntries(known.sides.map((side) => [side.word, 'me']));
    const numbers = (await first.get(`/api/map/${scenario}`)).json.numbers;
    const orders = [], asks = [];
    const settle = 500 + count * 12;
    const until = { start: Date.now() + settle, end: Date.now() + settle + seconds * 1000 };
    await Promise.all(Array.from({ length: count }, () => player(server, numbers, until, orders, asks)));
    const loaded = memory(server);
    const metrics = (await first.get('/metrics')).bytes.toString();
    const commits = Number(metrics.match(/commit_seconds_count (\d+)/)[1]);
    const spent = Number(metrics.match(/commit_seconds_sum ([\d.]+)/)[1]);
    orders.sort((a, b) => a - b);
    asks.sort((a, b) => a - b);
    console.log(`${String(count).padStart(4)} clients: ${(orders.length / seconds).toFixed(0).padStart(6)} durable orders/s` +
        `  p50 ${milliseconds(percentile(orders, 0.5))} ms  p99 ${milliseconds(percentile(orders, 0.99))} ms` +
        `  asking p50 ${milliseconds(percentile(asks, 0.5))} ms  commit ${(1000 * spent / commits).toFixed(2)} ms` +
        `  ${(orders.length / commits).toFixed(1)} orders a commit  memory ${idle.toFixed(0)} MB idle, ${loaded.toFixed(0)} MB loaded`);
    await server.stop();
    server.clean();
}

async function pages() {
    const server = await Server.start({ options: ['--no-limits', '--quiet'] });
    const agent = new http.Agent({ keepAlive: true, maxSockets: 32 });
    const end = Date.now() + 3000;
    let count = 0;
    const fetcher = async () => {
        while (Date.now() < end)
            await new Promise((resolve, reject) => {
                http.get({ host: '127.0.0.1', port: server.port, path: '/', agent }, (response) => {
                    response.resume();
                    response.on('end', () => (count++, resolve()));
                }).on('error', reject);
            });
    };
    await Promise.all(Array.from({ length: 32 }, fetcher));
    console.log(`pages: ${(count / 3).toFixed(0)} a second as node can ask (tools like wrk ask faster)`);
    await server.stop();
    server.clean();
}

for (const count of counts) await load(count);
await pages();
process.exit(0);
