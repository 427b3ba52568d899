import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  applicationTypes,
  automaticMove,
  type DocumentStage,
  decideMove,
  documentStageOf,
  type Facts,
  type Status,
  transitions,
} from '@orbita/domain/subscription';

const BOTH = [true, false];
const STAGES: readonly DocumentStage[] = ['after-payment', 'before-payment', 'none'];

/** All combinations of facts that determine the step after the contract. */
const TAIL_FACTS: readonly Facts[] = BOTH.flatMap((requiresClass) =>
  BOTH.flatMap((classSelected) =>
    STAGES.flatMap((documentStage) =>
      BOTH.flatMap((documentsOpen) =>
        [0, 36_000].flatMap((amountDue) =>
          BOTH.map((isPaid) => ({
            requiresClass,
            classSelected,
            documentStage,
            documentsOpen,
            amountDue: isPaid ? 0 : amountDue,
            isPaid,
          })),
        ),
      ),
    ),
  ),
);

/** The automatic move of the system in a status for any of these facts; `undefined` = it waits. */
const byItself = (status: Status, may: (facts: Facts) => boolean = () => true) =>
  applicationTypes.flatMap((type) =>
    TAIL_FACTS.filter(
      (facts) => documentStageOf(type, facts.documentStage) === facts.documentStage && may(facts),
    ).map((facts) => automaticMove({ type, status, facts })),
  );

/** Facts possible in 5: a required class was chosen, and the payment was made if documents follow it. */
const inDocuments = ({ requiresClass, classSelected, documentStage, isPaid }: Facts) =>
  (!requiresClass || classSelected === true) &&
  (documentStage === 'before-payment' || (documentStage === 'after-payment' && isPaid === true));

const API = join(import.meta.dirname, '../../api');
const EVENTS = [...new Set(transitions.map(({ event }) => event))];

/** Events that API code requests for each actor, found in the text before `actor` in the same move. */
const asked = new Set(
  readdirSync(API, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && !name.startsWith('testing'))
    .flatMap((name) => {
      const text = readFileSync(join(API, name), 'utf8');
      return [...text.matchAll(/actor: '(candidate|system|operations)'/g)].flatMap(({ index, 1: actor }) => {
        const before = text.slice(0, index);
        const move = before.slice(before.search(/event\b(?![\s\S]*event\b)/));
        const named = EVENTS.filter((event) => move.includes(`'${event}'`));
        const event = /const event = '([\w-]+)'(?![\s\S]*const event = ')/.exec(before)?.[1];
        return (named.length > 0 ? named : [event]).map((one) => `${one} ${actor}`);
      });
    }),
);

const MONEY = ['tax-paid', 'tax-waived', 'payment-confirmed', 'payment-waived', 'manual-payment-requested'];

const partsOf = (way: string) => {
  const [id = '', event = '', from = '', to = '', actor = ''] = way.split(' ');
  return { id, event, from: Number(from), to: Number(to), actor };
};

type Reason = { says: string; holds: (way: string) => boolean };

/** Why a way in the table is impossible, each with its proof. */
export const REASONS = {
  'left at once': {
    says: 'Nobody ever rests in 4: whatever the facts, the system goes on by itself (spec 8.2)',
    holds: (way) => way.includes(' 4 ') && !byItself(4).includes(undefined),
  },
  'documents first': {
    says: 'From 5 the approval of the documents leads on; what is waived is waived where it is paid',
    holds: (way) => partsOf(way).from === 5 && !byItself(5, inDocuments).includes('payment-waived'),
  },
  'nobody asks': {
    says: 'The table would let them, but no call and no job asks for it in their name',
    holds: (way) => !asked.has(`${partsOf(way).event} ${partsOf(way).actor}`),
  },
  'the institution owes': {
    says: 'In 2 the test or its result is awaited, which no end of an intake cuts off',
    holds: () =>
      applicationTypes.every((type) => {
        const facts = { intakeEnded: true, awaitsInstitution: true };
        const move = { type, from: 2, event: 'intake-expired', actor: 'system', facts } as const;
        return !decideMove(move).allowed;
      }),
  },
  'no money': {
    says: 'No payment is taken there without leading elsewhere, so there is none to be given back',
    holds: (way) => {
      const { event, from, to } = partsOf(way);
      const where = event === 'cancel-requested' ? from : to;
      const rows = transitions.filter(
        (row) => MONEY.includes(row.event) && row.from?.includes(where as Status),
      );
      return rows.every((row) => row.to !== where && !row.targets?.includes(where as Status));
    },
  },
  'the source is played elsewhere': {
    says: 'The job of the national exam asks its source, played in api/selection/exam-score.test.ts',
    holds: (way) => {
      const test = readFileSync(join(API, 'selection/exam-score.test.ts'), 'utf8');
      const state = partsOf(way).event.replace('exam-score-', '');
      return partsOf(way).actor === 'system' && test.includes(`state: '${state}'`);
    },
  },
} as const satisfies Record<string, Reason>;

const because = (reason: keyof typeof REASONS, ...ways: string[]) =>
  ways.map((way): [string, keyof typeof REASONS] => [way, reason]);

/** Impossible ways in the table, and why. */
export const NO_WAY: Readonly<Record<string, keyof typeof REASONS>> = Object.fromEntries([
  ...because(
    'left at once',
    'TR-84 course-changed 4 3 candidate',
    'TR-84 course-changed 4 3 operations',
    'TR-90 cancel-requested 4 13 candidate',
    'TR-91 cancel-requested 4 12 candidate',
    'TR-93 cancel-withdrawn 12 4 candidate',
    'TR-93 cancel-denied 12 4 operations',
    'TR-94 blocked 4 8 operations',
    'TR-95 unblocked 8 4 operations',
    'TR-96 disqualified 4 9 operations',
  ),
  ...because('documents first', 'TR-74 payment-waived 5 5 system', 'TR-74 payment-waived 5 7 system'),
  ...because(
    'nobody asks',
    'TR-02 create-incomplete null 14 system',
    'TR-20 selection-documents-approved 10 16 system',
    'TR-20 selection-documents-approved 10 18 system',
    'TR-20 selection-documents-approved 10 3 system',
    'TR-20 selection-documents-approved 10 1 system',
    'TR-32 test-missed 2 1 system',
    'TR-32 slot-cancelled 2 1 system',
    'TR-32 schedule-invalidated 2 1 operations',
    'TR-42 exam-score-bulletin-required 1 10 system',
    'TR-51 essay-approved 1 3 system',
    'TR-52 essay-rejected 1 9 system',
  ),
  ...because('the institution owes', 'TR-86 intake-expired 2 13 system', 'TR-98 reinstated 13 2 operations'),
  ...because(
    'no money',
    ...[1, 2, 14, 17].flatMap((status) => [
      `TR-91 cancel-requested ${status} 12 candidate`,
      `TR-93 cancel-withdrawn 12 ${status} candidate`,
      `TR-93 cancel-denied 12 ${status} operations`,
    ]),
  ),
  ...because(
    'the source is played elsewhere',
    'TR-40 exam-score-approved 1 3 system',
    'TR-40 exam-score-approved 10 3 system',
    'TR-41 exam-score-rejected 1 9 system',
    'TR-41 exam-score-rejected 10 9 system',
  ),
]);
