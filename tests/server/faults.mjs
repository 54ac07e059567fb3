// faults.mjs — every case of faulty.mjs, each with servers of its own.
import './faulty.mjs';
import { runCases } from './cases.mjs';

await runCases('faults', { sharing: false });
