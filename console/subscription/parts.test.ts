import type { Scope } from '@orbita/domain/staff';
import { describe, expect, it } from 'vitest';
import type { Application } from '../act/status.tsx';
import { selectionKinds } from './parts.ts';

type Kind = Application['offer']['ingressMode']['kind'];
const application = (kind: Kind, ...codes: string[]) =>
  ({
    offer: { ingressMode: { kind } },
    steps: codes.map((code) => ({ code, state: 'todo' })),
  }) as unknown as Application;
const holding =
  (...held: Scope[]) =>
  (...parts: Scope[]) =>
    parts.some((part) => held.includes(part));

describe('the selection parts shown', () => {
  it.each<[Kind, Scope, string[]]>([
    ['online-essay', 'subscriptions.read', ['essay']],
    ['scheduled-test', 'tests.roll', ['test']],
    ['scheduled-test', 'subscriptions.read', []],
    ['exam-score', 'exam-scores', ['exam']],
    ['exam-score', 'tests.results', []],
    ['document-analysis', 'subscriptions.read', []],
  ])('%s for a holder of %s', (kind, part, shown) => {
    expect(selectionKinds(application(kind), holding(part))).toEqual(shown);
  });

  it('questionnaire and interview where the application has such a step, but not to the front desk', () => {
    const of = application('none', 'questionnaire');
    expect(selectionKinds(of, holding('admissions.decide'))).toEqual(['admission']);
    expect(selectionKinds(of, holding('subscriptions.read'))).toEqual([]);
    expect(selectionKinds(application('none'), holding('admissions.decide'))).toEqual([]);
  });
});
