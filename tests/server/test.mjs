// test.mjs — a real server, played and attacked: every case of the files below.
import './looking.mjs';
import './fog.mjs';
import './attacks.mjs';
import './playing.mjs';
import './people.mjs';
import './lasting.mjs';
import './editions.mjs';
import './plans.mjs';
import './dice.mjs';
import './limits.mjs';
import './seats.mjs';
import './handover.mjs';
import './ratings.mjs';
import './mail.mjs';
import './moderation.mjs';
import './storing.mjs';
import './campaigns.mjs';
import './hostile.mjs';
import './outbox.mjs';
import { runCases } from './cases.mjs';

await runCases('server', { sharing: true });
