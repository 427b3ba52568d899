import { ACTIONS } from '@orbita/domain/subscription';
import { QUEUE_NAMES, QUEUES } from '@orbita/domain/work';
import { type CallKey, callOf } from '@orbita/protocol';
import { describe, expect, it } from 'vitest';
import { workTexts } from '../texts/subscription-work.ts';
import { ACT_OF, APPLICATION_QUEUES, addressOfQueue, queueNamed } from './queue.ts';

describe('queues of applications', () => {
  it('are all of their kind, each with its texts and its act', () => {
    expect([...APPLICATION_QUEUES]).toEqual(
      QUEUE_NAMES.filter((queue) => QUEUES[queue].kind === 'application'),
    );
    for (const queue of APPLICATION_QUEUES) {
      expect(workTexts.heads[queue].label).toBe(QUEUES[queue].label);
      // Everybody who may open the queue may do the act it is for.
      expect([...QUEUES[queue].openers]).toEqual([callOf(ACTIONS[ACT_OF[queue]].call as CallKey).scope]);
    }
  });

  it.each([
    ['student-numbers', ['students'], 'student-numbers'],
    ['student-numbers', ['documents.review'], undefined],
    ['discipline-analyses', ['documents.review'], 'discipline-analyses'],
    ['accommodation-requests', ['essays.lead'], 'accommodation-requests'],
    ['accommodation-requests', ['students'], undefined],
    ['manual-payments', ['payments.settle'], 'manual-payments'],
    ['manual-payments', ['students'], undefined],
    ['enrolment-documents', ['documents.review'], undefined],
    [null, ['students'], undefined],
  ] as const)('%s for a holder of %s: %s', (name, held, queue) => {
    const has: readonly string[] = held;
    expect(queueNamed(name, (...parts) => parts.some((part) => has.includes(part)))).toBe(queue);
  });

  it('link back from an item', () => {
    expect(addressOfQueue('student-numbers')).toBe('/inscricoes?fila=student-numbers');
    expect(addressOfQueue('discipline-analyses', 5001)).toBe('/inscricoes/5001?fila=discipline-analyses');
  });
});
