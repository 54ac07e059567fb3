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
        // Tables stand in their places, switches with their paragraphs, of another edition too.
        await me.open('/rules/wb95/table.combat');
        await page.locator('.paragraph.here th', { hasText: '10:1' }).waitFor();
        await me.open('/rules/wb95/1.1');
        await page.locator('.paragraph.here .switch').waitFor();
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
}
