import './styles/steps-compact.css';
import { ChevronDownIcon } from './icons/chevron-down.tsx';
import { StepList } from './step-list.tsx';
import { stepTexts } from './step-texts.ts';
import type { Step } from './steps.ts';
import { VisuallyHidden } from './visually-hidden.tsx';

/**
 * "Etapa 5 de 8 · Dados" and one dash per step; for a stopped application, where it stopped. Expands to the whole list of steps
 * if a step is a link, and gives way to the list if an aside has it.
 */
export function StepsCompact({ steps, label = stepTexts.steps }: { steps: readonly Step[]; label?: string }) {
  const at = steps.findIndex(({ state }) => state === 'current' || state === 'blocked');
  const step = steps[at];
  const opens = steps.some(({ href }) => href !== undefined);
  if (!step && !opens) return null;
  const line = (
    <>
      <Where steps={steps} at={at} />
      <span className="steps-compact__track" aria-hidden="true">
        {steps.map(({ key, state }) => (
          <i key={key} data-state={state} />
        ))}
      </span>
    </>
  );
  return (
    <nav className="steps-compact" aria-label={label}>
      {opens ? (
        <details>
          <summary>
            {line}
            <VisuallyHidden>{stepTexts.allSteps}</VisuallyHidden>
            <ChevronDownIcon />
          </summary>
          <StepList steps={steps} />
        </details>
      ) : (
        line
      )}
    </nav>
  );
}

function Where({ steps, at }: { steps: readonly Step[]; at: number }) {
  const step = steps[at];
  const next = steps[at + 1];
  if (!step) {
    return (
      <span className="steps-compact__text">
        <b>{stepTexts.stepsDone(steps.length, steps.length)}</b>
      </span>
    );
  }
  const where = step.state === 'current' ? stepTexts.stepOf : stepTexts.stoppedAt;
  return (
    <span className="steps-compact__text">
      <span>
        {where(at + 1, steps.length)} · <b>{step.label}</b>
      </span>
      {next?.state === 'todo' && (
        <span className="steps-compact__next">{stepTexts.nextStep(next.label)}</span>
      )}
    </span>
  );
}
