import './styles/esteira.css';
import { classes } from './classes.ts';
import { CheckIcon } from './icons/check.tsx';
import { Anchor } from './link.tsx';
import { stepTexts } from './step-texts.ts';
import type { Step } from './steps.ts';
import { VisuallyHidden } from './visually-hidden.tsx';

export type EsteiraProps = {
  steps: readonly Step[];
  aside?: boolean;
  /** From left to right. */
  row?: boolean;
};

/** Every step from top to bottom; one with an address is a link. The state is also said in hidden words. */
export function Esteira({ steps, aside, row }: EsteiraProps) {
  return (
    <ol className={classes('esteira', aside && 'esteira--aside', row && 'esteira--row')}>
      {steps.map((step, index) => (
        <li
          key={step.key}
          className="esteira__step"
          data-state={step.state}
          aria-current={step.state === 'current' ? 'step' : undefined}
        >
          <span className="esteira__node" aria-hidden="true">
            {step.state === 'done' ? <CheckIcon /> : index + 1}
          </span>
          <div className="esteira__body">
            <p className="esteira__label">
              <Label step={step} />
            </p>
            {step.note && <p className="esteira__note">{step.note}</p>}
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
    <Anchor className="esteira__link" href={href} aria-current={shown ? 'page' : undefined}>
      {words}
    </Anchor>
  );
}
