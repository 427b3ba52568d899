import { Empty } from '@orbita/ui/empty';
import { lazy, Suspense, useState } from 'react';
import { useMay } from '../base/me.ts';
import { useScreens } from '../base/screen.ts';
import { Failed } from '../base/states.tsx';
import { exactly, spanSince } from '../base/zone.ts';
import { tableTexts } from '../texts/table.ts';
import { homeTexts as t } from '../texts/work.ts';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { Hints } from '../ui/kbd.tsx';
import { Content, Head, Section } from '../ui/page.tsx';
import { Mark } from '../ui/state.tsx';
import {
  byDanger,
  canBegin,
  isCounted,
  ofItems,
  type QueueCount,
  queuePath,
  screenOf,
  useQueues,
} from './queues.ts';

const part = <K extends keyof typeof import('./home-more.tsx').parts>(name: K) =>
  lazy(() => import('./home-more.tsx').then(({ parts }) => ({ default: parts[name] })));
const DueTrack = part('DueTrack');
const Opened = part('Opened');
const OwnClaims = part('OwnClaims');
const FirstDay = part('FirstDay');
const FirstDayLine = part('FirstDayLine');
const Start = part('Start');
const Begin = part('Begin');

const columns: readonly Column<QueueCount>[] = [
  {
    key: 'queue',
    title: t.queue,
    cell: ({ label, assigned }) => (
      <>
        {label}
        {assigned > 0 && <small>{t.yours(assigned)}</small>}
      </>
    ),
  },
  {
    key: 'count',
    title: t.waiting,
    className: 'num',
    cell: ({ count, capped }) => (
      <b className="queue__count">{count === null ? '?' : tableTexts.total(count, capped)}</b>
    ),
  },
  {
    key: 'oldest',
    title: t.oldest,
    className: 'nowrap',
    cell: ({ oldestAt }) =>
      oldestAt ? (
        <>
          <span className="table__label">{t.oldestBefore} </span>
          <time dateTime={oldestAt} title={exactly(oldestAt)}>
            {t.oldestAt(spanSince(oldestAt))}
          </time>
        </>
      ) : (
        '—'
      ),
  },
  {
    key: 'track',
    title: t.toDue,
    className: 'end',
    cell: (queue) =>
      isCounted(queue) && (
        <Suspense>
          <DueTrack queue={queue} />
        </Suspense>
      ),
  },
  { key: 'due', title: t.due, className: 'line nowrap', cell: (queue) => <Due queue={queue} /> },
];

function Due({ queue: { count, late, atRisk } }: { queue: QueueCount }) {
  if (count === null) return <Mark kind="danger">{t.failed}</Mark>;
  if (late === 0 && atRisk === 0) return <Mark kind="plain">{t.onTime}</Mark>;
  return (
    <>
      {late > 0 && <Mark kind="danger">{t.late(late)}</Mark>}
      {atRisk > 0 && <Mark kind="warning">{t.atRisk(atRisk)}</Mark>}
    </>
  );
}

const sum = (queues: readonly QueueCount[], of: (queue: QueueCount) => number): number =>
  queues.reduce((before, queue) => before + of(queue), 0);

/** The headline: what is late and almost due, what is unknown, how much is pending in time, or that nothing is. */
export function newsOf(queues: readonly QueueCount[]): string {
  const [late, atRisk] = [sum(queues, (queue) => queue.late), sum(queues, (queue) => queue.atRisk)];
  const uncounted = queues.filter((one) => !isCounted(one)).length;
  if (late > 0 && atRisk > 0) return t.news(late, atRisk);
  if (late > 0) return t.late(late);
  if (atRisk > 0) return t.atRisk(atRisk);
  if (uncounted > 0) return t.uncounted(uncounted);
  const waiting = sum(queues, ({ count }) => count ?? 0);
  return waiting === 0
    ? t.nothing
    : t.inTime(
        tableTexts.total(
          waiting,
          queues.some(({ capped }) => capped),
        ),
      );
}

/** E-01 Início: what is pending, what is at risk, and how to begin (spec 25.5). */
export default function HomePage() {
  const screens = useScreens();
  const { data, error, refetch } = useQueues();
  const open = (data?.queues ?? []).filter(({ queue }) => screenOf(queue, screens));
  const waiting = byDanger(open).filter(({ count }) => count !== 0);
  const counted = waiting.filter(isCounted);
  const [current, setCurrent] = useState<string>();
  const items = ofItems(waiting);
  // There is always one, so that hovering over a row never moves the rows below the pointer.
  const chosen =
    waiting.find(({ queue }) => queue === current) ??
    items.find((one) => canBegin(one, screens)) ??
    waiting[0];
  if (data && waiting.length === 0) return <Nothing hasQueues={open.length > 0} />;
  const count = tableTexts.total(
    sum(counted, ({ count }) => count ?? 0),
    counted.some(({ capped }) => capped),
  );
  return (
    <Content split>
      <Head
        title={data ? newsOf(waiting) : t.loadingTitle}
        lead={counted.length > 0 && t.lead(count, counted.length)}
        actions={
          chosen && (
            <Suspense>
              <Begin queue={chosen} />
            </Suspense>
          )
        }
      />
      <Section title={t.queues} aside={<span className="meta only-wide">{t.trackHelp}</span>}>
        {error && !data ? (
          <Failed error={error} onRetry={() => refetch()} />
        ) : (
          <DataTable
            caption={t.caption}
            columns={columns}
            rows={data && waiting}
            idOf={({ queue }) => queue}
            hrefOf={({ queue }) => queuePath(queue, screens)}
            onCurrent={({ queue }) => setCurrent(queue)}
            empty={null}
          />
        )}
        <Hints
          items={[
            { keys: ['ArrowUp', 'ArrowDown'], label: t.row },
            { keys: ['Enter'], label: t.open },
            { keys: ['n'], label: t.nextKey },
          ]}
        />
      </Section>
      <div className="aside">
        <Suspense>
          <FirstDayLine />
        </Suspense>
        <Suspense>
          <OwnClaims queues={waiting} />
        </Suspense>
        <LastOpened />
      </div>
    </Content>
  );
}

/** Only for people who may open applications. */
const LastOpened = () =>
  useMay()('subscriptions.read') && (
    <Suspense>
      <Opened />
    </Suspense>
  );

function Nothing({ hasQueues }: { hasQueues: boolean }) {
  return (
    <Content>
      <Head title={hasQueues ? t.nothing : t.noQueues} />
      <Empty mark="check" title={hasQueues ? t.nothingHelp : t.noQueuesHelp} />
      <Suspense>
        <FirstDay />
        <Start />
      </Suspense>
      <LastOpened />
    </Content>
  );
}
