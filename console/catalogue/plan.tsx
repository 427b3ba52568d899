import { Notice } from '@orbita/ui/notice';
import { WithName } from '@orbita/ui/with-name';
import { day } from '../base/zone.ts';
import { catalogueTexts as t } from '../texts/catalogue.ts';
import { ArrowRightIcon } from '../ui/icons/arrow-right.tsx';
import type { FormPlan } from './queries.ts';
import { differing, valueText } from './values.ts';
import '../styles/catalogue.css';

type Shown = Pick<FormPlan['changes'][number], 'action' | 'kind' | 'code' | 'details'> &
  Partial<Pick<FormPlan['changes'][number], 'touches' | 'overwritesEdit'>>;

const kindText = (kind: string): string => (t.of as Record<string, string>)[kind] ?? kind;

/** Changes of a plan or a version: each entry with what was and what is then. */
export function Changes({ changes, caption }: { changes: readonly Shown[]; caption: string }) {
  return (
    <ul className="plan" aria-label={caption}>
      {changes.map(({ action, kind, code, details, touches = 0, overwritesEdit }) => (
        <li key={`${kind} ${code}`}>
          <p className="plan__name">
            <b>
              {t.actions[action]} {kindText(kind)}
            </b>{' '}
            <code translate="no">{code}</code>
          </p>
          <dl className="plan__fields">
            {details.map(({ field, before, after, long }) => (
              <div key={field}>
                <dt>{t.fields[field] ?? field}</dt>
                <dd>
                  {long ? (
                    t.long
                  ) : action === 'create' ? (
                    valueText(field, after)
                  ) : (
                    <BeforeAfter {...differing(field, before, after)} />
                  )}
                </dd>
              </div>
            ))}
          </dl>
          {touches > 0 && <p className="muted">{t.touches(touches)}</p>}
          {overwritesEdit && (
            <Notice
              kind="warning"
              title={
                <WithName text={(by) => t.overwrites(by, day(overwritesEdit.at))} name={overwritesEdit.by} />
              }
            />
          )}
        </li>
      ))}
    </ul>
  );
}

/** A value that was, struck, and the one that takes its place. */
const BeforeAfter = ({ before, after }: { before: string; after: string }) => (
  <>
    <del>{before}</del> <ArrowRightIcon small /> <b>{after}</b>
  </>
);

/** What saving does besides, and to whom it is first shown. */
export const Outcome = ({ outcome }: Pick<FormPlan, 'outcome'>) =>
  outcome === 'second-person' ? (
    <p className="muted">{t.second}</p>
  ) : outcome === 'refused' ? (
    <Notice kind="danger" title={t.refused} />
  ) : undefined;
