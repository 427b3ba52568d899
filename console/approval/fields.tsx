import { Notice } from '@orbita/ui/notice';
import '../styles/application.css';
import '../styles/approval.css';
import { fieldTexts as t } from '../texts/approval.ts';
import type { Approval } from './state.tsx';

type Shown = Approval['fields'][number];

/** Values are isolated, each with its own text direction: a typed one cannot reach into the next, nor pass for ours. */
const Values = ({ values }: { values: readonly string[] }) => (
  <ul className="asked__values">
    {values.map((value, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the values of a request never change, and two may be equal.
      <li key={at}>
        <bdi>{value}</bdi>
      </li>
    ))}
  </ul>
);

const changes = ({ before, after }: Shown): boolean =>
  before !== null && before.join('\n') !== after.join('\n');

/** Everything a request does, before and after, as its second person must read it before deciding (spec 25.4.4). */
export function AskedFields({ fields }: Pick<Approval, 'fields'>) {
  const doubts = fields.filter(({ notes }) => notes.length > 0);
  return (
    <>
      {doubts.length > 0 && (
        <Notice kind="warning" title={t.lookTwice}>
          <ul className="asked__values">
            {doubts.flatMap(({ label, notes }) =>
              notes.map((note) => (
                <li key={`${label} ${note}`}>
                  <b>{label}:</b> <bdi>{note}</bdi>
                </li>
              )),
            )}
          </ul>
        </Notice>
      )}
      <div className="table-wrap">
        <table className="table table--stack asked">
          <caption className="visually-hidden">{t.caption}</caption>
          <thead>
            <tr>
              <th scope="col">{t.what}</th>
              <th scope="col">{t.before}</th>
              <th scope="col">{t.after}</th>
            </tr>
          </thead>
          <tbody>
            {fields.map((field) => (
              <tr key={field.label}>
                <th scope="row" className="line">
                  {field.label}
                </th>
                <td className="line">
                  {field.before && (
                    <>
                      <span className="table__label">{t.before}</span>
                      <Values values={field.before} />
                    </>
                  )}
                </td>
                <td className={changes(field) ? 'line asked__new' : 'line'}>
                  {field.before && <span className="table__label">{t.after}</span>}
                  <Values values={field.after} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}
