// study.mjs — studies and reports: a position with words and arrows, read by a link; the report of a game that is over.
import assert from 'node:assert/strict';
import { User } from '../server/server.mjs';
import { look } from './access.mjs';
import { answer, until } from './hurry.mjs';

export function study({ test, person, here }) {
    test('a study: chapters from the board with a comment, an arrow and a coloured hex, read by somebody else, printed', async () => {
        const me = await person();
        const { page } = me;
        await me.open('/board/wb95');
        await me.press('Empty map');
        await page.locator('.board-panel').waitFor();
        await page.getByText('Script', { exact: true }).click();
        const script = ['lab wb95/empty 8x6 masking=off', 'counter a Soviet INF foot sp=5 sp2=2 mp=4', 'place a 0303'];
        await page.locator('.board-panel textarea').fill(script.join('\n'));
        await me.press('Apply');
        await page.waitForFunction(() => document.querySelector('.map canvas').board.game.state.position.pieces.size > 0);
        await me.press('Add to study');
        await page.locator('.chapter .position-picture.drawn').waitFor();
        await page.getByLabel('Study', { exact: true }).fill('How to hold a town');
        await page.getByLabel('Comment').fill('The division goes north.');
        await me.press('Draw arrow');
        const picture = page.locator('.position-picture');
        const box = await picture.boundingBox();
        await picture.click({ position: { x: box.width / 2, y: box.height / 2 } });
        await picture.click({ position: { x: box.width / 2, y: box.height / 4 } });
        await me.press('Colour hexes');
        await picture.click({ position: { x: box.width / 4, y: box.height / 4 } });
        const kept = await page.evaluate(() => JSON.parse(localStorage.getItem('sandtable.studies')));
        assert.equal(kept[0].chapters[0].arrows.length, 1);
        assert.equal(kept[0].chapters[0].tints.length, 1);
        await me.picture('study');
        // A second chapter that goes another way.
        await me.press('Open on the board');
        await page.locator('.board-panel').waitFor();
        await page.getByText('Script', { exact: true }).click();
        await page.locator('.board-panel textarea').fill([...script.slice(0, 2), 'place a 0505'].join('\n'));
        await me.press('Apply');
        await page.waitForFunction(() => /0505/.test(document.querySelector('.board-panel textarea').value));
        await me.press('Add to study');
        await page.locator('.chapter.branch .position-picture.drawn').waitFor();
        await me.context.grantPermissions(['clipboard-read', 'clipboard-write']);
        await me.press('Copy read-only link');
        await page.getByText('Copied').waitFor();
        const link = await page.evaluate(() => navigator.clipboard.readText());
        const other = await person();
        await other.page.goto(link);
        await other.page.getByRole('heading', { name: 'How to hold a town' }).waitFor();
        await other.page.getByText('The division goes north.').waitFor();
        await other.page.locator('.chapter.branch .position-picture.drawn').waitFor();
        assert.equal(await other.page.locator('textarea').count(), 0, 'it is only read');
        await other.page.emulateMedia({ media: 'print' });
        assert.ok((await other.page.pdf()).length > 20000);
        await other.picture('study-read');
        assert.deepEqual([...me.trouble, ...other.trouble], []);
    });

    test('the after-action report of a game that is over: a map a turn, losses, odds and luck; and the game on the board', async () => {
        const user = await User.guest(here());
        const { id } = await user.create('wb95/muskau', { soviet: 'me', german: 'greedy' });
        const me = await person({ cookie: user.cookie });
        const { page } = me;
        await me.open(`/g/${id}`);
        await me.ready();
        for (let orders = 0; orders < 8; orders++) await answer(me);
        await page.locator('.map canvas').evaluate((map) => map.board.game.resign());
        await until(me, (now) => now.over, 'the end');
        const end = page.getByRole('dialog', { name: /victory/ }); // it comes when it knows what to tell
        await end.waitFor();
        await page.keyboard.press('Escape');
        await end.waitFor({ state: 'detached' });
        await page.getByRole('tab', { name: 'Game' }).click();
        await page.getByRole('button', { name: 'After-action report' }).click();
        await page.locator('.report-turn .position-picture.drawn').first().waitFor();
        assert.ok((await page.locator('.report-turn table').count()) > 0);
        assert.equal((await look(me, 'report')).join('\n'), '', 'axe-core finds something');
        await me.picture('report');
        await page.emulateMedia({ media: 'print' });
        assert.ok((await page.pdf()).length > 20000);
        await page.emulateMedia({ media: 'screen' });
        await page.getByRole('link', { name: 'Back to the game' }).click();
        await page.keyboard.press('Escape');
        await page.getByRole('tab', { name: 'Game' }).click();
        await page.getByRole('button', { name: 'Open on the board' }).click();
        await page.locator('.board-panel').waitFor();
        await page.waitForFunction(() => document.querySelector('.map canvas')?.board?.game.state.position?.pieces.size > 10);
        assert.deepEqual(me.trouble, []);
    });
}
