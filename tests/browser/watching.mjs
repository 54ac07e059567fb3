// watching.mjs — others' orders watched as they go, combats in their box, the past, what-ifs, the lobby's lists.
import assert from 'node:assert/strict';
import { User } from '../server/server.mjs';
import { end, state, until } from './together.mjs';

const moving = { reducedMotion: 'no-preference' };

export function watching({ test, person, here }) {
    async function at(seats, options = {}, more = {}) {
        const user = await User.guest(here());
        const { id, invite } = await user.create('wb95/muskau', seats, more);
        const me = await person({ cookie: user.cookie, ...options });
        await me.open(`/g/${id}`);
        await me.ready();
        return Object.assign(me, { user, id, invite });
    }

    const against = (player) => ({ soviet: 'me', german: player });

    /** Ends phases until another side's orders are shown. */
    async function letThem(me) {
        for (let i = 0; i < 6; i++) {
            await until(me, 'game.state.waiting || (game.state.position.keys.question.yours && game.state.verbs.length)');
            if (await state(me, '!!game.state.waiting')) return;
            await end(me);
            await me.page.waitForTimeout(150);
        }
    }

    test('the enemy’s orders are shown one by one, halted, stepped and skipped', async () => {
        const me = await at(against('greedy'), moving);
        await me.press('Settings');
        await me.page.getByLabel('Pace').selectOption('2200');
        await me.page.keyboard.press('Escape');
        await letThem(me);
        const bar = me.page.locator('.watching');
        await bar.getByText(/moves from/).waitFor();
        await me.press('Pause');
        const left = await state(me, 'game.state.waiting.orders');
        assert.ok(left > 1, `${left} orders wait`);
        await until(me, 'game.state.scene.moves.length === 1 && game.state.scene.moves[0].way.length > 1');
        await me.page.waitForTimeout(300);
        await me.picture('watching');
        assert.equal(await state(me, 'game.state.waiting.orders'), left, 'it halts');
        assert.equal(await state(me, 'game.state.position.keys.question.yours'), false);
        await me.press('One order on');
        await until(me, `game.state.waiting.orders === ${left - 1}`);
        await me.press(/Skip/);
        await until(me, '!game.state.waiting && game.state.position.keys.question.yours');
        // Afterwards all of it can be seen again.
        await me.press(/What happened since my last turn/);
        const replay = me.page.locator('.bottom .replaying');
        await replay.getByText('Order 0 of').waitFor();
        await until(me, 'game.state.replay.at > 1');
        await me.picture('since');
        await replay.getByRole('button', { name: 'Back to the present' }).click();
        await me.ready();
    });

    test('who comes back after days steps through what the other did, within the fog', async () => {
        const me = await at(against('open'), {}, { public: true });
        const other = await User.guest(here());
        await other.post(`/api/games/${me.id}/join`, { side: 'german' });
        for (const phase of ['movement', 'combat']) {
            await end(me);
            await me.track(phase);
            await me.ready();
        }
        await end(me);
        await until(me, '!game.state.position.keys.question.yours || game.state.position.keys.question.kind === "pontoon"');
        if (await state(me, 'game.state.position.keys.question.yours')) await end(me);
        await until(me, '!game.state.position.keys.question.yours');
        await me.page.goto('about:blank');
        const socket = await other.socket(me.id);
        let { seq, question } = await socket.next('state');
        const order = async (text) => {
            const answer = await socket.ask({ t: 'order', seq, text });
            assert.equal(answer.t, 'answer', JSON.stringify(answer));
            ({ seq, question = question } = await socket.next((message) => message.t === 'delta' && message.seq > seq));
        };
        await order('move gA/615 5117');
        await order('end');
        while (question.side === 'german') await order('end');
        socket.close();
        await me.open(`/g/${me.id}`);
        await me.press(/What happened since my last turn/);
        const bar = me.page.locator('.bottom .replaying');
        await bar.getByText(/A\/615.* moves from 5217 to 5117/).waitFor();
        await bar.getByRole('button', { name: 'To the beginning' }).click();
        await until(me, 'game.state.replay?.at === 0');
        const stood = await state(me, `game.state.map.numbers[[...game.state.replay.position.pieces.values()].find((one) => one.name.startsWith('A/615')).hex]`);
        assert.equal(stood, '5217', 'as it was');
        await me.picture('came-back');
        assert.equal(await bar.getByRole('button', { name: /Branch from here/ }).count(), 0, 'no what-if of a game among people');
    });

    test('a combat has a box on the map: who, odds, dice, result, and who decides', async () => {
        const me = await at(against('greedy'), moving);
        for (const phase of ['movement', 'combat']) {
            await end(me);
            await me.track(phase);
            await me.ready();
        }
        await me.drag('5216', '5115');
        await me.press(/Order: attack/);
        const box = me.page.locator('.battle');
        await box.waitFor();
        await box.locator('.result').first().waitFor();
        await box.locator('.dice:not(.rolling)').first().waitFor();
        const words = await box.innerText();
        assert.match(words, /5115 Muskau[\s\S]*Attack[\s\S]*15 \(G\)[\s\S]*Defence[\s\S]*B\/545/);
        assert.match(words, /\d SP against \d at Muskau \(5115\): \d:\d[\s\S]*shifted to/);
        assert.match(words, /Result: .*\(attacker/);
        await until(me, 'game.state.position.keys.question.yours && game.state.verbs.length');
        await box.getByText(/You decide:|The combat is over/).waitFor();
        await me.picture('battle');
        const spot = await me.spot('5115');
        const { x, y, width, height } = await box.boundingBox();
        assert.ok(spot.x < x || spot.x > x + width || spot.y < y || spot.y > y + height, 'it does not cover the fight');
        await box.getByRole('button', { name: 'Close' }).click();
        await box.waitFor({ state: 'detached' });
    });

    test('who comes in the midst of a combat sees its box, and who clicks an idle counter is told why', async () => {
        const me = await at({ soviet: 'me', german: 'me' });
        for (const phase of ['movement', 'combat']) {
            await end(me);
            await me.track(phase);
            await me.ready();
        }
        await me.drag('5216', '5115');
        await me.press(/Order: attack/);
        await me.press(/I am the German player/);
        await until(me, 'game.state.position.keys.question.yours && game.state.verbs.length');
        await me.page.reload();
        const box = me.page.locator('.battle');
        await box.getByText(/You decide:/).waitFor();
        assert.match(await box.innerText(), /5115 Muskau[\s\S]*Soviet attacks Muskau \(5115\)/);
        await me.picture('battle-met');
        await me.clickHex('5112'); // is no gun
        const refusal = me.page.locator('.refusal');
        await refusal.waitFor();
        assert.match(await refusal.innerText(), /A\/545/, 'the reason is about what was clicked');
        await me.picture('told-why');
        await me.clickHex('4817'); // something else is done: the banner goes
        await refusal.waitFor({ state: 'hidden' });
    });

    test('ending a phase with strength unspent asks; with trifles left it does not', async () => {
        const me = await at(against('random'));
        await me.press('end the phase', true);
        await me.press('Go back');
        await end(me);
        await me.track('movement');
        // Every unit that can walk takes a step; what is left is guns that could limber.
        for (let stuck = 0, walked = 0; stuck < 4; ) {
            await me.page.keyboard.press('.');
            await me.page.waitForTimeout(120);
            await until(me, 'game.state.draft && !game.state.draft.busy && game.state.draft.args.length');
            if (!(await state(me, 'game.state.draft.reach?.ends.length'))) {
                stuck++;
                continue;
            }
            stuck = 0;
            const seq = await state(me, 'game.state.position.keys.seq');
            const ends = me.page.locator('.slot.wanted .chip:not(.on)');
            await ends.nth((walked++ * 3) % (await ends.count())).click(); // not all into one hex
            await until(me, `game.state.position.keys.seq > ${seq}`);
            await me.ready();
        }
        await me.page.keyboard.press('Escape');
        await me.ready();
        assert.ok((await state(me, 'game.state.actors.size')) > 0, 'something could still be done');
        await me.press('end the phase', true);
        await me.track('combat');
    });

    /** A game in which a little was ordered and which its player gave up. */
    async function over(options) {
        const me = await at(against('greedy'), options);
        await me.drag('5314', '5112');
        await me.press(/Order: fire a barrage/);
        await me.track('movement');
        await me.ready();
        await me.drag('5213', '5311');
        await me.page.locator('.log', { hasText: 'moves from 5213 to 5311' }).waitFor();
        await me.ready();
        await me.page.getByRole('tab', { name: 'Game' }).click();
        await me.press('Resign');
        await me.press('Yes, resign');
        await me.press('Analyse');
        await me.page.locator('.bottom .replaying').getByText('Order 0 of').waitFor();
        return me;
    }

    test('a replay draws what each order did, keeps the map’s edge, and is shared from an order on', async () => {
        const me = await over();
        const bar = me.page.locator('.bottom .replaying');
        const edge = async () => (await me.page.locator('.map').boundingBox()).height;
        const high = await edge();
        const seen = { moves: 0, attacks: 0 };
        const total = await state(me, 'game.state.replay.total');
        for (let at = 1; at <= total; at++) {
            await bar.getByRole('button', { name: 'One order on' }).click();
            await until(me, `game.state.replay.at === ${at}`);
            seen.moves += await state(me, 'game.state.replay.scene.moves.length');
            seen.attacks += await state(me, 'game.state.replay.scene.attacks.length');
            assert.equal(await edge(), high, `after order ${at} the map is as high as before`);
        }
        assert.ok(seen.moves > 0 && seen.attacks > 0, JSON.stringify(seen));
        await bar.getByRole('button', { name: 'To the beginning' }).click();
        await until(me, 'game.state.replay.at === 0');
        await bar.getByRole('button', { name: 'To the end' }).click();
        await until(me, `game.state.replay.at === ${total}`);
        await bar.getByRole('button', { name: 'One order back' }).click();
        await until(me, `game.state.replay.at === ${total - 1}`);
        await bar.getByLabel('Speed').selectOption('4');
        await me.picture('replay-drawn');
        const link = await bar.getByRole('button', { name: /Copy a link/ }).getAttribute('data-link');
        const guest = await person();
        await guest.page.goto(link);
        await guest.page.locator('.bottom .replaying').getByText(`Order ${total - 1} of ${total}`).waitFor();
    });

    test('a what-if has a name, a look, a way back, and can be deleted', async () => {
        const me = await over();
        await me.press('One order on');
        await until(me, 'game.state.replay.at === 1');
        await me.press(/Branch from here/);
        await me.page.getByLabel('Name').fill('Without the barrage');
        await me.press('Start the branch');
        await me.page.locator('.game.what-if .try').waitFor();
        await me.page.locator('.track h1', { hasText: 'Without the barrage' }).waitFor();
        await me.page.waitForFunction(() => document.title.includes('Without the barrage'));
        await me.picture('what-if');
        await me.press(/Back to the original game/);
        await me.page.locator('.bottom .replaying').getByText('Order 1 of').waitFor();
        await me.open('/');
        const rows = me.page.locator('.game-row');
        const row = rows.filter({ hasText: 'Without the barrage' });
        await row.waitFor();
        assert.match(await row.innerText(), /Branch[\s\S]*Turn 1 of 4[\s\S]*20\d\d/);
        await me.picture('my-games');
        await row.getByRole('button', { name: /Delete/ }).click();
        await row.waitFor({ state: 'detached' });
        const finished = rows.filter({ has: me.page.getByRole('button', { name: /Remove this game from my list/ }) }).first();
        await finished.getByRole('button', { name: /Remove this game from my list/ }).click();
        await me.page.waitForFunction(() => !document.querySelector('.game-row [aria-label^="Remove this game"]'));
    });

    test('a game for somebody else begins with inviting him, and his coming is announced', async () => {
        const me = await person();
        await me.open('/');
        const card = me.card('Muskau 1945');
        await card.getByRole('button', { name: 'Play' }).click();
        await card.locator('select').nth(1).selectOption('open');
        await card.getByRole('button', { name: 'Begin' }).click();
        const dialog = me.page.getByRole('dialog');
        await dialog.getByText('Send this link').waitFor();
        await dialog.locator('svg.qr').waitFor();
        await me.picture('invite');
        const link = await dialog.locator('input').inputValue();
        await dialog.getByRole('button', { name: 'Close' }).click();
        const friend = await person();
        await friend.page.goto(link);
        await friend.press(/Sit down as German/);
        await me.page.locator('.toast', { hasText: 'now plays German' }).waitFor();
        await me.page.locator('.presence', { hasText: '●' }).waitFor();
        await friend.page.getByRole('tab', { name: /Game/ }).click();
        await friend.page.getByLabel('Message to everyone').fill('Good luck!');
        await friend.press('Send');
        await me.page.locator('.said', { hasText: 'Good luck!' }).waitFor();
        await me.picture('presence');
        await me.page.locator('.said').click();
        await me.page.locator('.chat', { hasText: 'Good luck!' }).waitFor();
        await me.page.locator('.said').waitFor({ state: 'detached' });
        await me.page.getByLabel(/notes/).pressSequentially('Watch the bridge');
        await me.page.locator('.notes', { hasText: 'Saved' }).waitFor();
        await me.page.reload(); // without having left the field
        await me.page.getByRole('tab', { name: /Game/ }).click();
        await me.page.waitForFunction(() => document.querySelector('.notes textarea')?.value === 'Watch the bridge');
    });

    test('each rulebook has its first game in the lobby, and what others play in public can be watched', async () => {
        const player = await User.guest(here());
        await player.create('wb95/muskau', against('greedy'), { public: true });
        const me = await person();
        await me.open('/');
        await me.button('Play the first game').first().waitFor();
        const lessons = me.page.locator('.lessons li');
        assert.ok((await lessons.count()) >= 2);
        for (const text of await lessons.allInnerTexts()) assert.match(text, /Learn \w/);
        const known = await me.page.evaluate(async () => (await fetch('/api/scenarios')).json());
        const books = [...new Set(known.map((one) => one.systemTitle))];
        assert.deepEqual(await me.page.locator('.rulebook > h3').allInnerTexts(), books);
        for (const title of books) {
            const turns = known.filter((one) => one.systemTitle === title).map((one) => one.turns);
            assert.deepEqual(turns, turns.toSorted((a, b) => a - b), `${title}: the shortest first`);
        }
        const taganrog = known.find((one) => one.id === 'ocs/taganrog-road');
        assert.ok(taganrog.counters < 30, 'of all counters of the rulebook only those that take part');
        const growing = known.filter((one) => one.growing && one.teaching).length;
        assert.equal(await me.page.locator('.lessons .unfinished').count(), growing);
        const watched = me.page.locator('section', { has: me.page.getByRole('heading', { name: 'Games to watch' }) });
        await watched.locator('.game-row a').first().click();
        await me.page.locator('.fog', { hasText: 'spectator' }).waitFor();
        await me.page.goBack();
        await lessons.first().getByRole('button').click();
        await me.page.locator('.prompt').waitFor();
        await me.picture('other-lesson');
    });
}
