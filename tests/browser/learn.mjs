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
