// browser.mjs — Chromium, people in it, and the map under their pointer.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const require = createRequire(new URL('../../web/package.json', import.meta.url));
const { chromium } = require('playwright-core');

export const pictures = 'build/browser';
mkdirSync(pictures, { recursive: true });

/** How many times slower the browser's machine is to be: SLOW=4 shows what depends on its speed. */
const slow = Number(process.env.SLOW ?? 1);

const FLAGS = [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
];

export class Browser {
    static async start() {
        const browser = new Browser();
        browser.folder = mkdtempSync(join(tmpdir(), 'sandtable-browser-'));
        browser.chromium = await chromium.launch({
            executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
            headless: true,
            args: FLAGS,
        });
        return browser;
    }

    async stop() {
        await this.chromium.close();
        rmSync(this.folder, { recursive: true, force: true });
    }

    /** A user with a browser of his own. `cookie` makes him a user made elsewhere. */
    async person(server, { cookie, ...options } = {}) {
        const person = new Person();
        person.base = `http://127.0.0.1:${server.port}`;
        person.context = await this.chromium.newContext({
            viewport: { width: 1360, height: 860 },
            locale: 'en-GB',
            reducedMotion: 'reduce',
            ...options,
        });
        if (cookie) {
            const [name, value] = cookie.split('=');
            await person.context.addCookies([{ name, value, url: person.base, httpOnly: true }]);
        }
        person.page = await person.context.newPage();
        person.page.setDefaultTimeout(Number(process.env.PATIENCE ?? 120000));
        if (slow > 1) {
            const devtools = await person.context.newCDPSession(person.page);
            await devtools.send('Emulation.setCPUThrottlingRate', { rate: slow });
        }
        person.trouble = [];
        person.wire = [];
        person.sent = [];
        person.page.on('pageerror', (error) => person.trouble.push(error.message));
        person.page.on('console', (message) => {
            if (message.type() === 'error' && !/WebSocket|ERR_CONNECTION|Failed to load/.test(message.text()))
                person.trouble.push(message.text());
        });
        person.page.on('websocket', (socket) => {
            socket.on('framereceived', ({ payload }) => person.wire.push(String(payload)));
            socket.on('framesent', ({ payload }) => person.sent.push(String(payload)));
        });
        return person;
    }
}

export class Person {
    clicks = 0; // how often the mouse was pressed: a drag counts as well

    async open(path = '/') {
        await this.page.goto(this.base + path);
    }

    button(name, exact = false) {
        return this.page.getByRole('button', { name, exact });
    }

    /** The card of a scenario in the lobby. */
    card(title) {
        return this.page.locator('.card', { has: this.page.getByRole('heading', { name: title }) });
    }

    async press(name, exact = false) {
        this.clicks++;
        await this.button(name, exact).first().click();
    }

    /** Where a hex is on the page, once the map stands still. */
    async spot(number) {
        const canvas = this.page.locator('.map canvas');
        await canvas.waitFor();
        await this.page.locator('.prompt').waitFor();
        return canvas.evaluate((element, wanted) => {
            const { board } = element;
            return board.pixelOf(board.map.numbers.indexOf(wanted));
        }, number);
    }

    async clickHex(number) {
        this.clicks++;
        const { x, y } = await this.spot(number);
        await this.page.mouse.click(x, y);
    }

    /** With Shift: the whole stack is meant. */
    async clickStack(number) {
        await this.page.keyboard.down('Shift');
        await this.clickHex(number);
        await this.page.keyboard.up('Shift');
    }

    async drag(from, to) {
        this.clicks++;
        const a = await this.spot(from);
        const b = await this.spot(to);
        await this.page.mouse.move(a.x, a.y);
        await this.page.mouse.down();
        await this.page.mouse.move((a.x + b.x) / 2, (a.y + b.y) / 2, { steps: 4 });
        await this.page.mouse.move(b.x, b.y, { steps: 4 });
        await this.page.mouse.up();
    }

    /** Waits until counters can act: they are listed, in an order already begun if only one verb stands open. */
    async ready() {
        await this.page.waitForFunction(() => {
            const { position, actors, draft } = document.querySelector('.map canvas')?.board?.game.state ?? {};
            return position?.keys.question?.yours && actors.size && (!draft || (!draft.busy && !draft.args.length));
        });
        await this.page.locator('.actors, .draft').first().waitFor({ state: 'attached' });
    }

    async track(words) {
        await this.page.locator('.track p', { hasText: words }).waitFor();
    }

    /** Waits until every canvas that is to be seen has something drawn in its middle. */
    async drawn() {
        await this.page.waitForFunction(() => {
            const all = [...document.querySelectorAll('canvas')];
            const alpha = (one) => one.getContext('2d').getImageData(one.width >> 1, one.height >> 1, 1, 1).data[3];
            return all.length > 0 && all.every((one) => alpha(one) > 0);
        });
    }

    async picture(name) {
        await this.page.screenshot({ path: join(pictures, `${name}.png`) });
    }

    /** Goes on with Tab until what has the focus is called so. */
    async tabTo(words, most = 120) {
        for (let i = 0; i < most; i++) {
            const now = await this.page.evaluate(() => {
                const at = document.activeElement;
                return !at || at === document.body ? '' : (at.getAttribute('aria-label') ?? at.textContent ?? '');
            });
            if (words.test(now.trim())) return;
            await this.page.keyboard.press('Tab');
        }
        throw new Error(`Tab never came to ${words}`);
    }

    messages(kind) {
        return this.wire.map((text) => JSON.parse(text)).filter((message) => !kind || message.t === kind);
    }

    async close() {
        await this.context.close();
    }
}
