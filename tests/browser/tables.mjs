// tables.mjs — whole tables of people: what each of them is sent while play goes on, three sides, a long game.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pictures } from './browser.mjs';
import { act, answer, state, until } from './hurry.mjs';
import { program, User } from '../server/server.mjs';

/** All pieces a browser ever got, by id; only counters that were shown to it have one. */
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

/** Presses a download and returns the name under which it was saved. */
async function saved(me, name) {
    const [download] = await Promise.all([me.page.waitForEvent('download'), me.page.getByRole('link', { name }).click()]);
    assert.equal(await download.failure(), null);
    return download.suggestedFilename();
}

const ACTS = { movement: 2, combat: 1 }; // the acts of a player in a phase, before he ends it

/** The one of these who must answer, or has seen the end: he and what his page knows. */
async function whoIsAsked(people) {
    for (const begun = Date.now(); Date.now() - begun < 300000; ) {
        for (const one of people) {
            const now = await state(one);
            if (now.over || (now.yours && now.asked)) return [one, now];
        }
        await people[0].page.waitForTimeout(20);
    }
    throw new Error('nobody is asked');
}

/** Each of these people answers his questions, until `enough` or the end. */
async function play(people, enough) {
    const acts = new Map();
    for (let orders = 0; ; orders++) {
        const [asked, now] = await whoIsAsked(people);
        if (now.over || (await enough(now, orders))) return now;
        const phase = `${now.turn} ${now.side} ${now.kind}`;
        const tried = acts.get(phase) ?? 0;
        acts.set(phase, tried + 1);
        if (tried >= (ACTS[now.kind] ?? 0) || !(await act(asked, now.turn * 5 + tried * 7))) await answer(asked);
    }
}

/** How often these people ordered each verb since they were last asked. */
function ordered(people, verbs) {
    const own = new Map();
    for (const one of people)
        for (const { seq, side, order } of one.messages('events')) if (side === one.side && order) own.set(seq, order);
    for (const one of people) one.wire.length = 0;
    return verbs.map((verb) => [...own.values()].filter((text) => text.startsWith(`${verb} `)).length);
}

/** Plays until the end, or until so many turns are over; prints each turn. */
async function playTurns(people, name, turns) {
    const told = { turn: 0, moves: 0, attacks: 0, sides: new Set() };
    const tell = async (now) => {
        const [moves, attacks] = ordered(people, ['move', 'attack']);
        if (told.turn) console.log(`       turn ${told.turn}: ${moves} moves, ${attacks} attacks by people`);
        told.moves += moves;
        told.attacks += attacks;
        told.turn = now.turn;
        for (const one of people) await one.picture(`${name}-${one.side}-turn-${String(now.turn).padStart(2, '0')}`);
    };
    const end = await play(people, async (now) => {
        told.sides.add(now.side);
        if (now.turn > told.turn) await tell(now);
        return now.turn > turns;
    });
    if (end.over) await tell(end);
    assert.ok(told.moves > 0, 'somebody moved');
    return { ...told, end };
}

/** All see the same verdict, and the journal holds the whole game, fairly rolled. */
async function isOver(people, id, name) {
    const verdicts = [];
    for (const one of people) {
        await one.page.locator('.prompt.over').waitFor();
        verdicts.push(await one.page.locator('.prompt.over span').innerText());
        await one.press('Look at the map');
        await one.page.getByRole('tab', { name: 'Game' }).click();
        await one.page.getByRole('link', { name: 'Journal' }).waitFor();
        await one.picture(`${name}-over-${one.side}`);
    }
    assert.ok(verdicts[0].length > 10, 'the verdict is shown');
    assert.deepEqual(verdicts, verdicts.map(() => verdicts[0]), 'all are told the same');
    const journal = await people[0].context.request.get(`${people[0].base}/api/games/${id}/journal`);
    assert.equal(journal.status(), 200);
    const file = join(pictures, `${name}.journal`);
    writeFileSync(file, await journal.body());
    const audit = spawnSync(program, ['audit', file], { encoding: 'utf8' });
    assert.match(audit.stdout, /dice follow from the seed/, audit.stderr);
    const replay = spawnSync(program, ['replay', file], { encoding: 'utf8', maxBuffer: 1 << 28 });
    assert.equal(replay.status, 0, replay.stderr);
    assert.ok(replay.stdout.includes(verdicts[0]), 'the journal comes to the same verdict');
    console.log(`       ${verdicts[0]}; ${audit.stdout.trim()}`);
}

/** The barrage waited for the other's browser, and what this one shows proves the dice, but for those that were taken back
 * by agreement: an audit cannot know of that. */
async function isWitnessed(me, id, side) {
    const journal = (await (await me.context.request.get(`${me.base}/api/games/${id}/journal`)).body()).toString();
    assert.match(journal, /^chain soviet \w{64} 4096$/m);
    assert.match(journal, /^roll soviet barrage .*\nlink german \w{64}\nbarrage .* = [1-6]/m);
    const file = join(pictures, 'witnessed.journal');
    writeFileSync(file, journal);
    await me.page.getByText('How to check them').click();
    const shown = await me.page.locator('.dice-card > details > code').innerText();
    const audit = spawnSync(program, shown.replace('GAME.journal', file).split(' ').slice(1), { encoding: 'utf8' });
    assert.equal(audit.status, 0, audit.stdout + audit.stderr);
    assert.match(audit.stdout, /\ncommitment: the one you were shown\n/);
    assert.match(audit.stdout, / dice with a link of every other chain, 0 with some missing, 0 with none\n/);
    assert.match(audit.stdout, new RegExp(`\n${side}: chain as you kept it; links for the rolls they were given for; `));
    assert.match(audit.stdout, /\ntaken back with dice: 1 order\n[^]*\nnot proved/);
    await me.picture('witnessed');
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
        const watched = await until(watcher, (now) => now.seq > 0, 'the spectator is told of orders');
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

    test('a private game: its link lets in, dice are taken back by agreement, who gives up is told to all', async () => {
        const user = await User.guest(here());
        const { id, invite } = await user.create('wb95/muskau', { soviet: 'me', german: 'open' });
        const [host, friend, watcher, stranger] = [
            await person({ cookie: user.cookie }), await person(), await person(), await person(),
        ];
        await stranger.open(`/g/${id}`);
        await stranger.page.locator('.problem', { hasText: 'private' }).waitFor();
        await stranger.picture('private');
        await host.open(`/g/${id}`);
        await host.ready();
        await friend.open(`/g/${id}#${invite}`);
        await friend.button('Sit down as German').waitFor();
        await friend.picture('invited');
        await friend.press('Sit down as German');
        await until(friend, (now) => now.you.includes('german'), 'German sits down');
        assert.match(await host.page.title(), /^● Your turn/);
        assert.doesNotMatch(await friend.page.title(), /Your turn/);
        await watcher.open(`/g/${id}#${invite}`);
        await watcher.page.getByRole('tab', { name: 'Game' }).click();
        assert.equal(await saved(watcher, 'PNG'), `muskau-${id}.png`);

        await host.clickHex('5314');
        await host.page.locator('.draft .chip.on').nth(1).waitFor();
        await host.clickHex('5115');
        await host.press(/Order: fire a barrage/);
        await host.page.locator('.log .dice').first().waitFor();
        await until(host, (now) => now.kind === 'movement', 'nothing is left to fire: the phase ends');
        await host.press(/Undo/);
        await until(host, (now) => now.kind === 'barrage' && now.asked, 'its end is taken back by itself');
        await host.press(/Undo/);
        await host.page.locator('.toast', { hasText: 'waiting for German' }).waitFor();
        await host.picture('take-back-asked');
        assert.equal(await watcher.button('Agree').count(), 0);
        await friend.button('No', true).click();
        await host.page.locator('.toast', { hasText: 'refused' }).waitFor();
        await host.press(/Undo/);
        await friend.press('Agree');
        for (const one of [host, friend, watcher])
            await until(one, (now) => now.seq === 4 && now.kind === 'barrage', 'all hear of the barrage and of its take-back');

        await friend.page.getByRole('tab', { name: 'Game' }).click();
        await friend.press('Resign');
        await friend.press('Yes, resign');
        for (const one of [host, friend, watcher]) await one.page.locator('.prompt.over', { hasText: 'Soviet victory: German gave the game up' }).waitFor();
        await host.press('Look at the map');
        await host.page.getByRole('tab', { name: 'Game' }).click();
        assert.equal(await saved(host, 'Journal'), `muskau-${id}.journal`);
        await isWitnessed(host, id, 'soviet');
        await friend.press('Look at the map');
        await friend.page.getByRole('tab', { name: 'Game' }).click();
        await isWitnessed(friend, id, 'german');
        await host.button('Replay the whole game').click();
        await host.page.locator('.replaying').waitFor();
    });

    test('Two Stars with three people, two turns', async () => {
        const { people, end } = await threePeople(2);
        for (const one of people) {
            await until(one, (now) => now.turn === end.turn && now.side === end.side, 'all three see the same turn');
            await one.picture(`two-stars-${one.side}`);
        }
    });

    long('Two Stars with three people to the end', async () => {
        const { people, id, end, attacks } = await threePeople(Number.POSITIVE_INFINITY);
        assert.ok(end.over && attacks > 0);
        await isOver(people, id, 'two-stars');
    });

    test('Nysa 1945 against the machine, two turns', async () => {
        const { end } = await againstGreedy('german', 2);
        assert.equal(end.turn, 3, end.track);
    });

    // The machine's Soviets are through to Berlin within a week; a Soviet player who takes his time plays all turns.
    for (const [side, words] of [['soviet', 'who attacks little'], ['german', 'who holds on']])
        long(`Nysa 1945 against the machine to the end, by a ${side} player ${words}`, async () => {
            const { me, id, end } = await againstGreedy(side, Number.POSITIVE_INFINITY);
            assert.ok(end.over);
            if (side === 'soviet') assert.equal(end.turn, 17, end.track);
            await isOver([me], id, `nysa-by-${side}`);
        });

    async function againstGreedy(side, turns) {
        const user = await User.guest(here());
        const { id } = await user.create('wb95/nysa', { soviet: 'greedy', german: 'greedy', [side]: 'me' });
        const me = await person({ cookie: user.cookie });
        me.side = side;
        await me.open(`/g/${id}`);
        await me.page.locator('.prompt').waitFor();
        return { me, id, ...(await playTurns([me], 'nysa', turns)) };
    }

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
        const played = await playTurns(people, 'two-stars', turns);
        assert.equal(played.sides.size, 3, `all three were asked: ${[...played.sides]}`);
        return { people, id, ...played };
    }
}
