import { cpus, loadavg } from 'node:os';
import type { ThrowawayPostgres } from '../../../scripts/postgres.ts';
import { KINDS, type Kind } from './kinds.ts';
import { startMachine } from './machine.ts';
import { type LoadOptions, type Measurement, measureLoad } from './measure.ts';
import { costs, gains, loadTable, remarks } from './report.ts';

/** Concurrent candidates, each with their own connection. */
const LANES = 16;
/**
 * Load by other processes above which results are distorted: a bare server works mostly in the database, which then gets a
 * larger share.
 */
const BUSY = 0.5;
/** Default number of rounds, enough that one disturbed round does not count. */
export const ROUNDS = 3;

/** Starts everything on an empty server, reports the setup, measures, and stops everything but the server. */
export async function measureOn(
  postgres: ThrowawayPostgres,
  options: Pick<LoadOptions, 'rounds' | 'processes' | 'kinds'>,
): Promise<Measurement> {
  const before = loadavg();
  const machine = await startMachine(postgres, LANES);
  try {
    const { length: cores, 0: first } = cpus();
    const [others = 0] = before;
    console.log(
      [
        `Load: ${LANES} candidates at once, each doing one thing after the other; medians of ${options.rounds} rounds`,
        `  processes: PostgreSQL, sandbox, worker, api, bare server, load generator; all on ${cores} cores (${first?.model})`,
        `  the minute before: ${others.toFixed(1)} processes at work${others > BUSY ? '. BUSY: ratios are true on an idle machine only' : ''}`,
        `  database: ${machine.durability}`,
        '  bare: Fastify and pg alone, in as many processes; for each call of the product one select, update or insert',
        '        (tools/bench/load/bare.ts), in turn with the product; ratio = rate of the product ÷ rate of the bare server',
      ].join('\n'),
    );
    return await measureLoad(machine, {
      ...options,
      lanes: LANES,
      log: (text) => console.log(`  ${text}`),
    });
  } finally {
    await machine.stop();
  }
}

/**
 * Prints what a node with one and with two api processes does compared with the same number of bare servers, and the memory of
 * one.
 */
export async function load(
  postgres: ThrowawayPostgres,
  rounds: number,
  kinds: readonly Kind[] = KINDS,
): Promise<void> {
  const measured = await measureOn(postgres, { rounds, processes: [1, 2], kinds });
  const { rows } = measured;
  const cores = cpus().length;
  for (const line of ['', ...loadTable(rows), ...gains(rows), ...costs(rows, cores), ...remarks(measured)])
    console.log(line);
}
