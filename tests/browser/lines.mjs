// lines.mjs — everything that breaks a connection or doubles it: reloads, cut lines, servers killed and started
// again, the curtain across all of that, and one seat at two screens.
import assert from 'node:assert/strict';
import net from 'node:net';
import { twoEditions } from '../server/editions.mjs';
import { answer, until, untilAsked } from './hurry.mjs';
import { Server, seat, User } from '../server/server.mjs';

const first = 'wb95/muskau';
const quiet = ['--quiet', '--no-limits'];

/** A line between browser and server that can be cut, and can lose what the server sends. Its own port stays the same
 * whatever the server's is, which another program may get while no server listens there. */
class Line {
    static async to(server) {
        const line = new Line();
        line.ends = new Set();
        line.cut = line.deaf = false;
        line.server = server;
        line.listener = net.createServer((near) => line.join(near));
        await new Promise((resolve) => line.listener.listen(0, '127.0.0.1', resolve));
        line.port = line.listener.address().port;
        return line;
    }

    join(near) {
        if (this.cut) return near.destroy();
        const far = net.connect(this.server.port, '127.0.0.1');
        near.on('data', (bytes) => far.write(bytes));
        far.on('data', (bytes) => this.deaf || near.write(bytes));
        for (const [end, other] of [[near, far], [far, near]]) {
            this.ends.add(end);
            end.on('error', () => {});
            end.on('close', () => {
                this.ends.delete(end);
                other.destroy();
            });
        }
    }

    /** Nothing goes through any more, until `mend`. */
    break() {
        this.cut = true;
        for (const end of this.ends) end.destroy();
    }

    mend() {
        this.cut = this.deaf = false;
    }

    /** The server is killed, and none listens any more, until `begin`. */
    async kill() {
        await this.server.stop('SIGKILL');
    }

    /** Another server takes the killed one's place. */
    async begin() {
        this.server = await Server.start({ folder: this.server.folder, options: quiet });
    }

    close() {
        this.break();
        this.listener.close();
    }

    /** The end of a line that has a server of its own. */
    async end() {
        this.close();
        await this.server.stop();
        this.server.clean();
    }
}

/** A hot-seat game in the middle of a retreat, and whose it is. */
async function retreating(server) {
    const user = await User.guest(server);
    const { numbers } = (await user.get(`/api/map/${first}`)).json;
    for (let game = 0; game < 20; game++) {
        const { id } = await user.create(first, { soviet: 'me', german: 'me' });
        if (await untilAsked(user, id, numbers, 'retreat', 'retreat')) return { user, id };
    }
    throw new Error('no game came to a retreat');
}

const retreatPrompt = (me) => me.page.locator('.prompt.yours', { hasText: 'Retreat' });

/** Begins to fall back with the first counter that must, until the player must say where to. */
const whither = (me) => me.page.locator('.slot.wanted .chip', { hasText: /^\d{4}/ }).first();

async function beginRetreat(me) {
    await me.page.locator('.actors .chip, .draft .slot.wanted .chip').first().click();
    await whither(me).waitFor();
}

// The side asked next may be behind the curtain: the log is there, if covered.
const fellBack = (me) =>
    me.page.locator('.log', { hasText: /retreats|falls back|eliminated/ }).first().waitFor({ state: 'attached' });

/** Answers as the Soviet player until the curtain hides the table. */
async function untilCurtain(me) {
    const curtain = me.page.getByRole('alertdialog');
    for (let i = 0; i < 12; i++) {
        const now = await until(me, (one) => one.side === 'german' || (one.yours && one.asked), 'a question');
        if (now.side === 'german') break;
        await answer(me);
    }
    await curtain.waitFor();
    return curtain;
}

async function maskedHotSeat(server, person, line = server) {
    const user = await User.guest(server);
    const { id } = await user.create(first, { soviet: 'me', german: 'me' }, { options: { masking: 'on' } });
    const me = await person({ cookie: user.cookie }, line);
    await me.open(`/g/${id}`);
    return me;
}

const sent = (me, since, words) => me.wire.slice(since).some((text) => text.includes(words));

export function lines({ test, person, here }) {
    test('a page reloaded in the middle of a retreat goes on with it', async () => {
        const { user, id } = await retreating(here());
        const me = await person({ cookie: user.cookie });
        await me.open(`/g/${id}`);
        await retreatPrompt(me).waitFor();
        await me.ready();
        const said = await retreatPrompt(me).innerText();
        await beginRetreat(me);
        await me.picture('retreat');
        await me.page.reload();
        await retreatPrompt(me).waitFor();
        await me.ready();
        assert.equal(await retreatPrompt(me).innerText(), said);
        await beginRetreat(me);
        await me.page.locator('.slot.wanted .chip').first().click();
        await fellBack(me);
    });

    test('a line cut in the middle of a retreat: nothing is lost, nothing is done twice', async () => {
        const { user, id } = await retreating(here());
        const line = await Line.to(here());
        try {
            const me = await person({ cookie: user.cookie }, line);
            await me.open(`/g/${id}`);
            await retreatPrompt(me).waitFor();
            await me.ready();
            const { seq } = await until(me, (now) => now.yours && now.asked, 'the retreat is asked for');
            const said = await retreatPrompt(me).innerText();
            await beginRetreat(me);
            line.break();
            await me.page.locator('.connection').waitFor();
            assert.ok(await me.page.locator('.verbs button').first().isDisabled(), 'no order can be given meanwhile');
            await me.picture('line-cut');
            line.mend();
            await me.page.locator('.connection').waitFor({ state: 'detached' });
            await whither(me).waitFor(); // what was begun is still there
            assert.equal(await retreatPrompt(me).innerText(), said.split('\n')[0]);
            // The order gets through, its answer does not: when the line is back, the page shows what became of it.
            line.deaf = true;
            await me.page.locator('.slot.wanted .chip').first().click();
            const other = await user.socket(id);
            let known = await other.next('state');
            if (known.seq === seq) known = await other.next((message) => message.t === 'delta');
            other.close();
            assert.equal(known.seq, seq + 1);
            line.break();
            await me.page.locator('.connection').waitFor();
            line.mend();
            await me.page.locator('.connection').waitFor({ state: 'detached' });
            await until(me, (now) => now.seq === seq + 1, 'the retreat was made once');
        } finally {
            line.close();
        }
    });

    test('the server is killed and started again under two players', async () => {
        const line = await Line.to(await Server.start({ options: quiet }));
        try {
            const a = await person({}, line);
            await a.open('/');
            const card = a.card(/Muskau/);
            await card.getByRole('button', { name: 'Play' }).click();
            await card.locator('select').nth(1).selectOption('open');
            await card.getByRole('button', { name: 'Begin' }).click();
            await a.ready();
            const link = await a.page.getByRole('dialog').locator('.invite input').inputValue();
            await a.page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
            assert.match(link, /#/);
            const b = await person({}, line);
            await b.page.goto(link);
            await b.page.getByRole('tab', { name: 'Game' }).click();
            await b.button('Sit down as German').click();
            await b.page.locator('.prompt', { hasText: 'Waiting for Soviet' }).waitFor();
            await b.page.locator('.fog').waitFor({ state: 'detached' });
            for (const one of [a, b]) await one.page.getByRole('tab', { name: 'Orders' }).click();
            await a.press('end the phase', true);
            await a.press(/^End the phase/);
            await a.track('movement');
            await b.track('movement');
            await line.kill();
            for (const one of [a, b]) await one.page.locator('.connection').waitFor();
            await a.picture('connection-lost');
            await line.begin();
            for (const one of [a, b]) await one.page.locator('.connection').waitFor({ state: 'detached' });
            await a.ready();
            await a.track('movement');
            await a.page.locator('.actors .chip', { hasText: '97 (G)' }).click();
            await a.page.locator('.slot .chip', { hasText: '5311' }).click();
            await b.page.locator('.log', { hasText: 'moves from 5213 to 5311' }).waitFor();
        } finally {
            await line.end();
        }
    });

    test('an update under an open page that cannot play its game on: the page follows it to its own program', async () => {
        const server = await Server.start({ options: quiet });
        const line = await Line.to(server);
        const me = await person({}, line);
        let newer;
        try {
            const user = await User.guest(line);
            const { id } = await user.create(first, { soviet: 'me', german: 'me' });
            const bot = await seat(user, id, first);
            for (const text of ['barrage s32Art s33Art at 5115', 'end']) {
                assert.equal((await bot.socket.ask({ t: 'order', seq: bot.seq, text })).t, 'answer');
                bot.see(await bot.socket.next((m) => m.t === 'delta' && m.seq > bot.seq));
            }
            bot.socket.close();
            const [name, value] = user.cookie.split('=');
            await me.context.addCookies([{ name, value, url: me.base, httpOnly: true }]);
            await me.open(`/g/${id}`);
            await me.track('movement');
            await line.kill();
            newer = await Server.start({ folder: server.folder, options: [...quiet, ...twoEditions(server)] });
            line.server = newer;
            line.cut = false;
            await me.page.waitForURL((url) => url.port !== new URL(me.base).port && url.pathname === `/g/${id}`);
            await me.track('movement');
            await me.press('end the phase', true);
            await me.press(/^End the phase/);
            await until(me, (now) => now.seq === 3, 'its own program takes the order');
            await me.picture('older-edition');
        } finally {
            await newer?.stop();
            await line.end();
        }
    });

    test('a reload does not lift the curtain of a hot seat', async () => {
        const me = await maskedHotSeat(here(), person);
        const curtain = await untilCurtain(me);
        const wire = me.wire.length;
        await me.page.reload();
        await curtain.waitFor();
        assert.ok(!sent(me, wire, '"as":"german"'), 'the other view has not come');
        await me.press(/I am the German player/);
        await until(me, (now) => now.as === 'german' && now.yours, 'the German player sees his own view');
    });

    test('a server started again lifts no curtain, and leaves who opened it where he was', async () => {
        const server = await Server.start({ options: quiet });
        const line = await Line.to(server);
        try {
            const me = await maskedHotSeat(server, person, line);
            const curtain = await untilCurtain(me);
            const restart = async () => {
                await line.kill();
                await me.page.locator('.connection').waitFor({ state: 'attached' });
                const wire = me.wire.length;
                await line.begin();
                await me.page.locator('.connection').waitFor({ state: 'detached' });
                return wire;
            };
            const closed = await restart();
            await curtain.waitFor();
            assert.equal(await me.page.locator('.map').isVisible(), false);
            assert.ok(!sent(me, closed, '"as":"german"'), 'the German view has not come');
            await me.press(/I am the German player/);
            await until(me, (now) => now.as === 'german' && now.yours, 'the German player sees his own view');
            const opened = await restart();
            await until(me, (now) => now.as === 'german' && now.yours && now.asked, 'he is asked again');
            assert.equal(await curtain.count(), 0);
            assert.ok(!sent(me, opened, '"as":"soviet"'), 'nor has the Soviet view');
        } finally {
            await line.end();
        }
    });

    test('one seat at two screens: both follow, and an order given at both counts once', async () => {
        const user = await User.guest(here());
        const { id } = await user.create(first, { soviet: 'me', german: 'open' });
        const screens = [await person({ cookie: user.cookie }), await person({ cookie: user.cookie })];
        for (const one of screens) {
            await one.open(`/g/${id}`);
            await one.ready();
        }
        const [left, right] = screens;
        await left.press('end the phase', true);
        await left.press(/^End the phase/);
        for (const one of screens) {
            await one.track('movement');
            await one.ready();
            await one.page.locator('.actors .chip', { hasText: '97 (G)' }).click();
            await one.page.locator('.slot .chip', { hasText: '5311' }).waitFor();
        }
        const { seq } = await until(left, (now) => now.yours, 'the phase');
        // Both give the same order at once; the second finds it given, or is refused.
        await Promise.all(
            screens.map((one) => one.page.locator('.slot .chip', { hasText: '5311' }).click({ timeout: 10000 }).catch(() => {})),
        );
        for (const one of screens) {
            await until(one, (now) => now.seq === seq + 1, 'both see the order once');
            await one.page.locator('.log', { hasText: 'moves from 5213 to 5311' }).waitFor();
        }
        await right.press(/Undo/);
        for (const one of screens) await one.page.locator('.chip', { hasText: /97 \(G\).*5213/ }).waitFor();
        // One screen goes; the seat is not empty.
        await right.close();
        const watcher = await User.guest(here());
        const { invite } = (await user.get(`/api/games/${id}`)).json;
        const seats = (await watcher.get(`/api/games/${id}?invite=${invite}`)).json.seats;
        assert.equal(seats.find((seat) => seat.side === 'soviet').online, true);
        await left.ready();
        await left.page.locator('.actors .chip', { hasText: '97 (G)' }).click();
        await left.page.locator('.slot .chip', { hasText: '5311' }).click();
        await until(left, (now) => now.seq === seq + 3, 'the other screen plays on');
    });
}
