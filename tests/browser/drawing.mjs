// drawing.mjs — plans drawn on the map: waypoints one after the other, by the mouse and by keys.
import { User } from '../server/server.mjs';
import { state, until } from './together.mjs';

/** Gives an order by its text, and waits until its events have come. */
async function give(me, text) {
    await me.page.locator('.verbs button').first().waitFor();
    await until(me, 'game.state.verbs.length');
    const before = await state(me, 'game.state.position.keys.seq');
    await state(me, `void game.giving.give('${text}')`);
    await until(me, `game.state.position.keys.seq > ${before} && game.state.verbs.length`);
}

const points = (count) => `game.state.draft?.args.length === ${count} && !game.state.draft.busy`;

export function drawing({ test, person, here }) {
    /** A player who writes an Op Sheet and is about to assign its units. */
    async function atNewSheet() {
        const user = await User.guest(here());
        const { id } = await user.create('tcs/brook-and-brow', { us: 'random', german: 'me' });
        const me = await person({ cookie: user.cookie });
        await me.open(`/g/${id}`);
        for (const order of ['ready', 'cancel 1', 'sheet']) await give(me, order);
        await me.press('assign units', true);
        return me;
    }

    test('two clicks in the form of an order count both, though the second comes before the answer to the first', async () => {
        const me = await atNewSheet();
        await me.page.locator('.draft .slot', { hasText: 'companies' }).locator('.chip').first().waitFor();
        await me.page.evaluate(() => {
            const chips = (word) => {
                const slots = [...document.querySelectorAll('.draft .slot')];
                return [...slots.find((one) => one.textContent.includes(word)).querySelectorAll('.chip')];
            };
            chips('mission').find((one) => one.textContent.includes('attack')).click();
            chips('companies')[0].click();
        });
        await until(me, points(2));
    });

    test('the axis of a plan is drawn by clicks, a point taken back by a key, and finished by a second click', async () => {
        const me = await atNewSheet();
        await me.page.locator('.draft .chip', { hasText: 'attack' }).first().click();
        await me.page.locator('.draft .slot', { hasText: 'companies' }).locator('.chip').first().click();
        await me.press(/Order: assign units/);
        await me.press('draw an axis', true);
        await until(me, points(0));
        for (const [i, hex] of ['14.08', '10.09', '06.06'].entries()) {
            await me.clickHex(hex);
            await until(me, points(i + 1));
        }
        await me.page.keyboard.press('Backspace');
        await until(me, points(2));
        const at = await me.spot('06.08');
        await me.page.mouse.move(at.x, at.y);
        await me.picture('drawing');
        await me.clickHex('10.09');
        await until(me, `!game.state.draft && game.state.position.keys.sketches?.some((one) => one.kind === 'axis' && one.hexes.length)`);
        await me.picture('drawn');
        // The same by keys: a line across it, its points where the cursor stands.
        await me.tabTo(/^draw a phase line$/i);
        await me.page.keyboard.press('Enter');
        await until(me, points(0));
        await me.page.locator('.map canvas').focus();
        await me.page.keyboard.press('n');
        await me.page.keyboard.press('Enter');
        await until(me, points(1));
    });
}
