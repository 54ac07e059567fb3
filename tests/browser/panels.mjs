// panels.mjs — the page beside the map: the end of a game, its log, plots, notes and people, warnings, the lobby.
import assert from 'node:assert/strict';
import { act, answer, state, until, untilAsked } from './hurry.mjs';
import { Bot, User } from '../server/server.mjs';

const first = 'wb95/muskau';
const tab = (me, name) => me.page.getByRole('tab', { name }).click();

/** Ends a phase in which counters could still act. */
async function endPhase(me) {
    await me.ready();
    await me.press('end the phase', true);
    await me.press(/^End the phase/);
}

/** Fires the barrage of the first game; with its last shell the phase is over. */
async function barrage(me) {
    await me.ready();
    await me.drag('5314', '5112');
    await me.press(/Order: fire a barrage/);
    await until(me, (now) => now.kind === 'movement' && now.asked, 'nothing is left to fire: movement begins');
}

/** The regiment at 5112 after a barrage, with one of its two steps or none: the counters there. */
const shelled = (me) => me.page.locator('.map canvas').evaluate(({ board }) =>
    (board.game.state.position.stacks.get(board.map.numbers.indexOf('5112')) ?? []).length);

/** Makes this page alone believe that the regiment at 5112 has so many steps left. */
const tell = (me, steps) => me.page.locator('.map canvas').evaluate(({ board }, left) => {
    const { store, state } = board.game;
    const hex = board.map.numbers.indexOf('5112');
    const { position } = state;
    const stacks = new Map(position.stacks);
    const [any] = [...position.pieces.values()].filter((piece) => piece.side === 'german');
    if (left) stacks.set(hex, [{ ...any, hex, steps: left, full: 2 }]);
    else stacks.delete(hex);
    store.set({ position: { ...position, stacks } });
}, steps);

async function resign(me) {
    await tab(me, 'Game');
    await me.press('Resign');
    await me.press('Yes, resign');
}

const ENGLISH =
    /\b(the|and|of|with|from|loses?|moves?|attacks?|must|may|for|counters?|hex(es)?|phase|turn|end|retreats?|stand|is|are|not|game|order|your)\b/i;

/** The English text on the page; orders as they are typed do not count. */
async function leftInEnglish(me) {
    const texts = await me.page.evaluate(() => {
        const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
        const found = [];
        while (walker.nextNode()) {
            const { parentElement, textContent } = walker.currentNode;
            if (!parentElement.closest('code, script, style')) found.push(textContent.trim());
        }
        const labels = [...document.querySelectorAll('[title], [aria-label]')];
        return [...found, ...labels.flatMap((one) => [one.title, one.getAttribute('aria-label') ?? ''])];
    });
    return texts.filter((text) => ENGLISH.test(text));
}

export function panels({ test, person, here }) {
    /** A user at a game of his own: the first one unless another is named. */
    async function at(seats, { scenario = first, looks = {}, ...more } = {}) {
        const user = await User.guest(here());
        const { id, invite } = await user.create(scenario, seats, more);
        const me = await person({ cookie: user.cookie, ...looks });
        await me.open(`/g/${id}`);
        await me.page.locator('.prompt').waitFor();
        return { me, id, invite, user };
    }

    test('the end of a game: the verdict, a replay that does not bring it back, and the same game again', async () => {
        const { me, id } = await at({ soviet: 'me', german: 'random' }, { options: { masking: 'on' } });
        await barrage(me);
        await resign(me);
        const end = me.page.getByRole('dialog', { name: 'German victory: Soviet gave the game up' });
        await end.waitFor();
        await end.locator('.plot canvas').waitFor();
        assert.match(await end.innerText(), /Soviet \d+, German \d+[\s\S]*Luck/);
        await me.picture('end-dialog');
        await me.press('Analyse');
        await me.page.locator('.replaying', { hasText: 'Order 0 of 2' }).waitFor();
        await me.press('One order on');
        await me.page.locator('.replayed .event', { hasText: /^Barrage|^Soviet|^\d|^The/ }).first().waitFor();
        for (const words of await me.page.locator('.replayed .event').allInnerTexts())
            assert.match(words, /^[^a-z]/, 'sentences begin with a capital');
        await me.picture('replay-bar');
        await me.press('Back to the present');
        await me.page.locator('.prompt.over').waitFor();
        assert.equal(await end.count(), 0);

        const again = await at({ soviet: 'me', german: 'random' }, { options: { masking: 'on' } });
        await resign(again.me);
        await again.me.press('Rematch');
        await again.me.page.waitForURL((url) => ![`/g/${id}`, `/g/${again.id}`].includes(url.pathname));
        await again.me.ready();
        const { game, you } = again.me.messages('state').at(-1);
        assert.deepEqual([game.seats.map((seat) => seat.kind), you], [['human', 'random'], ['soviet']]);
        assert.match(game.options, /masking=on/);
    });

    test('who comes late reads what happened before he came', async () => {
        const { me, id, invite } = await at({ soviet: 'me', german: 'open' });
        await barrage(me);
        await me.drag('5213', '5311');
        const log = (one) => one.page.locator('.log', { hasText: 'moves from 5213 to 5311' });
        await log(me).waitFor();
        const [guest, watcher] = [await person(), await person()];
        await watcher.open(`/g/${id}#${invite}`);
        await guest.open(`/g/${id}#${invite}`);
        await guest.press('Sit down as German');
        await until(guest, (now) => now.you.includes('german'), 'he sits down');
        for (const late of [watcher, guest]) {
            await tab(late, 'Log');
            await log(late).waitFor();
            const said = await late.page.locator('.log').innerText();
            assert.match(said, /Turn 1, phase 3: Soviet movement[\s\S]*Turn 1, phase 2: Soviet barrage/, 'newest first');
            assert.match(said, /fire a barrage on 5112/);
            assert.ok((await late.page.locator('.log .dice').count()) > 0, 'with the dice');
            assert.equal(late.messages('events').length, 0, 'nothing has happened since he came');
        }
        await guest.picture('late-joiner');
    });

    test('plots draw the game: strength, losses, territory, luck on its band', async () => {
        const { me } = await at({ soviet: 'me', german: 'greedy' });
        await barrage(me);
        await tab(me, 'Game');
        const names = ['Victory points', 'On the map, in CEL', 'Losses, in CEL', 'Hexes held', 'Luck'];
        for (const name of names) await me.page.locator('.plot canvas[aria-label^="' + name + '"]').waitFor();
        // What the barrage cost is in the numbers, and the luck of one roll on its band.
        await me.page.locator('.plot', { hasText: /Losses, in CEL Soviet 0, German [12]/ }).waitFor();
        await me.page.locator('.plot', { hasText: /Soviet: [+−]\d\.\d CEL .* of 1 roll; chance alone explains ±\d/ }).waitFor();
        const { record, sides, painted } = await me.page.locator('.map canvas').evaluate((element) => {
            const { record, scenario } = element.board.game.state;
            const sides = scenario.sides.map((side) => side.colour);
            const near = (data, i, [r, g, b]) =>
                Math.abs(data[i] - r) + Math.abs(data[i + 1] - g) + Math.abs(data[i + 2] - b) < 40 && data[i + 3] > 200;
            const rgb = (colour) => [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
            const painted = [...document.querySelectorAll('.plot canvas')].map((canvas) => {
                const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
                const count = (colour) => {
                    let dots = 0;
                    for (let i = 0; i < data.length; i += 4) dots += near(data, i, rgb(colour));
                    return dots;
                };
                return { sides: sides.map(count), band: count('#e2ddcc') };
            });
            return { record, sides, painted };
        });
        assert.equal(sides.length, 2);
        assert.equal(painted.length, names.length);
        for (const [i, plot] of painted.slice(0, 4).entries())
            for (const dots of plot.sides) assert.ok(dots > 60, `${names[i]}: ${plot.sides} dots of the sides' lines`);
        assert.ok(painted[4].sides[0] > 10 && painted[4].band > 20, `luck: ${JSON.stringify(painted[4])}`);
        const last = record.samples.at(-1);
        const said = await me.page.locator('.plots').innerText();
        for (const [name, values] of [[names[1], last.steps], [names[2], last.lost], [names[3], last.hexes]])
            assert.ok(said.includes(`${name} Soviet ${values[0]}, German ${values[1]}`), `${name}: ${values}`);
        await me.page.locator('.plots').screenshot({ path: 'build/browser/plots.png' });
    });

    test('a map of the other parity: chosen in the lobby, drawn there and in the game, and played on', async () => {
        const me = await person();
        await me.open('/');
        const card = me.card('Nysa 1945');
        await card.getByRole('button', { name: 'Play' }).waitFor();
        await me.drawn();
        const pictureOf = (which) => which.locator('canvas').evaluate((canvas) => canvas.toDataURL());
        assert.notEqual(await pictureOf(card), await pictureOf(me.card('Two Stars')), 'each scenario shows its own front');
        await card.getByRole('button', { name: 'Play' }).click();
        await me.page.getByRole('heading', { name: 'New game' }).waitFor();
        await card.locator('.option').first().waitFor(); // the page is there before its rules have come
        assert.equal(await card.locator('.option:visible').count(), 5, 'five rules at once, the rest folded');
        await me.drawn();
        const picture = () => pictureOf(card);
        const nysa = await picture();
        await card.locator('.new-game summary').click();
        const parity = card.locator('.option', { hasText: 'half a hex lower' }).locator('select');
        assert.ok((await parity.boundingBox()).width > 120, 'its words can be read');
        await parity.selectOption('even-down');
        for (let i = 0; (await picture()) === nysa; i++) {
            assert.ok(i < 600, 'the picture follows the option');
            await me.page.waitForTimeout(100);
        }
        await card.screenshot({ path: 'build/browser/even-down-card.png' });
        await card.getByRole('button', { name: 'Begin' }).click();
        await me.page.locator('.prompt').waitFor();
        await until(me, (now) => now.yours && now.asked, 'the first question');
        const board = () => me.page.locator('.map canvas').evaluate((element) => {
            const { map } = element.board.game.state;
            const at = (number) => element.board.pixelOf(map.numbers.indexOf(number));
            return { parity: map.parity, lower: at('5012').y > at('5112').y };
        });
        assert.deepEqual(await board(), { parity: 'even-down', lower: true });
        for (let i = 0; i < 12 && (await state(me)).kind !== 'movement'; i++) await answer(me);
        let moved = false;
        for (let which = 0; which < 6 && !moved; which++)
            moved = (await act(me, which)) && (await me.page.locator('.log', { hasText: /moves from \d{4} to \d{4}/ }).count()) > 0;
        assert.ok(moved, 'a counter moves on it');
        await me.picture('even-down');
    });

    test('your turn is heard and notified when the page is hidden, and not when it is seen', async () => {
        const { me, id, invite } = await at({ soviet: 'me', german: 'open' });
        await me.context.grantPermissions(['notifications'], { origin: me.base });
        const heard = () => me.page.evaluate(() => window.heard);
        await me.page.addInitScript(() => {
            window.heard = { notes: [], said: [] };
            class Note {
                // The two notes of one's turn; a loss is heard, too, when the dice bring one, and is lower.
                frequency = { set value(pitch) { if (pitch > 500) window.heard.notes.push(pitch); } };
                connect = (next) => next;
                start() {}
                stop() {}
            }
            window.AudioContext = class {
                currentTime = 0;
                createOscillator = () => new Note();
                createGain = () => ({
                    gain: { setValueAtTime() {}, linearRampToValueAtTime() {}, exponentialRampToValueAtTime() {} },
                    connect: (next) => next,
                });
            };
            window.Notification = class {
                static permission = 'granted';
                static requestPermission = async () => 'granted';
                constructor(title, { body }) {
                    window.heard.said.push(`${title}: ${body}`);
                }
            };
            Object.defineProperty(document, 'hidden', { get: () => window.away ?? false });
        });
        await me.page.reload();
        await me.ready();
        await me.button('Settings').click();
        await me.page.getByLabel('Notify me when it is my turn').check();
        await me.page.keyboard.press('Escape');
        const german = await User.guest(here());
        await german.post(`/api/games/${id}/join`, { side: 'german', invite });
        const { numbers } = (await german.get(`/api/map/${first}`)).json;
        /** Answers for the German side until it is the other's turn. */
        const germanAnswers = async () => {
            const socket = await german.socket(id);
            const bot = Object.assign(new Bot(socket), { numbers });
            bot.see(await socket.next('state'));
            while (bot.question?.side === 'german') {
                const answered = await socket.ask({ t: 'order', seq: bot.seq, text: await bot.order() });
                if (answered.t === 'answer') bot.see(await socket.next((one) => one.t === 'delta' && one.seq > bot.seq));
            }
            socket.close();
        };
        const othersTurn = async () => {
            await until(me, (now) => !now.yours, 'the other side is asked');
            await germanAnswers();
            await until(me, (now) => now.yours && now.asked, 'my turn');
        };
        for (const phase of ['movement', 'combat']) {
            await endPhase(me);
            await me.track(phase);
        }
        await me.ready();
        await me.drag('5216', '5115');
        await me.press(/Order: attack/);
        await othersTurn();
        assert.deepEqual(await heard(), { notes: [], said: [] });
        await me.page.evaluate(() => (window.away = true));
        for (let i = 0; i < 20 && !(await heard()).said.length; i++) {
            if ((await state(me)).yours) await answer(me);
            else await othersTurn();
        }
        const { notes, said } = await heard();
        assert.deepEqual([notes.slice(0, 2), said[0]], [[523, 784], 'Your turn: Muskau 1945 (first game)']);
        assert.match(await me.page.title(), /^● Your turn/);
    });

    test('the warning before a phase ends names who has not moved, and duties stand in its way', async () => {
        const { me } = await at({ soviet: 'me', german: 'random' });
        await barrage(me);
        await me.ready();
        await me.press('end the phase', true);
        const warning = me.page.getByRole('dialog', { name: 'End the phase? (Movement)' });
        await warning.waitFor();
        const before = await warning.innerText();
        assert.match(before, /\d+ counters could still move:/);
        await me.picture('warning');
        await me.press('Go back');
        const total = Number(before.match(/(\d+) counters could still move/)[1]);
        await me.drag('5213', '5311');
        await me.page.locator('.log', { hasText: 'moves from 5213 to 5311' }).waitFor();
        await me.ready();
        await me.press('end the phase', true);
        await warning.waitFor();
        const after = Number((await warning.innerText()).match(/(\d+) counters could still move/)[1]);
        assert.equal(after, total - 1, 'who has moved is not named');
        // A named counter leads to itself.
        const chip = warning.locator('.chip').first();
        const name = (await chip.innerText()).split(' ')[0];
        await chip.click();
        await me.page.locator('.stack', { hasText: name }).waitFor();
        await me.page.keyboard.press('Escape');
        // Across the river a division is in the enemy's zone of control, and must attack before combat can end.
        await me.drag('5216', '5116');
        await me.page.locator('.log', { hasText: 'moves from 5216 to 5116' }).waitFor();
        await endPhase(me);
        await me.track('combat');
        await me.ready();
        await me.press('end the phase', true);
        const duty = me.page.locator('.refusal');
        await duty.waitFor();
        assert.match(await duty.innerText(), /at 5116 is in an enemy ZoC and must attack[\s\S]*5\.1\.3/);
        assert.ok((await state(me)).pointed.includes('5116'), 'the map shows where');
        assert.equal(await warning.count(), 0);
        await me.picture('duty');
    });

    test('a hint speaks of what is there: a regiment shelled, untouched or gone, in both languages', async () => {
        const hint = (me, words) => me.page.locator('.hint', { hasText: words }).waitFor();
        const gunsSilent = await at({ soviet: 'me', german: 'random' });
        await endPhase(gunsSilent.me);
        await hint(gunsSilent.me, 'Leave the two divisions at 5213 in place');
        await endPhase(gunsSilent.me);
        await hint(gunsSilent.me, 'The barrage did not hurt the regiment at 5112');

        const words = {
            en: { open: 'Your barrage has emptied 5112', march: 'Leave the two divisions', attack: 'Attack the regiment you shelled' },
            pl: { open: 'Po ostrzale 5112 jest puste', march: 'Dwie dywizje na 5213 zostaw', attack: 'Zaatakuj ostrzelany pułk' },
        };
        for (const [language, { open, march, attack }] of Object.entries(words)) {
            const { me } = await at({ soviet: 'me', german: 'random' }, { looks: { locale: language } });
            await me.ready();
            await me.drag('5314', '5112');
            await me.page.locator('.draft .confirm .primary').click();
            await until(me, (now) => now.kind === 'movement' && now.asked, 'movement begins');
            // The dice decide whether any step is left; then the page is shown the other case.
            await hint(me, (await shelled(me)) ? march : open);
            await tell(me, 0);
            await hint(me, open);
            await tell(me, 1);
            await hint(me, march);
            await me.page.locator('.verbs .end').click();
            await me.page.getByRole('dialog').locator('.primary').click();
            await until(me, (now) => now.kind === 'combat' && now.asked, 'combat begins');
            await me.ready();
            await tell(me, 1);
            await hint(me, attack);
            await tell(me, 0);
            await me.page.locator('.hint', { hasText: '5112' }).waitFor({ state: 'detached' });
            await me.page.locator('.hint', { hasText: 'Muskau' }).waitFor();
            await me.picture(`hint-${language}`);
        }
    });

    test('notes stay with their writer, and everybody sees who is there', async () => {
        const { me, id, invite } = await at({ soviet: 'me', german: 'open' });
        await me.ready();
        const friend = await person();
        await friend.open(`/g/${id}#${invite}`);
        await friend.press('Sit down as German');
        await until(friend, (now) => now.you.includes('german'), 'he sits down');
        await tab(me, 'Game');
        const seat = me.page.locator('.people li', { hasText: 'German' });
        await seat.filter({ hasText: '● here' }).waitFor();
        const watcher = await person();
        await watcher.open(`/g/${id}#${invite}`);
        await me.page.getByText('1 person is watching').waitFor();
        const notes = me.page.getByLabel('Private notes');
        await notes.fill('Cross at 5112, not at Muskau.');
        await notes.blur();
        await me.page.getByLabel('Message to everyone').fill('Hello.');
        await me.button('Send').click();
        for (const other of [friend, watcher]) {
            await tab(other, 'Game');
            await other.page.locator('.chat', { hasText: 'Hello.' }).waitFor();
            assert.equal(await other.page.getByLabel('Private notes').inputValue(), '');
            assert.doesNotMatch(other.wire.join(''), /Cross at 5112/);
        }
        await friend.close();
        await seat.filter({ hasText: '○ away' }).waitFor();
        await me.page.reload();
        await tab(me, 'Game');
        await me.page.locator('.chat', { hasText: 'Hello.' }).waitFor();
        assert.equal(await notes.inputValue(), 'Cross at 5112, not at Muskau.');
        await me.picture('people');
    });

    test('help: how one plays, and what the short words of the rulebook mean', async () => {
        const { me } = await at({ soviet: 'me', german: 'random' });
        await me.ready();
        await me.drag('5314', '5112');
        const word = me.page.locator('.forecast abbr', { hasText: /^CEL$/ }).first();
        assert.match(await word.getAttribute('title'), /^Combat efficiency level/);
        await word.click();
        const help = me.page.getByRole('dialog', { name: 'Help' });
        await help.waitFor();
        assert.match(await help.locator('.terms .asked').innerText(), /CEL\s+Combat efficiency level/);
        assert.match(await help.innerText(), /SP\s+Strength points/);
        await me.picture('help');
        await help.locator('.terms div', { hasText: 'Column modifier' }).locator('button.rule').click();
        await me.page.getByRole('dialog', { name: /§1\.6-1/ }).waitFor();
        await me.page.keyboard.press('Escape');
        await me.page.keyboard.press('Escape');
        await me.button('Help').click();
        await help.waitFor();
    });

    /** A user who holds both sides of a game in which that question is open just now, and has opened the curtain. */
    async function asked(scenario, seats, kind, verb) {
        const user = await User.guest(here());
        const { numbers } = (await user.get(`/api/map/${scenario}`)).json;
        for (let game = 0; game < 20; game++) {
            const { id } = await user.create(scenario, seats);
            if (!(await untilAsked(user, id, numbers, kind, verb))) continue;
            const me = await person({ cookie: user.cookie });
            await me.open(`/g/${id}`);
            await me.page.locator('.prompt').waitFor();
            const curtain = me.page.getByRole('alertdialog').getByRole('button').first();
            if (await curtain.count()) await curtain.click();
            await until(me, (now) => now.yours && now.asked && now.kind === kind, kind);
            return me;
        }
        throw new Error(`no game came to ${kind}`);
    }

    test('who defends and who assaults sees the odds, and what more counters would make of them', async () => {
        const { me } = await at({ soviet: 'me', german: 'me' });
        for (const phase of ['movement', 'combat']) {
            await endPhase(me);
            await me.track(phase);
        }
        await me.ready();
        await me.drag('5216', '5115');
        await me.press(/Order: attack/);
        await me.press(/I am the German player/);
        const odds = me.page.locator('.forecast h3');
        await odds.waitFor();
        const alone = await odds.innerText();
        assert.match(alone, /^6 against 3: 2:1, shifted to 1:4/);
        await me.clickHex('4817');
        await me.page.locator('.draft .chip.on').first().waitFor();
        await me.page.locator('.forecast h3', { hasText: /^6 against [4-9]/ }).waitFor();
        await me.picture('defend');
        await me.press(/Order: defend/);
        await me.page.locator('.log .dice').first().waitFor({ state: 'attached' });

        const attacker = await asked('wb95/two-stars', { allied: 'me', soviet: 'me' }, 'commit', 'commit');
        const title = attacker.page.locator('.forecast h3');
        await title.waitFor();
        assert.match(await title.innerText(), /^\d+ against \d+: \d+:\d+/);
        assert.ok((await attacker.page.locator('.forecast .bars tr').count()) > 1);
        await attacker.picture('commit');
    });

    test('losses: the panel says how many are due, and what a CEL is', async () => {
        const me = await asked('wb95/two-stars', { allied: 'me', soviet: 'me' }, 'losses', 'lose');
        const prompt = me.page.locator('.prompt.yours');
        assert.match(await prompt.innerText(), /\b\d CEL/);
        assert.match(await prompt.locator('abbr').first().getAttribute('title'), /^Combat efficiency level/);
        await me.page.locator('.draft .slot .chip').first().waitFor();
        const due = Number((await prompt.innerText()).match(/\b(\d) CEL/)[1]);
        assert.match(await me.page.locator('.draft .due').innerText(), new RegExp(`0 of ${due} chosen`));
        await me.picture('losses');
        const { seq } = await state(me);
        await answer(me);
        await until(me, (now) => now.seq > seq, 'the loss is taken');
    });

    test('a whole game in Polish: nothing on the page is left in English', async () => {
        const user = await User.guest(here());
        const me = await person({ cookie: user.cookie, locale: 'pl-PL' });
        await me.open('/');
        await me.page.locator('.card').first().waitFor();
        assert.deepEqual(await leftInEnglish(me), [], 'lobby');
        await me.picture('polish-lobby');
        for (const scenario of ['ocs/don-gate', 'pm/barbarossa', 'tcs/dieulouard', 'wb95/two-stars']) {
            await me.open(`/new/${scenario}`);
            await me.page.locator('.new-game summary').click();
            assert.deepEqual(await leftInEnglish(me), [], `new game of ${scenario}`);
        }
        const { id } = await user.create(first, { soviet: 'me', german: 'random' });
        await me.open(`/g/${id}`);
        await me.page.locator('.prompt').waitFor();
        const seen = new Set();
        const look = async (where) => {
            for (const text of await leftInEnglish(me)) seen.add(`${where}: ${text}`);
        };
        for (let orders = 0; orders < 80 && !(await state(me)).over; orders++) {
            const now = await until(me, (one) => one.over || (one.yours && one.asked), 'a question of mine');
            if (now.over) break;
            await look(now.kind);
            if (!['movement', 'combat'].includes(now.kind) || orders % 3 || !(await act(me, orders))) await answer(me);
        }
        await resignInPolish(me);
        await me.page.getByRole('dialog').waitFor();
        await look('end');
        await me.picture('polish-end');
        await me.press('Obejrzyj mapę');
        for (const name of ['Przebieg', 'Żetony', 'Gra']) {
            await tab(me, name);
            await look(name);
        }
        await me.page.locator('.plots').waitFor();
        await look('plots');
        await me.button('Powtórka całej gry').click();
        await me.page.locator('.replaying').waitFor();
        await look('replay');
        await me.button('Pomoc').click();
        await me.page.getByRole('dialog', { name: 'Pomoc' }).waitFor();
        await look('help');
        await me.page.keyboard.press('Escape');
        await me.button('Ustawienia').click();
        await look('settings');
        assert.deepEqual([...seen], []);
    });
}

/** Ends what is not over yet. */
async function resignInPolish(me) {
    if ((await state(me)).over) return;
    await tab(me, 'Gra');
    await me.press('Poddaj');
    await me.press(/Tak, poddaję się/);
}
