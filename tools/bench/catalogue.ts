/**
 * How long a catalogue takes: a college from one file, and one with five thousand offers that are planned, applied and changed.
 * Usage: node tools/bench/catalogue.ts (PGlite, then a throw-away PostgreSQL)
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { type Client, type Harness, startHarness } from '@orbita/testing/harness';
import { largeCatalogue } from './large-catalogue.ts';
import { percentile } from './rounds.ts';
import { type Figure, print } from './table.ts';

const OFFERS = 5000;
/** The longest a person should have to wait. */
const SECONDS = 10;
/** Maximum delay of a candidate's request on the same node while a catalogue is being processed. */
const ASIDE_MS = 300;
const EXAMPLE = join(import.meta.dirname, '../../catalogue/exemplo');

const example = () => ({
  yaml: '',
  files: Object.fromEntries(
    readdirSync(EXAMPLE).map((name) => [name, readFileSync(join(EXAMPLE, name)).toString('base64')]),
  ),
});

/** Figures for catalogues sent through the API, as the command does it. */
export async function catalogueFigures(harness: Harness, database: string): Promise<Figure[]> {
  const figures: Figure[] = [];
  const timed = async (
    what: string,
    limit: number,
    work: () => Promise<{ status: number; body: unknown }>,
  ) => {
    const blocked = monitorEventLoopDelay({ resolution: 5 });
    blocked.enable();
    const began = performance.now();
    const { status, body } = await work();
    if (status >= 300) throw new Error(`${what}: ${status} ${JSON.stringify(body).slice(0, 500)}`);
    const seconds = (performance.now() - began) / 1000;
    figures.push({
      what: `${what}, ${database}`,
      measured: `${seconds.toFixed(2)} s`,
      target: `≤ ${limit} s`,
      reached: seconds <= limit,
    });
    await new Promise((later) => setTimeout(later, 20));
    blocked.disable();
    // The embedded database runs in the same thread, so this cannot be measured with it.
    if (database === 'PostgreSQL')
      figures.push({
        what: '- others wait at most',
        measured: `${(blocked.max / 1e6).toFixed(0)} ms`,
        target: `≤ ${ASIDE_MS} ms`,
        reached: blocked.max / 1e6 <= ASIDE_MS,
      });
  };
  await timed('A college live from one file', 60, () =>
    harness.operations.call('POST /operations/tenants/catalogue', { body: example() }),
  );
  const yaml = largeCatalogue('large', OFFERS);
  const changed = yaml.replaceAll('vacancies: 50', 'vacancies: 51');
  await timed(`A college with ${OFFERS} offers`, SECONDS, () =>
    harness.operations.call('POST /operations/tenants/catalogue', { body: { yaml } }),
  );
  const large = harness.operationsOf('large');
  await timed(`Plan of ${OFFERS} changed offers`, SECONDS, () =>
    large.call('POST /operations/catalogue/plan', { body: { yaml: changed } }),
  );
  await timed(`${OFFERS} changed offers applied`, SECONDS, () =>
    large.call('POST /operations/catalogue/apply', { body: { yaml: changed } }),
  );
  await timed('Applied again, nothing changed', SECONDS, () =>
    large.call('POST /operations/catalogue/apply', { body: { yaml: changed } }),
  );
  figures.push(...(await everydayFigures(large, database)));
  await timed(`Export of ${OFFERS} offers`, SECONDS, () => large.call('GET /operations/catalogue/export'));
  return figures;
}

/** Limit for one step of editing a form on a slow day, anywhere between Início and "Salvo". */
const FORM_MS = 300;
const ROUNDS = 40;

/** Searches for, opens, changes and saves one entry of a large college, as the console does. */
async function everydayFigures(college: Client, database: string): Promise<Figure[]> {
  const times = new Map<string, number[]>();
  const timed = async <B>(what: string, work: () => Promise<{ status: number; body: B }>): Promise<B> => {
    const began = performance.now();
    const { status, body } = await work();
    if (status >= 300) throw new Error(`${what}: ${status} ${JSON.stringify(body).slice(0, 500)}`);
    times.set(what, [...(times.get(what) ?? []), performance.now() - began]);
    return body;
  };
  for (let round = 0; round < ROUNDS; round++) {
    const number = 1 + ((round * 123) % OFFERS);
    const code = `O${number}`;
    const kind = 'offers' as const;
    const list = await timed('list', () =>
      college.call('GET /operations/catalogue/entries', { query: { kind } }),
    );
    if (list.nextCursor)
      await timed('next page', () =>
        college.call('GET /operations/catalogue/entries', {
          query: { kind, cursor: String(list.nextCursor) },
        }),
      );
    await timed('search', () =>
      college.call('GET /operations/catalogue/entries', { query: { kind, q: code } }),
    );
    const found = await timed('open', () =>
      college.call('GET /operations/catalogue/entries/{kind}/{code}', { params: { kind, code } }),
    );
    const active = !found.values.active;
    const edits = [
      { kind, code, set: { active } },
      { kind: 'prices' as const, code: `V${number}`, set: { installments: 6, value: 300 + round } },
    ];
    for (const [what, edit] of [
      ['an offer', edits[0]],
      ['a price', edits[1]],
    ] as const) {
      const body = { edits: edit ? [edit] : [] };
      const plan = await timed(`plan of ${what}`, () =>
        college.call('POST /operations/catalogue/edits/plan', { body }),
      );
      if (plan.changes.length !== 1) throw new Error(`${what}: ${JSON.stringify(plan).slice(0, 500)}`);
      await timed(`${what} saved`, () => college.call('POST /operations/catalogue/edits', { body }));
    }
  }
  return [...times].map(([what, all]) => {
    const p95 = percentile(all, 0.95);
    return {
      what: `One of ${OFFERS} offers: ${what}, p50 / p95, ${database}`,
      measured: `${percentile(all, 0.5).toFixed(0)} / ${p95.toFixed(0)} ms`,
      target: `≤ ${FORM_MS} ms`,
      reached: p95 <= FORM_MS,
    };
  });
}

const measure = async (database: string): Promise<Figure[]> => {
  const harness = await startHarness();
  try {
    return await catalogueFigures(harness, database);
  } finally {
    await harness.stop();
  }
};

if (import.meta.main) {
  const { startPostgres } = await import('../../scripts/postgres.ts');
  const embedded = await measure('PGlite');
  const postgres = await startPostgres();
  process.env.ORBITA_TEST_POSTGRES = postgres.url;
  try {
    print([...embedded, ...(await measure('PostgreSQL'))]);
  } finally {
    await postgres.stop();
  }
}
