// learn.mjs — the courses and the puzzles: tried as a newcomer does, with a failure, a second chance and a hint.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';

const lessons = (system) => JSON.parse(readFileSync(`web/public/engine/lessons-${system}.json`, 'utf8'));
const puzzles = (system) => JSON.parse(readFileSync(`web/public/engine/puzzles-${system}.json`, 'utf8'));
const books = Object.keys(JSON.parse(readFileSync('web/public/engine/lessons-count.json', 'utf8')));

/** Gives an order as the client does. */
const order = (me, text) =>
    me.page.locator('.map canvas').evaluate((map, words) => map.board.game.ask({ t: 'order', text: words }), text);

/** Waits until the person must answer, or the lesson is over. */
const asked = (me) =>
    me.page.waitForFunction(
        () =>
            document.querySelector('.lesson-panel .solved, .lesson-panel .failed') ||
            document.querySelector('.map canvas')?.board?.game.state.position?.keys.question?.yours,
    );

async function solve(me, { solution }) {
    for (const text of solution) {
        await asked(me);
        const answer = await order(me, text);
        assert.equal(answer.kind, 'answer', `${text}: ${JSON.stringify(answer)}`);
    }
    await me.page.locator('.lesson-panel .solved').waitFor();
}

export function learn({ test, long, person }) {
    test('a newcomer takes the first lesson of each rulebook, fails one, is given a hint and a second chance', async () => {
        const me = await person();
        const { page } = me;
        await me.open('/');
        await page.getByRole('link', { name: /Learn: lessons/ }).click();
        await page.locator('.course li').nth(10 * books.length - 1).waitFor();
        await me.picture('learn');
        await page.locator('.course').first().getByRole('link').first().click();
        await me.ready();
        await page.getByText('3 orders left').waitFor();
        // Into the forest: the town is out of reach, and the orders are soon spent.
        await me.drag('0203', '0303');
        await page.getByText('2 orders left').waitFor();
        await me.ready();
        await me.drag('0303', '0403');
        await page.getByText('1 order left').waitFor();
        await me.press('End the phase');
        const anyway = me.button(/End the phase anyway|End anyway/);
        if (await anyway.count()) await anyway.first().click();
        await page.locator('.lesson-panel .failed').waitFor();
        await me.picture('lesson-failed');
        await page.locator('.lesson-panel').getByRole('button', { name: 'Try again' }).click();
        await page.getByText('3 orders left').waitFor();
        await me.press('Hint');
        await page.locator('.hint-words').waitFor();
        await me.ready();
        await me.drag('0203', '0603');
        await page.locator('.lesson-panel .solved').waitFor();
        await me.picture('lesson-solved');
        await page.locator('.lesson-panel').getByRole('button', { name: /Zones of control/ }).click();
        await page.getByRole('heading', { name: '2. Zones of control' }).waitFor();
        // The others: the model solution of their first lesson.
        const taken = /here-lesson-(\w+)-/.exec(page.url())[1];
        for (const book of books.filter((one) => one !== taken)) {
            await me.open(`/g/here-lesson-${book}-1`);
            await me.ready();
            await solve(me, lessons(book)[0]);
        }
        await me.open('/learn');
        await page.locator('.course .tick').nth(books.length - 1).waitFor();
        assert.deepEqual(me.trouble, []);
    });

    test('on a phone a lesson stands above its map, and rings the hexes that its task names', async () => {
        const me = await person({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
        const { page } = me;
        await me.open('/g/here-lesson-tcs-3');
        await me.ready();
        await page.locator('.lesson-panel .task').waitFor();
        const canvas = page.locator('.map canvas');
        const below = async () => {
            const panel = await page.locator('.lesson-panel').boundingBox(), map = await canvas.boundingBox();
            return map.y >= panel.y + panel.height - 1;
        };
        for (let i = 0; i < 600 && !(await below()); i++) await page.waitForTimeout(50);
        assert.ok(await below(), 'the map begins where the panel ends');
        const rung = () => canvas.evaluate(({ board }) => board.game.state.taskHexes.map((hex) => board.map.numbers[hex]));
        for (let i = 0; i < 600 && !(await rung()).length; i++) await page.waitForTimeout(50);
        assert.deepEqual(await rung(), ['08.06', '05.09']);
        await me.picture('lesson-phone');
        assert.deepEqual(me.trouble, []);
    });

    test('a counter that is clicked takes the second place of an order: the target of a shot, a spotter', async () => {
        const me = await person();
        const { page } = me;
        const ordered = (words) => page.waitForFunction((text) => {
            const { draft } = document.querySelector('.map canvas').board.game.state;
            return draft && !draft.busy && draft.text === text;
        }, words);
        await me.open('/g/here-lesson-tcs-5');
        await me.ready();
        await me.clickHex('05.07');
        await page.locator('.draft').waitFor();
        await me.button(/^fire at one target$/i).first().click();
        await ordered('shoot k');
        await me.clickHex('05.09');
        await ordered('shoot k at p');
        await me.button(/^Order: fire at one target/).waitFor();
        // An enemy is shot at; it can do nothing itself. The click put its card away; it is there when pointed at again.
        await page.mouse.move(5, 5);
        const foe = await me.spot('05.09');
        await page.mouse.move(foe.x, foe.y);
        const card = page.locator('.point-card', { hasText: 'Panther' });
        await card.waitFor();
        assert.doesNotMatch(await card.innerText(), /Can still/);
        await me.open('/g/here-lesson-tcs-7');
        await me.ready();
        await me.clickHex('05.02');
        await ordered('fire by o');
        await me.clickHex('05.08'); // no unit to fire at: it can only be meant for smoke
        await ordered('smoke o at 05.08');
        await me.clickHex('05.04');
        await ordered('smoke o at 05.08 spotter a');
        assert.deepEqual(me.trouble, []);
    });

    const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

    /** A lesson, and how a pupil touches its hexes, buttons and lists, with a mouse or a finger. */
    async function pupil(name, looks) {
        const me = await person(looks);
        const { page } = me;
        const settled = () => page.waitForFunction(() => {
            const { position, draft, verbs } = document.querySelector('.map canvas').board?.game.state ?? {};
            return document.querySelector('.lesson-panel .solved') || (position && verbs.length && !draft?.busy);
        });
        const touch = async (one) => {
            await (looks.hasTouch ? one.tap() : one.click());
            await settled();
        };
        await me.open(`/g/here-lesson-${name}`);
        await page.locator('.lesson-panel .task').waitFor();
        await page.waitForFunction(() => document.querySelector('.map canvas')?.board);
        await settled();
        return {
            me,
            page,
            hex: async (number) => {
                await page.waitForTimeout(150); // the panel's size may have changed, and the map with it
                const { x, y } = await me.spot(number);
                await (looks.hasTouch ? page.touchscreen.tap(x, y) : page.mouse.click(x, y));
                await settled();
            },
            press: (words) => touch(me.button(words).first()),
            chip: (words) => touch(page.locator(looks.hasTouch ? '.wanted-here .chip' : '.draft .chip', { hasText: words }).first()),
            ordered: (words) => page.waitForFunction((text) => {
                const { draft } = document.querySelector('.map canvas').board.game.state;
                return draft && !draft.busy && draft.text === text;
            }, words),
            solved: async () => {
                await page.locator('.lesson-panel .solved').waitFor();
                assert.deepEqual(me.trouble, []);
            },
        };
    }

    for (const [where, looks] of [['on a desktop', {}], ['on a phone', PHONE]])
        test(`lessons that ask for more than a march are solved by plain clicks ${where}`, async () => {
            const stack = await pupil('ocs-3', looks);
            for (const hex of ['05.05', '05.05', '05.04', '04.04', '05.04']) await stack.hex(hex);
            await stack.solved();
            const steps = await pupil('tcs-2', looks);
            for (const hex of ['05.05', '05.06']) await steps.hex(hex);
            await steps.solved();
            const guns = await pupil('tcs-8', looks);
            for (const hex of ['05.05', '05.10']) await guns.hex(hex);
            await guns.chip(/^he$/);
            await guns.press(/^Order: fire an Artillery Mission/);
            await guns.solved();
            const sheet = await pupil('tcs-10', looks);
            await sheet.press(/^start an Op Sheet$/i);
            await sheet.press(/^assign units$/i);
            await sheet.chip(/^attack$/);
            await sheet.chip(/^1\/317$/);
            await sheet.press(/^Order: assign units/);
            for (const [verb, hexes] of [['draw an axis', ['05.05', '20.05']], ['set an objective', ['20.05']], ['set the fall-back hex', ['05.10']]]) {
                await sheet.press(new RegExp(`^${verb}$`, 'i'));
                for (const hex of hexes) await sheet.hex(hex);
                await sheet.press(new RegExp(`^Order: ${verb}`));
            }
            await sheet.press(/^issue the sheet$/i);
            await sheet.solved();
            const air = await pupil('wb95-8', looks);
            await air.hex('0303');
            await air.chip('air attack');
            await air.page.locator(looks.hasTouch ? '.wanted-here input[type=number]' : '.draft input[type=number]').fill('20');
            await air.page.waitForFunction(() => / sp 20$/.test(document.querySelector('.map canvas').board.game.state.draft?.text));
            await air.press(/^Order: plan an air mission/);
            await air.press(/^finish planning$/i);
            await air.solved();
        });

    test('a click on a stack takes the only unit that can move, which has just changed its mode', async () => {
        const { me, page, hex, press, ordered } = await pupil('tcs-2', PHONE);
        await hex('05.06');
        const { mode, unit } = await page.locator('.map canvas').evaluate(({ board }) => {
            const { draft } = board.game.state;
            return { mode: draft.text, unit: draft.args[0].text };
        });
        assert.equal(mode, `mode ${unit} move`);
        const idle = await me.button(/Next \(/).innerText();
        await press(/^Order: change mode/);
        await page.waitForFunction(() => !document.querySelector('.map canvas').board.game.state.draft);
        await me.ready();
        assert.equal(await me.button(/Next \(/).innerText(), idle, 'it has not acted yet');
        await hex('05.06');
        await ordered(`move ${unit}`);
        await hex('06.06');
        await page.waitForFunction(() => !document.querySelector('.map canvas').board.game.state.draft);
        await me.ready();
        assert.notEqual(await me.button(/Next \(/).innerText(), idle, 'now it has');
        assert.deepEqual(me.trouble, []);
    });

    test('mortars that are touched fire rather than lay smoke, and a touch on the missing spotter names it', async () => {
        const { page, hex, press, ordered, solved } = await pupil('tcs-6', PHONE);
        const verbs = await page.locator('.verbs button').allInnerTexts();
        assert.ok(verbs.indexOf('Change mode') < verbs.indexOf('Make a Save Yourself Retreat'), verbs.join());
        await hex('05.03');
        await ordered('fire by q');
        await hex('05.03');
        await ordered('fire by o q');
        await hex('05.10');
        await ordered('fire 05.10 by o q');
        await hex('08.10');
        await ordered('fire 05.10 by o q spotter a');
        await press(/^Order: fire at a hex/);
        await solved();
    });

    test('on a phone no box of a fight lies on the counters that a lesson asks for', async () => {
        const me = await person({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
        const { page } = me;
        await me.open('/g/here-lesson-wb95-4');
        await me.ready();
        const { kind } = await order(me, lessons('wb95')[3].solution[0]);
        assert.equal(kind, 'answer');
        await page.locator('.battle').waitFor();
        // The panel has become smaller, and the map has been fitted anew: all three attackers can be touched.
        await page.waitForFunction(() => {
            const { board } = document.querySelector('.map canvas');
            const { position, draft } = board.game.state;
            const free = (number) => {
                const { x, y } = board.pixelOf(board.map.numbers.indexOf(number));
                return document.elementFromPoint(x, y)?.tagName === 'CANVAS';
            };
            return position.keys.question?.yours && draft && !draft.busy && draft.next.length && ['0304', '0405', '0504'].every(free);
        });
        await page.waitForTimeout(500);
        const { x, y } = await me.spot('0304');
        await page.touchscreen.tap(x, y);
        await page.locator('.draft .chip.on', { hasText: '0304' }).waitFor({ state: 'attached' });
        await me.picture('lesson-losses');
        assert.deepEqual(me.trouble, []);
    });

    test('on a phone the words of an order that can be given are not covered by the end of the phase', async () => {
        const me = await person({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
        const { page } = me;
        await me.open('/g/here-lesson-wb95-8');
        await page.locator('.verbs button').first().tap();
        await page.locator('.wanted-here .chip', { hasText: 'air attack' }).tap();
        await page.waitForFunction(() => document.querySelector('.map canvas').board.game.state.draft?.text === 'mission attack');
        const { x, y } = await me.spot('0303');
        await page.touchscreen.tap(x, y);
        const give = page.locator('.verbs .primary.big');
        await give.waitFor();
        const box = await give.boundingBox();
        const inside = ([left, top]) => page.evaluate(([x, y]) => !!document.elementFromPoint(x, y)?.closest('.primary.big'), [left, top]);
        for (const share of [0.1, 0.5, 0.9])
            assert.ok(await inside([box.x + share * box.width, box.y + box.height / 2]), `at ${share} of its width`);
        assert.deepEqual(me.trouble, []);
    });

    long('every lesson of every course is solved by its model solution, on a phone and in Polish', async () => {
        const me = await person({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, locale: 'pl-PL' });
        for (const book of books)
            for (const [i, lesson] of lessons(book).entries()) {
                await me.open(`/g/here-lesson-${book}-${i + 1}`);
                await me.page.locator('.lesson-panel').waitFor();
                await solve(me, lesson);
                await me.picture(`lesson-${book}-${i + 1}`);
            }
        assert.deepEqual(me.trouble, []);
    });

    test('a puzzle: a wrong order is told with its chances, a right one solves it, and tries are counted', async () => {
        const me = await person();
        const { page } = me;
        for (const book of books.slice(0, 2)) {
            const [first] = puzzles(book);
            if (!first) continue;
            await me.open(`/g/here-puzzle-${book}-1`);
            await asked(me);
            await page.locator('.lesson-panel').waitFor();
            await order(me, first.other[0][0]);
            await page.locator('.lesson-panel .failed').waitFor();
            await page.locator('.lesson-panel').getByRole('button', { name: 'Try again' }).click();
            await page.locator('.lesson-panel .failed').waitFor({ state: 'detached' });
            await order(me, first.best[0][0]);
            await page.locator('.lesson-panel .solved').waitFor();
            await page.getByText('Tried 2 times.').waitFor();
        }
        await me.picture('puzzle-solved');
        await me.open('/');
        await page.getByRole('link', { name: 'Puzzle of the day' }).click();
        await page.locator('.lesson-panel').waitFor();
        assert.deepEqual(me.trouble, []);
    });
}
