import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { findBinaries } from '../../scripts/postgres.ts';
import { FAULTS } from './faults.ts';

const HELP = `npm run cluster -- [--sync on|off] [--seed 1] [--minutes 0] [--faults machine,link] [--candidates 3] [--writers 3] [--tenants 0] [--cells 1|2] [--pooler on|off] [--pg-bin DIR]

Starts three etcd, PostgreSQL on two machines under Patroni, HAProxy, two api, two workers and the sandbox, lets candidates enrol and
essays save themselves, brings each fault about once in an order by the seed – and again until the minutes are over – and reads back every
acknowledged write. Exit code 1 when one is lost, doubled or its event missed with --sync on; 2 when something is not installed.
--tenants adds so many colleges without anybody to each cell. --cells 2 adds a smaller cell (two PostgreSQL, one api, one worker) and
a college that moves between both. pgbouncer stands before the first cell's database if one of 1.21 or newer is on the path.
Needs Linux; installs nothing.

${Object.entries(FAULTS)
  .map(([name, { what }]) => `${name.padEnd(12)} ${what}`)
  .join('\n')}`;

export type Options = {
  sync: boolean;
  seed: number;
  minutes: number;
  faults: string[];
  candidates: number;
  writers: number;
  tenants: number;
  cells: 1 | 2;
  pooler: boolean;
  bin: string;
};

/** Options of the command line, or what to print instead and the exit code. */
export function readOptions(words: readonly string[]): Options | { say: string; code: 0 | 2 } {
  let values: Record<string, string | boolean | undefined>;
  try {
    ({ values } = parseArgs({
      args: [...words],
      options: {
        sync: { type: 'string', default: 'on' },
        seed: { type: 'string' },
        minutes: { type: 'string', default: '0' },
        faults: { type: 'string' },
        candidates: { type: 'string', default: '3' },
        writers: { type: 'string', default: '3' },
        tenants: { type: 'string', default: '0' },
        cells: { type: 'string', default: '1' },
        pooler: { type: 'string', default: 'on' },
        'pg-bin': { type: 'string' },
        help: { type: 'boolean', default: false },
      },
    }));
  } catch (error) {
    return { say: `${(error as Error).message}\n\n${HELP}`, code: 2 };
  }
  if (values.help) return { say: HELP, code: 0 };
  const seed = Number(values.seed ?? Math.floor(Math.random() * 1e6));
  const cells = Number(values.cells);
  const pooler = values.pooler === 'on';
  const lacks: Record<string, boolean> = { cells: cells !== 2, pooler: !pooler };
  const playable = Object.keys(FAULTS).filter((name) => !lacks[FAULTS[name]?.needs ?? '']);
  const faults = values.faults === undefined ? playable : String(values.faults).split(',').filter(Boolean);
  const [minutes, candidates, writers, tenants] = ['minutes', 'candidates', 'writers', 'tenants'].map(
    (name) => Number(values[name]),
  ) as [number, number, number, number]; // one per name
  const counts = [seed, candidates, writers, tenants];
  const unknown = faults.filter((name) => !Object.hasOwn(FAULTS, name));
  if (unknown.length > 0) return { say: `No such fault: ${unknown.join(', ')}\n\n${HELP}`, code: 2 };
  const unplayable = faults.filter((name) => !playable.includes(name));
  if (unplayable.length > 0)
    return { say: `--cells 2 or --pooler on is needed by ${unplayable.join(', ')}\n\n${HELP}`, code: 2 };
  if (
    ![values.sync, values.pooler].every((word) => word === 'on' || word === 'off') ||
    (cells !== 1 && cells !== 2) ||
    !(minutes >= 0) ||
    faults.length === 0 ||
    !counts.every((count) => Number.isInteger(count) && count >= 0) ||
    candidates === 0 ||
    writers === 0
  )
    return { say: HELP, code: 2 };
  const bin = String(values['pg-bin'] ?? findBinaries());
  if (!existsSync(join(bin, 'postgres'))) return { say: `No PostgreSQL in ${bin}`, code: 2 };
  return {
    sync: values.sync === 'on',
    seed,
    minutes,
    faults,
    candidates,
    writers,
    tenants,
    cells,
    pooler,
    bin,
  };
}
