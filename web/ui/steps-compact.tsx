import '../styles/steps-compact.css';
import type { Step } from './steps.ts';
import { uiTexts } from './texts.ts';

/** "Etapa 5 de 8 · Dados" and one dash per step. Gives way to the full esteira where an aside has it. */
export function StepsCompact({ steps, label = uiTexts.steps }: { steps: readonly Step[]; label?: string }) {
  const marked = steps.findIndex((step) => step.state === 'current');
  const at = marked >= 0 ? marked : steps.findIndex((step) => step.state === 'blocked');
  const current = steps[at];
  const next = steps[at + 1];
  if (!current) return null;
  return (
    <nav className="steps-compact" aria-label={label}>
      <p className="steps-compact__text">
        <span>
          {uiTexts.stepOf(at + 1, steps.length)} · <b>{current.label}</b>
        </span>
        {next && <span className="steps-compact__next">{uiTexts.nextStep(next.label)}</span>}
      </p>
      <ol className="steps-compact__track" aria-hidden="true">
        {steps.map((step, index) => (
          <li key={step.key} data-state={index === at ? 'current' : step.state} />
        ))}
      </ol>
    </nav>
  );
}
