// bystander.mjs — a user who plays at a server while others attack it, and looks at its health; in a thread of his own,
// which answers with how long orders and looks took, in milliseconds.
import assert from 'node:assert/strict';
import http from 'node:http';
import { isMainThread, parentPort, workerData } from 'node:worker_threads';
import { sleep } from './cases.mjs';
import { Bot, numbersOf, User } from './server.mjs';
import { Socket } from './ws.mjs';

export const plain = 'wb95/muskau';

// A user with an address of his own: there is a proxy in front, as in public.
export class Visitor extends User {
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

export async function visitor(server, address) {
    const user = new Visitor(server, address);
    user.session = (await user.get('/api/session')).json;
    return user;
}

async function timed(list, what) {
    const before = performance.now();
    const answer = await what();
    list.push(performance.now() - before);
    return answer;
}

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

async function look(server, running, waits) {
    const looker = Object.assign(new User(server), { agent: new http.Agent({ keepAlive: false }) });
    for (; running(); await sleep(250)) assert.equal((await timed(waits, () => looker.get('/healthz'))).status, 200);
}

if (!isMainThread && workerData?.until) {
    const server = { port: workerData.port }, running = () => Date.now() < workerData.until;
    const orders = [], health = [];
    await Promise.all([play(server, running, orders), look(server, running, health)]);
    parentPort.postMessage({ orders, health });
}
