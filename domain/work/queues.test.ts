import { carries, partsOfRole, ROLES } from '@orbita/domain/staff';
import { describe, expect, it } from 'vitest';
import { KIND_NAMES, KINDS, leadsOf, QUEUE_NAMES, QUEUES, takersOf } from './index.ts';

describe('who can claim an item', () => {
  it.each([
    ['essay', 'essays', ['essays.grade', 'essays.lead'], ['essays.lead']],
    ['essay', 'third-grades', ['essays.grade', 'essays.lead'], ['essays.lead']],
    ['document', 'enrolment-documents', ['documents.review'], ['documents.review']],
    ['application', 'discipline-analyses', ['documents.review'], ['documents.review']],
    ['application', 'accommodation-requests', ['essays.lead'], ['essays.lead']],
    ['application', 'stuck-papers', ['documents.review'], ['documents.review']],
    ['application', 'student-numbers', ['students'], ['students']],
    ['application', 'manual-payments', ['payments.settle'], ['payments.settle']],
    ['application', null, ['documents.review', 'students', 'essays.lead', 'payments.settle'], ['students']],
  ] as const)('%s in %s: %s, and take over by %s', (kind, queue, takers, leads) => {
    expect(takersOf(kind, queue)).toEqual(takers);
    expect(leadsOf(kind, queue)).toEqual(leads);
  });

  it('has only scopes that open one of the kind’s queues, or lead it', () => {
    for (const kind of KIND_NAMES) {
      const ofQueues = QUEUE_NAMES.filter((queue) => QUEUES[queue].kind === kind).flatMap(
        (queue) => QUEUES[queue].openers,
      );
      expect([...new Set([...ofQueues, KINDS[kind].lead])].sort()).toEqual([...KINDS[kind].openers].sort());
    }
  });

  it("can read applications, for items decided on the application's page", () => {
    const queues = QUEUE_NAMES.filter((queue) => QUEUES[queue].kind === 'application');
    const holders = ROLES.filter((role) =>
      queues.some((queue) => QUEUES[queue].openers.some((part) => carries(partsOfRole(role), part))),
    );
    expect(holders).toEqual(['secretaria', 'coordenacao', 'financeiro']);
    for (const role of holders) expect(partsOfRole(role)).toContain('subscriptions.read');
  });
});
