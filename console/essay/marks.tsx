import { WithName } from '@orbita/ui/with-name';
import { exactly, when } from '../base/zone.ts';
import { essayTexts as t } from '../texts/essay.ts';
import type { Essay } from './essay.ts';

type Props = { marks: NonNullable<Essay['marks']>; rubric: Essay['rubric'] };

/** The marks of two graders who disagreed; only for the lead, who gives the final mark (spec 25.7). */
export function Marks({ marks, rubric }: Props) {
  return (
    <section className="section" aria-labelledby="notas">
      <h2 id="notas">{t.marks}</h2>
      <ul className="before">
        {marks.map(({ round, by, score, hasPlagiarism, competences, feedback, at }) => (
          <li key={round} className="letter">
            <small title={exactly(at)}>
              <WithName text={(name) => t.markBy(round, name)} name={by} /> · {when(at)}
            </small>
            <b className="marks__score">
              {score}
              {hasPlagiarism && ` · ${t.isPlagiarism}`}
            </b>
            {competences && (
              <small>
                {competences.map((points, at) => `${rubric?.[at]?.label ?? at + 1} ${points}`).join(' · ')}
              </small>
            )}
            <p>{feedback ?? <span className="muted">{t.noComment}</span>}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
