// hurry.mjs — a player in a hurry, who does everything by the buttons and lists of the page: now and then walks or
// attacks with a counter, ends what can be ended, does what prevents the end, and otherwise takes what is listed first.
// Also one without a browser, who plays a hot-seat game until the wanted question comes.
import { Bot } from '../server/server.mjs';

const PATIENCE = 1200; // looks at a page that is about to answer, before it is held to be silent

/** What the page knows: numbers only, so that it can be asked often. */
export function state(me) {
    return me.page.locator('.map canvas').evaluate(async (element) => {
        while (!element.board) await new Promise((resolve) => setTimeout(resolve, 20)); // the map is being read
        const { position, draft, refusal, map, verbs } = element.board.game.state;
        const { seq, over, turn, track, question, as, you } = position.keys;
        return {
            seq, over, turn, track, as, you, side: question?.side, kind: question?.kind, yours: !!question?.yours,
            asked: verbs.length > 0, drafting: !!draft, busy: !!draft?.busy,
            pointed: (refusal?.hexes ?? []).map((hex) => map.numbers[hex]),
        };
    });
}

/** Waits until the state is as wanted. */
export async function until(me, wanted, words, milliseconds = 120000) {
    const begun = Date.now();
    for (;;) {
        const now = await state(me);
        if (wanted(now)) return now;
        if (Date.now() - begun > milliseconds) throw new Error(`waited in vain: ${words}; ${JSON.stringify(now)}`);
        await me.page.waitForTimeout(40);
    }
}

/** Does something with one of the counters that can act, and says whether the game has gone on by it. */
export async function act(me, which) {
    const { page } = me;
    const { seq } = await until(me, (now) => now.over || (now.yours && now.asked), 'a question of mine');
    await page.locator('.actors .chip, .draft').first().waitFor({ timeout: 20000 }).catch(() => {});
    const chips = page.locator('.actors .chip');
    const count = await chips.count();
    if (!count) return false;
    await chips.nth(which % count).click({ timeout: 5000 }).catch(() => {});
    if (await complete(me, async () => (await state(me)).seq !== seq, which)) return true;
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    return false;
}

/** Answers the open question; returns when the game has gone on. */
export async function answer(me) {
    const { page } = me;
    const { seq } = await until(me, (now) => now.over || (now.yours && now.asked), 'a question of mine');
    const gone = async () => (await state(me)).seq !== seq;
    const end = page.locator('.verbs .end').first();
    if (await end.count()) {
        await end.click();
        for (let i = 0; i < PATIENCE; i++) {
            if (await gone()) return;
            const now = await state(me);
            if (now.pointed.length || (await page.locator('.refusal').count())) break;
            const sure = page.getByRole('dialog').locator('.primary');
            if (await sure.count()) await sure.click({ timeout: 5000 }).catch(() => {});
            await page.waitForTimeout(30);
        }
    }
    let last = '';
    for (let attempt = 0; attempt < 40; attempt++) {
        const { pointed } = await state(me);
        await begin(me, pointed, attempt);
        if (await complete(me, gone, attempt)) return;
        const seen = page.locator('.draft, .refusal');
        if (await seen.count()) last = (await seen.allInnerTexts()).join(' | ').replace(/\s+/g, ' ').slice(0, 600);
        await page.keyboard.press('Escape');
        await page.keyboard.press('Escape');
    }
    throw new Error(`no answer found to “${await page.locator('.prompt').innerText()}”, last: ${last}`);
}

// A counter where the refusal points, else the first action.
async function begin(me, pointed, attempt) {
    const { page } = me;
    const quick = { timeout: 5000 };
    for (const number of attempt < 4 ? pointed : []) {
        const chips = page.locator('.actors .chip', { hasText: number });
        if (await chips.count()) return chips.nth(attempt % (await chips.count())).click(quick).catch(() => {});
    }
    const verbs = page.locator('.verbs button:not(.end)').filter({ hasNotText: '↶' });
    const count = await verbs.count();
    if (count) await verbs.nth(attempt % count).click(quick).catch(() => {});
}

const pressed = (button, how) => button.click(how).then(() => true, () => false);

// Fills the order from its lists until it can be given.
async function complete(me, gone, attempt) {
    const { page } = me;
    const quick = { timeout: 5000 };
    for (let part = 0; part < 14; part++) {
        for (let i = 0; i < PATIENCE && (await state(me)).busy; i++) await page.waitForTimeout(25);
        if (await gone()) return true;
        const warned = page.getByRole('dialog').locator('.primary');
        if (await warned.count()) await warned.click(quick).catch(() => {});
        const give = page.locator('.draft .confirm .primary');
        if ((await give.count()) && (await pressed(give, quick)))
            for (let i = 0; i < PATIENCE; i++) {
                if (await gone()) return true;
                if (await page.locator('.refusal').count()) return false;
                if (await warned.count()) await warned.click(quick).catch(() => {});
                await page.waitForTimeout(25);
            }
        const chips = page.locator('.draft .slot.wanted .chip:not(.on)');
        const list = page.locator('.draft .slot.wanted select').first();
        const count = await chips.count();
        if (count) await chips.nth(part ? 0 : attempt % count).click(quick).catch(() => {});
        else if (await list.count()) await list.selectOption({ index: 1 }, quick).catch(() => {});
        else return gone();
        await page.waitForTimeout(50);
    }
    return gone();
}

const ENDS = ['ready', 'fly', 'end'];

/** Attacks whenever that can be, ends what can be ended, and otherwise answers at random. */
async function bold(bot) {
    const { choices } = await bot.socket.ask({ t: 'choices', prefix: '' });
    const verbs = choices.map((choice) => choice.text);
    if (!verbs.includes('attack')) return ENDS.find((verb) => verbs.includes(verb)) ?? bot.order();
    let prefix = 'attack';
    for (let i = 0; i < 12; i++) {
        const next = await bot.socket.ask({ t: 'choices', prefix });
        if (next.complete || !next.choices.length) return prefix;
        const choice = next.choices.find((one) => one.keyword === 'at') ?? bot.pick(next.choices);
        prefix += `${choice.keyword ? ` ${choice.keyword}` : ''} ${choice.text}`;
    }
    return prefix;
}

/** Whether the wanted question is open: of that kind, and with that verb possible. */
async function isAsked(bot, kind, verb) {
    if (bot.question.kind !== kind) return false;
    const { choices } = await bot.socket.ask({ t: 'choices', prefix: '' });
    return choices.some((choice) => choice.text === verb);
}

/** Plays a hot-seat game, without a browser, until that question comes; false if it never does. */
export async function untilAsked(user, id, numbers, kind, verb) {
    const socket = await user.socket(id);
    const bot = Object.assign(new Bot(socket), { numbers });
    bot.see(await socket.next('state'));
    for (let orders = 0; orders < 400 && !bot.over; orders++) {
        if (!bot.question.yours) {
            socket.send({ t: 'curtain', side: bot.question.side });
            bot.see(await socket.next('state'));
            continue;
        }
        if (await isAsked(bot, kind, verb)) {
            socket.close();
            return true;
        }
        const answered = await socket.ask({ t: 'order', seq: bot.seq, text: await bold(bot) });
        if (answered.t !== 'answer') continue;
        bot.see(await socket.next((message) => message.t === 'delta' && message.seq > bot.seq));
    }
    socket.close();
    return false;
}
