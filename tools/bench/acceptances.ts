import { performance } from 'node:perf_hooks';
import type { Applicant } from '@orbita/testing/applicant';
import { startHarness } from '@orbita/testing/harness';
import { acceptContract, fillData } from '@orbita/testing/journey';
import { inventedPerson } from '@orbita/testing/people';
import { personAt } from '@orbita/testing/person-at';
import sql from 'sql-template-tag';
import type { Figure } from './table.ts';

const seconds = (ms: number) => `${(ms / 1000).toFixed(2)} s`;

/**
 * How long candidates wait when all of them accept their contract at the same time, and how long until each has the PDF (spec
 * 13.9). One api process; needs PostgreSQL.
 */
export async function acceptanceFigures(size: number): Promise<Figure[]> {
  const harness = await startHarness({ callsPerMinute: 10_000_000 });
  try {
    const people: Applicant[] = [];
    for (let n = 1; n <= size; n++) {
      const person = inventedPerson(600_000 + n);
      const who = await personAt(harness, 'approved', { person });
      await fillData(who.client, who.personId, who.subscriptionId, person);
      people.push(who);
    }
    const tenantId = people[0]?.tenantId ?? 0;
    const on = harness.platform.db.tenant(tenantId);
    await on.many(sql`
      update offer_course_pole set vacancies = ${size}::int where tenant_id = ${tenantId} returning course_id`);
    const began = performance.now();
    const waits = await Promise.all(
      people.map(async ({ client, subscriptionId }) => {
        await acceptContract(client, subscriptionId);
        return performance.now() - began;
      }),
    );
    waits.sort((a, b) => a - b);
    const at = (p: number) => waits[Math.floor((waits.length - 1) * p)] ?? 0;
    await harness.platform.jobs.run('contract-copy');
    const copied = performance.now() - began;
    const left = await on.many(sql`
      select id from contract_acceptance where tenant_id = ${tenantId} and pdf_key is null`);
    return [
      {
        what: `${size} contracts read and accepted at once, p50 / p95 / last`,
        measured: `${seconds(at(0.5))} / ${seconds(at(0.95))} / ${seconds(at(1))}`,
        target: '',
        reached: null,
      },
      {
        what: 'until each has her PDF',
        measured: `${seconds(copied)}, ${left.length} without`,
        target: '0 without',
        reached: left.length === 0,
      },
    ];
  } finally {
    await harness.stop();
  }
}
