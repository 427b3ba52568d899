import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FAVOURABLE, KINDS, results } from '../../testing/favourable.ts';
import {
  type Actor,
  applicationTypes,
  automaticMove,
  decideMove,
  documentStageOf,
  type Facts,
  type HistoryRow,
  historyPath,
  STATUS,
  type Status,
  type SubscriptionEvent,
  statusBefore,
  transitions,
} from './index.ts';

const events = [...new Set(transitions.map((row) => row.event))];
const actors: readonly Actor[] = ['candidate', 'system', 'operations'];

const nullable = <T>(values: readonly T[]) => fc.option(fc.constantFrom(...values), { nil: undefined });
const anyFacts = fc.record({
  kind: fc.constantFrom(...KINDS),
  good: fc.boolean(),
  feeDue: fc.boolean(),
  feePaid: fc.boolean(),
  selectionDocuments: fc.boolean(),
  selectionDocumentsApproved: fc.boolean(),
  questionnaireAttached: fc.boolean(),
  interviewOn: fc.boolean(),
  requiresClass: fc.boolean(),
  classSelected: fc.boolean(),
  documentStage: nullable(['after-payment', 'before-payment', 'none'] as const),
  documentsOpen: fc.boolean(),
  amountDue: fc.constantFrom(0, 36_000),
  isPaid: fc.boolean(),
  manualPaymentPurpose: fc.constantFrom('tax' as const, 'enrollment' as const),
});
const anyStep = fc.record({
  event: fc.constantFrom(...events),
  actor: fc.constantFrom(...actors),
  facts: anyFacts,
});

describe('random walks', () => {
  it('use only rows of the table, leave status 4 at once and end', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...applicationTypes),
        fc.array(anyStep, { maxLength: 60 }),
        (type, steps) => {
          const history: HistoryRow[] = [];
          let status: Status | null = null;
          const move = (event: SubscriptionEvent, actor: Actor, facts: Facts): boolean => {
            const decision = decideMove({ type, from: status, event, actor, facts });
            if (!decision.allowed) return false;
            history.push({ from: status, to: decision.to, event, actor });
            status = decision.to;
            return true;
          };
          for (const step of steps) {
            const { good, ...drawn } = step.facts;
            const facts: Facts = {
              ...FAVOURABLE,
              ...results(good),
              ...drawn,
              documentStage: documentStageOf(type, drawn.documentStage),
              amountDue: drawn.isPaid ? 0 : drawn.amountDue,
              previousStatus: status === null ? undefined : statusBefore(history, status),
            };
            if (!move(step.event, step.actor, facts) || status === null) continue;
            let automatic = automaticMove({ type, status, facts });
            for (let count = 0; automatic && count < 10; count++) {
              expect(move(automatic, 'system', facts)).toBe(true);
              automatic = automaticMove({ type, status, facts });
            }
            expect(automatic).toBeUndefined();
            if (step.event === 'contract-accepted') expect(status).not.toBe(STATUS.TermsAccepted);
          }
          expect(historyPath(history, type)).toBeUndefined();
        },
      ),
      { numRuns: 400 },
    );
  });

  it('return to the right status after any number of cancellations and blocks', () => {
    const anyStop = fc.constantFrom<[SubscriptionEvent, Actor]>(
      ['cancel-requested', 'candidate'],
      ['cancel-withdrawn', 'candidate'],
      ['cancel-denied', 'operations'],
      ['blocked', 'operations'],
      ['unblocked', 'operations'],
    );
    fc.assert(
      fc.property(fc.constantFrom<Status>(3, 5, 6), fc.array(anyStop, { maxLength: 20 }), (stood, steps) => {
        const history: HistoryRow[] = [{ from: 1, to: stood, event: 'create', actor: 'system' }];
        let status = stood;
        for (const [event, actor] of steps) {
          const facts = {
            ...FAVOURABLE,
            confirmedPayment: true,
            previousStatus: statusBefore(history, status),
          };
          const decision = decideMove({ type: 'essay', from: status, event, actor, facts });
          if (!decision.allowed) continue;
          history.push({ from: status, to: decision.to, event, actor });
          status = decision.to;
          if (event === 'cancel-withdrawn' || event === 'cancel-denied') expect(status).toBe(stood);
          else expect([stood, STATUS.Blacklisted, STATUS.PendingCancel]).toContain(status);
        }
      }),
    );
  });
});
