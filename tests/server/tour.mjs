// tour.mjs — everything a user can do at a server, once, whatever it is answered: for servers whose calls fail. Each step is
// given up if no answer comes, for a fault may have swallowed it.
import { sleep } from './cases.mjs';
import { seat, User } from './server.mjs';

const scenario = 'wb95/muskau';
const patience = Number(process.env.FAULTS_PATIENCE ?? 1500);
export const soon = (promise, milliseconds = patience) =>
    Promise.race([promise, sleep(milliseconds).then(() => Promise.reject(new Error('no answer')))]);
const attempt = (promise) => soon(promise).catch(() => null);

// What was acknowledged: the texts of orders by game.
export class Tourist {
    constructor(server) {
        Object.assign(this, { server, games: new Map(), count: 0 });
    }

    async order(bot, id) {
        const text = await soon(bot.order());
        const answer = await soon(bot.socket.ask({ t: 'order', seq: bot.seq, text }));
        if (answer.t !== 'answer') throw new Error(answer.text);
        this.games.set(id, [...(this.games.get(id) ?? []), text]);
        bot.see(await soon(bot.socket.next((m) => (m.t === 'delta' || m.t === 'state') && m.seq > bot.seq)));
        return text;
    }

    // At the table: questions of every kind, orders, an order taken back, words.
    async atTable(user, id) {
        const bot = await soon(seat(user, id, scenario));
        try {
            for (const message of [{ t: 'openings' }, { t: 'panels' }, { t: 'aims' }, { t: 'look', hex: 100 }, { t: 'choices', prefix: '' },
                { t: 'additions', part: 'end' }, { t: 'around', part: 'end' }, { t: 'profile', from: 100, to: 105 }, { t: 'reasons' }, { t: 'why', text: 'end' },
                { t: 'overlay', name: 'supply' }])
                await attempt(bot.socket.ask(message));
            await this.order(bot, id);
            const undone = await attempt(bot.socket.ask({ t: 'undo' }));
            if (undone?.t === 'answer') this.games.get(id).pop(); // it is in the journal too, before its `undo`
            for (const message of [{ t: 'draft', part: 'end' }, { t: 'note', text: 'a note' }, { t: 'standing', wish: 'losses cheapest' },
                { t: 'record' }, { t: 'ways' }, { t: 'history', lines: 1 }, { t: 'events', from: 0, count: 5 }])
                await attempt(bot.socket.ask(message));
            bot.socket.send({ t: 'chat', text: 'words' });
            for (const side of ['german', 'soviet']) {
                bot.socket.send({ t: 'curtain', side, kept: true, from: true });
                const state = await attempt(bot.socket.next((m) => m.t === 'state' && m.as === side));
                if (state) bot.see(state);
            }
            bot.socket.send({ t: 'language', language: 'pl' });
            const state = await attempt(bot.socket.next('state'));
            if (state) bot.see(state);
            if (bot.question?.yours) await this.order(bot, id);
        } finally {
            bot.socket.close();
        }
    }

    // Pages, accounts, games, seats.
    async around() {
        const user = new User(this.server), other = new User(this.server);
        for (const one of [user, other]) await attempt(one.get('/api/session'));
        for (const path of ['/', '/api/scenarios', '/api/map/wb95/muskau', '/api/rules/wb95', '/api/games', '/healthz', '/metrics', '/nowhere'])
            await attempt(user.get(path));
        await attempt(user.post('/api/settings', { language: 'en', theme: 'dark' }));
        const game = (await attempt(user.post('/api/games', { scenario, seats: { soviet: 'me', german: 'me' }, public: true })))?.json;
        if (game?.id) {
            await this.atTable(user, game.id).catch(() => {});
            for (const path of ['', '/journal']) await attempt(user.get(`/api/games/${game.id}${path}`));
            await attempt(user.post(`/api/games/${game.id}/branch`, { orders: 0 }));
        }
        const open = (await attempt(user.post('/api/games', { scenario, seats: { soviet: 'me', german: 'open' }, public: true, clock: { kind: 'days', time: 86400 } })))?.json;
        if (open?.id) {
            await attempt(other.post(`/api/games/${open.id}/join`, { side: 'german' }));
            await attempt(other.post(`/api/games/${open.id}/offer`, { side: 'german', link: true }));
            await attempt(other.post(`/api/games/${open.id}/leave`, { side: 'german' }));
        }
        await attempt(user.post('/api/blocks', { user: 1 }));
        await attempt(user.get('/api/blocks'));
        await attempt(user.post('/api/report', { user: 1, words: 'rude' }));
        await attempt(user.post('/api/queue', { scenarios: [scenario] }));
        await attempt(user.post('/api/queue', { leave: true }));
        if (this.count++ % 4 === 0) {
            await attempt(other.post('/api/register', { name: `Tourist ${process.pid} ${this.count}`, password: 'long enough' }));
            await attempt(other.get('/api/sessions'));
        }
        await attempt(other.post('/api/logout'));
    }
}
