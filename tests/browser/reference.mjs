// reference.mjs — what a player looks up: the tables of the book, lines of sight and the ground they pass over.
import assert from 'node:assert/strict';
import { User } from '../server/server.mjs';

const seats = { us: 'me', german: 'me' };

export function reference({ test, person, here }) {
    test('the tables of the book lie open, and what an order is read from is lit', async () => {
        const me = await person();
        const page = me.page;
        await me.open('/');
        await me.press('Play the first game');
        await me.ready();
        await me.drag('5314', '5112');
        const link = page.locator('.forecast .cell-link');
        await link.click();
        const book = page.getByRole('dialog', { name: 'Rulebook tables' });
        await book.locator('td.lit').first().waitFor();
        assert.equal(await book.getByRole('combobox').inputValue(), 'artillery_fire');
        assert.match(await book.innerText(), /Source/);
        await me.picture('tables-fire');
        await book.getByRole('combobox').selectOption('combat');
        await book.locator('th', { hasText: '10:1' }).waitFor();
        assert.match(await book.locator('.chart-key').innerText(), /D2\s+the defender retreats 2 hexes/);
        assert.match(await book.locator('.chart-key').innerText(), /only the attacker is hurt/);
        const chart = book.locator('.book-table');
        const colours = await chart.evaluate((one) =>
            ['thead th', 'td.attacker', 'td.defender', 'td:not(.attacker, .defender)'].map(
                (which) => getComputedStyle(one.querySelector(which)).backgroundColor));
        assert.equal(new Set(colours).size, 4, 'heads, and what hurts one side alone, are shaded');
        assert.ok(await chart.evaluate((one) => one.scrollWidth <= one.clientWidth + 1), 'the whole width is seen');
        await me.picture('tables-combat');
        await book.getByRole('button', { name: 'Close' }).click();
        await me.press(/Order: fire a barrage/);
        const read = page.locator('.battle .cell-link', { hasText: '→' });
        await read.click();
        await book.locator('td.hit').waitFor();
        await me.picture('tables-hit');
    });

    test('one sees what a hex sees, and why another is not seen: heights, contours, the ground between', async () => {
        const user = await User.guest(here());
        const { id } = await user.create('tcs/ridge-and-hollow', seats);
        const me = await person({ cookie: user.cookie });
        await me.open(`/g/${id}`);
        await me.spot('03.05');
        await me.drawn();
        await me.press(/^Line of sight between two hexes/); // and two clicks
        await me.clickHex('03.05');
        await me.page.locator('.legend-buttons [aria-pressed=true]').waitFor();
        const box = me.page.locator('.profile');
        await me.clickHex('16.10');
        await box.locator('h2', { hasText: '16.10' }).waitFor();
        assert.match(await box.innerText(), /the ground at 10\.07 reaches 100\.0 m/);
        await me.picture('sight');
        await me.clickHex('08.05');
        await box.locator('svg.seen').waitFor();
        await box.getByRole('button', { name: 'Close' }).click();
        await me.clickHex('17.10'); // from here on a click means the counters again
        await me.page.locator('.draft, .actors .chip').first().waitFor();
        await box.waitFor({ state: 'detached' });
    });
}
