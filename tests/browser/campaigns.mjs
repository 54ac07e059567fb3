// campaigns.mjs — campaigns of many machines, as a browser shows them.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { program, seat, Server, User } from '../server/server.mjs';
import { look } from './access.mjs';

export function campaigns({ test, person }) {
    test('campaigns: the page draws what workers brought, and a player has his game analysed', async () => {
        const server = await Server.start({ options: ['--no-limits', '--work-lease', '3'] });
        const run = (...words) => execFileSync(program, words, { encoding: 'utf8' });
        const key = run('admin', '--store', server.store, 'worker-key', 'one').trim();
        const scenario = 'tcs/lane-and-hamlet';
        for (const words of [['match', scenario, '--players', 'greedy,novice', '--pairs', '300', '--test', '50,55', '--name', 'Novice'], ['balance', scenario, '--games', '20'],
            ['tune', scenario, '--players', 'greedy,novice,random', '--pairs', '5']])
            run('campaign', '--store', server.store, 'new', ...words);
        const user = await User.guest(server), game = await user.create('wb95/muskau', { soviet: 'me', german: 'me' });
        const bot = await seat(user, game.id, 'wb95/muskau');
        await bot.socket.ask({ t: 'resign' });
        const me = await person({ cookie: user.cookie }, server);
        await me.open('/campaigns');
        await me.page.getByLabel('Link of a finished game').fill(`http://127.0.0.1/g/${game.id}`);
        await me.press('Analyse');
        await me.page.getByText('The analysis is queued.').waitFor();
        await me.page.getByText('analysis of a game').waitFor();
        run('worker', '--server', `http://127.0.0.1:${server.port}`, '--key', key, '--until-idle');
        await me.page.getByText('greedy wins 55% or more').waitFor();
        await me.picture('campaigns');
        assert.deepEqual(await look(me, 'campaigns'), []);
        await me.page.getByRole('link', { name: 'Novice' }).click();
        await me.page.getByRole('img', { name: /of wins, with 95 percent/ }).waitFor();
        await me.page.getByRole('img', { name: /The ratio is/ }).waitFor();
        await me.picture('campaign');
        assert.deepEqual(await look(me, 'campaign'), []);
        const pole = await person({ cookie: user.cookie, locale: 'pl-PL' }, server);
        const all = (await user.get('/api/campaigns')).json.campaigns;
        const open = async (kind) => pole.open(`/campaigns/${all.find((one) => one.kind === kind).number}`);
        await open('tune');
        await pole.page.getByText('Najlepszy przeciw pierwszemu graczowi: novice').waitFor();
        await open('balance');
        await pole.page.getByText(/policzono 20 z 20/).waitFor();
        assert.deepEqual(await look(pole, 'campaign-balance'), []);
        await open('analyse');
        await pole.page.getByText(/policzono 1 z 1/).waitFor();
        bot.socket.close();
        for (const one of [me, pole]) await one.close();
        assert.equal((await server.stop()).code, 0);
        server.clean();
    });
}
