import { Notice } from '@orbita/ui/notice';
import { WithName } from '@orbita/ui/with-name';
import { day } from '../base/zone.ts';
import { catalogueTexts as t } from '../texts/catalogue.ts';
import { ArrowRightIcon } from '../ui/icons/arrow-right.tsx';
import type { FormPlan } from './queries.ts';
import { differing, fieldLabel, spread, valueText } from './values.ts';
import '../styles/catalogue.css';
import '../styles/parts.css';

type Shown = Pick<FormPlan['changes'][number], 'action' | 'kind' | 'code' | 'details'> &
  Partial<Pick<FormPlan['changes'][number], 'touches' | 'overwritesEdit'>>;

const kindText = (kind: string): string => (t.of as Record<string, string>)[kind] ?? kind;

const isNamed = ({ field }: Shown['details'][number]): boolean => fieldLabel(field) !== undefined;

/** The changed fields that have a label; those known only from files are omitted. */
function Fields({ action, details }: Pick<Shown, 'action' | 'details'>) {
  const named = (action === 'change' ? spread(details) : details).filter(isNamed);
  if (action === 'retire' || named.length === 0) return undefined;
  const list = (
    <dl className="plan__fields">
      {named.map(({ field, before, after, long }) => (
        <div key={field}>
          <dt>{fieldLabel(field)}</dt>
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
  );
  if (action === 'change') return list;
  return (
    <details className="plan__more">
      <summary>{t.fieldsOf(named.length)}</summary>
      {list}
    </details>
  );
}

/** Changes of a plan or a version: each entry with its old and new values. */
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
          <Fields action={action} details={details} />
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

/** More changes than this are summarised by kind, and can be expanded. */
const FEW = 3;

/** Changes beside a form: all if few, else the number of each kind, so that the button stays in view. */
export function ChangesInBrief({ changes, caption }: { changes: readonly Shown[]; caption: string }) {
  if (changes.length <= FEW) return <Changes changes={changes} caption={caption} />;
  const counts = new Map<string, number>();
  for (const { action, kind } of changes) {
    const name = `${t.actions[action]} ${kindText(kind)}`;
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return (
    <>
      <ul className="rows rows--plain" aria-label={caption}>
        {[...counts].map(([name, count]) => (
          <li key={name}>
            <span>{name}</span>
            <b>{count}</b>
          </li>
        ))}
      </ul>
      <details className="plan__more">
        <summary>{t.oneByOne}</summary>
        <Changes changes={changes} caption={t.oneByOne} />
      </details>
    </>
  );
}

/** The old value, struck through, and the new one. */
const BeforeAfter = ({ before, after }: { before: string; after: string }) => (
  <>
    <del>{before}</del> <ArrowRightIcon small /> <b>{after}</b>
  </>
);

/** What else saving does, and who sees it first. */
export const Outcome = ({ outcome }: Pick<FormPlan, 'outcome'>) =>
  outcome === 'second-person' ? (
    <p className="muted">{t.second}</p>
  ) : outcome === 'refused' ? (
    <Notice kind="danger" title={t.refused} />
  ) : undefined;
