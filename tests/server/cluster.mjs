// cluster.mjs — a cluster as tools/cluster starts it, and players who come back by themselves and miss nothing.
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { release, sleep } from './cases.mjs';
import { Bot, numbersOf, User } from './server.mjs';

export class Cluster {
    static async start({ nodes = 3, standby = 'sync', program = release, lease = 60 } = {}) {
        const cluster = new Cluster();
        const env = { ...process.env, NODES: nodes, STANDBY: standby, PROGRAM: program, OPTIONS: `--no-limits --lease ${lease}`, PATIENCE: 2 };
        cluster.env = env;
        cluster.nodes = nodes;
        cluster.process = spawn('tools/cluster', { env, stdio: ['ignore', 'pipe', 'inherit'] });
        process.on('exit', () => cluster.process.kill());
        cluster.ended = new Promise((resolve) => cluster.process.on('exit', resolve));
        await new Promise((resolve, reject) => {
            let text = '';
            cluster.process.stdout.on('data', (bytes) => {
                text += bytes;
                const found = text.match(/Folder (\S+)\nOpen http:\/\/\S+:(\d+)\//);
                if (!found) return;
                [cluster.folder, cluster.port] = [found[1], Number(found[2])];
                resolve();
            });
            cluster.ended.then(() => reject(new Error('the cluster did not start')));
        });
        cluster.database = 'pg1';
        return cluster;
    }

    // Its own words, or with other settings of the environment.
    fault(words, env = {}) {
        execFileSync('tools/cluster', ['fault', ...words.split(' ')], { env: { ...this.env, CLUSTER: this.folder, ...env }, stdio: 'inherit' });
        if (words === 'primary' || words === 'split') this.database = 'pg2';
    }

    get store() {
        return `host=${this.folder}/${this.database} user=sandtable dbname=sandtable`;
    }

    sql(text) {
        return execFileSync('psql', ['-qAt', this.store, '-c', text], { encoding: 'utf8' }).trim();
    }

    // One server of it, for requests without nginx.
    node(number) {
        return { port: Number(readFileSync(`${this.folder}/node${number}.port`, 'utf8')) };
    }

    // The number of the server that holds a game; 0: none does.
    holder(id) {
        const address = this.sql(`SELECT n.address FROM games g JOIN lengths l ON l.game = g.number JOIN nodes n ON n.epoch = l.holder WHERE g.id = '${id}'`);
        for (let n = 1; n <= this.nodes; n++) if (address.endsWith(`:${this.node(n).port}`)) return n;
        return 0;
    }

    log(number) {
        return readFileSync(`${this.folder}/node${number}.log`, 'utf8');
    }

    // The orders of a game as the journal has them.
    orders(id) {
        const text = execFileSync(release, ['admin', '--store', this.store, 'export', id], { encoding: 'utf8' });
        const lines = text.split('\n');
        return lines.slice(lines.indexOf('begin') + 1).filter((line) => line && !/^(@|edition )/.test(line)).map((line) => line.split(' =')[0]);
    }

    async stop() {
        this.process.kill('SIGTERM');
        await this.ended;
    }
}

const scenario = 'wb95/muskau';
const PATIENCE = 5000; // milliseconds after which a player tries again

const within = (promise) => {
    let timer;
    const late = new Promise((_, reject) => (timer = setTimeout(() => reject(new Error('nothing comes')), PATIENCE)));
    return Promise.race([promise, late]).finally(() => clearTimeout(timer));
};

// Plays both sides of a game with another browser that looks on. Whatever becomes of the line, both open it again. What
// the journal must hold is known at any time: an order without an answer is there if the next state says so.
export class Player {
    // `node`: the server that begins the game; without it nginx chooses.
    static async sit(cluster, node = cluster) {
        const player = new Player();
        player.cluster = cluster;
        player.user = await User.guest(node);
        player.viewer = await User.guest(cluster);
        player.id = (await player.user.create(scenario, { soviet: 'me', german: 'me' }, { public: true })).id;
        player.user = Object.assign(new User(cluster), { cookie: player.user.cookie });
        player.orders = []; // that are in the journal
        player.doubtful = null; // perhaps one more
        player.shown = 0; // the furthest that any viewer saw
        player.closes = []; // codes
        player.longest = 0; // milliseconds without a line
        player.acknowledged = []; // when each order was
        player.watching = true;
        player.looking = player.look();
        player.looking.catch(() => {}); // reported when he leaves
        await player.open();
        return player;
    }

    // Opens a socket as often as it takes; its first state.
    async line(user) {
        for (let wait = 50; ; wait = Math.min(wait * 2, 500), await sleep(wait)) {
            let socket, gone = false;
            try {
                await within(user.get(`/api/games/${this.id}`)); // a server that does not answer is found out by it
                const opening = user.socket(this.id);
                opening.then((late) => gone && late.close(), () => {});
                socket = await within(opening);
                const state = await socket.next('state', PATIENCE);
                const ask = socket.ask.bind(socket);
                socket.ask = (message) => within(ask(message));
                return [socket, state];
            } catch {
                gone = true;
                socket?.close();
                user.agent.destroy();
                if (!this.watching && user === this.viewer) return [];
            }
        }
    }

    async open() {
        const begun = Date.now();
        const [socket, state] = await this.line(this.user);
        this.longest = Math.max(this.longest, Date.now() - begun);
        this.bot = Object.assign(new Bot(socket), { numbers: await this.numbers() });
        this.bot.see(state);
        if (this.doubtful !== null && state.orders > this.orders.length) this.orders.push(this.doubtful);
        this.doubtful = null;
        assert.equal(state.orders, this.orders.length, `game ${this.id}: what was acknowledged is there, and nothing else`);
    }

    async numbers() {
        for (;;)
            try {
                return await numbersOf(this.user, scenario);
            } catch {
                await sleep(100);
            }
    }

    // A viewer is never shown less than before.
    async look() {
        while (this.watching) {
            const [socket, state] = await this.line(this.viewer);
            if (!this.watching) return socket?.close();
            this.view = socket;
            const see = ({ seq }) => {
                assert.ok(seq >= this.shown, `game ${this.id}: ${seq} lines after ${this.shown} were shown`);
                this.shown = seq;
            };
            see(state);
            try {
                for (;;) see(await socket.next((m) => m.t === 'state' || m.t === 'delta'));
            } catch (error) {
                if (error instanceof assert.AssertionError) throw error;
                if (socket.closed?.code) this.closes.push(socket.closed.code);
            }
        }
    }

    // One order that is acknowledged.
    async order() {
        for (;;) {
            try {
                const { bot } = this;
                if (!bot.question.yours) {
                    bot.socket.send({ t: 'curtain', side: bot.question.side });
                    bot.see(await bot.socket.next('state', PATIENCE));
                }
                const text = await bot.order();
                this.doubtful = text;
                const answer = await bot.socket.ask({ t: 'order', seq: bot.seq, text });
                if (answer.t !== 'answer') throw new Error(answer.text);
                this.orders.push(text);
                this.acknowledged.push(Date.now());
                this.doubtful = null;
                bot.see(await bot.socket.next((m) => m.t === 'delta' && m.seq > bot.seq, PATIENCE));
                return;
            } catch (error) {
                if (error instanceof assert.AssertionError) throw error;
                this.bot.socket.close();
                await this.open();
            }
        }
    }

    async play(count) {
        const until = this.orders.length + count;
        while (this.orders.length < until && !this.bot.over) await this.order();
    }

    // Milliseconds from then until his next order was acknowledged.
    waited(since) {
        return this.acknowledged.find((at) => at >= since) - since;
    }

    async leave() {
        this.watching = false;
        this.view?.close();
        await this.looking;
        this.bot.socket.close();
    }

    check() {
        assert.deepEqual(this.cluster.orders(this.id), this.orders, `game ${this.id}`);
        assert.ok(this.shown <= this.orders.length, 'nobody was shown what is not there');
    }
}

export async function players(cluster, count, node) {
    return Promise.all(Array.from({ length: count }, () => Player.sit(cluster, node)));
}
export const all = (list, what) => Promise.all(list.map(what));
