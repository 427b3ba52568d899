import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { countedApplication, countedJourney, type Line } from '@orbita/testing/counted-journey';
import { startHarness } from '@orbita/testing/harness';
import { inventedPerson } from '@orbita/testing/people';
import { renderStatementTable, STATEMENT_TABLE } from '@orbita/testing/statement-table';
import { tableOf } from './table.ts';

/** Journeys over which CPU time is averaged. */
const PLAYS = 20;
const NS_PER_MS = 1_000_000;
const US_PER_MS = 1_000;

/** Milliseconds that a server's backends have worked; NaN if the system does not report it (only Linux does). */
function backendsMs(folder: string): number {
  try {
    const pid = readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n')[0];
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean);
    const worked = children.map((child) =>
      Number(readFileSync(`/proc/${child}/schedstat`, 'utf8').split(' ')[0]),
    );
    return worked.reduce((sum, ns) => sum + ns / NS_PER_MS, 0);
  } catch {
    return Number.NaN;
  }
}

const dataFolder = (folder: string): string =>
  readdirSync(folder).includes('postmaster.pid') ? folder : join(folder, 'data');

/** Sums up the work of this process and the server, by call or job. This process also includes the caller and the sandbox. */
function clockOf(folder: string) {
  const spent = new Map<string, { here: number; server: number }>();
  const read = () => {
    const { user, system } = process.cpuUsage();
    return { here: (user + system) / US_PER_MS, server: backendsMs(folder) };
  };
  let last = read();
  let name = '';
  return {
    spent,
    began(next: string): void {
      const now = read();
      const known = spent.get(name) ?? { here: 0, server: 0 };
      spent.set(name, {
        here: known.here + now.here - last.here,
        server: known.server + now.server - last.server,
      });
      [name, last] = [next, now];
    },
  };
}

/**
 * Prints what J01 asks of PostgreSQL, call by call and job by job, with the CPU time of each, and writes `docs/statements.md`.
 * `shown`: also prints the statements of the calls and jobs of that name. Needs PostgreSQL.
 */
export async function statements(folder: string, shown = ''): Promise<void> {
  const harness = await startHarness({ proves: false, callsPerMinute: 10_000_000 });
  try {
    let n = 1;
    await countedJourney(harness, inventedPerson(n++));
    // Gives the planner the statistics of a server that has run for a while; without them each table is planned as if it were
    // empty.
    await harness.platform.db.asOwner((run) => run('analyze'));
    const clock = clockOf(dataFolder(folder));
    for (let play = 0; play < PLAYS; play += 1) await countedJourney(harness, inventedPerson(n++), clock);
    clock.began('');
    const sent = (name: string, texts: readonly string[]) => {
      if (shown && name.startsWith(shown))
        console.log(
          [`-- ${name}`, ...texts.map((text) => text.replaceAll(/\s+/g, ' ').trim())].join('\n   '),
        );
    };
    const journey = await countedJourney(harness, inventedPerson(n++), { sent });
    const ms = (value = 0) => (value / PLAYS).toFixed(1);
    const cells = ({ name, times, most, all }: Line) => {
      const spent = clock.spent.get(name);
      const counts = [times, most.statements, most.roundTrips, most.states, all.rows, all.bytes];
      return [name, ...counts.map(String), ms(spent?.here), ms(spent?.server)];
    };
    const head = [
      'Call or job',
      'times',
      'statements',
      'round trips',
      'states',
      'rows',
      'bytes',
      'ms here',
      'ms PostgreSQL',
    ];
    const busy = journey.jobs.filter(({ all }) => all.statements > 2);
    for (const line of tableOf([head, ...[...journey.calls, ...busy].map(cells)])) console.log(line);
    writeFileSync(
      STATEMENT_TABLE,
      renderStatementTable(journey, await countedApplication(harness, inventedPerson(n++))),
    );
    console.log(
      `\n${readFileSync(STATEMENT_TABLE, 'utf8')
        .split('\n')
        .filter((line) => line.includes('**'))
        .join('\n')}`,
    );
    console.log(
      `Milliseconds are of ${PLAYS} journeys on average; those here are of api, sandbox and caller together.`,
    );
  } finally {
    await harness.stop();
  }
}
