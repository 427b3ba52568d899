import { parseArgs } from 'node:util';
import { type DraftsResult, runDrafts } from './chaos/drafts.ts';
import { type MoneyResult, runMoney } from './chaos/money/run.ts';
import { type ChaosResult, runChaos } from './chaos/run.ts';

const HELP = `npm run chaos -- [--engine pglite|postgres|both] [--minutes 2] [--seed 1] [--candidates 3] [--drafts 500] [--patient]
npm run chaos -- --money 300 [--minutes 10] [--seed 1] [--outages]

Kills api, worker and database at random while candidates enrol, then reads back every acknowledged write.
--drafts lets so many essays save themselves at once instead, and reads back the last acknowledged text of each.
--money lets so many debts be paid in every way on PostgreSQL while providers fail, notices get lost or come five times and
processes are killed, and compares our books with those of the providers after one reconciliation; --minutes is the most it may
take, --outages lets whole providers be down or slow for a while, too.
--patient reports what came late without failing, since the speed of a loaded machine proves nothing.`;

const { values } = parseArgs({
  options: {
    engine: { type: 'string', default: 'both' },
    minutes: { type: 'string', default: '2' },
    seed: { type: 'string' },
    candidates: { type: 'string', default: '3' },
    drafts: { type: 'string', default: '0' },
    money: { type: 'string', default: '0' },
    outages: { type: 'boolean', default: false },
    patient: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
const minutes = Number(values.minutes);
const seed = Number(values.seed ?? Math.floor(Math.random() * 1e6));
const candidates = Number(values.candidates);
const drafts = Number(values.drafts);
const money = Number(values.money);
const engines = (['pglite', 'postgres'] as const).filter((one) => ['both', one].includes(values.engine));
const wrong = [minutes, seed, candidates, drafts, money].some((one) => !(one >= 0)) || engines.length === 0;
if (values.help || wrong) {
  console.log(HELP);
  process.exit(wrong ? 2 : 0);
}

const said = ({ acknowledged, candidates: people, outages, latestMs, ...found }: ChaosResult) => {
  const killed = outages.filter(({ kind }) => kind === 'killed').length;
  console.log(
    `  ${people} candidates, ${acknowledged} acknowledged writes, ${killed} kills, ${outages.length - killed} stops`,
  );
  console.log(
    `  lost ${found.lost.length}, doubled ${found.doubled.length}, late ${found.late.length} (latest ${latestMs} ms)`,
  );
  for (const kind of ['lost', 'doubled', 'late'] as const)
    for (const one of found[kind]) console.log(`  ${kind}: ${one}`);
  const wrongs = found.lost.length + found.doubled.length + (values.patient ? 0 : found.late.length);
  return wrongs === 0 && acknowledged > 0 && killed > 0;
};

const kept = ({ writers, saves, repeated, kills, p95Ms, lost }: DraftsResult) => {
  console.log(
    `  ${writers} essays, ${saves} acknowledged saves, ${repeated} of them repeated, ${kills} kills`,
  );
  console.log(`  p95 of a save that no outage met ${p95Ms.toFixed(0)} ms, lost ${lost.length}`);
  for (const one of lost) console.log(`  lost: ${one}`);
  return lost.length === 0 && saves > 0 && kills > 0;
};

const listed = (counts: Record<string, number>): string =>
  Object.entries(counts)
    .toSorted(([one], [other]) => one.localeCompare(other))
    .map(([name, count]) => `${count} ${name}`)
    .join(', ');
const inReais = (cents: number): string => (cents / 100).toFixed(2);

const balanced = (found: MoneyResult) => {
  console.log(`  ${found.debts} debts, ${found.unfinished} not begun, ${found.kills} kills`);
  console.log(`  payments: ${listed(found.payments)}`);
  console.log(`  R$ ${inReais(found.cents)} received by providers, R$ ${inReais(found.returned)} given back`);
  console.log(`  faults: ${listed(found.faults)}`);
  console.log(`  notices: ${listed(found.notices)}`);
  const { differences, doubles, stranded, failed } = found.wrong;
  console.log(
    `  differences ${differences.length}, doubles ${doubles.length}, stranded ${stranded.length}, failed ${failed.length}`,
  );
  for (const [kind, all] of Object.entries(found.wrong))
    for (const one of all) console.log(`  ${kind}: ${one}`);
  return Object.values(found.wrong).every(({ length }) => length === 0) && found.kills > 0 && found.cents > 0;
};

if (money > 0) {
  console.log(`money on postgres, ${money} debts, at most ${minutes} min, seed ${seed}`);
  process.exit(
    balanced(await runMoney({ seed, debts: money, seconds: minutes * 60, outages: values.outages })) ? 0 : 1,
  );
}

let good = true;
for (const engine of engines) {
  console.log(`${engine}, ${minutes} min, seed ${seed}`);
  const options = { engine, seconds: minutes * 60, seed };
  if (drafts > 0) good = kept(await runDrafts({ ...options, writers: drafts })) && good;
  else good = said(await runChaos({ ...options, candidates })) && good;
}
process.exit(good ? 0 : 1);
