// cases.mjs — how the server's cases are written and run. Each case has its own users; most share one server.
import { spawnSync } from 'node:child_process';
import assert from 'node:assert/strict';
import net from 'node:net';
import { beginCase, lastWords, Server } from './server.mjs';

export const release = process.env.SANDTABLE_TOOL ?? 'build/release/sandtable';
export let shared; // the server most cases use
const cases = [];
export const test = (name, run) => cases.push({ name, run });
export const sleep = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

// Whether a fact comes about within five minutes: checked often, so that no test waits longer than needed.
export async function comes(fact, every = 50) {
    for (const begun = Date.now(); Date.now() - begun < 300000; await sleep(every)) if (await fact()) return true;
    return false;
}

// Sees all events sent so far: an answer comes after them.
export async function catchUp(bot) {
    await bot.socket.ask({ t: 'look', hex: 0 });
    const told = bot.socket.messages.filter((m) => m.t === 'delta' && m.seq > bot.seq);
    bot.socket.messages = bot.socket.messages.filter((m) => m.t !== 'delta');
    for (const message of told) bot.see(message);
}

// The whole past, page by page.
export async function pastOf(socket, { from = 0, count = 200 } = {}) {
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

export function admin(store, ...words) {
    return spawnSync(release, ['admin', '--store', store, ...words], { encoding: 'utf8' });
}

// Sends bytes as they are and returns all that comes back.
export function rawHttp(port, text, milliseconds = 60000) {
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
export const statusOf = (answer) => Number(answer.split(' ')[1] ?? 0);

// A server that ended by itself, or ends otherwise than in order, has failed.
export async function stopped(server) {
    assert.deepEqual(await server.stop(), { code: 0, signal: null }, server.log.slice(-6000));
    assert.doesNotMatch(server.log, /AddressSanitizer|runtime error|ThreadSanitizer|LeakSanitizer|event=fault/);
}

async function runOne(name, run) {
    const start = Date.now();
    beginCase(name);
    try {
        await run();
        console.log(`ok     ${name} (${Date.now() - start} ms)`);
        return true;
    } catch (error) {
        console.log(`FAILED ${name} (${Date.now() - start} ms)\n${error.stack}\n${lastWords()}`);
        return false;
    }
}

// Runs the cases whose names contain one of the words the program was called with; all without a word. --part=1/2 runs
// every second one.
export async function runCases(title, { sharing }) {
    const [part, parts] = (process.argv.find((word) => word.startsWith('--part='))?.slice(7) ?? '1/1').split('/').map(Number);
    const only = process.argv.slice(2).filter((word) => !word.startsWith('--'));
    const count = { true: 0, false: 0 };
    // Limits are per address and all users here have the same one: cases about limits have servers of their own.
    if (sharing) shared = await Server.start({ options: ['--no-limits'] });
    const chosen = cases.filter(({ name }) => !only.length || only.some((word) => name.includes(word)));
    for (const { name, run } of chosen.filter((_, at) => at % parts === part - 1)) count[await runOne(name, run)]++;
    if (sharing) {
        if (!(await runOne('the shared server stops in order', () => stopped(shared)))) count.false++;
        shared.clean();
    }
    console.log(`${title}: ${count.true} passed, ${count.false} failed`);
    process.exit(count.false ? 1 : 0);
}
