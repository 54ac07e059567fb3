// book.mjs — the rulebook: as a page, beside the game, and on the way from a refusal.
import assert from 'node:assert/strict';

export function book({ test, person }) {
    test('the rulebook is read, searched and turned, and lies open beside the game where a refusal leads', async () => {
        const me = await person();
        const { page } = me;
        await me.open('/rules/wb95/4.2.1');
        await page.locator('.paragraph.here', { hasText: '§4.2.1' }).waitFor();
        await me.picture('book-page');
        await page.getByRole('button', { name: '10 Supply' }).click();
        await page.getByRole('heading', { name: 'Supply', exact: true }).waitFor();
        assert.match(page.url(), /\/rules\/wb95\/10$/);
        await page.getByPlaceholder('Search the rules').fill('zoc exit');
        await page.locator('.found li', { hasText: '§4.2.6' }).getByRole('button').click();
        await page.locator('.paragraph.here', { hasText: 'Exit cost' }).waitFor();
        // Tables are in their places, switches with their paragraphs, of another edition too.
        await me.open('/rules/wb95/table.combat');
        await page.locator('.paragraph.here th', { hasText: '10:1' }).waitFor();
        await me.open('/rules/wb95/1.1');
        await page.locator('.paragraph.here .switch').waitFor();
        await me.open('/rules/wb95/4.2.3');
        await page.locator('.paragraph.here .ruling', { hasText: 'R17' }).waitFor();
        await me.open('/rules/ocs/ocs2.seq-2');
        await page.locator('.paragraph.here', { hasText: '§ocs2.seq-2' }).waitFor();
        // Beside the game, from what a refusal cites.
        await me.open('/');
        await me.press('Play the first game');
        await me.ready();
        await page.locator('.prompt button.rule').first().click();
        const id = (await page.getByRole('dialog').getByRole('heading').first().innerText()).match(/§(\S+)/)[1];
        await me.press('Open in the rulebook');
        await page.locator('.rules-book.beside .paragraph.here', { hasText: `§${id}` }).waitFor();
        await me.picture('book-beside');
        await page.keyboard.press('Escape');
        await page.locator('.rules-book').waitFor({ state: 'detached' });
        assert.deepEqual(me.trouble, []);
    });

    test('a rule is shown step by step, forward and back, and tried: the same position in my own hands', async () => {
        const me = await person();
        const { page } = me;
        await me.open('/rules/wb95/4.2.1');
        await page.locator('.paragraph.here .show-case').click();
        await page.locator('.show-panel', { hasText: 'Stop on entering ZoC' }).waitFor();
        const steps = () => page.locator('.map canvas').evaluate((map) => map.board.game.ask({ t: 'step', to: 0, again: true }));
        const kinds = (await steps()).value.steps.map(({ kind }) => kind);
        const refused = kinds.indexOf('refuse');
        const given = kinds.indexOf('do');
        assert.ok(refused >= 0 && given >= 0, 'the case that is chosen refuses an order and gives one');
        const places = () =>
            page.locator('.map canvas').evaluate((map) => {
                const { pieces } = map.board.game.state.position;
                return [...pieces.values()].map(({ i, hex }) => `${i}:${hex}`).join(' ');
            });
        const before = await places();
        for (let n = 1; n <= kinds.length; n++) {
            await me.press(/Next/);
            await page.getByText(`Step ${n} of ${kinds.length}`).waitFor();
            if (n - 1 === refused) await page.locator('.show-panel .refused', { hasText: '§4.2.1' }).waitFor();
        }
        await me.picture('show-last');
        assert.notEqual(await places(), before);
        for (let n = kinds.length - 1; n >= 0; n--) await me.press(/Back/);
        await page.getByText('The position.').waitFor();
        assert.equal(await places(), before);
        // In my own hands the map is played on, and the case is still there.
        await me.press('Try it');
        await me.ready();
        await me.picture('show-try');
        await me.press('Back to the example');
        await page.getByText('The position.').waitFor();
        await me.open('/rules/wb95/4.2.1');
        await page.locator('.paragraph.here .show-case .done').waitFor();
        assert.deepEqual(me.trouble, []);
    });

    test('the board plays a script that was typed and not applied', async () => {
        const me = await person();
        const { page } = me;
        await me.open('/board/wb95');
        await me.press('Empty map');
        await page.locator('.board-panel').waitFor();
        await page.getByText('Script', { exact: true }).click();
        const script = await page.locator('.board-panel textarea').inputValue();
        await page.locator('.board-panel textarea').fill(`${script}\ncounter a Soviet INF foot sp=4 mp=4\nplace a 0505`);
        await me.press('Play from here');
        await page.waitForFunction(() => {
            const map = document.querySelector('.map canvas');
            return [...map.board.game.state.position.pieces.values()].some(({ id, hex }) => id === 'a' && hex !== null);
        });
        assert.deepEqual(me.trouble, []);
    });

    test('the board: a position made from the palette, odds asked, dice forced, undone, shared by a link', async () => {
        const me = await person();
        const { page } = me;
        const script = () => page.locator('.board-panel textarea').inputValue();
        const put = async (list, what, hex, count) => {
            await page.locator('.board-panel').getByLabel(list).selectOption({ label: what });
            await me.clickHex(hex);
            await page.waitForFunction(
                (wanted) => document.querySelector('.board-panel textarea')?.value.split('\n').length === wanted,
                count,
            );
            await me.press('Cancel');
        };
        await me.open('/board/wb95');
        await me.press('Empty map');
        await page.locator('.board-panel').waitFor();
        await page.getByText('Script', { exact: true }).click();
        await put('Counter', 'Soviet infantry division 5-4', '0505', 3);
        await put('Counter', 'German infantry regiment 4-4', '0504', 5);
        await put('Terrain', 'Forest', '0504', 6);
        await page.getByLabel('Phase').selectOption({ label: 'Soviet combat' });
        await me.track('combat');
        await me.picture('board-edit');
        await me.press('Play from here');
        await me.ready();
        await page.getByLabel('Next roll').fill('6 6');
        await me.press('Force');
        await page.getByText('The next roll will be 6 6.').waitFor();
        await me.drag('0505', '0504');
        await page.locator('.forecast', { hasText: '5 against 4' }).waitFor();
        await me.picture('board-play');
        await me.press(/Order: attack/);
        await page.locator('.dice').first().waitFor();
        await me.press('Edit the position');
        await page.getByText('Script', { exact: true }).click();
        assert.match(await script(), /phase soviet combat\ndice 6 6\ndo "attack a at 0504"$/);
        await me.press(/Undo/);
        await page.waitForFunction(() => !document.querySelector('.board-panel textarea')?.value.includes('attack'));
        const made = await script();
        // The link brings the same position to another user.
        await me.context.grantPermissions(['clipboard-read', 'clipboard-write']);
        await me.press('Copy link');
        await page.getByText('Copied').waitFor();
        const link = await page.evaluate(() => navigator.clipboard.readText());
        const other = await person();
        await other.page.goto(link);
        await other.page.locator('.board-panel').waitFor();
        await other.page.getByText('Script', { exact: true }).click();
        await other.page.waitForFunction(
            (wanted) => document.querySelector('.board-panel textarea')?.value === wanted,
            made,
        );
        assert.deepEqual([...me.trouble, ...other.trouble], []);
    });
}
