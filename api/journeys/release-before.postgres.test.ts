import { afterAll, beforeAll, expect, it } from 'vitest';
import { AlternatingClient } from '../../testing/alternating.ts';
import { type Harness, OPERATIONS_TOKEN, startHarness } from '../../testing/harness.ts';
import { apply, bodyOf, writeEssay } from '../../testing/journey.ts';
import { KEPT_SECRET } from '../../testing/kept-release.ts';
import { PEOPLE } from '../../testing/people.ts';
import { startReleaseNode } from '../../testing/release-node.ts';
import { gradeEssay } from '../../testing/requests.ts';
import { walking } from '../../testing/walker.ts';

/** The short form of `tools/upgrade.test.ts`: one application whose calls go to this release and the one before in turn. */
let harness: Harness;
let before: Awaited<ReturnType<typeof startReleaseNode>>;

beforeAll(async () => {
  harness = await startHarness({ environment: { ORBITA_SECRET: KEPT_SECRET } });
  before = await startReleaseNode(harness, KEPT_SECRET);
});
afterAll(async () => {
  await before?.stop();
  await harness?.stop();
});

it("R12: a candidate enrols through both releases, call by call, on this release's schema", async () => {
  const urls = [before.url, harness.url];
  const clients: AlternatingClient[] = [];
  const browser = (host: string, headers?: Record<string, string>) => {
    const client = new AlternatingClient(urls, host, headers);
    clients.push(client);
    return client;
  };
  const operationsOf = (alias: string) =>
    browser('operations.test', {
      authorization: `Bearer ${OPERATIONS_TOKEN}`,
      'x-tenant-alias': alias,
    });
  const stage = {
    ...harness,
    visitor: (host = 'cua.alfa.orbita.test') => browser(host),
    operationsOf,
    operations: operationsOf('alfa'),
  };
  const on = walking(stage);
  const who = await on.arrive(PEOPLE[15], 'cua.alfa.orbita.test');
  who.id = (await apply(who.client)).id;
  // A page open at each release hears what happens at the other.
  const pages = [await on.listen(who), await walking({ ...stage, url: before.url }).listen(who)];
  const essayId = await writeEssay(who.client, who.id);
  bodyOf(await gradeEssay(who.operations, essayId));
  await on.fill(who, 'school');
  await on.accept(who);
  await on.bankPays(who, bodyOf(await on.pay(who)).paymentId);
  const { statuses } = await on.approveDocuments(who);
  expect(statuses.at(-1)).toBe(7);
  for (const page of pages) {
    await page.waitFor('1 → 3', '3 → 4', '4 → 6', 'payment.confirmed', '6 → 5', '5 → 7');
    page.close();
  }
  expect(clients.flatMap(({ refused }) => refused)).toEqual([]);
  expect(clients.flatMap(({ different }) => different)).toEqual([]);
  expect(clients.reduce((sum, { twice }) => sum + twice, 0)).toBeGreaterThan(10);
  expect(await on.mails(who)).toMatch(/N-05.*N-08.*N-16.*N-19.*N-26/);
});
