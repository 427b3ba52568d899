import type { Scope } from '@orbita/domain/staff';
import type { Application } from '../act/status.tsx';

/** What the selection of an application may consist of. */
export type SelectionKind = 'essay' | 'test' | 'exam' | 'admission';

type Of = Pick<Application, 'steps' | 'offer'>;
type Rule = { kind: SelectionKind; parts: readonly Scope[]; exists: (of: Of) => boolean };

const hasStep = ({ steps }: Of, ...codes: string[]): boolean =>
  steps.some(({ code, state }) => state !== 'skipped' && codes.includes(code));

const RULES: readonly Rule[] = [
  {
    kind: 'essay',
    parts: ['subscriptions.read'],
    exists: ({ offer }) => offer.ingressMode.kind === 'online-essay',
  },
  {
    kind: 'test',
    parts: ['tests.roll', 'tests.results'],
    exists: ({ offer }) => offer.ingressMode.kind === 'scheduled-test',
  },
  { kind: 'exam', parts: ['exam-scores'], exists: ({ offer }) => offer.ingressMode.kind === 'exam-score' },
  {
    kind: 'admission',
    parts: ['admissions.interview', 'admissions.decide'],
    exists: (of) => hasStep(of, 'questionnaire', 'interview'),
  },
];

/** The parts of a selection that exist for an application and that the person's permissions cover; nothing else is requested. */
export const selectionKinds = (of: Of, may: (...parts: readonly Scope[]) => boolean): SelectionKind[] =>
  RULES.filter(({ parts, exists }) => exists(of) && may(...parts)).map(({ kind }) => kind);
