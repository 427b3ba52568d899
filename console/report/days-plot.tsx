import { serverNow } from '@orbita/client/server-clock.ts';
import { formatDate } from '@orbita/domain/foundation';
import { inThousands } from '@orbita/domain/report';
import { useMedia } from '@orbita/ui/use-media.ts';
import { localDay } from '../base/zone.ts';
import { reportTexts as t } from '../texts/report.ts';
import { Legend } from './legend.tsx';
import type { FiguresOf } from './queries.ts';
import { marksOf, namedDays } from './scale.ts';

const PHONE = '(max-width: 767.98px)';
const PHONE_DAYS = 14;
/** Position of the plot within its drawing: numbers to the left, days below. */
const BOX = { left: 34, right: 14, top: 22, bottom: 26, height: 220 };

/** Columns for the days, with the previous intake as a thin line. */
export function DaysPlot({ figures }: { figures: FiguresOf<'daily'> }) {
  const phone = useMedia(PHONE);
  const rows = phone ? figures.rows.slice(-PHONE_DAYS) : figures.rows;
  const width = phone ? 328 : 516;
  const { left, right, top, bottom, height } = BOX;
  const marks = marksOf(Math.max(...rows.flatMap(({ created, before }) => [created, before ?? 0])));
  const most = marks.at(-1) ?? 1;
  const each = (width - left - right) / rows.length;
  const floor = height - bottom;
  const x = (at: number) => left + each * (at + 0.5);
  const y = (value: number) => floor - ((floor - top) * value) / most;
  const best = rows.reduce(
    (place, { created }, at) => (created > (rows[place]?.created ?? 0) ? at : place),
    0,
  );
  const today = localDay(new Date(serverNow()));
  const label = (at: number) => {
    const day = rows[at]?.day ?? '';
    return day === today ? t.today : formatDate(day).slice(0, 5);
  };
  const line = rows.map(
    ({ before }, at) => `${at === 0 ? 'M' : 'L'}${x(at).toFixed(1)} ${y(before ?? 0).toFixed(1)}`,
  );
  return (
    <>
      <Legend
        entries={[
          { kind: 'column', text: figures.intake?.code ?? '' },
          ...(figures.before === null ? [] : [{ kind: 'line' as const, text: t.sameDay(figures.before) }]),
        ]}
      />
      <svg className="plot" viewBox={`0 0 ${width} ${height}`} role="img" aria-label={t.titles.daily}>
        {marks.map((mark) => (
          <g key={mark}>
            <path className="plot__grid" d={`M${left} ${y(mark)}H${width - right}`} />
            <text x={left - 8} y={y(mark) + 4} textAnchor="end">
              {inThousands(mark)}
            </text>
          </g>
        ))}
        <text x={left - 8} y={floor + 4} textAnchor="end">
          0
        </text>
        {rows.map(({ day, created }, at) => (
          <rect
            key={day}
            className="plot__column"
            x={x(at) - each * 0.36}
            y={y(created)}
            width={each * 0.72}
            height={floor - y(created)}
          />
        ))}
        {figures.before !== null && (
          <>
            <path className="plot__halo" d={line.join('')} />
            <path className="plot__line" d={line.join('')} />
          </>
        )}
        <path className="plot__axis" d={`M${left} ${floor}H${width - right}`} />
        <text className="plot__strong" x={x(best)} y={y(rows[best]?.created ?? 0) - 7} textAnchor="middle">
          {inThousands(rows[best]?.created ?? 0)}
        </text>
        {namedDays(rows.length).map((at) => (
          <text key={at} x={x(at)} y={height - 6} textAnchor="middle">
            {label(at)}
          </text>
        ))}
        <text
          className="plot__strong"
          x={Math.min(x(rows.length - 1), width - 18)}
          y={height - 6}
          textAnchor="middle"
        >
          {label(rows.length - 1)}
        </text>
      </svg>
      {phone && figures.rows.length > rows.length && <p className="meta">{t.lastDays(rows.length)}</p>}
    </>
  );
}
