// arguments.mjs — ten arguments of players, settled on the board by hand: the position is made from the palette, then the
// question is put to the referee. The same ones stand in tests/lab/SYSTEM/96-arguments.lab. Presses are counted: a minute is
// enough for thirty.
import assert from 'node:assert/strict';

const MOST = 30;

const ARGUMENTS = [
    {
        what: 'may a unit slip from hex to hex inside one enemy zone?',
        system: 'wb95',
        put: [['Counter', 'Soviet infantry division 5-4', '0505'], ['Counter', 'German infantry regiment 4-4', '0504']],
        phase: 'Soviet movement',
        why: 'move a 0605',
        says: /4\.2\.3/,
    },
    {
        what: 'may towed guns attack a neighbour alone?',
        system: 'wb95',
        put: [['Counter', 'Soviet guns 5/3-7', '0505'], ['Counter', 'German infantry regiment 4-4', '0504']],
        phase: 'Soviet combat',
        why: 'attack a at 0504',
        says: /5\.1\.10/,
    },
    {
        what: 'are field works worth two columns in forest, too?',
        system: 'wb95',
        put: [
            ['Counter', 'Soviet infantry division 5-4', '0505'],
            ['Counter', 'German infantry regiment 4-4', '0504'],
            ['Terrain', 'Forest', '0504'],
            ['Terrain', 'Field fortification', '0504'],
        ],
        phase: 'Soviet combat',
        drag: ['0505', '0504'],
        told: '.forecast',
        says: /7\.1\.10/,
    },
    {
        what: 'does the river help the defender if one of two attackers does not cross it?',
        system: 'pm',
        put: [
            ['Counter', 'German infantry division', '0504'],
            ['Counter', 'German infantry division', '0605'],
            ['Counter', 'Soviet rifle division, tried 6-7', '0604'],
            ['Hexside', 'River', '0504', '0604'],
        ],
        phase: 'German assaults, turn 2',
        odds: 'attack id1 id6 at 0604',
        says: /^(?!.*14\.19)/s,
    },
    {
        what: 'may infantry make a mobile assault?',
        system: 'pm',
        put: [['Counter', 'German infantry division', '0504'], ['Counter', 'Soviet rifle division, tried 6-7', '0604']],
        phase: 'German movement, turn 2',
        why: 'assault id1 at 0604',
        says: /15\.1-1/,
    },
    {
        what: 'do two divisions stop a panzer division that drives between them?',
        system: 'pm',
        put: [
            ['Counter', 'German panzer division', '0504'],
            ['Counter', 'Soviet rifle division, tried 6-7', '0603'],
            ['Counter', 'Soviet rifle division, tried 6-7', '0605'],
        ],
        phase: 'German movement, turn 2',
        drag: ['0504', '0704'],
        told: '.log',
        says: /0704/,
    },
    {
        what: 'must tanks stop next to an enemy?',
        system: 'ocs',
        put: [['Counter', 'Axis armor regiment 6-5-10', '04.05'], ['Counter', 'Soviet rifle division 6-2-4', '06.05']],
        phase: 'Axis movement',
        why: 'move a 05.05 05.04 06.03',
        says: /^$/,
    },
    {
        what: 'may a disorganized unit overrun?',
        system: 'ocs',
        put: [['Counter', 'Axis armor regiment 6-5-10', '05.05'], ['Counter', 'Soviet rifle division 6-2-4', '06.05']],
        mark: ['05.05', 'DG'],
        phase: 'Axis movement',
        why: 'overrun a at 06.05',
        says: /5\.10b-2/,
    },
    {
        what: 'may tanks assault a hex by themselves?',
        system: 'tcs',
        put: [['Counter', 'M4 Sherman', '05.05'], ['Counter', 'German grenadier platoon', '05.06']],
        mark: ['05.05', 'Move Mode'],
        phase: 'US first action phase',
        why: 'assault 05.06 by a',
        says: /22\.0a/,
    },
    {
        what: 'does a platoon in a village see over the wood next to it?',
        system: 'tcs',
        put: [
            ['Counter', 'US rifle platoon', '05.05'],
            ['Counter', 'German grenadier platoon', '05.07'],
            ['Terrain', 'Woods', '05.06'],
        ],
        mark: ['05.05', 'Fire Mode'],
        phase: 'US first action phase',
        why: 'fire 05.07 by a',
        says: /9\.1d/,
    },
];

async function lay(me, { system, put, phase, mark }) {
    const { page } = me;
    const lines = () => page.locator('.board-panel textarea').inputValue();
    await me.open(`/board/${system}`);
    await me.press('Empty map');
    await page.locator('.board-panel').waitFor();
    await page.getByText('Script', { exact: true }).click();
    for (const [list, what, ...hexes] of put) {
        const before = await lines();
        me.clicks += 2; // the list, and the entry
        await page.locator('.board-panel').getByLabel(list).selectOption({ label: what });
        for (const hex of hexes) await me.clickHex(hex);
        await page.waitForFunction((old) => document.querySelector('.board-panel textarea')?.value !== old, before);
        await me.press('Cancel');
    }
    if (mark) {
        const before = await lines();
        // The position is sent again after each line, which drops the choice: a click before that is lost.
        while (!(await page.locator('.held-piece').count())) {
            await page.locator('.map canvas').evaluate((map, hex) => {
                const { game, map: ground } = map.board;
                game.select(ground.numbers.indexOf(hex));
            }, mark[0]);
            await page.waitForTimeout(200);
        }
        me.clicks += 3;
        await page.locator('.held-piece').getByLabel('Mark').selectOption({ label: mark[1] });
        await page.waitForFunction((old) => document.querySelector('.board-panel textarea')?.value !== old, before);
    }
    me.clicks += 2;
    await page.getByLabel('Phase').selectOption({ label: phase });
    await page.waitForFunction(() => /^phase /m.test(document.querySelector('.board-panel textarea')?.value ?? ''));
    await me.press('Play from here');
    await page.waitForFunction(() => document.querySelector('.map canvas')?.board?.game.state.position?.keys.question?.yours);
}

/** The referee's answer: on the page where the order is dragged, else as the client asks for it. */
async function ask(me, { drag, told, why, odds, says }) {
    const { page } = me;
    if (drag) {
        await me.ready();
        await me.drag(...drag);
        const answer = page.locator(told).filter({ hasText: says }).first();
        await answer.waitFor();
        return answer.innerText();
    }
    me.clicks += 3; // the unit, the order, the target
    const answer = await page
        .locator('.map canvas')
        .evaluate((map, message) => map.board.game.ask(message), odds ? { t: 'forecast', order: odds } : { t: 'why', order: why });
    return answer.kind === 'refused' ? `${answer.refusal.rule} ${answer.refusal.text}` : odds ? JSON.stringify(answer.value) : '';
}

/** One a rulebook; the rest with --long. */
const FIRST = ARGUMENTS.filter(({ system }, i) => ARGUMENTS.findIndex((one) => one.system === system) === i);

export function argued({ test, long, person }) {
    const settle = async (list) => {
        const me = await person();
        const presses = [];
        for (const argument of list) {
            me.clicks = 0;
            await lay(me, argument);
            const answer = await ask(me, argument);
            assert.match(answer, argument.says, `${argument.what} ${answer}`);
            presses.push(me.clicks);
        }
        await me.picture('argument');
        console.log(`       presses: ${presses.join(' ')}`);
        assert.ok(Math.max(...presses) <= MOST, `presses: ${presses}`);
        assert.deepEqual(me.trouble, []);
    };
    test('an argument of each rulebook is settled on the board with thirty presses at most', () => settle(FIRST));
    long('ten arguments are settled on the board with thirty presses at most', () => settle(ARGUMENTS));
}
