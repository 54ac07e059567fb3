// reference.mjs — what a player looks up: the tables of the book, lines of sight and the ground they pass over.
import assert from 'node:assert/strict';

export function reference({ test, person }) {
    test('the tables of the book lie open, and what an order is read from is lit', async () => {
        const me = await person();
        const page = me.page;
        await me.open('/');
        await me.press('Play the first game');
        await me.ready();
        await me.drag('5314', '5112');
        const link = page.locator('.forecast .cell-link');
        await link.click();
        const book = page.getByRole('dialog', { name: 'Tables of the book' });
        await book.locator('td.lit').first().waitFor();
        assert.equal(await book.getByRole('combobox').inputValue(), 'artillery_fire');
        assert.match(await book.innerText(), /Where it comes from/);
        await me.picture('tables-fire');
        await book.getByRole('combobox').selectOption('combat');
        await book.locator('th', { hasText: '10:1' }).waitFor();
        await me.picture('tables-combat');
        await book.getByRole('button', { name: 'Close' }).click();
        await me.press(/Order: barrage/);
        const read = page.locator('.battle .cell-link', { hasText: '→' });
        await read.click();
        await book.locator('td.hit').waitFor();
        await me.picture('tables-hit');
    });
}
