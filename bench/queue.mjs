// queue.mjs — how many units a second the queue of campaigns gives out and takes back: node bench/queue.mjs [WORKERS] [SECONDS]
// Each worker brings one unit and gets the next by the same request, over a connection of its own; nothing is played.
// SANDTABLE_POSTGRES=FOLDER puts the store into a database of the cluster whose sockets are there; the server is build/release.
import { execFileSync } from 'node:child_process';

process.env.SANDTABLE ??= 'build/release/sandtable';
const { Server, User } = await import('../tests/server/server.mjs');
const [workers, seconds] = [Number(process.argv[2] ?? 16), Number(process.argv[3] ?? 10)];
const server = await Server.start({ options: ['--no-limits', '--quiet'] });
const run = (...words) => execFileSync(process.env.SANDTABLE, words, { encoding: 'utf8' });
const key = run('admin', '--store', server.store, 'worker-key', 'load').trim();
const program = JSON.parse(execFileSync('sh', ['-c', 'echo "{\\"program\\":\\"?\\",\\"unit\\":0}" | "$0" worker --replay', process.env.SANDTABLE])).program;
run('campaign', '--store', server.store, 'new', 'balance', 'wb95/muskau', '--games', '100000', '--check', '1000000');
const result = '0 9 0 100 #0123456789abcdef';
const cpuOf = () => Number(execFileSync('sh', ['-c', `awk '{ print $14 + $15 }' /proc/${server.process.pid}/stat`])) / 100;
const times = [];
let ends = 0, kept = 0, wrong = 0;

async function work() {
    const user = new User(server), headers = { Authorization: `Bearer ${key}` };
    const who = { machine: 'load', program, cores: 1, most: 1, more: true };
    let task = (await user.post('/api/work', { do: 'acquire', ...who }, { headers })).json;
    while (performance.now() < ends) {
        const begun = performance.now();
        const { status, json } = await user.post('/api/work', { do: 'submit', lease: task.lease, results: [{ unit: task.units[0], ms: 1, result }], ...who }, { headers });
        times.push(performance.now() - begun);
        if (status !== 200 || json.kept !== 1) wrong++;
        kept += json?.kept ?? 0;
        if (!json?.units) break;
        task = json;
    }
}

ends = performance.now() + 1000 * seconds;
const begun = performance.now(), before = cpuOf();
await Promise.all(Array.from({ length: workers }, work));
const spent = (performance.now() - begun) / 1000;
times.sort((a, b) => a - b);
const at = (share) => times[Math.floor(times.length * share)].toFixed(2);
const cpu = cpuOf() - before;
console.log(`${workers} workers, ${spent.toFixed(1)} s: ${(kept / spent).toFixed(0)} units a second, p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, ` +
    `${((1e6 * cpu) / kept).toFixed(0)} µs of the server's processor a unit, ${wrong} wrong`);
await server.stop();
server.clean();
