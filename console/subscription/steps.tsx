import { type StepCode, stepDates } from '@orbita/domain/subscription';
import type { Application } from '../act/status.tsx';
import { day } from '../base/zone.ts';
import { applicationTexts as t } from '../texts/subscription.ts';

type Of = { application: Pick<Application, 'steps' | 'history'> };

/** "Etapa 7 de 8: Documentos", which opens the steps as the candidate sees them, with the day each was done. */
export function Steps({ application: { steps, history } }: Of) {
  const drawn = steps.filter(({ state }) => state !== 'skipped');
  const at = drawn.findIndex(({ state }) => state === 'current' || state === 'blocked');
  const here = drawn[at];
  const where = here?.state === 'blocked' ? t.stoppedAt : t.stepOf;
  const dates = stepDates(
    history,
    steps.map(({ code }) => code as StepCode),
  );
  return (
    <details className="more-facts">
      <summary>{here ? where(at + 1, drawn.length, here.label) : t.stepsDone}</summary>
      <ol className="way" aria-label={t.steps}>
        {drawn.map(({ code, label, state }) => {
          const done = state === 'done' ? dates.get(code as StepCode) : undefined;
          return (
            <li key={code} data-state={state} aria-current={state === 'current' ? 'step' : undefined}>
              <span>
                {label}
                <span className="visually-hidden">{t.stepStates[state]}</span>
                {done && <small>{day(done)}</small>}
              </span>
            </li>
          );
        })}
      </ol>
    </details>
  );
}
