import '../styles/steps-compact.css';
import type { Step } from './steps.ts';
import { uiTexts } from './texts.ts';

/**
 * "Etapa 5 de 8 · Dados" and one dash per step; of what has stopped, where it did. Gives way to the full esteira where
 * an aside has it.
 */
export function StepsCompact({ steps, label = uiTexts.steps }: { steps: readonly Step[]; label?: string }) {
  const at = steps.findIndex(({ state }) => state === 'current' || state === 'blocked');
  const step = steps[at];
  const next = steps[at + 1];
  if (!step) return null;
  const where = step.state === 'current' ? uiTexts.stepOf : uiTexts.stoppedAt;
  return (
    <nav className="steps-compact" aria-label={label}>
      <p className="steps-compact__text">
        <span>
          {where(at + 1, steps.length)} · <b>{step.label}</b>
        </span>
        {next?.state === 'todo' && (
          <span className="steps-compact__next">{uiTexts.nextStep(next.label)}</span>
        )}
      </p>
      <ol className="steps-compact__track" aria-hidden="true">
        {steps.map(({ key, state }) => (
          <li key={key} data-state={state} />
        ))}
      </ol>
    </nav>
  );
}
