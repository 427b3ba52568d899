import './styles/step-list.css';
import { classes } from './classes.ts';
import { CheckIcon } from './icons/check.tsx';
import { Anchor } from './link.tsx';
import { stepTexts } from './step-texts.ts';
import type { Step } from './steps.ts';
import { VisuallyHidden } from './visually-hidden.tsx';

export type StepListProps = {
  steps: readonly Step[];
  aside?: boolean;
  /** From left to right. */
  row?: boolean;
};

/** Every step from top to bottom; one with an address is a link. The state is also given as visually hidden text. */
export function StepList({ steps, aside, row }: StepListProps) {
  return (
    <ol className={classes('step-list', aside && 'step-list--aside', row && 'step-list--row')}>
      {steps.map((step, index) => (
        <li
          key={step.key}
          className="step-list__step"
          data-state={step.state}
          aria-current={step.state === 'current' ? 'step' : undefined}
        >
          <span className="step-list__node" aria-hidden="true">
            {step.state === 'done' ? <CheckIcon /> : index + 1}
          </span>
          <div className="step-list__body">
            <p className="step-list__label">
              <Label step={step} />
            </p>
            {step.note && <p className="step-list__note">{step.note}</p>}
          </div>
        </li>
      ))}
    </ol>
  );
}

function Label({ step: { label, state, href, shown } }: { step: Step }) {
  const words = (
    <>
      {label}
      <VisuallyHidden>{stepTexts.stepStates[state]}</VisuallyHidden>
    </>
  );
  if (href === undefined) return words;
  return (
    <Anchor className="step-list__link" href={href} aria-current={shown ? 'page' : undefined}>
      {words}
    </Anchor>
  );
}
