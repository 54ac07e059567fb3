// access.mjs — every screen as axe-core sees it, light and dark, large and small: it finds nothing.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { User } from '../server/server.mjs';
import { end, state, until } from './together.mjs';

const require = createRequire(new URL('../../web/package.json', import.meta.url));
const axe = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

/** What axe-core finds on the page, in words. */
export async function look(me, where) {
    if (!(await me.page.evaluate(() => 'axe' in window))) await me.page.evaluate(axe);
    const found = await me.page.evaluate(() => window.axe.run(document, { resultTypes: ['violations'] }));
    const words = found.violations.map((one) =>
        `${one.id}: ${one.help}\n${one.nodes.slice(0, 4).map((node) => `    ${node.html.slice(0, 160)}\n      ${node.any.concat(node.all, node.none).map((check) => check.message).join('; ').slice(0, 240)}`).join('\n')}`);
    return words.map((one) => `${where}: ${one}`);
}

export function access({ test, long, person, here }) {
    for (const [name, options] of [
        ['light', { colorScheme: 'light' }],
        ['dark', { colorScheme: 'dark' }],
        ['on a phone', { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }],
    ])
        test(`axe-core finds nothing on any screen: ${name}`, async () => {
            const found = [];
            const user = await User.guest(here());
            const { id } = await user.create('wb95/muskau', { soviet: 'me', german: 'greedy' }, { public: true });
            const me = await person({ cookie: user.cookie, ...options });
            const small = !!options.isMobile;
            const tab = (word) => me.page.getByRole('tab', { name: word }).click();
            await me.open('/');
            await me.button('Play the first game').waitFor();
            found.push(...await look(me, 'lobby'));
            await me.button(/Settings/).click();
            found.push(...await look(me, 'settings'));
            await me.page.keyboard.press('Escape');
            await me.card('Nysa 1945').getByRole('button', { name: 'Play' }).click();
            await me.page.locator('.new-game summary').click();
            found.push(...await look(me, 'new game'));
            await me.open(`/g/${id}`);
            await me.ready();
            found.push(...await look(me, 'question'));
            await me.page.locator('.scale-line').click();
            await me.page.getByRole('dialog', { name: 'How the game stands' }).locator('.goals').waitFor();
            found.push(...await look(me, 'scale'));
            await me.page.keyboard.press('Escape');
            await me.clickHex('5314');
            await until(me, 'game.state.draft?.args.length && !game.state.draft.busy');
            await me.clickHex('5112');
            await me.page.locator('.forecast').waitFor({ state: 'attached' });
            if (small) await tab('Orders');
            found.push(...await look(me, 'odds'));
            await me.page.locator('.confirm .primary').click();
            await me.page.locator('.battle').waitFor();
            found.push(...await look(me, 'battle'));
            for (const word of ['Log', 'Counters', 'Staff', 'Game']) {
                await tab(word);
                await me.page.waitForTimeout(200);
                found.push(...await look(me, word));
            }
            await tab('Orders');
            if (small) await tab('Orders');
            await me.ready();
            await me.press('end the phase', true);
            await me.page.getByRole('dialog').waitFor();
            found.push(...await look(me, 'end of a phase'));
            await me.press('Go back');
            if (small) {
                await me.press('Tables, rules, help and settings');
                found.push(...await look(me, 'more'));
            }
            await me.press('Help');
            found.push(...await look(me, 'help'));
            await me.page.keyboard.press('Escape');
            await state(me, 'game.openRule("5.1.4")');
            found.push(...await look(me, 'rule'));
            await me.page.keyboard.press('Escape');
            await state(me, 'game.looking.showControl()');
            found.push(...await look(me, 'overlay'));
            await state(me, 'game.store.set({ guard: { places: [{ hex: 94, distance: 2 }], go() {} } })');
            found.push(...await look(me, 'guard'));
            await me.press('Go back');
            await state(me, 'game.resign()');
            await me.page.getByRole('dialog').locator('.plot canvas').waitFor();
            found.push(...await look(me, 'end of the game'));
            await me.page.keyboard.press('Escape');
            await state(me, 'game.past.begin(1)');
            await me.page.locator('.replaying').waitFor();
            found.push(...await look(me, 'replay'));
            assert.equal(found.join('\n'), '', 'axe-core finds something');
        });

    test('a hot seat’s curtain and the invitation are accessible too', async () => {
        const found = [];
        const me = await person();
        const user = await User.guest(here());
        const { id } = await user.create('wb95/muskau', { soviet: 'me', german: 'me' });
        const hot = await person({ cookie: user.cookie });
        await hot.open(`/g/${id}`);
        await hot.ready();
        for (let i = 0; i < 5 && !(await hot.page.locator('.curtain').count()); i++) {
            await end(hot);
            await hot.page.waitForTimeout(300);
        }
        await hot.page.locator('.curtain').waitFor();
        found.push(...await look(hot, 'curtain'));
        await me.open('/');
        const card = me.card('Muskau 1945');
        await card.getByRole('button', { name: 'Play' }).click();
        await card.locator('select').nth(1).selectOption('open');
        await card.getByRole('button', { name: 'Begin' }).click();
        await me.page.getByRole('dialog').getByText('Send this link').waitFor();
        found.push(...await look(me, 'invitation'));
        assert.equal(found.join('\n'), '', 'axe-core finds something');
    });

    for (const [run, name, options] of [
        [long, 'light', { colorScheme: 'light' }],
        [test, 'dark and on a phone', { colorScheme: 'dark', viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }],
    ])
        run(`axe-core finds nothing where one learns: ${name}`, async () => {
            const found = [];
            const me = await person(options);
            const { page } = me;
            const at = async (path, there, where) => {
                await me.open(path);
                await page.locator(there).first().waitFor();
                found.push(...await look(me, where));
            };
            await at('/learn', '.course .primary, .learn-page .primary', 'courses');
            await at('/g/here-lesson-wb95-1', '.lesson-panel .task', 'lesson');
            await at('/g/here-puzzle-pm-1', '.lesson-panel .task', 'puzzle');
            await at('/rules/wb95/4.2.1', '.paragraph.here', 'rulebook');
            await page.locator('.paragraph.here .show-case').click();
            await page.locator('.show-panel .primary').waitFor();
            found.push(...await look(me, 'a rule shown'));
            await at('/board/wb95', '.board-start .primary', 'where a board begins');
            await me.press('Empty map');
            await page.locator('.board-panel').waitFor();
            found.push(...await look(me, 'board'));
            await me.press('Add to study');
            await page.locator('.position-picture.drawn').waitFor();
            found.push(...await look(me, 'study'));
            assert.equal(found.join('\n'), '', 'axe-core finds something');
        });
}
