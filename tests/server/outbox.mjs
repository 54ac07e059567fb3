// outbox.mjs — calls to the outside survive the server: at least once, with an id by which a second one is known.
import assert from 'node:assert/strict';
import http from 'node:http';
import { comes, stopped, test } from './cases.mjs';
import { cluster, giveOrder, seat, Server, User } from './server.mjs';
import { mailServer } from './smtp.mjs';

// Where webhooks arrive. While `answers` is false no call is answered.
async function receiver(port = 0) {
    const calls = [];
    const one = { calls, answers: true, status: 200 };
    one.http = http.createServer((request, response) => {
        let text = '';
        request.on('data', (part) => (text += part));
        request.on('end', () => {
            calls.push({ ...JSON.parse(text), topic: request.headers.topic });
            if (one.answers) response.writeHead(one.status).end('ok');
        });
    }).listen(port, '127.0.0.1');
    await new Promise((resolve) => one.http.on('listening', resolve));
    one.port = one.http.address().port;
    one.address = `http://127.0.0.1:${one.http.address().port}/turn`;
    return one;
}

// Two people at a game; one of them is there and orders until it is the other's turn.
async function game(server, webhook) {
    const red = await User.guest(server), grey = await User.guest(server);
    const { id } = await red.create('wb95/muskau', { soviet: 'me', german: 'open' }, { public: true });
    await grey.post(`/api/games/${id}/join`, { side: 'german' });
    for (const user of [red, grey]) assert.equal((await user.post('/api/settings', { webhook })).status, 200);
    const players = { soviet: red, german: grey };
    const asked = (await red.get(`/api/games/${id}`)).json.asked;
    const bot = await seat(players[asked], id, 'wb95/muskau');
    for (let i = 0; i < 200 && bot.question?.yours; i++) await giveOrder(bot);
    return { id, bot, asked };
}

test('outbox: a server that is killed while it tells somebody tells him again, by the same id, and then no more', async () => {
    const there = await receiver(), options = ['--webhooks-home'];
    there.answers = false;
    let server = await Server.start({ options });
    const { id, bot, asked } = await game(server, there.address);
    assert.ok(await comes(() => there.calls.length > 0), server.log);
    await server.stop('SIGKILL');
    bot.socket.close();
    const { folder } = server;
    there.answers = true;
    server = await Server.start({ folder, options });
    assert.ok(await comes(() => there.calls.length > 1), server.log);
    const [first, second] = there.calls;
    assert.equal(first.game, id);
    assert.match(first.id, /^[a-z0-9]{20}$/);
    assert.deepEqual(second, first, 'the same call');
    assert.notEqual(first.side, asked);
    assert.ok(await comes(() => /event=webhook result=taken/.test(server.log)));
    await stopped(server);
    server = await Server.start({ folder, options });
    // A call that is made now comes after whatever was left over.
    const next = await game(server, there.address);
    assert.ok(await comes(() => there.calls.some((call) => call.game === next.id)), server.log);
    assert.equal(there.calls.filter((call) => call.game === id).length, 2, 'what arrived is not sent again');
    next.bot.socket.close();
    await stopped(server);
    there.http.close();
    server.clean();
});

test('outbox: a call that fails is made again, the same, until it is taken or given up, which is counted', async () => {
    const there = await receiver(), options = ['--webhooks-home', '--no-limits', '--call-again', '0'];
    let server = await Server.start({ options });
    there.status = 503;
    const first = await game(server, there.address);
    assert.ok(await comes(() => there.calls.length > 2), server.log);
    there.status = 200;
    assert.ok(await comes(() => /event=webhook result=taken/.test(server.log)), server.log);
    const { length } = there.calls;
    for (const call of there.calls) assert.deepEqual(call, there.calls[0], 'the same call');
    assert.equal(await server.metric('calls_given_up_total'), 0);
    first.bot.socket.close();
    // The player is not there any more.
    there.status = 500;
    const second = await game(server, there.address);
    assert.ok(await comes(async () => (await server.metric('calls_given_up_total')) === 1), server.log);
    assert.equal(there.calls.filter((call) => call.game === second.id).length, 5);
    assert.equal(await server.metric('calls_retried_total'), length - 1 + 4);
    // A call that the receiver refuses is not repeated.
    there.status = 404;
    const third = await game(server, there.address);
    assert.ok(await comes(() => there.calls.some((call) => call.game === third.id)), server.log);
    for (const one of [second, third]) one.bot.socket.close();
    await stopped(server);
    server = await Server.start({ folder: server.folder, options });
    const last = await game(server, there.address); // comes after whatever is left over
    assert.ok(await comes(() => there.calls.some((call) => call.game === last.id)), server.log);
    assert.deepEqual([second, third].map(({ id }) => there.calls.filter((call) => call.game === id).length), [5, 1]);
    last.bot.socket.close();
    await stopped(server);
    there.http.close();
    server.clean();
});

test('outbox: a server that is killed when the order is kept, and before anybody could be told, tells him after it is started again', async () => {
    const there = await receiver(), options = ['--webhooks-home', '--call-again', '60'];
    const { address, port } = there;
    await new Promise((resolve) => there.http.close(resolve)); // the receiver is not there yet
    let server = await Server.start({ options });
    const { id, bot } = await game(server, address);
    await server.stop('SIGKILL');
    bot.socket.close();
    const later = await receiver(port);
    server = await Server.start({ folder: server.folder, options });
    assert.ok(await comes(() => later.calls.length > 0), server.log);
    assert.equal(later.calls[0].game, id);
    await stopped(server);
    assert.equal(later.calls.length, 1);
    later.http.close();
    server.clean();
});

test('outbox: a mail that could not be handed over before the server died is sent by the next one', async () => {
    const box = await mailServer();
    const deaf = http.createServer().listen(0, '127.0.0.1'); // takes the connection, and says nothing
    await new Promise((resolve) => deaf.on('listening', resolve));
    const mail = (port) => ['--smtp', `smtp://127.0.0.1:${port}`, '--mail-from', 'sandtable@example.org'];
    let server = await Server.start({ options: mail(deaf.address().port) });
    const user = await User.guest(server);
    await user.post('/api/register', { name: 'Anna Rot', password: 'long enough' });
    assert.equal((await user.post('/api/mail', { address: 'anna@example.org', turns: true, digest: false })).status, 200);
    await server.stop('SIGKILL');
    server = await Server.start({ folder: server.folder, options: mail(box.port) });
    assert.ok(await comes(() => box.mails.length > 0), server.log);
    assert.ok(await comes(() => /event=mail result=sent/.test(server.log)));
    await stopped(server);
    assert.equal(box.mails.length, 1);
    deaf.closeAllConnections();
    deaf.close();
    box.close();
    server.clean();
});

if (cluster) test('outbox: what a node that dies has not told, the next node tells', async () => {
    const there = await receiver(), options = ['--webhooks-home', '--lease', '2'];
    there.answers = false;
    const first = await Server.start({ options });
    const second = await Server.start({ folder: first.folder, options });
    const { id, bot } = await game(first, there.address);
    assert.ok(await comes(() => there.calls.length > 0), first.log);
    there.answers = true;
    await first.stop('SIGKILL');
    bot.socket.close();
    assert.ok(await comes(() => there.calls.length > 1), second.log);
    assert.deepEqual(there.calls[1], there.calls[0]);
    assert.equal(there.calls[0].game, id);
    await stopped(second);
    there.http.close();
    second.clean();
});
