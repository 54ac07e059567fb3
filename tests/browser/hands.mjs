// hands.mjs — what a player who plays by hand stumbles over: a click that means a target, counters that cannot come
// along, what an order rules out, how to win, a fight that is in the way, a page that watches orders whose events it
// does not get.
import assert from 'node:assert/strict';
import { numbersOf, seat, User } from '../server/server.mjs';
import { untilAsked } from './hurry.mjs';

const FIRST = 'wb95/muskau';
const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };

export function hands({ test, person, here }) {
    /** A game whose first questions were answered with those orders by its owner, who is then asked what counters can
     * answer, or not. */
    async function begun(scenario, seats, orders, { counters = true, ...device } = {}) {
        const user = await User.guest(here());
        const { id } = await user.create(scenario, seats);
        const bot = await seat(user, id, scenario);
        for (const text of orders) {
            while (!bot.question?.yours) bot.see(await bot.socket.next((m) => m.t === 'delta' && m.seq > bot.seq));
            const answer = await bot.socket.ask({ t: 'order', seq: bot.seq, text });
            assert.equal(answer.t, 'answer', `${text}: ${JSON.stringify(answer)}`);
            bot.see(await bot.socket.next((m) => m.t === 'delta' && m.seq > bot.seq));
        }
        bot.socket.close();
        const me = await person({ cookie: user.cookie, ...device });
        await me.open(`/g/${id}`);
        if (counters) await me.ready();
        return me;
    }

    test('how to win stands before the first orders until it was read', async () => {
        const me = await begun('wb95/nysa', { soviet: 'me', german: 'random' }, [], { counters: false });
        const card = me.page.locator('.opening');
        await card.locator('li', { hasText: 'each town hex held' }).first().waitFor();
        await me.picture('opening');
        await me.page.locator('.verbs .end').waitFor();
        assert.equal(await me.button(/Undo/).count(), 0, 'nothing of mine to be taken back');
        await card.getByRole('button', { name: 'Got it' }).click();
        await card.waitFor({ state: 'detached' });
        await me.page.reload();
        await me.page.locator('.prompt', { hasText: /air missions/ }).waitFor();
        assert.equal(await card.count(), 0, 'what was read does not come back');
    });

    test('on a phone how to win is a touch away before the first orders', async () => {
        const me = await begun('wb95/nysa', { soviet: 'me', german: 'random' }, [], { counters: false, ...PHONE });
        await me.page.locator('.opening-here').tap();
        await me.page.locator('.panels.open .opening li', { hasText: 'each town hex held' }).first().waitFor();
        await me.picture('opening-phone');
        await me.page.locator('.opening').getByRole('button', { name: 'Got it' }).tap();
        await me.page.locator('.opening-here').waitFor({ state: 'detached' });
    });

    test('what a prompt names is ringed on the map when it is looked up', async () => {
        const me = await begun('wb95/nysa', { soviet: 'me', german: 'random' }, ['fly', 'end']);
        const prompt = me.page.locator('.prompt', { hasText: /move a unit out of each first/ });
        await prompt.locator('.where').click();
        const ringed = await me.page.locator('.map canvas').evaluate(({ board }) =>
            [...board.game.state.flash].map((hex) => board.map.numbers[hex]),
        );
        const named = (await prompt.innerText()).match(/\b\d{4}\b/g);
        assert.deepEqual(ringed.sort(), [...new Set(named)].sort());
    });

    test('a group that marches puts the hint away, and its last pontoon can be taken back', async () => {
        const me = await begun(FIRST, { soviet: 'me', german: 'random' }, ['end']);
        const hint = me.page.locator('.hint', { hasText: /Now march/ });
        await hint.waitFor();
        await me.clickStack('5415');
        await me.page.locator('.draft .chip.on').nth(3).waitFor();
        await me.clickHex('5214');
        await hint.waitFor({ state: 'detached' });
        for (const phase of ['Combat', 'Pontoon bridges']) {
            await me.press('End the phase');
            const sure = me.page.getByRole('dialog').getByRole('button', { name: 'End the phase' });
            await me.page.locator('.prompt', { hasText: phase }).or(sure).first().waitFor();
            if (await sure.count()) await sure.click();
            await me.page.locator('.prompt', { hasText: phase }).waitFor();
        }
        await me.clickHex('5114');
        await me.page.locator('.draft').getByRole('button', { name: /^5\d{3}\/5\d{3}$/ }).first().click();
        await me.page.locator('.event', { hasText: 'lays its pontoon' }).first().waitFor();
        await me.page.locator('.prompt', { hasText: 'Pontoon bridges' }).waitFor();
        await me.press('Undo');
        await me.button('Lay a pontoon').waitFor();
    });

    /** The contents of the incomplete order, once the server has answered its requests. */
    async function inHand(me) {
        await me.page.waitForFunction(() => !document.querySelector('.map canvas').board.game.state.draft?.busy);
        return me.page.locator('.map canvas').evaluate(({ board }) => {
            const { draft, picked } = board.game.state;
            return draft && { text: draft.text, picked: picked.length };
        });
    }

    test('what is pointed at is told, a second click takes one more, a verb keeps them, and a second drag joins the attack', async () => {
        const me = await begun(FIRST, { soviet: 'me', german: 'random' }, ['end']);
        // A card describes what the pointer rests on: a counter, and between two hexes what runs there.
        const [near, far] = [await me.spot('5213'), await me.spot('5112')];
        await me.page.mouse.move(near.x, near.y);
        const card = me.page.locator('.point-card');
        await card.locator('.point-counter', { hasText: /strength and movement[\s\S]*Can still: move/ }).waitFor();
        await me.page.mouse.move((near.x + far.x) / 2, (near.y + far.y) / 2);
        await card.getByText(/Hexside: Nysa(?! \()/).waitFor(); // the river is its own kind of line: named once
        await me.clickHex('5415');
        await me.page.locator('.draft .chip.on').first().waitFor();
        await me.clickHex('5415');
        await me.page.locator('.draft .chip.on').nth(1).waitFor();
        await me.page.locator('.verbs').getByRole('button', { name: 'Dig in' }).click();
        await me.page.locator('.confirm', { hasText: '2' }).waitFor();
        assert.equal((await inHand(me)).picked, 2, 'those who were about to march dig in');
        await me.page.keyboard.press('Escape');
        await me.press('end the phase', true);
        await me.press(/^End the phase/);
        await me.track('combat');
        await me.ready();
        await me.drag('5216', '5115');
        await me.page.locator('.forecast h3', { hasText: /^6 against/ }).waitFor();
        await me.drag('5216', '5115');
        await me.page.locator('.forecast h3', { hasText: /^12 against/ }).waitFor();
        await me.drag('5114', '5115');
        await me.page.locator('.forecast h3', { hasText: /^18 against/ }).waitFor();
        assert.match((await inHand(me)).text, / at 5115$/);
        // The stack that is spread out stays where it is while its counters are picked.
        const fields = () => me.page.locator('.map canvas').evaluate(({ board }) => board.fan.items.map(({ x, y }) => [x, y]));
        const { x, y } = await me.spot('5114');
        await me.page.mouse.move(x, y);
        await me.page.waitForFunction(() => document.querySelector('.map canvas').board.fan.items.length === 3);
        const opened = await fields();
        const box = await me.page.locator('.map canvas').boundingBox();
        for (const [left, top] of opened.slice(0, 2)) {
            await me.page.mouse.move(box.x + left, box.y + top, { steps: 5 });
            await me.page.mouse.down();
            await me.page.mouse.up();
            await inHand(me);
            assert.deepEqual(await fields(), opened);
        }
        await me.page.locator('.forecast h3', { hasText: /^18 against/ }).waitFor();
    });

    test('a click that takes what is pointed at puts its card away, and pointing at it again brings it back', async () => {
        const me = await begun(FIRST, { soviet: 'me', german: 'random' }, ['end']);
        const { x, y } = await me.spot('5213');
        await me.page.mouse.move(x, y);
        const card = me.page.locator('.point-card .point-counter');
        await card.waitFor();
        await me.page.mouse.click(x, y);
        await me.page.locator('.draft .chip.on').waitFor();
        await card.waitFor({ state: 'detached' });
        await me.page.waitForTimeout(900); // longer than a card waits
        assert.equal(await card.count(), 0);
        await me.page.mouse.move(5, 5);
        await me.page.mouse.move(x, y);
        await card.waitFor();
    });

    test('why a phase cannot end lies beside the counter that it rings, and the ring goes with the next order', async () => {
        const me = await begun('ocs/don-gate', { axis: 'me', soviet: 'greedy' }, ['ready'], { counters: false });
        await me.page.locator('.verbs .offer').first().waitFor();
        await me.page.locator('.verbs .end').click();
        const refusal = me.page.locator('.refusal', { hasText: /can still be supplied/ });
        await refusal.waitFor();
        const rung = () => me.page.locator('.map canvas').evaluate(({ board }) =>
            [...board.game.state.flash].map((hex) => board.pixelOf(hex)));
        const free = async () => {
            const { x, y, width, height } = await refusal.boundingBox();
            return (await rung()).every((at) => at.x < x || at.x > x + width || at.y < y || at.y > y + height);
        };
        assert.equal((await rung()).length, 1);
        for (let i = 0; i < 40 && !(await free()); i++) await me.page.waitForTimeout(50);
        assert.ok(await free(), 'the ring can be seen');
        await me.picture('refusal-high');
        await me.page.locator('.verbs .offer').first().click();
        await refusal.waitFor({ state: 'detached' });
        assert.equal((await rung()).length, 0);
    });

    test('on a phone an end that a duty bars does not lie on what can be done', async () => {
        const me = await begun('ocs/stalino', { axis: 'me', soviet: 'random' }, ['ready'], { counters: false, ...PHONE });
        const offer = me.page.locator('.verbs .offer').first();
        await offer.waitFor();
        await me.page.locator('.verbs .end.faint').waitFor();
        const { x, y, width, height } = await offer.boundingBox();
        for (const share of [0.1, 0.5, 0.9])
            assert.ok(await me.page.evaluate(([left, top]) => !!document.elementFromPoint(left, top)?.closest('.offer'),
                [x + share * width, y + height / 2]), `at ${share} of its width`);
    });

    test('on a phone counters that wait beside the map are listed to be placed, one after the other', async () => {
        const me = await begun('wb95/two-stars', { allied: 'me', soviet: 'greedy' }, ['ready', 'ready', 'ready'], {
            counters: false, ...PHONE,
        });
        await me.page.locator('.prompt', { hasText: 'Place each defected unit' }).waitFor();
        const listed = me.page.locator('.wanted-here .chip');
        await listed.first().waitFor();
        const all = await listed.count();
        await listed.first().tap();
        await me.page.waitForFunction(() => document.querySelector('.map canvas').board.game.state.draft?.args.length === 1);
        const place = await me.page.locator('.map canvas').evaluate(({ board }) => {
            const { draft, map } = board.game.state;
            return map.numbers[draft.next.find((one) => one.type === 'hex' && board.view.inSight(one.hex)).hex];
        });
        const { x, y } = await me.spot(place);
        await me.page.touchscreen.tap(x, y);
        await listed.nth(all - 1).waitFor({ state: 'detached' }); // the next order has begun by itself
        await listed.nth(all - 2).waitFor();
        await me.picture('defectors-phone');
    });

    test('a fixed number of losses is not offered as all of them', async () => {
        const me = await begun('wb95/two-stars', { allied: 'me', soviet: 'greedy' }, ['ready', 'ready', 'ready'], { counters: false });
        await me.page.locator('.verbs button').first().waitFor();
        for (let i = 0; i < 60; i++) {
            await me.page.waitForFunction(() => {
                const { position, verbs, draft } = document.querySelector('.map canvas')?.board?.game.state ?? {};
                return position?.keys.question?.yours && verbs.length && !draft?.busy;
            });
            const ends = me.page.locator('.verbs .end');
            if (await me.page.locator('.draft .due').count()) break;
            if (await ends.count()) await me.page.keyboard.press('Escape').then(() => ends.first().click());
            else await me.page.locator('.draft .slot.wanted .chip:not(.on)').first().click();
            const sure = me.page.getByRole('dialog').locator('.primary');
            await me.page.waitForTimeout(400);
            if (await sure.count()) await sure.first().click();
        }
        await me.page.locator('.draft .due').waitFor();
        await me.page.locator('.draft .slot.wanted .chip').nth(1).waitFor();
        assert.equal(await me.page.locator('.draft .take-all').count(), 0);
    });

    test('a recommended set-up is looked at where it stands', async () => {
        const me = await begun('pm/barbarossa', { german: 'me', soviet: 'random' }, [], { counters: false, ...PHONE });
        const inSight = (number) => me.page.locator('.map canvas').evaluate(
            ({ board }, wanted) => board.view.inSight(board.map.numbers.indexOf(wanted)), number);
        assert.equal(await inSight('1718N'), false);
        await me.page.locator('.verbs .end', { hasText: 'recommended' }).tap();
        await me.page.locator('.verbs .end', { hasText: 'Ready' }).waitFor();
        assert.ok(await inSight('1718N'), 'where most of the front is');
        await me.picture('set-up-phone');
    });

    test('a drag takes the stack along where stacks march together, and each counter out of a fan alone', async () => {
        const me = await begun('tcs/first-fire', { us: 'me', german: 'random' }, []);
        await me.page.locator('.hint', { hasText: /Move A1 and A2 together/ }).waitFor();
        await me.drag('08.03', '08.04');
        await me.page.waitForFunction(() => {
            const { board } = document.querySelector('.map canvas');
            return board.game.state.position.stacks.get(board.map.numbers.indexOf('08.04'))?.length === 2;
        });
        assert.match(me.sent.findLast((text) => text.includes('"t":"order"')), /move A1 A2 08\.04/);
    });

    test('while supply is paid, its sheet says what each level costs and what it leaves for attacks', async () => {
        const me = await begun('ocs/stalino', { axis: 'me', soviet: 'random' }, ['ready']);
        await me.page.locator('.hint', { hasText: /Supply comes first/ }).waitFor();
        const sheet = me.page.locator('.in-hand');
        await sheet.locator('tr', { hasText: /Full Supply costs 5 SP, Low Supply 2 1\/2 SP/ }).waitFor();
        await sheet.locator('tr', { hasText: /left for attacks.*5 SP after Full Supply, 7 1\/2 SP after Low/s }).waitFor();
        await me.press('Pay through an HQ');
        await me.clickHex('07.15');
        await me.page.locator('.draft .chip', { hasText: /^full$/ }).click();
        await me.page.locator('.prompt', { hasText: /where to pay 20T/ }).waitFor();
        await me.clickHex('07.15'); // the number is what is due already
        await me.page.locator('.confirm [title="pay 07.15 ground 20"]').waitFor();
    });

    test('a retreat that eliminates is crossed out, and asked about before it is given', async () => {
        const user = await User.guest(here());
        const numbers = await numbersOf(user, FIRST);
        let me = null;
        for (let games = 0; !me && games < 12; games++) {
            const { id } = await user.create(FIRST, { soviet: 'me', german: 'me' });
            if (!(await untilAsked(user, id, numbers, 'retreat', 'retreat'))) continue;
            const socket = await user.socket(id);
            const { question } = await socket.next('state');
            socket.close();
            if (!/ 2 hexes/.test(question.prompt)) continue; // one hex short is what eliminates
            me = await person({ cookie: user.cookie });
            await me.open(`/g/${id}`);
        }
        assert.ok(me, 'nobody had to retreat two hexes');
        const curtain = me.page.getByRole('alertdialog').getByRole('button').first();
        await curtain.or(me.page.locator('.prompt.yours')).first().waitFor();
        if (await curtain.count()) await curtain.click();
        await me.page.locator('.actors .chip, .draft .slot.wanted .chip').first().click();
        const deadly = me.page.locator('.draft .chip', { hasText: 'eliminated there' });
        await deadly.first().waitFor();
        await me.picture('retreat');
        const orders = me.sent.filter((text) => text.includes('"t":"order"')).length;
        await deadly.first().click();
        const dialog = me.page.getByRole('dialog', { name: 'This order eliminates your counters' });
        await dialog.waitFor();
        assert.equal(me.sent.filter((text) => text.includes('"t":"order"')).length, orders, 'nothing was ordered');
        await dialog.getByRole('button', { name: 'Give the order anyway' }).click();
        await me.page.locator('.event', { hasText: 'is eliminated' }).first().waitFor();
    });

    test('a fight lies where it hides few counters', async () => {
        const me = await begun(FIRST, { soviet: 'me', german: 'random' }, ['end', 'end']);
        await me.clickHex('5112');
        await me.clickStack('5213');
        await me.page.locator('.draft .chip.on').nth(2).waitFor();
        await me.press('Order: attack');
        const box = me.page.locator('.battle');
        await box.waitFor();
        const hidden = await me.page.evaluate(() => {
            const { left, right, top, bottom } = document.querySelector('.battle').getBoundingClientRect();
            const { board } = document.querySelector('.map canvas');
            const at = [...board.game.state.position.stacks.keys()].map((hex) => board.pixelOf(hex));
            return at.filter(({ x, y }) => x > left && x < right && y > top && y < bottom).length;
        });
        assert.ok(hidden <= 2, `${hidden} stacks under the box`);
        // It has one size, whatever its text, and never covers the fight.
        const sizes = new Set();
        for (let i = 0; i < 3; i++) {
            const { height, x, y, width } = await box.boundingBox();
            sizes.add(Math.round(height));
            for (const number of ['5112', '5213']) {
                const at = await me.spot(number);
                assert.ok(at.x < x || at.x > x + width || at.y < y || at.y > y + height, `${number} is under the box`);
            }
            await me.page.keyboard.press('l'); // something else happens on the page
        }
        assert.deepEqual([...sizes], [300]);
    });

    test('a browser that is woken names the game that waits', async () => {
        const me = await begun(FIRST, { soviet: 'me', german: 'random' }, []);
        await me.context.grantPermissions(['notifications']);
        await me.page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
        const devtools = await me.context.newCDPSession(me.page);
        const registered = new Promise((resolve) => {
            devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [one] }) => one && resolve(one));
        });
        await devtools.send('ServiceWorker.enable');
        const { registrationId } = await registered;
        await devtools.send('ServiceWorker.deliverPushMessage', { origin: me.base, registrationId, data: '' });
        await me.page.waitForFunction(async () => {
            const told = await (await navigator.serviceWorker.ready).getNotifications();
            return told.some(({ body, data }) => /Muskau 1945/.test(body) && data === location.pathname);
        });
    });

    test('what an order rules out whatever the dice say stands in its forecast', async () => {
        const me = await begun(FIRST, { soviet: 'me', german: 'random' }, ['end', 'end']);
        await me.clickHex('5314');
        await me.page.locator('.draft .chip.on').first().waitFor();
        await me.clickHex('5115');
        const barred = me.page.locator('.forecloses li', { hasText: '5115 Muskau' });
        await barred.waitFor();
        assert.match(await barred.innerText(), /^Attack: 5115 Muskau\. .*may not be assaulted/);
        await me.picture('rules-out');
        await barred.locator('button.rule').click();
        await me.page.getByRole('dialog', { name: /6\.4\.5/ }).waitFor();
    });

    test('a click on what can be attacked begins the attack, and Escape calls off refusal and order at once', async () => {
        const me = await begun(FIRST, { soviet: 'me', german: 'random' }, ['end', 'end']);
        await me.clickHex('5115');
        const draft = me.page.locator('.draft');
        await draft.locator('.chip.on', { hasText: '5115 Muskau' }).waitFor();
        assert.match(await draft.locator('h3').first().innerText(), /attack/i);
        await me.clickHex('5216');
        await draft.locator('.chip.on', { hasText: '5216' }).waitFor();
        await me.page.locator('.draft').getByRole('button', { name: /^All that can/ }).click();
        await draft.locator('.forecast h3', { hasText: /^2\d against/ }).waitFor();
        await me.clickStack('5415'); // a whole stack that cannot join gets a reason as well
        await me.page.locator('.refusal button.rule').waitFor();
        await me.page.keyboard.press('Escape');
        await draft.waitFor({ state: 'detached' });
        await me.page.locator('.refusal').waitFor({ state: 'detached' });
    });

    test('of counters sent onto the enemy those who cannot go stay out, by name', async () => {
        const me = await begun('pm/dvina', { german: 'me', soviet: 'random' }, ['support corps 1 1908N', 'end']);
        await me.clickStack('1908N');
        await me.page.locator('.draft .chip.on').nth(4).waitFor();
        await me.clickHex('2008N');
        await me.page.locator('.draft h3', { hasText: /assault/i }).waitFor();
        await me.page.locator('.toast', { hasText: '1 INF' }).waitFor();
        assert.equal(await me.page.locator('.draft .slot').first().locator('.chip.on').count(), 4);
    });

    test('who watches orders he is told nothing of keeps his page: three set up in secret', async () => {
        const host = await User.guest(here());
        const guest = await User.guest(here());
        const options = { options: { players: '3' } };
        const { id, invite } = await host.create('wb95/two-stars', { allied: 'me', soviet: 'open', german: 'me' }, options);
        await guest.post(`/api/games/${id}/join`, { side: 'soviet', invite });
        const soviet = await person({ cookie: guest.cookie, reducedMotion: 'no-preference' });
        await soviet.open(`/g/${id}`);
        await soviet.page.locator('.prompt', { hasText: /Waiting for German/ }).waitFor();
        const bot = await seat(host, id, 'wb95/two-stars');
        for (let asked = 'german'; asked !== 'soviet'; ) {
            if (bot.state.as !== asked) {
                bot.socket.send({ t: 'curtain', side: asked });
                bot.see((bot.state = await bot.socket.next((m) => m.t === 'state')));
            }
            const answer = await bot.socket.ask({ t: 'order', seq: bot.seq, text: 'ready' });
            assert.equal(answer.t, 'answer', JSON.stringify(answer));
            bot.see(await bot.socket.next((m) => (m.t === 'delta' || m.t === 'state') && m.seq > bot.seq));
            asked = bot.question.side;
        }
        bot.socket.close();
        await soviet.page.locator('.prompt', { hasText: /starting losses|Place your free counters/ }).waitFor();
        assert.deepEqual(soviet.trouble, []);
        assert.equal(await soviet.page.locator('.battle').count(), 0, 'dice of a set-up are no fight');
        assert.match(await soviet.page.locator('.score-side.mine').innerText(), /Soviet.*you/);
    });
}
