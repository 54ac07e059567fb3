// site.mjs — games without a server: `sandtable site` writes a folder, a plain file server shows it, and the browser plays.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createReadStream, existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join, normalize } from 'node:path';
import { answer, state, until } from './hurry.mjs';

const program = process.env.SANDTABLE ?? 'build/release/sandtable';
const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.json': 'application/json' };

/** A folder below an address that is not the root, with no header but the type. */
function serveFiles(folder, below) {
    const server = createServer((request, out) => {
        const path = decodeURIComponent(request.url.split('?')[0]);
        const file = join(folder, normalize(path.slice(below.length)), path.endsWith('/') ? 'index.html' : '');
        if (!path.startsWith(below) || !existsSync(file) || statSync(file).isDirectory()) out.writeHead(404).end();
        else {
            out.writeHead(200, { 'content-type': TYPES[extname(file)] ?? 'application/octet-stream' });
            createReadStream(file).pipe(out);
        }
    });
    return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
}

/** The games in the browser's own archive. */
const shelf = (me) =>
    me.page.evaluate(
        () =>
            new Promise((resolve) => {
                const asked = indexedDB.open('sandtable', 1);
                asked.onsuccess = () => {
                    const all = asked.result.transaction('games').objectStore('games').getAll();
                    all.onsuccess = () => resolve(all.result);
                };
            }),
    );

export function site({ test, person }) {
    test('a site of files plays the first game of each rulebook, keeps it, and the program audits it', async () => {
        const folder = mkdtempSync(join(tmpdir(), 'sandtable-site-'));
        execFileSync(program, ['site', folder]);
        const files = await serveFiles(folder, '/war/');
        try {
            const me = await person({}, { port: files.address().port });
            await me.open('/war/');
            await me.press('Play the first game');
            await me.ready();
            await me.drag('5314', '5112');
            await me.page.locator('.forecast').waitFor();
            await me.press(/Order: fire a barrage/);
            await me.track('movement');
            await me.ready();
            await me.picture('site-game');
            // It is kept: the page is opened again, and the log is there.
            await me.page.reload();
            await me.ready();
            await me.page.getByRole('tab', { name: 'Log' }).click();
            await me.page.locator('.log .dice').first().waitFor();
            // The machine answers, and the whole past can be stepped through.
            await me.page.getByRole('tab', { name: 'Orders' }).click();
            for (let orders = 0; orders < 3; orders++) await answer(me);
            await me.page.locator('.map canvas').evaluate((map) => map.board.game.resign());
            await until(me, (now) => now.over, 'the end');
            // The program plays the journal again: the same dice, the same hashes, the same end.
            let kept;
            do [kept] = await shelf(me);
            while (!kept.over);
            const journal = join(folder, 'game.journal');
            writeFileSync(journal, kept.journal);
            assert.match(kept.journal, /^@ .*\nresult /m);
            execFileSync(program, ['audit', journal]);
            // The other rulebooks: their first games are begun, and the machine takes its turn or the first phases go by.
            const books = readdirSync(join(folder, 'api/pack')).length;
            for (let i = 0; i < books - 1; i++) {
                await me.open('/war/');
                await me.page.locator('.lessons button').nth(i).click();
                const { seq } = await until(me, (now) => now.yours && now.asked, 'the first question');
                for (let orders = 0; orders < 3; orders++) await answer(me);
                assert.ok((await state(me)).seq > seq);
            }
            assert.equal((await shelf(me)).length, books);
            await me.open('/war/');
            await me.page.locator('.game-row').nth(books - 1).waitFor();
            await me.picture('site-lobby');
            assert.deepEqual(me.trouble, []);
        } finally {
            files.close();
            rmSync(folder, { recursive: true, force: true });
        }
    });

    test('a game in this browser beside a server: what-if, hint, saved as a file and opened again', async () => {
        const me = await person();
        const { page } = me;
        await me.open('/');
        const card = me.card('Muskau 1945');
        await card.getByRole('button', { name: 'Play' }).click();
        await card.getByLabel('Play in this browser, without the server').check();
        await card.getByRole('button', { name: 'Begin' }).click();
        await me.ready();
        assert.match(page.url(), /\/g\/here-/);
        await me.drag('5314', '5112');
        await me.press(/Order: fire a barrage/);
        await me.track('movement');
        await me.ready();
        const { seq } = await state(me);
        const advice = await page.locator('.map canvas').evaluate((map) => map.board.game.ask({ t: 'hint' }));
        assert.ok(advice.value.orders[0].order, 'the machine says what it would do');
        await page.getByRole('tab', { name: 'Game' }).click();
        await page.locator('.replay input[type=range]').fill('0');
        await me.press(/Branch from here/);
        await me.press('Start the branch');
        await me.track('barrage');
        await me.ready();
        await page.goBack();
        await me.track('movement');
        await page.getByRole('tab', { name: 'Game' }).click();
        const saved = page.waitForEvent('download');
        await page.getByRole('button', { name: 'Save as a file' }).click();
        const file = await (await saved).path();
        await me.open('/');
        await page.locator('.open-file input').setInputFiles(file);
        await me.ready();
        assert.equal((await state(me)).seq, seq);
        assert.equal(me.sent.length, 0, 'nothing went over a socket');
        // It moves to the server and goes on there.
        const here = (await shelf(me)).find((one) => !one.origin); // a what-if cannot move
        await me.open('/');
        await page.locator('.game-row').filter({ has: page.locator(`a[href$="${here.id}"]`) }).getByRole('button', { name: 'Move to the server' }).click();
        await me.ready();
        assert.doesNotMatch(page.url(), /here-/);
        assert.equal((await state(me)).seq, seq);
        assert.ok(!(await shelf(me)).some((one) => one.id === here.id), 'it is no longer kept here');
        assert.deepEqual(me.trouble, []);
    });
}
