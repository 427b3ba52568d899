import { type Report, tableOf } from '@orbita/domain/report';
import { Button } from '@orbita/ui/button';
import { Loading, Skeleton } from '@orbita/ui/skeleton';
import { type ReactNode, useId, useState } from 'react';
import { textOf } from '../base/api.ts';
import { Failed } from '../base/states.tsx';
import { exactly, hour } from '../base/zone.ts';
import { reportTexts as t } from '../texts/report.ts';
import type { ReportQuery } from './filters.ts';
import { type FiguresOf, useFigures, useFile } from './queries.ts';

/** Most table rows on the page; the file has all of them. */
const MOST_ROWS = 200;

type Props<R extends Report> = {
  report: R;
  query: ReportQuery;
  wide?: boolean;
  note?: ReactNode;
  children: (figures: FiguresOf<R>) => ReactNode;
};

/** One plot: its message in a sentence, the plot, and below it its table, its file and the time of counting. */
export function Figure<R extends Report>({ report, query, wide, note, children }: Props<R>) {
  const id = useId();
  const [open, setOpen] = useState(false);
  const { data, error, refetch } = useFigures(report, query);
  const title = t.titles[report];
  const empty = data?.finding === null;
  return (
    <section className={wide ? 'figure figure--wide' : 'figure'} aria-labelledby={id}>
      <div className="figure__head">
        <h2 id={id}>{title}</h2>
        {data?.finding && <p className="figure__say">{data.finding}</p>}
        {note}
      </div>
      {!data && error && <Failed error={error} onRetry={() => refetch()} />}
      {!data && !error && (
        <Loading label={t.counting(title)}>
          <Skeleton width="70%" />
          <Skeleton height="11rem" />
        </Loading>
      )}
      {empty && <p className="muted">{t.none}</p>}
      {data && !empty && (
        <>
          {children(data)}
          {open && <FigureTable title={title} figures={data} />}
          <Foot report={report} query={query} asOf={data.asOf} open={open} onOpen={() => setOpen(!open)} />
        </>
      )}
    </section>
  );
}

type FootProps = {
  report: Report;
  query: ReportQuery;
  asOf: string;
  open: boolean;
  onOpen: () => void;
};

function Foot({ report, query, asOf, open, onOpen }: FootProps) {
  const file = useFile(report, query);
  const title = t.titles[report];
  return (
    <div className="figure__foot">
      <Button kind="quiet" small aria-expanded={open} onClick={onOpen}>
        {open ? t.hide : t.table}
        <span className="visually-hidden">{title}</span>
      </Button>
      <Button kind="quiet" small busy={file.isPending && t.saving} onClick={() => file.mutate()}>
        {t.file}
        <span className="visually-hidden">{title}</span>
      </Button>
      <span className="meta" title={exactly(asOf)}>
        {t.asOf(hour(asOf))}
      </span>
      {file.error && (
        <p role="alert" className="figure__failed">
          {textOf(file.error)}
        </p>
      )}
    </div>
  );
}

/** The numbers of the plot as a table, for people who cannot read the plot. */
function FigureTable({ title, figures }: { title: string; figures: FiguresOf<Report> }) {
  const { heads, rows } = tableOf(figures);
  const shown = rows.slice(0, MOST_ROWS);
  const isNumber = (at: number) => rows.some((row) => typeof row[at] === 'number');
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys
    <section className="table-wrap table-wrap--scroll" tabIndex={0} aria-label={t.tableOf(title)}>
      <table className="table figure__table">
        <caption className="visually-hidden">{title}</caption>
        <thead>
          <tr>
            {heads.map((head, at) => (
              <th key={head} scope="col" className={isNumber(at) ? 'num' : undefined}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map((row) => (
            <tr key={row.join('\n')}>
              {row.map((cell, at) => {
                const text = typeof cell === 'number' ? cell.toLocaleString('pt-BR') : String(cell ?? '—');
                return at === 0 ? (
                  <th key={heads[at]} scope="row">
                    {text}
                  </th>
                ) : (
                  <td key={heads[at]} className={isNumber(at) ? 'num' : undefined}>
                    {text}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length > shown.length && <p className="meta">{t.mostRows(shown.length, rows.length)}</p>}
    </section>
  );
}
