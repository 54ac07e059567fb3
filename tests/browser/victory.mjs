// victory.mjs — how a player learns that he wins: the scale over the map, what each side plays for, the end of a game.
import assert from 'node:assert/strict';
import { giveOrder, seat, untilMine, User } from '../server/server.mjs';

const SEATS = {
    wb95: { soviet: 'me', german: 'me' },
    pm: { german: 'me', soviet: 'me' },
    ocs: { axis: 'me', soviet: 'me' },
    tcs: { us: 'me', german: 'me' },
};

export function victory({ test, person, here }) {
    test('every scenario tells who would win now and what decides it', async () => {
        const user = await User.guest(here());
        const { json: scenarios } = await user.get('/api/scenarios');
        const list = (scenarios.scenarios ?? scenarios).map(({ id }) => id);
        assert.equal(list.length, 14);
        for (const scenario of list) {
            const seats = scenario === 'wb95/two-stars' ? { allied: 'me', soviet: 'me' } : SEATS[scenario.split('/')[0]];
            const { id } = await user.create(scenario, seats);
            const socket = await user.socket(id);
            const { score, turns } = await socket.next('state');
            const { scale } = score;
            assert.ok(scale?.verdict.words, `${scenario} has a verdict`);
            assert.ok(scale.bands.length > 1 || scale.lines.length > 0, `${scenario} says what decides`);
            assert.ok(scale.turn >= 1 && scale.turn <= turns, `${scenario} says when`);
            assert.equal(scale.bands[0]?.from ?? null, null);
            const steps = scale.bands.slice(1).map(({ from }) => from);
            assert.deepEqual(steps, [...new Set(steps)].sort((a, b) => a - b), `${scenario}: thresholds rise`);
            socket.close();
        }
    });

    test('the scale stands over the map, follows the game, and opens with what each side plays for', async () => {
        const me = await person();
        await me.open('/');
        await me.press('Play the first game');
        await me.ready();
        // The phase track beside the turns: what was, what is now, whose it is.
        await me.page.locator('.phases summary').click();
        const phases = me.page.locator('.phase-card li');
        assert.deepEqual((await phases.allInnerTexts()).map((text) => text.replace(/\s+/g, ' ').trim()), [
            '✓ Air ●Soviet', '▶ Barrage ●Soviet', 'Movement ●Soviet', 'Combat ●Soviet', 'Strategic movement ●Soviet', 'Supply ●Soviet',
        ]);
        await me.page.locator('.phases summary').click();
        const line = me.page.locator('.scale-line');
        assert.match(await line.innerText(), /German victory[\s\S]*\+2 →[\s\S]*Soviet victory[\s\S]*minus German town hexes:\s*−2/);
        const number = await line.locator('.scale-counted b').boundingBox();
        const whole = await line.boundingBox();
        assert.ok(number.x + number.width <= whole.x + whole.width, 'what is counted may be cut, its number may not');
        await line.click();
        const card = me.page.getByRole('dialog', { name: 'How the game stands' });
        assert.match(await card.innerText(), /Decided at the end of turn 4[\s\S]*3 or more[\s\S]*Soviet total victory[\s\S]*-1 or less[\s\S]*German victory ← -2/);
        await card.locator('.goal-places button', { hasText: 'Muskau' }).first().waitFor();
        assert.match(await card.locator('.goals').innerText(), /Each town hex held[\s\S]*Döbern[\s\S]*Triebel/);
        await me.picture('scale');
        await card.getByRole('button', { name: 'Close' }).click();
        await me.page.setViewportSize({ width: 390, height: 844 });
        await me.picture('scale-phone');
        const { width } = await line.boundingBox();
        assert.ok(width <= 390);
    });

    test('the end of a game says why, where it turned and what was lost, and leads on', async () => {
        const user = await User.guest(here());
        const { id } = await user.create('wb95/muskau', { soviet: 'me', german: 'greedy' });
        const me = await person({ cookie: user.cookie });
        await me.open(`/g/${id}`);
        await me.ready();
        await me.drag('5314', '5112'); // two guns, which surely cost a regiment something
        await me.press(/Order: fire a barrage/);
        await me.track('movement');
        const bot = await seat(user, id, 'wb95/muskau');
        let orders = 0;
        while (await untilMine(bot)) {
            await giveOrder(bot);
            orders++;
        }
        const end = me.page.getByRole('dialog', { name: /victory/ });
        await end.locator('.plot canvas').waitFor();
        const words = await end.innerText();
        assert.doesNotMatch(words, /difference/, 'the verdict is the scale’s');
        assert.match(words, /Soviet town hexes minus German town hexes[\s\S]*← /, 'why');
        const over = await me.page.locator('.prompt.over').innerText();
        assert.match(over, /Soviet town hexes minus German town hexes: −?\d+ \(.*(or less|or more|…).*\)/, 'the threshold beside the verdict');
        assert.match(words, /points[\s\S]*Soviet \d+, German \d+/, 'the curve');
        assert.match(words, /Losses[\s\S]*Luck[\s\S]*±[\s\S]*Turning points[\s\S]*Turn \d/i);
        await end.getByRole('button', { name: /^Next scenario: /  }).waitFor();
        await end.getByRole('button', { name: 'Rematch' }).waitFor();
        const ink = await end.locator('.plot canvas').evaluate((plot) =>
            plot.getContext('2d').getImageData(0, 0, plot.width, plot.height).data.some((value) => value));
        assert.ok(ink, 'the curve is drawn');
        await me.picture('end-of-game');
        await end.locator('.turnings button').first().click();
        await me.page.locator('.replaying', { hasText: /Order \d+ of/ }).waitFor();
        assert.ok(orders > 10);
    });

    test('the end of a game waits for what it tells, so that no button moves under a click', async () => {
        const user = await User.guest(here());
        const { id } = await user.create('wb95/muskau', { soviet: 'me', german: 'random' });
        const me = await person({ cookie: user.cookie });
        await me.open(`/g/${id}`);
        await me.ready();
        await me.page.evaluate(() => {
            const { chronicle } = document.querySelector('.map canvas').board.game;
            const read = chronicle.readRecord.bind(chronicle);
            chronicle.readRecord = async () => {
                await new Promise((done) => setTimeout(done, 700));
                await read();
                if (document.querySelector('.prompt.over')) window.told = true;
            };
        });
        await me.page.getByRole('tab', { name: 'Game' }).click();
        await me.press('Resign');
        await me.press('Yes, resign');
        const end = me.page.getByRole('dialog', { name: /victory/ });
        await end.waitFor();
        assert.equal(await me.page.evaluate(() => window.told), true, 'the dialog came before what it tells');
    });

    test('the last guard leaves a town with the enemy near only after a question, asked once', async () => {
        const user = await User.guest(here());
        const { id } = await user.create('wb95/muskau', { soviet: 'open', german: 'me' });
        const me = await person({ cookie: user.cookie });
        await me.open(`/g/${id}`);
        await me.page.locator('.prompt').waitFor();
        await me.page.waitForFunction(() => document.querySelector('.map canvas')?.board?.game.state.aims.length);
        // Nobody has moved yet, and Muskau's only German faces the Soviets across the river: his order is tried without
        // being given.
        const warned = await me.page.evaluate(() => {
            const { game } = document.querySelector('.map canvas').board;
            const { position, map } = game.state;
            const hex = map.numbers.indexOf('5115');
            const stack = position.stacks.get(hex) ?? [];
            const verb = { verb: 'move', slots: [{ type: 'piece' }, { type: 'path' }] };
            const args = stack.map((piece) => ({ slot: 0, value: piece.i, text: piece.id, hex: piece.hex }));
            game.store.set({ position: { ...position, keys: { ...position.keys, as: 'german' } } });
            game.giving.giveAll({ verb, args, others: [] }, 'move', args);
            return args.length > 0;
        });
        assert.ok(warned, 'a German stands in a town');
        const dialog = me.page.getByRole('dialog', { name: 'Leave it undefended?' });
        await dialog.waitFor();
        assert.match(await dialog.innerText(), /5115[\s\S]*the enemy is [123] hex/);
        await me.picture('guard');
        await dialog.getByRole('button', { name: 'Go back' }).click();
        assert.equal(await dialog.count(), 0);
    });

    test('before a movement ends, the frontier that stands open is named, once', async () => {
        const user = await User.guest(here());
        const { id } = await user.create('pm/dvina', { german: 'me', soviet: 'greedy' });
        const me = await person({ cookie: user.cookie });
        await me.open(`/g/${id}`);
        await me.press('End this step'); // no aircraft
        await me.track('German player turn');
        await me.ready();
        await me.press('End this step');
        const dialog = me.page.getByRole('dialog', { name: /End this step/ });
        await dialog.getByRole('heading', { name: 'Still open to the enemy' }).waitFor();
        assert.match(await dialog.innerText(), /enter Germany here[\s\S]*1906N[\s\S]*the enemy is 1 hex away[\s\S]*2011N/);
        assert.doesNotMatch(await dialog.innerText(), /1907N the enemy/, 'what is guarded is not open');
        await me.picture('frontier');
        await dialog.getByRole('button', { name: 'Go back' }).click();
        await me.press('End this step');
        await dialog.waitFor();
        assert.equal(await dialog.getByRole('heading', { name: 'Still open to the enemy' }).count(), 0);
    });

    test('a gun without which every chance is the same is named, and a press leaves it out', async () => {
        const user = await User.guest(here());
        const { id } = await user.create('wb95/muskau', { soviet: 'me', german: 'greedy' });
        const me = await person({ cookie: user.cookie });
        await me.open(`/g/${id}`);
        await me.ready();
        const asked = (same) => me.page.evaluate((like) => {
            const { game } = document.querySelector('.map canvas').board;
            const ask = game.constructor.prototype.ask;
            game.ask = async (message) => {
                const { forecast } = game.state.draft ?? {};
                if (message.t !== 'forecast' || !forecast) return ask.call(game, message);
                const outcomes = like ? forecast.outcomes : forecast.outcomes.slice(1);
                return { kind: 'answer', value: { ...forecast, title: 'weaker', outcomes } };
            };
        }, same);
        await asked(false);
        await me.drag('5314', '5112');
        await me.page.locator('.forecast').waitFor();
        assert.equal(await me.page.locator('.spare').count(), 0);
        await me.page.keyboard.press('Escape');
        await asked(true);
        await me.drag('5314', '5112');
        const spare = me.page.locator('.spare', { hasText: 'The chances are the same without' });
        await spare.locator('button').nth(1).waitFor();
        await spare.locator('button').first().click();
        await me.page.waitForFunction(() => {
            const { draft } = document.querySelector('.map canvas').board.game.state;
            return draft && !draft.busy && draft.args.filter((arg) => arg.slot === 0).length === 1;
        });
    });

    test('one press feeds all, and its price stands on it', async () => {
        const user = await User.guest(here());
        const { id } = await user.create('ocs/stalino', { axis: 'me', soviet: 'greedy' });
        const me = await person({ cookie: user.cookie });
        await me.open(`/g/${id}`);
        await me.ready();
        await me.press('Ready');
        await me.press('Feed all at Full Supply: 5 of 10 SP');
        await me.track('Mode Determination');
        const paid = await me.page.evaluate(() => {
            const { log } = document.querySelector('.map canvas').board.game.state;
            return log.flatMap((line) => line.order ?? []).filter((order) => /^(feed|pay)/.test(order));
        });
        assert.deepEqual(paid, ['feed gHQ-XXXXIX full', 'pay 07.15 ground 20']);
        // The hint speaks of a counter: a click on it begins what the hint asks for.
        const { id: first } = await user.create('ocs/taganrog-road', { axis: 'me', soviet: 'greedy' });
        await me.open(`/g/${first}`);
        await me.ready();
        await me.press('Ready');
        await me.track('Mode Determination');
        await me.ready();
        await me.page.locator('.hint', { hasText: '66 Rifle Regiment' }).waitFor();
        await me.clickHex('20.11');
        await me.page.locator('.draft h3', { hasText: 'Choose a mode' }).waitFor();
        await me.page.locator('.draft .chip.on', { hasText: '66 Rifle Regiment' }).waitFor();
    });

    test('one player for both sides plays with open hands, without a curtain', async () => {
        const user = await User.guest(here());
        const { id } = await user.create('wb95/muskau', { soviet: 'me', german: 'me' });
        const me = await person({ cookie: user.cookie });
        await me.open(`/g/${id}`);
        await me.ready();
        const bot = await seat(user, id, 'wb95/muskau');
        const side = () => me.page.evaluate(() => document.querySelector('.map canvas').board.game.state.position.keys.as);
        const end = async () => {
            const { question } = bot;
            const answer = await bot.socket.ask({ t: 'order', seq: bot.seq, text: 'end' });
            assert.equal(answer.t, 'answer', `${question.kind}: ${JSON.stringify(answer)}`);
            bot.see(await bot.socket.next((m) => m.t === 'delta' && m.seq > bot.seq));
        };
        while (bot.question.side === 'soviet') await end();
        await me.press(/I play both sides/);
        await me.page.locator('.prompt.yours').waitFor();
        assert.equal(await side(), 'german');
        bot.socket.send({ t: 'curtain', side: 'german' });
        bot.see(await bot.socket.next('state'));
        while (bot.question?.side === 'german') await end();
        await me.page.waitForFunction(() => document.querySelector('.map canvas').board.game.state.position.keys.as === 'soviet');
        await me.page.locator('.prompt.yours').waitFor();
        assert.equal(await me.page.getByRole('alertdialog').count(), 0);
    });

    test('hints say what the referee forecasts, and the later teaching games have some', async () => {
        const user = await User.guest(here());
        for (const [scenario, seats] of [
            ['ocs/stalino', { axis: 'me', soviet: 'me' }],
            ['ocs/thirty-seventh-army', { axis: 'me', soviet: 'me' }],
            ['pm/barbarossa', { german: 'me', soviet: 'me' }],
        ]) {
            const { id } = await user.create(scenario, seats);
            const { json } = await user.get(`/api/games/${id}`);
            assert.ok((json.hints ?? json.game?.hints)?.length > 4, `${scenario} has hints`);
            for (const { text } of json.hints ?? json.game.hints) assert.ok(text.en && text.pl);
        }
        const { id } = await user.create('wb95/muskau', { soviet: 'me', german: 'greedy' });
        const me = await person({ cookie: user.cookie });
        await me.open(`/g/${id}`);
        await me.ready();
        const told = async (...texts) => {
            await me.page.evaluate((all) => {
                const { game } = document.querySelector('.map canvas').board;
                const { position } = game.state;
                const info = { ...position.keys.game, hints: all.map((words) => ({ text: { en: words } })) };
                game.store.set({ position: { ...position, keys: { ...position.keys, game: info } }, hintsDone: [] });
            }, texts);
        };
        await told('Odds: {barrage s32Art s33Art at 5112}.');
        await me.page.locator('.hint', { hasText: /Odds: .*\d.*SP/ }).waitFor();
        await told('Odds: {barrage s32Art s33Art at 4712}.'); // out of range: it would say nothing true
        await me.page.locator('.hint').waitFor({ state: 'detached' });
        await told('Odds: {barrage s32Art s33Art at 4712}.', 'Instead, this.'); // the next one is shown in its place
        await me.page.locator('.hint', { hasText: 'Instead, this.' }).waitFor();
    });

    test('a game whose counters wait in boxes opens on the map', async () => {
        const user = await User.guest(here());
        const { id } = await user.create('pm/barbarossa', { german: 'me', soviet: 'greedy' });
        const me = await person({ cookie: user.cookie });
        await me.open(`/g/${id}`);
        await me.ready();
        const share = await me.page.evaluate(() => {
            const { board } = document.querySelector('.map canvas');
            const box = document.querySelector('.map canvas').getBoundingClientRect();
            const { columns, rows } = board.map;
            const inSight = (hex) => {
                const { x, y } = board.pixelOf(hex);
                return x > box.left && x < box.right && y > box.top && y < box.bottom;
            };
            return Array.from({ length: columns * rows }, (_, hex) => hex).filter(inSight).length / (columns * rows);
        });
        assert.ok(share > 0.1, `${share} of the map is in sight`);
        await me.page.locator('.chip', { hasText: 'Turn 1' }).first().waitFor();
        assert.equal(await me.page.locator('.chip', { hasText: 'turn-1' }).count(), 0);
        await me.picture('opening-barbarossa');
    });
}
