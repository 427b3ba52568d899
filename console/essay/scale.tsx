import { FieldError } from '@orbita/ui/field';
import { Kbd } from '../ui/kbd.tsx';
import type { Essay } from './essay.ts';

type Props = {
  rubric: NonNullable<Essay['rubric']>;
  chosen: readonly (number | null)[];
  onChoose: (chosen: (number | null)[]) => void;
  disabled: boolean;
  error: string | undefined;
};

/** Name of the radio group of a competence; keys focus the row by it. */
export const rowName = (at: number): string => `competencia-${at + 1}`;

/** One level of each competence; their sum is the score (spec 25.7). */
export function Scale({ rubric, chosen, onChoose, disabled, error }: Props) {
  const choose = (at: number, points: number) =>
    onChoose(rubric.map((_, place) => (place === at ? points : (chosen[place] ?? null))));
  return (
    <div className="scale">
      {rubric.map(({ label, levels }, at) => {
        const level = levels.find(({ points }) => points === chosen[at]);
        const missing = error !== undefined && !level;
        return (
          <fieldset className="scale__row" key={label} disabled={disabled}>
            <legend className="scale__name">
              <Kbd keys={String(at + 1)} />
              {label}
            </legend>
            <div className="scale__steps" data-missing={missing || undefined}>
              {levels.map(({ points, text }) => (
                <label key={points} title={text}>
                  <input
                    type="radio"
                    name={rowName(at)}
                    value={points}
                    aria-label={`${points}: ${text}`}
                    checked={chosen[at] === points}
                    onChange={() => choose(at, points)}
                  />
                  <span>{points}</span>
                </label>
              ))}
            </div>
            {level && <p className="meta scale__text">{level.text}</p>}
          </fieldset>
        );
      })}
      {error && <FieldError>{error}</FieldError>}
    </div>
  );
}
