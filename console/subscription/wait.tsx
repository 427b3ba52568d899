import { waitLabel, waitQueueLabel } from '@orbita/domain/work';
import type { Application, Card } from '../act/status.tsx';
import { day, exactly, spanSince } from '../base/zone.ts';
import { waitTexts as t } from '../texts/subscription-work.ts';

type Wait = NonNullable<Card['waits']>;

/** The team's queue, or the date, that is awaited. */
const detailOf = ({ for: waits, queue, until }: Wait): string => {
  if (waits === 'date' && until) return t.until(day(until));
  return waits === 'team' && queue ? waitQueueLabel(queue) : '';
};

/** Whom an application is waiting for and how long there is left, in a table cell. */
export function WaitCell({ of: { waits } }: { of: Pick<Card, 'waits'> }) {
  if (!waits) return t.nobody;
  const detail = detailOf(waits);
  return (
    <>
      {waitLabel(waits.for)}{' '}
      <time dateTime={waits.since} title={exactly(waits.since)}>
        {t.since(spanSince(waits.since))}
      </time>
      {detail && <small className="wait-detail">{detail}</small>}
    </>
  );
}

/** The same as a line on the application's page; nothing if it is waiting for nobody. */
export function WaitLine({ of: { waits } }: { of: Pick<Application, 'waits'> }) {
  if (!waits) return null;
  const detail = detailOf(waits);
  return (
    <p className="meta">
      {t.waits}{' '}
      <b>
        {waitLabel(waits.for)}
        {detail && ` (${detail})`}
      </b>{' '}
      <time dateTime={waits.since} title={exactly(waits.since)}>
        {t.since(spanSince(waits.since))}
      </time>
    </p>
  );
}
