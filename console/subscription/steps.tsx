import { type StepCode, stepDates } from '@orbita/domain/subscription';
import { StepsCompact } from '@orbita/ui/steps-compact';
import type { Application } from '../act/status.tsx';
import { day } from '../base/zone.ts';
import { applicationTexts as t } from '../texts/subscription.ts';
import { Section } from '../ui/page.tsx';

type Of = { application: Pick<Application, 'steps' | 'history'> };

const drawnOf = ({ steps }: Of['application']) => steps.filter(({ state }) => state !== 'skipped');

/** The steps as the candidate sees them, from top to bottom, with the day each was done. */
export function Steps({ application }: Of) {
  const drawn = drawnOf(application);
  const dates = stepDates(
    application.history,
    application.steps.map(({ code }) => code as StepCode),
  );
  return (
    <div className="step-list-column">
      <Section title={t.steps}>
        <ol className="way">
          {drawn.map(({ code, label, state }) => {
            const at = state === 'done' ? dates.get(code as StepCode) : undefined;
            return (
              <li key={code} data-state={state} aria-current={state === 'current' ? 'step' : undefined}>
                <span>
                  {label}
                  <span className="visually-hidden">{t.stepStates[state]}</span>
                  {at && <small>{day(at)}</small>}
                </span>
              </li>
            );
          })}
        </ol>
      </Section>
    </div>
  );
}

/** The same in one line, where the column has no room. */
export const StepsLine = ({ application }: Of) => (
  <div className="wide way-line">
    <StepsCompact
      label={t.steps}
      steps={drawnOf(application).map(({ code, label, state }) => ({
        key: code,
        label,
        state: state === 'skipped' ? 'todo' : state,
      }))}
    />
  </div>
);
