import { applicationTypes, type StepFacts, stepsOf } from '@orbita/domain/subscription';
import { StepList } from '@orbita/ui/step-list';
import { StepsCompact } from '@orbita/ui/steps-compact';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { drawnSteps } from './drawn-steps.ts';

const whole = (type: StepFacts['type'], status: number): StepFacts => ({
  id: 5001,
  type,
  status,
  kind: type === 'essay' ? 'online-essay' : type === 'graduation' ? 'scheduled-test' : 'none',
  feePriced: true,
  questionnaireAttached: true,
  interviewOn: true,
  requiresClass: true,
});
const linked = (type: StepFacts['type'], status: number) =>
  drawnSteps(stepsOf(whole(type, status)))
    .filter(({ href }) => href !== undefined)
    .map(({ key }) => key);

describe('done steps link to their read-only pages (spec 8.4)', () => {
  it.each([
    ['graduation', ['subscription', 'assessment', 'result', 'data', 'class']],
    ['essay', ['subscription', 'assessment', 'result', 'data', 'class']],
    ['postgraduate', ['subscription', 'questionnaire', 'interview', 'result', 'data', 'class']],
    ['extension', ['subscription', 'data', 'class']],
    ['tax', ['subscription', 'tax', 'questionnaire', 'interview', 'result', 'data', 'class']],
  ] as const)('%s, while paying', (type, keys) => {
    expect(linked(type, 6)).toEqual(keys);
  });

  it('current, pending and blocked steps are no links', () => {
    for (const type of applicationTypes)
      for (const status of [1, 3, 5, 6, 9, 12, 13, 14, 21]) {
        const steps = drawnSteps(stepsOf({ ...whole(type, status), previousStatus: 6 }));
        expect(steps.filter(({ state, href }) => state !== 'done' && href)).toEqual([]);
      }
  });

  it('skipped steps are not shown', () => {
    const skipped = {
      code: 'class',
      label: 'Turma',
      state: 'skipped',
      inReview: false,
      route: null,
    } as const;
    expect(drawnSteps([skipped])).toEqual([]);
  });
});

describe('U2: the list of steps', () => {
  const steps = drawnSteps(stepsOf(whole('essay', 6)), 'data');

  it('marks the step that the page shows and the current one', () => {
    const html = renderToStaticMarkup(<StepList steps={steps} />);
    expect(html.match(/<a /g)).toHaveLength(5);
    expect(html).toMatch(
      /<a class="step-list__link" href="\/subscriptions\/essays\/5001\?ver=dados" aria-current="page">Dados</,
    );
    expect(html).toMatch(/aria-current="step".*Primeiro pagamento/);
    expect(html).not.toMatch(/<a[^>]*>Em análise/);
  });

  it('can be expanded from its compact form when a step is a link', () => {
    const compact = renderToStaticMarkup(<StepsCompact steps={steps} />);
    expect(compact).toContain('<summary>');
    expect(compact).toContain('Etapa 7 de 9 · ');
    expect(compact.match(/<a /g)).toHaveLength(5);
    const first = renderToStaticMarkup(<StepsCompact steps={drawnSteps(stepsOf(whole('essay', 14)))} />);
    expect(first).not.toContain('<summary>');
    expect(first).toContain('Etapa 1 de 9');
  });

  it('shows the count of steps of an ended application in its compact form', () => {
    const over = renderToStaticMarkup(<StepsCompact steps={drawnSteps(stepsOf(whole('essay', 7)))} />);
    expect(over).toContain('9 de 9 etapas concluídas');
  });
});
