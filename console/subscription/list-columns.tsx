import { courseName, formatDate } from '@orbita/domain/foundation';
import { ApplicationState, type Card } from '../act/status.tsx';
import { At } from '../base/facts.tsx';
import { PlaceName } from '../base/place.tsx';
import { day, exactly } from '../base/zone.ts';
import { ownerTexts } from '../texts/reminder.ts';
import { listTexts as t } from '../texts/subscription.ts';
import { waitTexts } from '../texts/subscription-work.ts';
import type { Column } from '../ui/data-table.tsx';
import { AttentionMarks } from './attention.tsx';
import { WaitCell } from './wait.tsx';

/** Key under which the columns of the list are stored in a person's preferences. */
export const SCREEN = '/inscricoes';

/** All columns that the list may have, in order; the first links to the application. */
export const LIST_COLUMNS: readonly [Column<Card>, ...Column<Card>[]] = [
  {
    key: 'name',
    title: t.name,
    className: 'person',
    cell: ({ person }) => person.socialName ?? person.name,
  },
  {
    key: 'document',
    title: t.document,
    className: 'numbers nowrap end',
    cell: ({ person }) => person.document || '—',
  },
  {
    key: 'institution',
    title: t.institution,
    inBlock: t.institution,
    cell: ({ institutionCode }) => <PlaceName code={institutionCode} />,
  },
  { key: 'course', title: t.course, cell: (card) => courseName(card.courseName) },
  { key: 'pole', title: t.pole, className: 'end', cell: ({ campusPolo }) => campusPolo },
  { key: 'offer', title: t.offer, inBlock: t.offer, cell: ({ offer }) => offer.name },
  { key: 'ingress', title: t.ingress, inBlock: t.ingress, cell: ({ ingressMode }) => ingressMode },
  {
    key: 'status',
    title: t.status,
    className: 'line',
    cell: (card) => (
      <>
        <ApplicationState of={card} />
        <AttentionMarks of={card} />
      </>
    ),
  },
  {
    key: 'waiting',
    title: waitTexts.title,
    className: 'nowrap start',
    inBlock: waitTexts.waits,
    cell: (card) => <WaitCell of={card} />,
  },
  {
    key: 'owner',
    title: ownerTexts.column,
    inBlock: ownerTexts.label,
    cell: ({ owner }) => (owner ? (owner.mine ? ownerTexts.you : owner.name) : '—'),
  },
  {
    key: 'next',
    title: ownerTexts.nextColumn,
    className: 'num nowrap',
    inBlock: ownerTexts.nextColumn,
    cell: ({ nextContactOn }) => (nextContactOn ? formatDate(nextContactOn) : '—'),
  },
  {
    key: 'created',
    title: t.created,
    className: 'num nowrap',
    inBlock: t.created,
    cell: ({ createdAt }) => (
      <time dateTime={createdAt} title={exactly(createdAt)}>
        {day(createdAt)}
      </time>
    ),
  },
  {
    key: 'changed',
    title: t.changed,
    className: 'num nowrap line start',
    inBlock: t.changed,
    cell: ({ changedAt }) => <At instant={changedAt} />,
  },
];

/** Columns for people who have chosen none. */
export const CHOSEN_COLUMNS: readonly string[] = [
  'name',
  'document',
  'course',
  'pole',
  'status',
  'waiting',
  'changed',
];

/** The columns a person has chosen, in order; names of columns that no longer exist are ignored. */
export function columnsOf(kept: readonly string[] | undefined): readonly Column<Card>[] {
  const [first, ...others] = LIST_COLUMNS;
  return [first, ...others.filter(({ key }) => (kept ?? CHOSEN_COLUMNS).includes(key))];
}
