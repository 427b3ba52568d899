import { describe, expect, it } from 'vitest';
import { FAVOURABLE, KINDS, PREVIOUS, results } from '../../testing/favourable.ts';
import { rowsBelow } from '../../testing/spec-table.ts';
import {
  type Actor,
  type ApplicationType,
  allStatuses,
  applicationTypes,
  decideMove,
  type Facts,
  guards,
  type Status,
  type SubscriptionEvent,
  transitions,
} from './index.ts';

const LETTERS: Record<ApplicationType, string> = {
  graduation: 'G',
  essay: 'E',
  postgraduate: 'P',
  extension: 'X',
  tax: 'T',
};
const ACTORS: Record<Actor, string> = { candidate: 'C', system: 'S', operations: 'O' };
const actors = Object.keys(ACTORS) as Actor[];

/** Statuses of a cell: `4, 21`, `5 or 7`, `any of 1–6, 9–10`, `any except 7, 8, 13`, and `previous`. */
function statusesOf(cell: string): (number | 'previous')[] {
  const named = [...cell.matchAll(/(\d+)(?:–(\d+))?/g)].flatMap(([, from, to = from]) =>
    Array.from({ length: Number(to) - Number(from) + 1 }, (_, at) => Number(from) + at),
  );
  if (cell.startsWith('any except')) return allStatuses.filter((status) => !named.includes(status));
  return cell.includes('previous') ? [...named, 'previous'] : named;
}

/** Rows of the table of spec 8.3. If a row lists actors and events separated by slashes, each event has its own actor. */
const specRows = rowsBelow('spec.md', '### 8.3 Transition table').flatMap(
  ([id = '', from = '', events = '', to = '', who = '', types = '']) => {
    const each = who.split(' / ');
    return events.split(' / ').map((event, at) => ({
      id,
      from: from === '—' ? null : statusesOf(from),
      event,
      to: statusesOf(to),
      who: each[at] ?? who,
      types: [...'GEPXT'].filter((_, type) => types.split(' ')[type] === '●'),
    }));
  },
);

const expected = (from: Status | null, event: string, type: ApplicationType, actor: Actor): number[] => {
  const rows = specRows.filter(
    (row) =>
      row.event === event &&
      (from === null ? row.from === null : row.from?.includes(from)) &&
      row.types.includes(LETTERS[type]) &&
      row.who.includes(ACTORS[actor]),
  );
  const to = rows.flatMap((row) => row.to.map((value) => (value === 'previous' ? PREVIOUS : value)));
  return [...new Set(to)].sort((a, b) => a - b);
};

const BOTH = [true, false];

function* headVariants(): Generator<Facts> {
  for (const kind of KINDS)
    for (const feePaid of BOTH)
      for (const selectionDocuments of BOTH)
        for (const selectionDocumentsApproved of BOTH)
          for (const questionnaireAttached of BOTH)
            for (const interviewOn of BOTH)
              for (const good of BOTH)
                yield {
                  ...FAVOURABLE,
                  ...results(good),
                  kind,
                  feePaid,
                  selectionDocuments,
                  selectionDocumentsApproved,
                  questionnaireAttached,
                  interviewOn,
                  contractAccepted: false,
                  manualPaymentPurpose: 'tax',
                };
}

function* tailVariants(): Generator<Facts> {
  for (const requiresClass of BOTH)
    for (const classSelected of BOTH)
      for (const documentStage of ['after-payment', 'before-payment', 'none'] as const)
        for (const documentsOpen of BOTH)
          for (const amountDue of [0, 36_000])
            for (const isPaid of BOTH)
              yield {
                ...FAVOURABLE,
                ...results(true),
                requiresClass,
                classSelected,
                documentStage,
                documentsOpen,
                amountDue,
                isPaid,
                manualPaymentPurpose: 'enrollment',
              };
}

const variants = [...headVariants(), ...tailVariants()];
const events = [...new Set(transitions.map((row) => row.event))];

describe('the transition table', () => {
  it('has exactly the rows of the specification', () => {
    expect([...new Set(transitions.map((row) => row.id))]).toEqual([
      ...new Set(specRows.map((row) => row.id)),
    ]);
    expect([...events].sort()).toEqual([...new Set(specRows.map((row) => row.event))].sort());
  });

  it('never touches the reserved status 15', () => {
    for (const row of transitions) {
      expect([row.from, row.to, row.targets].flat()).not.toContain(15);
    }
  });

  describe.each(applicationTypes)('%s', (type) => {
    it.each(events)('S19: %s leads from each status exactly where the specification says', (event) => {
      for (const actor of actors) {
        for (const from of [null, ...allStatuses]) {
          const reached = new Set<number>();
          for (const facts of variants) {
            const decision = decideMove({ type, from, event, actor, facts });
            if (decision.allowed) reached.add(decision.to);
          }
          const to = [...reached].sort((a, b) => a - b);
          expect({ from, actor, to }).toEqual({ from, actor, to: expected(from, event, type, actor) });
        }
      }
    });
  });

  it('refuses every transition without facts, except to request a cancellation from 11', () => {
    const allowed = transitions.flatMap((row) =>
      (row.from ?? [null]).flatMap((from) =>
        row.types.flatMap((type) =>
          row.actors
            .filter((actor) => decideMove({ type, from, event: row.event, actor, facts: {} }).allowed)
            .map(() => `${row.event} from ${from}`),
        ),
      ),
    );
    expect([...new Set(allowed)]).toEqual(['cancel-requested from 11']);
  });
});

describe('guards', () => {
  const contract: Facts = { ...FAVOURABLE, minor: true, guardianComplete: true };
  const accept = (facts: Facts) =>
    decideMove({ type: 'essay', from: 3, event: 'contract-accepted', actor: 'candidate', facts });

  it.each([
    ['PRICE_NOT_REGISTERED', { priceRegistered: false }],
    ['DATA_INCOMPLETE', { dataComplete: false }],
    ['DATA_INCOMPLETE', { usesDisciplines: true, disciplinesComplete: false }],
    ['GUARDIAN_REQUIRED', { guardianComplete: false }],
    ['NO_VACANCIES', { vacancyTaken: false }],
    ['INTAKE_INACTIVE', { intakeActive: false }],
  ] as const)('contract: %s', (code, missing) => {
    expect(accept(contract).allowed).toBe(true);
    expect(accept({ ...contract, ...missing })).toEqual({ allowed: false, code });
  });

  it('a manual payment requires another fact for each actor', () => {
    const ask = (actor: Actor, facts: Facts) =>
      decideMove({ type: 'essay', from: 6, event: 'manual-payment-requested', actor, facts }).allowed;
    expect(ask('candidate', { amountMismatch: true, reasonGiven: true })).toBe(false);
    expect(ask('candidate', { manualPaymentEnabled: true })).toBe(true);
    expect(ask('system', { manualPaymentEnabled: true })).toBe(false);
    expect(ask('system', { amountMismatch: true })).toBe(true);
    expect(ask('operations', { reasonGiven: true })).toBe(true);
  });

  it('there is no retake after plagiarism', () => {
    const retake = (noRetake: boolean, event: SubscriptionEvent) =>
      decideMove({ type: 'essay', from: 9, event, actor: 'candidate', facts: { ...FAVOURABLE, noRetake } })
        .allowed;
    expect([retake(false, 'essay-retake'), retake(true, 'essay-retake')]).toEqual([true, false]);
    expect([retake(false, 'ingress-switched'), retake(true, 'ingress-switched')]).toEqual([true, false]);
  });

  it('refuses an essay score of zero even when the minimum is zero', () => {
    const facts: Facts = { essay: { score: 0, minimum: 0, plagiarism: false } };
    const move = { type: 'essay', from: 1, actor: 'operations', facts } as const;
    expect(decideMove({ ...move, event: 'essay-approved' }).allowed).toBe(false);
    expect(decideMove({ ...move, event: 'essay-rejected' }).allowed).toBe(true);
  });

  it('records the class together with the transition that follows', () => {
    const facts: Facts = {
      ...FAVOURABLE,
      requiresClass: true,
      classSelected: true,
      documentStage: 'none',
      amountDue: 0,
    };
    const decision = decideMove({
      type: 'extension',
      from: 21,
      event: 'class-selected',
      actor: 'candidate',
      facts,
    });
    expect(decision).toMatchObject({ allowed: true, to: 7, together: { id: 'TR-74' } });
    expect(decision.allowed && decision.effects).toEqual(
      expect.arrayContaining(['holdClass', 'markPaid', 'handOver']),
    );
  });

  it('a withdrawn cancellation does not hand over to the student system again', () => {
    const decision = decideMove({
      type: 'essay',
      from: 12,
      event: 'cancel-withdrawn',
      actor: 'candidate',
      facts: { previousStatus: 7 },
    });
    expect(decision).toMatchObject({ allowed: true, to: 7, effects: ['restartPaymentDeadline'] });
  });

  it('every guard is used by some row', () => {
    const used = new Set(transitions.flatMap((row) => row.guards));
    expect(Object.keys(guards).filter((name) => !used.has(name as never))).toEqual([]);
  });
});
