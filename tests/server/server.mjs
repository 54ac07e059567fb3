// server.mjs — a real server on a free port of this machine, and HTTP as a browser of one user speaks it.
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { Socket } from './ws.mjs';

export const program = process.env.SANDTABLE ?? 'build/asan/sandtable';

const operatorKey = 'a-word-of-the-operator';
const dice = process.env.DICE ?? 'Bautzen';

// Chance as the word in DICE has it, so that a failing run can be had again: numbers from 0 to 1, for one use.
export function chance(use) {
    let seed = createHash('sha256').update(`${dice} ${use}`).digest().readUInt32LE();
    return () => (seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0) / 2 ** 32;
}

let bots = { of: '', count: 0 };
const started = new Set(); // the servers of the case

// A case begins: its bots choose as they would if it were run alone.
export function beginCase(name) {
    bots = { of: name, count: 0 };
    started.clear();
}

// How the servers of a case that failed ended, with the last lines of their logs.
export const lastWords = () =>
    [...started].map(({ process, log }) => `server ${process.pid}, code ${process.exitCode}, signal ${process.signalCode}:\n${log.slice(-4000)}`).join('\n');

// Where the games of a folder live: a file in it, or a database of its own in the cluster whose sockets are in the folder
// that SANDTABLE_POSTGRES names.
export const cluster = process.env.SANDTABLE_POSTGRES;
const databases = new Set();
export function storeOf(folder) {
    if (!cluster) return `sqlite:${folder}/games.db`;
    const name = basename(folder).replaceAll(/[^A-Za-z0-9]/g, '_');
    if (!databases.has(name)) execFileSync('createdb', ['-h', cluster, '-U', 'sandtable', '-T', 'template0', name]);
    databases.add(name);
    return `host=${cluster} user=sandtable dbname=${name}`;
}

export class Server {
    // Starts one; `options` go to `sandtable serve`. Every run meets the same dice, those of the word in DICE.
    static async start({ folder = null, options = [], prefix = [] } = {}) {
        const server = new Server();
        server.folder = folder ?? mkdtempSync(join(tmpdir(), 'sandtable-'));
        server.store = storeOf(server.folder);
        writeFileSync(join(server.folder, 'metrics.key'), `${operatorKey}\n`);
        const words = [program, 'serve', '--port', '0', '--store', server.store, '--same-dice', dice,
            '--metrics-key', join(server.folder, 'metrics.key'), ...options];
        const [command, ...rest] = [...prefix, ...words];
        server.process = spawn(command, rest, { stdio: ['ignore', 'pipe', 'pipe'] });
        server.log = '';
        started.add(server);
        server.process.stderr.on('data', (bytes) => (server.log += bytes));
        server.ended = new Promise((resolve) => server.process.on('close', (code, signal) => resolve({ code, signal })));
        server.port = await new Promise((resolve, reject) => {
            let text = '';
            server.process.stdout.on('data', (bytes) => {
                text += bytes;
                const found = text.match(/Open http:\/\/\S+:(\d+)\//);
                if (found) resolve(Number(found[1]));
            });
            server.ended.then(() => reject(new Error(`the server did not start: ${server.log}`)));
        });
        return server;
    }

    async stop(signal = 'SIGTERM') {
        this.process.kill(signal);
        return this.ended;
    }

    // What the operator is shown; one number of it by its name.
    async metric(name) {
        // One connection for all: a case asks every 50 ms until something has happened, and an address may have 200.
        this.operator ??= new User(this);
        const { bytes } = await this.operator.get('/metrics', { headers: { Authorization: `Bearer ${operatorKey}` } });
        return Number(bytes.toString().match(new RegExp(`^sandtable_${name} (\\d+)`, 'm'))[1]);
    }

    clean() {
        rmSync(this.folder, { recursive: true, force: true });
    }
}

export class User {
    constructor(server) {
        this.server = server;
        this.cookie = '';
        this.agent = new http.Agent({ keepAlive: true, maxSockets: 4 });
    }

    static async guest(server) {
        const user = new User(server);
        user.session = (await user.get('/api/session')).json;
        return user;
    }

    // The server closes a connection that is idle for 30 seconds, perhaps just as the next request is on its way. So one
    // that was used 15 seconds ago is not used again, and what only reads is sent once more.
    async request(method, path, options) {
        for (const idle of Object.values(this.agent?.freeSockets ?? {}).flat()) if (Date.now() - idle.usedAt > 15000) idle.destroy();
        return this.requestOnce(method, path, options).catch((error) => {
            if (method !== 'GET' || !error.wasReused) throw error;
            return this.requestOnce(method, path, options);
        });
    }

    requestOnce(method, path, { body, headers = {}, raw = false } = {}) {
        return new Promise((resolve, reject) => {
            const bytes = body === undefined ? null : Buffer.from(raw ? body : JSON.stringify(body));
            const all = { ...headers };
            if (this.cookie) all.Cookie = this.cookie;
            if (bytes) all['Content-Length'] = bytes.length;
            if (method === 'POST' && !('X-Sandtable' in all)) all['X-Sandtable'] = '1';
            const request = http.request(
                { host: '127.0.0.1', port: this.server.port, method, path, headers: all, agent: this.agent },
                (response) => {
                    const parts = [];
                    response.on('data', (part) => parts.push(part));
                    response.on('end', () => {
                        const set = response.headers['set-cookie']?.[0];
                        if (set) this.cookie = set.split(';')[0];
                        const text = Buffer.concat(parts);
                        let json = null;
                        if (response.headers['content-type']?.startsWith('application/json'))
                            json = JSON.parse(text.toString() || 'null');
                        resolve({ status: response.statusCode, headers: response.headers, bytes: text, json });
                    });
                });
            request.on('socket', (socket) => (socket.usedAt = Date.now()));
            request.on('error', (error) => reject(Object.assign(error, { wasReused: request.reusedSocket })));
            request.end(bytes ?? undefined);
        });
    }

    get(path, options) {
        return this.request('GET', path, options);
    }

    post(path, body = {}, options = {}) {
        return this.request('POST', path, { body, ...options });
    }

    async create(scenario, seats, more = {}) {
        const answer = await this.post('/api/games', { scenario, seats, ...more });
        if (answer.status !== 200) throw new Error(`no game: ${answer.bytes}`);
        return answer.json;
    }

    socket(id, { invite, lang, ...more } = {}) {
        const asked = [invite && `invite=${invite}`, lang && `lang=${lang}`].filter(Boolean).join('&');
        const path = `/api/games/${id}/socket${asked && `?${asked}`}`;
        return Socket.open({ port: this.server.port, path, cookie: this.cookie, ...more });
    }
}

// A player that knows no rule: asks for choices and completes an order at random.
export class Bot {
    constructor(socket, random = chance(`${bots.of} ${bots.count++}`)) {
        this.socket = socket;
        this.random = random;
        this.seq = 0;
        this.question = null;
    }

    pick(list) {
        return list[Math.floor(this.random() * list.length)];
    }

    // Takes the keys of a state or delta.
    see(message) {
        this.seq = message.seq;
        if ('question' in message) this.question = questionOf(message, this);
        if ('over' in message) this.over = message.over;
        if ('orders' in message) this.orders = message.orders;
        if ('as' in message) this.as = message.as;
        this.openings = message.openings;
    }

    async order() {
        for (let attempt = 0; attempt < 8; attempt++) {
            let prefix = '', keyword = null, walked = false;
            for (;;) {
                const answer = await this.socket.ask({ t: 'choices', prefix });
                if (answer.t !== 'answer') throw new Error(`no choices after "${prefix}": ${JSON.stringify(answer)}`);
                const { complete, choices } = answer;
                if (complete && (walked || !choices.length || this.random() < 0.5)) return prefix;
                if (!choices.length) break;
                const choice = this.pick(choices);
                if (choice.type === 'path' && !walked) {
                    const reach = await this.socket.ask({ t: 'reach', prefix });
                    if (reach.t === 'answer' && reach.ends.length) {
                        const path = [];
                        const end = this.pick(reach.ends);
                        if (end.way) path.push(...end.way.map((hex) => this.numbers[hex]));
                        for (let hex = end.hex; !end.way && hex !== reach.start && hex >= 0; hex = reach.from[hex])
                            path.unshift(this.numbers[hex]);
                        if (choice.keyword && choice.keyword !== keyword) prefix += ` ${choice.keyword}`;
                        prefix += ` ${path.join(' ')}`;
                        keyword = choice.keyword;
                        walked = true;
                        continue;
                    }
                }
                if (choice.keyword && choice.keyword !== keyword) prefix += ` ${choice.keyword}`;
                keyword = choice.keyword;
                const number = () => choice.from + (choice.step ?? 1) *
                    Math.floor(this.random() * ((choice.to - choice.from) / (choice.step ?? 1) + 1));
                prefix = `${prefix} ${choice.text ?? number()}`.trim();
            }
        }
        throw new Error('no order found');
    }
}

// ---- a bot that plays ----

const maps = new Map();
export async function numbersOf(user, scenario) {
    if (!maps.has(scenario)) maps.set(scenario, (await user.get(`/api/map/${scenario}`)).json.numbers);
    return maps.get(scenario);
}

// A bot at a socket that has its first state.
export async function seat(user, id, scenario, options) {
    const socket = await user.socket(id, options);
    const bot = new Bot(socket);
    bot.numbers = await numbersOf(user, scenario);
    bot.see((bot.state = await socket.next('state')));
    return bot;
}

// The question of a state or delta; verbs that were kept are those of the last question that had some.
export function questionOf({ question, t, kept }, memory) {
    if (t === 'state' && !kept) memory.verbs = undefined;
    const verbs = question?.verbs === 'kept' ? memory.verbs : question?.verbs;
    if (question?.verbs === 'kept' && !verbs) throw new Error('verbs are kept that were never told');
    if (verbs) memory.verbs = verbs;
    return question && (verbs ? { ...question, verbs } : question);
}

// The pieces by number after a state or delta.
export function takePieces({ pieces = [], placed = [], gone = [] }, seen) {
    for (const i of gone) seen.delete(i);
    for (const piece of pieces) seen.set(piece.i, piece);
    for (let at = 0; at < placed.length; at += 3)
        seen.set(placed[at], { ...seen.get(placed[at]), hex: placed[at + 1], z: placed[at + 2] });
}

// The sketches after a delta.
export const sketchesOf = ({ sketches, sketched }, before) =>
    sketches ?? (sketched ? before.toSpliced(sketched[0], sketched[1], ...sketched[2]) : before);

// Reads deltas until it is this bot's turn or the game is over.
export async function untilMine(bot) {
    while (!bot.over && !bot.question?.yours) bot.see(await bot.socket.next((m) => m.t === 'delta' || m.t === 'state'));
    return !bot.over;
}

// Gives one random order, and sees what came of it.
export async function giveOrder(bot) {
    const text = await bot.order();
    const answer = await bot.socket.ask({ t: 'order', seq: bot.seq, text });
    assert.equal(answer.t, 'answer', `${text}: ${JSON.stringify(answer)}`);
    bot.see(await bot.socket.next((m) => m.t === 'delta' && m.seq > bot.seq));
    return text;
}
