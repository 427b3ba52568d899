import sql, { type Sql } from 'sql-template-tag';
import { type Asker, type Counted, countRoundTrips, together } from './counted-round-trips.ts';
import type { Harness } from './harness.ts';
import { acceptContract, apply, bodyOf, fillData, grade, payByPix, signUp, writeEssay } from './journey.ts';
import type { Person } from './people.ts';
import { listDocuments, reviewDocument, settlePix, upload } from './requests.ts';
import { until } from './until.ts';

/** Callers with the same name: how many, the one with the most, and all together. */
export type Line = { name: string; times: number; most: Counted; all: Counted };
export type CountedJourney = { calls: Line[]; jobs: Line[] };

/** Lines in the order in which their names first occurred. */
const linesOf = (askers: readonly Asker[]): Line[] =>
  Array.from(
    Map.groupBy(askers, ({ name }) => name),
    ([name, same]) => {
      const counts = same.map(({ counted }) => counted);
      const [most = together([])] = counts.toSorted((a, b) => b.statements - a.statements);
      return { name, times: same.length, most, all: together(counts) };
    },
  );

/**
 * Runs J01 from the account to the last approved document, and every job after it; returns what each call and job requested
 * from PostgreSQL. Polling while waiting for somebody else is not counted.
 */
export async function countedJourney(
  harness: Harness,
  person: Person,
  told?: Parameters<typeof countRoundTrips>[0],
): Promise<CountedJourney> {
  const { operations, platform } = harness;
  const [tenantId = 0] = await platform.db.tenantIds();
  const untilNone = (open: Sql) =>
    until(
      () => platform.db.tenant(tenantId).many(open),
      ({ length }) => length === 0,
    );
  const counting = countRoundTrips(told);
  try {
    const client = harness.visitor();
    const me = await signUp(client, person);
    const { id } = await apply(client);
    await grade(operations, await writeEssay(client, id));
    await fillData(client, me.personId, id, person);
    await acceptContract(client, id);
    const { paymentId } = await payByPix(client, id);
    bodyOf(await settlePix(operations, paymentId));
    await untilNone(
      sql`select id from payment where tenant_id = ${tenantId} and id = ${paymentId} and state <> 'paid'`,
    );
    const required = bodyOf(await listDocuments(client, id, 'enrollment')).filter((one) => one.required);
    for (const { documentId } of required) bodyOf(await upload(client, id, documentId));
    await untilNone(sql`
      select f.id from document_file f
      join required_document d on d.tenant_id = f.tenant_id and d.id = f.required_document_id
      where d.tenant_id = ${tenantId} and d.subscription_id = ${id} and f.scan <> 'clean'`);
    for (const { documentId } of required) bodyOf(await reviewDocument(operations, documentId));
    const calls = linesOf(counting.taken());
    for (const job of platform.jobs.names()) await counting.during(job, () => platform.jobs.run(job));
    return { calls, jobs: linesOf(counting.taken()) };
  } finally {
    counting.stop();
  }
}

/** Only an application of somebody who has an account, from the search to its e-mail. */
export async function countedApplication(harness: Harness, person: Person): Promise<CountedJourney> {
  const { jobs } = harness.platform;
  const client = harness.visitor();
  await signUp(client, person);
  await jobs.run('outbox');
  const counting = countRoundTrips();
  try {
    await apply(client);
    const calls = linesOf(counting.taken());
    await counting.during('outbox', () => jobs.run('outbox'));
    return { calls, jobs: linesOf(counting.taken()) };
  } finally {
    counting.stop();
  }
}
