// tables.mjs — whole tables of people: what each of them is sent while play goes on, three sides, a long game.
import assert from 'node:assert/strict';
import { answer, state, until } from './hurry.mjs';
import { User } from '../server/server.mjs';

/** All pieces a browser was ever told of, by id; only counters that were shown to it have one. */
function idsSent(me) {
    const ids = new Set();
    for (const message of me.messages()) for (const piece of message.pieces ?? []) if (piece?.id) ids.add(piece.id);
    return ids;
}

/** Whether a text names an id as a word of its own, in whatever key. */
function names(text, id) {
    return new RegExp(`(?<![\\w/])${id.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![\\w/])`).test(text);
}

async function sit(me, path, side) {
    await me.open(path);
    await me.page.locator('.prompt').waitFor();
    await me.page.getByRole('tab', { name: /Game/ }).click();
    await me.page.locator('.people li', { hasText: side.name }).getByRole('button', { name: 'Sit down' }).click();
    await until(me, (now) => now.you.includes(side.word), `${side.name} sits down`);
    await me.page.getByRole('tab', { name: 'Orders' }).click();
}

/** Everybody answers what he is asked until `enough`; all are waited for after each order. */
async function play(people, enough, most = 400) {
    for (let orders = 0; orders < most; orders++) {
        const now = await until(people[0], (one) => one.over || one.side, 'a question');
        if (enough(now, orders)) return now;
        const asked = people.find((one) => one.side === now.side);
        await until(asked, (one) => one.seq === now.seq && one.yours, 'who is asked knows it');
        await answer(asked);
        for (const one of people) await until(one, (mine) => mine.seq > now.seq, 'everybody hears of it');
    }
    throw new Error('play did not come so far');
}

export function tables({ test, long, person, here }) {
    test('fog holds while two friends play before a spectator: no hidden counter is ever named', async () => {
        const [soviet, german, watcher] = [await person(), await person(), await person()];
        const user = await User.guest(here());
        const { id } = await user.create('wb95/nysa', { soviet: 'open', german: 'open' }, { public: true });
        await sit(soviet, `/g/${id}`, { word: 'soviet', name: 'Soviet' });
        await sit(german, `/g/${id}`, { word: 'german', name: 'German' });
        [soviet.side, german.side] = ['soviet', 'german'];
        await watcher.open(`/g/${id}`);
        await watcher.page.locator('.fog').waitFor();
        await play([soviet, german], (now, orders) => orders >= 12);
        const watched = await until(watcher, (now) => now.seq >= 12, 'the spectator has seen the orders');
        assert.equal(watched.yours, false);
        await Promise.all([soviet.picture('nysa-soviet'), german.picture('nysa-german'), watcher.picture('nysa-spectator')]);
        for (const [owner, others] of [[soviet, [german, watcher]], [german, [soviet, watcher]]]) {
            const own = new Set();
            for (const message of owner.messages())
                for (const piece of message.pieces ?? []) if (piece?.side === owner.side && piece.id) own.add(piece.id);
            for (const other of others) {
                const shown = idsSent(other);
                const hidden = [...own].filter((one) => !shown.has(one));
                assert.ok(hidden.length > 10, `${hidden.length} counters of ${owner.side} are hidden`);
                const text = other.wire.join('\n');
                assert.deepEqual(hidden.filter((one) => names(text, one)), [], `sent to ${other.side ?? 'the spectator'}`);
            }
        }
        for (const one of [soviet, german, watcher])
            assert.doesNotMatch(one.wire.join('\n'), /"(seed|secret|nonce|random)"/, 'the dice stay with the server');
    });

    test('a reload does not lift the curtain of a hot seat', async () => {
        const user = await User.guest(here());
        const { id } = await user.create('wb95/muskau', { soviet: 'me', german: 'me' }, { options: { masking: 'on' } });
        const me = await person({ cookie: user.cookie });
        await me.open(`/g/${id}`);
        const curtain = me.page.getByRole('alertdialog');
        for (let i = 0; i < 12 && !(await curtain.count()); i++) {
            await answer(me);
            await me.page.waitForTimeout(150);
        }
        await curtain.waitFor();
        const wire = me.wire.length;
        await me.page.reload();
        await curtain.waitFor();
        assert.ok(me.wire.slice(wire).every((text) => !text.includes('"as":"german"')), 'the other view has not come');
        await me.press(/I am the German player/);
        await until(me, (now) => now.as === 'german' && now.yours, 'the German player sees his own view');
    });

    test('Two Stars with three people, a turn and more', async () => {
        await threePeople(Number(process.env.TURNS ?? 1));
    });

    long('Nysa 1945 against the machine to the end', async () => {
        const user = await User.guest(here());
        const { id } = await user.create('wb95/nysa', { soviet: 'greedy', german: 'me' });
        const me = await person({ cookie: user.cookie });
        await me.open(`/g/${id}`);
        await me.page.locator('.prompt').waitFor();
        let answers = 0, turn = -1, now;
        for (;;) {
            now = await until(me, (one) => one.over || (one.yours && one.asked), 'my turn, or the end', 180000);
            if (now.over) break;
            if (now.turn !== turn) {
                turn = now.turn;
                console.log(`       ${now.track}, ${answers} answers`);
                await me.picture(`nysa-turn-${String(turn).padStart(2, '0')}`);
            }
            await answer(me);
            answers++;
            me.wire.length = 0;
        }
        await me.page.locator('.prompt.over').waitFor();
        assert.ok((await me.page.locator('.prompt.over').innerText()).length > 20, 'the verdict is shown');
        await me.page.getByRole('tab', { name: 'Game' }).click();
        await me.page.getByRole('link', { name: 'Journal' }).waitFor();
        await me.picture('nysa-over');
        const journal = await user.get(`/api/games/${id}/journal`);
        assert.equal(journal.status, 200);
        console.log(`       ${answers} answers: ${await me.page.locator('.prompt.over').innerText()}`);
    });

    async function threePeople(turns) {
        const host = await User.guest(here());
        const scenario = (await host.get('/api/scenarios')).json.find((one) => one.id === 'wb95/two-stars');
        const [option, sides] = Object.entries(scenario.sidesWith).find(([, list]) => list.length === 3);
        const [name, value] = option.split('=');
        const seats = Object.fromEntries(sides.map((side) => [side.word, 'open']));
        const { id } = await host.create('wb95/two-stars', seats, { options: { [name]: value }, public: true });
        const people = [];
        for (const side of sides) {
            const one = await person();
            one.side = side.word;
            await sit(one, `/g/${id}`, side);
            people.push(one);
        }
        const asked = new Set();
        const end = await play(people, (now) => {
            asked.add(now.side);
            return now.over || now.turn > turns;
        });
        assert.equal(asked.size, 3, `all three were asked: ${[...asked]}`);
        assert.ok(end.turn > turns, end.track);
        for (const one of people) {
            assert.equal((await state(one)).track, end.track, 'all three see the same turn');
            await one.picture(`two-stars-${one.side}`);
        }
    }
}
