import { serverNow } from '@orbita/client/server-clock.ts';
import type { TimelineFilter } from '@orbita/domain/subscription';
import { Button } from '@orbita/ui/button';
import { EyeIcon } from '@orbita/ui/icons/eye';
import { Loading, Skeleton } from '@orbita/ui/skeleton';
import { WithName } from '@orbita/ui/with-name';
import { type ReactNode, useState } from 'react';
import { useTimeline } from '../act/queries.ts';
import { Failed } from '../base/states.tsx';
import { day, exactly, hour, localDay } from '../base/zone.ts';
import { timelineTexts as t } from '../texts/subscription.ts';
import { Section } from '../ui/page.tsx';
import { FilterPills } from '../ui/table-parts.tsx';
import { EntrySign } from './entry-sign.tsx';
import { Resend } from './resend.tsx';
import { byDay, type Entry, toneOf } from './timeline-days.ts';

const ONLY = ['all', 'visible', 'staff'] as const satisfies readonly TimelineFilter[];

const dayTitle = (at: string): string => {
  const today = localDay(new Date(serverNow()));
  const yesterday = localDay(new Date(serverNow() - 86_400_000));
  const own = localDay(at);
  if (own === today) return t.today(day(at));
  return own === yesterday ? t.yesterday(day(at)) : day(at);
};

type Props = { id: number; onDone: (said: string) => void };

/** The history of an application, newest first, in the candidate's words (spec 25.6.1). */
export function Timeline({ id, onDone }: Props) {
  const [only, setOnly] = useState<TimelineFilter>('all');
  const { data, error, refetch, fetchNextPage, hasNextPage, isFetchingNextPage } = useTimeline(id, only);
  const entries = data?.pages.flatMap((page) => page.data);
  return (
    <Section title={t.title}>
      <div className="filters">
        <FilterPills
          legend={t.filter}
          value={only}
          onChange={(value) => setOnly(ONLY.find((one) => one === value) ?? 'all')}
          options={ONLY.map((value) => ({ value, label: t.only[value] }))}
        />
      </div>
      {error && !data && <Failed error={error} onRetry={() => refetch()} />}
      {!entries && !error && (
        <Loading label={t.loading}>
          <p className="muted">{t.loading}</p>
          <Skeleton width="80%" />
          <Skeleton width="60%" />
        </Loading>
      )}
      {entries?.length === 0 && <p className="muted">{t.empty}</p>}
      {entries && (
        <div className="timeline">
          {byDay(entries, localDay).map((part) => (
            <section key={part[0]?.id} aria-label={dayTitle(part[0]?.at ?? '')}>
              <h3 className="timeline__day">{dayTitle(part[0]?.at ?? '')}</h3>
              <ol>
                {part.map((entry) => (
                  <Line key={entry.id} entry={entry} id={id} onDone={onDone} />
                ))}
              </ol>
            </section>
          ))}
        </div>
      )}
      {hasNextPage && (
        <div>
          <Button
            kind="outline"
            small
            busy={isFetchingNextPage && t.loadingMore}
            onClick={() => void fetchNextPage()}
          >
            {t.more}
          </Button>
        </div>
      )}
    </Section>
  );
}

function Line({ entry, ...rest }: { entry: Entry } & Props) {
  const note = entry.kind === 'note';
  return (
    <li className="event" data-kind={toneOf(entry)}>
      <span className="event__node">
        <EntrySign kind={entry.kind} />
      </span>
      <div className="event__body">
        <p className="event__title">{note ? noteTitle(entry) : entry.text}</p>
        {!note && (
          <p className="meta">
            {entry.visible && (
              <span className="seen">
                <EyeIcon small />
                {t.seen}
              </span>
            )}
            {entry.kind !== 'message' && (
              <span>{entry.by ? <WithName text={t.by} name={entry.by} /> : t.actors[entry.actor]}</span>
            )}
            {entry.status && <span>{entry.status}</span>}
          </p>
        )}
        {note && <p className="event__note">{entry.text}</p>}
        {!note && entry.detail && <Detail entry={entry} />}
        {entry.kind === 'message' && <Resend entry={entry} {...rest} />}
      </div>
      <time dateTime={entry.at} title={exactly(entry.at)}>
        {hour(entry.at)}
      </time>
    </li>
  );
}

/** The reason, or the text of a message, which is collapsed because it is longer than everything else. */
function Detail({ entry: { kind, detail } }: { entry: Entry }) {
  if (kind !== 'message') return <p className="event__detail">{detail}</p>;
  return (
    <details className="event__text">
      <summary>{t.text}</summary>
      <p className="event__detail">{detail}</p>
    </details>
  );
}

const noteTitle = ({ by }: Entry): ReactNode => (by ? <WithName text={t.noteBy} name={by} /> : t.note);
