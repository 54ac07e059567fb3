// mail.mjs — mail by the operator's server: an address is confirmed first, every mail can be stopped with one request.
import assert from 'node:assert/strict';
import { comes, stopped, test } from './cases.mjs';
import { giveOrder, Server, seat, User } from './server.mjs';
import { mailServer } from './smtp.mjs';

// As a browser sends the form of such a page.
const press = (user, link) => user.request('POST', link, { body: '', raw: true, headers: { 'X-Sandtable': '', Origin: 'null' } });
const keyOf = (text) => text.match(/key=(\w+)/)[1];

test('mail: an address is confirmed first; your turn and a daily list come, and one request stops them', async () => {
    const box = await mailServer();
    const options = ['--no-limits', '--smtp', `smtp://127.0.0.1:${box.port}`, '--mail-from', 'games@sandtable.example',
        '--keep-unplayed', '2s', '--origin', 'http://games.example'];
    const server = await Server.start({ options });
    const [red, grey] = [await User.guest(server), await User.guest(server)];
    const set = (user, body) => user.post('/api/mail', { turns: true, digest: true, ...body });
    assert.equal((await set(red, { address: 'a@b.example' })).status, 409, 'a guest has no mailbox');
    for (const [user, name] of [[red, 'Mira'], [grey, 'Gero']]) await user.post('/api/register', { name, password: 'long enough' });
    await grey.post('/api/settings', { language: 'pl' });
    for (const odd of ['x', '@', 'a@b', 'a b@c.d', 'a@b.c\r\nBcc: d@e.f', '<a@b.c>', 'a@b.c,d@e.f', '-x@y.z', `${'a'.repeat(250)}@b.c`])
        assert.equal((await set(red, { address: odd })).status, 400, odd);
    assert.deepEqual((await set(red, { address: 'mira@mail.example' })).json, { address: 'mira@mail.example', confirmed: false, turns: true, digest: true });
    assert.ok(await comes(() => box.mails.length === 1), server.log);
    const [asked] = box.mails;
    assert.equal(asked.to, '<mira@mail.example>');
    assert.match(asked.head.subject, /Confirm/);
    assert.match(asked.text, /http:\/\/games\.example\/api\/mail\/confirm\?key=/);
    assert.equal((await set(grey, { address: 'gero@mail.example' })).status, 200);
    assert.ok(await comes(() => box.mails.length === 2));
    // Nothing comes before that.
    const stranger = new User(server);
    assert.equal((await stranger.get('/api/mail/confirm?key=nobodyskey')).status, 404);
    assert.equal((await press(stranger, '/api/mail/confirm?key=nobodyskey00000000000000')).status, 404);
    // A scanner of mail opens every link; a person presses the button of the page.
    const link = `/api/mail/confirm?key=${keyOf(asked.text)}`, page = await stranger.get(`${link}&lang=pl`);
    assert.match(page.headers['content-type'], /^text\/html/);
    assert.match(page.bytes.toString(), /<html lang="pl">.*Otrzymywać/);
    assert.equal(page.bytes.toString().match(/<form method="post" action="([^"]+)"><button>/)[1], link);
    assert.equal((await red.get('/api/mail')).json.confirmed, false);
    assert.equal((await press(stranger, link)).status, 200);
    assert.equal((await red.get('/api/mail')).json.confirmed, true);
    const scenario = 'wb95/muskau';
    const game = await red.create(scenario, { soviet: 'me', german: 'open' }, { public: true, dice: 'nonces' });
    await grey.post(`/api/games/${game.id}/join`, { side: 'german' });
    const players = { soviet: red, german: grey };
    // Each plays until it is the other's turn; Gero has not confirmed.
    for (let round = 0; round < 2; round++) {
        const { asked: side } = (await red.get(`/api/games/${game.id}`)).json;
        const bot = await seat(players[side], game.id, scenario);
        for (let i = 0; i < 400 && bot.question?.yours; i++) await giveOrder(bot);
        bot.socket.close();
        await bot.socket.closing().catch(() => {});
    }
    assert.ok(await comes(() => box.mails.length === 3 || box.mails.length === 4), server.log);
    const turn = box.mails.slice(2).find((mail) => /turn/.test(mail.head.subject)) ?? box.mails[2];
    assert.equal(turn.to, '<mira@mail.example>');
    assert.match(turn.text, new RegExp(`/g/${game.id}`));
    assert.equal(turn.head['list-unsubscribe-post'], 'List-Unsubscribe=One-Click');
    assert.ok(!box.mails.slice(2).some((mail) => mail.to.includes('gero')), 'who has not confirmed gets nothing');
    // A mail program stops it: no cookie, no header of ours, a form for a body.
    const key = keyOf(turn.head['list-unsubscribe']);
    assert.match((await stranger.get(`/api/mail/stop?key=${key}`)).bytes.toString(), /<button>Stop mail<\/button>/);
    assert.equal((await red.get('/api/mail')).json.turns, true);
    const stop = await stranger.request('POST', `/api/mail/stop?key=${key}`, { body: 'List-Unsubscribe=One-Click', raw: true, headers: { 'X-Sandtable': '' } });
    assert.equal(stop.status, 200, stop.bytes.toString());
    assert.deepEqual((await red.get('/api/mail')).json, { address: 'mira@mail.example', confirmed: true, turns: false, digest: false });
    assert.equal((await set(red, { address: '' })).status, 200);
    assert.doesNotMatch(server.log, /mail\.example|key=/, 'addresses are not logged');
    await stopped(server);
    box.close();
    server.clean();
});

test('mail: once a day a list of the games that wait', async () => {
    const box = await mailServer();
    const options = ['--no-limits', '--smtp', `smtp://127.0.0.1:${box.port}`, '--mail-from', 'games@sandtable.example', '--keep-guests', '1s'];
    const server = await Server.start({ options });
    const user = await User.guest(server);
    await user.post('/api/register', { name: 'Digesta', password: 'long enough' });
    await user.post('/api/mail', { address: 'd@mail.example', digest: true });
    assert.ok(await comes(() => box.mails.length === 1));
    await press(user, `/api/mail/confirm?key=${keyOf(box.mails[0].text)}`);
    await user.create('wb95/muskau', { soviet: 'me', german: 'me' });
    await user.create('wb95/nysa', { soviet: 'me', german: 'me' });
    assert.ok(await comes(() => box.mails.length > 1), 'it comes');
    assert.match(box.mails[1].head.subject, /wait for you/);
    assert.match(box.mails[1].text, /\/g\/\w+/);
    await new Promise((resolve) => setTimeout(resolve, 2500));
    assert.equal(box.mails.length, 2, 'and not again the same day');
    await stopped(server);
    box.close();
    server.clean();
});

test('mail: however many accounts ask, a mailbox is asked twice a day at most', async () => {
    const box = await mailServer();
    const server = await Server.start({ options: ['--smtp', `smtp://127.0.0.1:${box.port}`, '--mail-from', 'games@sandtable.example'] });
    const answers = [];
    for (const name of ['Mira', 'Gero', 'Iwo']) {
        const user = await User.guest(server);
        await user.post('/api/register', { name, password: 'long enough' });
        answers.push((await user.post('/api/mail', { turns: true, address: 'Stranger@mail.example' })).status);
    }
    assert.deepEqual(answers, [200, 200, 429]);
    assert.ok(await comes(() => box.mails.length === 2), server.log);
    await stopped(server);
    box.close();
    server.clean();
});
