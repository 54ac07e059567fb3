// seats.mjs — seats that are left, handed over and claimed, and the clock, as people at browsers meet them.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mailServer } from '../server/smtp.mjs';
import { program, Server, User } from '../server/server.mjs';
import { look } from './access.mjs';

const day = 86400;
const first = 'wb95/muskau';

export function seats({ test, person }) {
    async function table(server, clock, options = {}) {
        const [red, grey] = [await User.guest(server), await User.guest(server)];
        const { id } = await red.create(first, { soviet: 'me', german: 'open' }, { public: true, dice: 'nonces', clock });
        await grey.post(`/api/games/${id}/join`, { side: 'german' });
        const users = { soviet: red, german: grey };
        const { asked } = (await red.get(`/api/games/${id}`)).json;
        const other = asked === 'soviet' ? 'german' : 'soviet';
        const open = async (side) => {
            const one = await person({ cookie: users[side].cookie, ...options }, server);
            await one.open(`/g/${id}`);
            await one.page.locator('.track h1', { hasText: /\w{3}/ }).waitFor();
            return one;
        };
        return { id, users, asked, other, open, pass: (seconds) => red.post('/api/test/clock', { seconds }) };
    }

    test('clocks: a game is made with a clock, both see it run, a reminder comes, and the game is claimed', async () => {
        const server = await Server.start({ options: ['--no-limits', '--test-clock'] });
        const maker = await person({}, server);
        await maker.open('/');
        const card = maker.card('Muskau').first();
        await card.getByRole('button', { name: 'Play' }).click();
        await card.getByLabel(/German/).selectOption('open');
        await card.getByLabel('Clock').selectOption('bank');
        await maker.page.locator('.new-game').screenshot({ path: 'build/browser/new-game-clock.png' });
        assert.equal(await card.getByLabel('Vacation').inputValue(), String(14 * day));
        await maker.close();
        const { asked, other, open, pass } = await table(server, { kind: 'days', time: 3 * day, out: 'claim', claim: 'win', vacation: 5 * day });
        const [slow, waiting] = [await open(asked), await open(other)];
        for (const one of [slow, waiting]) await one.page.locator('.times .runs', { hasText: /3 d|2 d 23 h/ }).waitFor();
        await waiting.picture('clock');
        await pass(2 * day + day / 2);
        await slow.page.locator('.toast', { hasText: 'Your time is running out: 12 h left' }).waitFor();
        await slow.page.locator('.times .hurry').waitFor();
        await slow.press('Seats and time');
        await slow.page.getByRole('dialog').getByText('Each answer may take 3 d.').waitFor();
        await slow.picture('seats-dialog');
        assert.deepEqual(await look(slow, 'seats'), []);
        await pass(day / 2);
        await waiting.press('Claim victory');
        await waiting.press('Really claim victory');
        await waiting.page.getByText(/victory: .* ran out of time/).first().waitFor();
        await waiting.picture('claimed');
        for (const one of [slow, waiting]) await one.close();
        assert.equal((await server.stop()).code, 0);
        server.clean();
    });

    test('seats: the computer plays on, the seat is handed over by a link, and left', async () => {
        const server = await Server.start({ options: ['--no-limits', '--test-clock'] });
        const { id, asked, other, open } = await table(server, undefined, { locale: 'pl-PL', viewport: { width: 390, height: 844 } });
        const [mine, his] = [await open(asked), await open(other)];
        await mine.press('Miejsca i czas');
        await mine.press('Niech dalej gra komputer');
        await his.page.locator('.toast', { hasText: /Dalej gra komputer/ }).waitFor();
        await mine.button('Odbierz miejsce').waitFor();
        await mine.picture('seats-phone-polish');
        await mine.press('Odbierz miejsce');
        await mine.page.getByText('Przekaż miejsce').click();
        await mine.press('Utwórz link');
        const field = mine.page.getByRole('dialog').locator('.invite input');
        await field.waitFor();
        const heir = await person({}, server);
        await heir.page.goto(await field.inputValue());
        await heir.page.getByText('You are offered the seat').waitFor();
        await heir.page.locator('.seats-free').getByRole('button').first().click();
        await heir.press('Seats and time');
        await heir.press('Leave the seat');
        await heir.press('Really leave: the seat becomes open');
        await his.page.locator('.toast', { hasText: /opuszcza miejsce/ }).waitFor();
        const { seats: now } = (await (await User.guest(server)).get(`/api/games/${id}`)).json;
        assert.equal(now.find((seat) => seat.side === asked).kind, 'open');
        for (const one of [mine, his, heir]) await one.close();
        assert.equal((await server.stop()).code, 0);
        server.clean();
    });

    test('rematch and profile: a game is given up, the other side offers a rematch, and results stand on a page', async () => {
        const server = await Server.start({ options: ['--no-limits'] });
        const people = [];
        for (const name of ['Anna Rot', 'Jan Grau']) {
            const user = await User.guest(server);
            await user.post('/api/register', { name, password: 'long enough' });
            people.push(user);
        }
        const [red, grey] = people;
        const { id } = await red.create(first, { soviet: 'me', german: 'open' }, { public: true, dice: 'nonces', clock: { rated: true } });
        await grey.post(`/api/games/${id}/join`, { side: 'german' });
        const [anna, jan] = [await person({ cookie: red.cookie }, server), await person({ cookie: grey.cookie }, server)];
        for (const one of [anna, jan]) {
            await one.open(`/g/${id}`);
            await one.page.locator('.prompt').waitFor();
        }
        await jan.page.getByRole('tab', { name: 'Game' }).click();
        await jan.press('Resign');
        await jan.page.locator('.record .danger').click();
        await anna.press('Rematch, sides swapped');
        await anna.page.waitForURL((url) => !url.pathname.endsWith(id));
        await jan.press('Open the rematch');
        await jan.page.getByText('You are offered the seat').waitFor();
        await jan.page.locator('.seats-free').getByRole('button').first().click();
        await jan.page.locator('.prompt').waitFor();
        await anna.open('/player?name=Anna%20Rot');
        await anna.page.getByRole('cell', { name: /^won/ }).waitFor();
        await anna.picture('profile');
        assert.deepEqual(await look(anna, 'profile'), []);
        await anna.open('/');
        await anna.press('Choose scenarios');
        await anna.page.locator('.seek').getByLabel(/Muskau/).check();
        await anna.page.locator('.seek').screenshot({ path: 'build/browser/seek.png' });
        assert.deepEqual(await look(anna, 'seek'), []);
        await anna.press('Look for an opponent');
        await anna.page.getByText('Waiting for an opponent').waitFor();
        const other = await User.guest(server);
        const found = await other.post('/api/queue', { scenarios: [first], clock: { kind: 'none', out: 'claim', claim: 'win', rated: false } });
        await anna.page.waitForURL((url) => url.pathname === `/g/${found.json.id}`);
        for (const one of [anna, jan]) await one.close();
        assert.equal((await server.stop()).code, 0);
        server.clean();
    });

    test('an account with a rated game is deleted: the page says what that costs, and the game is resigned', async () => {
        const server = await Server.start({ options: ['--no-limits'] });
        const [red, grey] = [await User.guest(server), await User.guest(server)];
        await red.post('/api/register', { name: 'Anna Rot', password: 'long enough' });
        await grey.post('/api/register', { name: 'Jan Grau', password: 'long enough' });
        const { id } = await red.create(first, { soviet: 'me', german: 'open' }, { public: true, dice: 'nonces', clock: { rated: true } });
        await grey.post(`/api/games/${id}/join`, { side: 'german' });
        const anna = await person({ cookie: red.cookie }, server);
        await anna.open('/');
        await anna.button(/Anna Rot/).click();
        const removal = anna.page.locator('details', { hasText: 'Delete account' });
        await removal.locator('summary').click();
        await removal.locator('input[type=password]').fill('long enough');
        await removal.getByRole('button', { name: 'Delete account' }).click();
        await anna.press('Yes, delete my account');
        await anna.press('Resign my rated games and delete my account');
        await anna.page.getByText('You play as Anna Rot').waitFor({ state: 'detached' });
        const { seats: now, over } = (await grey.get(`/api/games/${id}`)).json;
        assert.ok(over, 'the rated game is over');
        assert.ok(!now.some((seat) => seat.name === 'Anna Rot'));
        await anna.close();
        assert.equal((await server.stop()).code, 0);
        server.clean();
    });

    test('mail: an account gives its address in the settings, and is told to confirm it', async () => {
        const box = await mailServer();
        const server = await Server.start({ options: ['--no-limits', '--smtp', `smtp://127.0.0.1:${box.port}`, '--mail-from', 'games@sandtable.example'] });
        const user = await User.guest(server);
        await user.post('/api/register', { name: 'Poczta', password: 'long enough' });
        const me = await person({ cookie: user.cookie }, server);
        await me.open('/');
        await me.button(/Settings/).click();
        const form = me.page.getByRole('dialog');
        await form.getByLabel('Mail address').fill('me@mail.example');
        await form.getByLabel(/^Mail me when it is my turn/).check();
        await form.locator('form', { has: me.page.getByLabel('Mail address') }).getByRole('button', { name: 'Save' }).click();
        await form.getByText('Open the link in the mail').waitFor();
        await me.picture('mail');
        assert.deepEqual(await look(me, 'mail'), []);
        for (let i = 0; i < 600 && !box.mails.length; i++) await me.page.waitForTimeout(50);
        assert.equal(box.mails.length, 1);
        await me.close();
        assert.equal((await server.stop()).code, 0);
        box.close();
        server.clean();
    });

    test('moderation: a message is reported from the chat, and a moderator closes it on his page', async () => {
        const server = await Server.start({ options: ['--no-limits'] });
        const people = [];
        for (const name of ['Sedzia', 'Anna Rot', 'Jan Grau']) {
            const user = await User.guest(server);
            await user.post('/api/register', { name, password: 'long enough' });
            people.push(user);
        }
        const [judge, red, grey] = people;
        const { id } = await red.create(first, { soviet: 'me', german: 'open' }, { public: true, dice: 'nonces' });
        await grey.post(`/api/games/${id}/join`, { side: 'german' });
        const talker = await grey.socket(id);
        await talker.next('state');
        talker.send({ t: 'chat', text: 'a foul word' });
        const anna = await person({ cookie: red.cookie }, server);
        await anna.open(`/g/${id}`);
        await anna.page.getByRole('tab', { name: 'Game' }).click();
        await anna.page.locator('.chat').getByRole('button', { name: 'Jan Grau' }).click();
        await anna.page.getByLabel(/What is wrong/).fill('rude');
        await anna.picture('report');
        assert.deepEqual(await look(anna, 'report'), []);
        await anna.press('Report to the moderators');
        await anna.page.getByText('Reported. Thank you.').waitFor();
        execFileSync(program, ['admin', '--store', server.store, 'moderator', 'Sedzia']);
        const page = await person({ cookie: judge.cookie, locale: 'pl-PL' }, server);
        await page.open('/moderation');
        for (let i = 0; i < 100 && !(await page.page.locator('.report').count()); i++) {
            await page.page.waitForTimeout(300);
            if (await page.page.locator('.problem').count()) await page.open('/moderation');
        }
        await page.page.locator('.report', { hasText: 'a foul word' }).waitFor();
        await page.picture('moderation');
        assert.deepEqual(await look(page, 'moderation'), []);
        await page.press('Zamknij zgłoszenie');
        await page.page.getByText(/close report/).waitFor();
        talker.close();
        for (const one of [anna, page]) await one.close();
        assert.equal((await server.stop()).code, 0);
        server.clean();
    });
}
