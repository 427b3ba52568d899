import { courseName } from '@orbita/domain/foundation';
import { statusInfo } from '@orbita/domain/subscription';
import { Button, ButtonLink } from '@orbita/ui/button';
import { Empty } from '@orbita/ui/empty';
import { lazy, Suspense, useState } from 'react';
import { ApplicationState, type Card } from '../act/status.tsx';
import { call } from '../base/api.ts';
import { useInstitution } from '../base/institution.ts';
import { useFilters, useList } from '../base/list.ts';
import { ListTable, NoHits } from '../base/list-table.tsx';
import { usePollMs, useTeamEvent } from '../base/live.ts';
import { useMay } from '../base/me.ts';
import { SavedFilters } from '../base/saved-filters.tsx';
import { dayStart, exactly, spanSince, when } from '../base/zone.ts';
import { ExportButton } from '../export/export-button.tsx';
import { applyTexts } from '../texts/front-desk.ts';
import { listTexts as t } from '../texts/subscription.ts';
import { tableTexts } from '../texts/table.ts';
import type { Column } from '../ui/data-table.tsx';
import { Content, Head } from '../ui/page.tsx';
import { useSteadyRows } from '../ui/steady-rows.ts';
import { AttentionMarks } from './attention.tsx';
import { FILTERS, type Filters, queryOf, statusesOf } from './list-query.ts';
import { queueNamed } from './queue.ts';
import { QueueList, QueuePills } from './queue-list.tsx';
import '../styles/application.css';

const FiltersDialog = lazy(() => import('./filters-dialog.tsx'));

const AGAIN_MS = 30_000;

const columns: readonly Column<Card>[] = [
  {
    key: 'name',
    title: t.name,
    cell: ({ person }) => <span translate="no">{person.socialName ?? person.name}</span>,
  },
  {
    key: 'document',
    title: t.document,
    className: 'numbers nowrap end',
    cell: ({ person }) => person.document || '—',
  },
  { key: 'course', title: t.course, cell: (card) => courseName(card.courseName) },
  { key: 'pole', title: t.pole, className: 'end', cell: ({ campusPolo }) => campusPolo },
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
    title: t.waiting,
    className: 'num nowrap start',
    inBlock: t.waiting,
    cell: ({ waitingSince }) => (
      <time dateTime={waitingSince} title={exactly(waitingSince)}>
        {spanSince(waitingSince)}
      </time>
    ),
  },
  {
    key: 'changed',
    title: t.changed,
    className: 'num nowrap',
    inBlock: t.changed,
    cell: ({ changedAt }) => (
      <time dateTime={changedAt} title={exactly(changedAt)}>
        {when(changedAt)}
      </time>
    ),
  },
];

const none = Object.fromEntries(FILTERS.map((name) => [name, ''])) as Filters;
/** Filters that stand in the dialog alone. */
const HIDDEN = ['de', 'ate', 'curso', 'polo', 'oferta', 'processo', 'externo'] as const;

/** E-02 `/inscricoes`: what waits in one queue, or applications with their filters in the address (spec 25.4.1, 25.6.1). */
export default function ListPage() {
  const queue = queueNamed(useFilters(['fila']).values.fila, useMay());
  return queue ? <QueueList key={queue} queue={queue} /> : <WholeList />;
}

function WholeList() {
  const { values, set } = useFilters(FILTERS);
  const institution = useInstitution();
  const mayAct = useMay()('subscriptions.act');
  const [choosing, setChoosing] = useState(false);
  const query = {
    ...queryOf(values, dayStart),
    ...(institution ? { institution: institution.code } : {}),
  };
  const list = useList<Card>({
    key: ['application', 'list', query],
    read: ({ cursor, pageSize, signal, background }) =>
      call('GET /operations/subscriptions', {
        query: { ...query, pageSize, ...(cursor ? { cursor } : {}) },
        signal,
        background,
      }),
    everyMs: usePollMs(AGAIN_MS),
  });
  const steady = useSteadyRows(list.page, list.answer?.data, ({ id }) => String(id));
  useTeamEvent('application.changed', ({ subscriptionId }) => {
    if (steady.rows?.some(({ id }) => id === subscriptionId)) list.retry();
  });
  const filtered = FILTERS.some((name) => values[name]);
  // "0+" says nothing of a list that was not looked through.
  const known = list.answer && !(list.partial && list.answer.total === 0) ? list.answer : undefined;
  const total = known && tableTexts.total(known.total, known.totalCapped);
  const statuses = statusesOf(values.situacao);
  const hidden = HIDDEN.filter((name) => values[name]).length;
  return (
    <Content>
      <Head
        title={total ? t.title(total) : t.loadingTitle}
        lead={values.de || values.ate ? t.byCreation : t.lead}
        actions={
          <>
            <ExportButton list="subscriptions" query={query} />
            {mayAct && (
              <ButtonLink kind="outline" href="/inscricoes/nova">
                {applyTexts.title}
              </ButtonLink>
            )}
          </>
        }
      />
      <div className="filters">
        <QueuePills queue={undefined} />
        <button
          type="button"
          className="filter"
          aria-pressed={values.atencao === '1'}
          onClick={() => set({ atencao: values.atencao === '1' ? '' : '1' })}
        >
          {t.attention}
        </button>
        {statuses.map((status) => (
          <button
            key={status}
            type="button"
            className="filter"
            aria-pressed
            onClick={() => set({ situacao: statuses.filter((one) => one !== status).join(',') })}
          >
            {statusInfo(status).label}
          </button>
        ))}
        <button type="button" className="filter" aria-haspopup="dialog" onClick={() => setChoosing(true)}>
          {hidden > 0 ? t.moreCount(hidden) : t.more}
        </button>
        {filtered && (
          <Button kind="quiet" small onClick={() => set(none)}>
            {t.clear}
          </Button>
        )}
        <SavedFilters values={values} />
      </div>
      <ListTable
        list={list}
        steady={steady}
        caption={t.caption}
        columns={columns}
        idOf={({ id }) => String(id)}
        hrefOf={({ id }) => `/inscricoes/${id}`}
        detailOf={({ id }) => `${t.number} ${id}`}
        empty={
          filtered ? (
            <NoHits title={t.none} onClear={() => set(none)} />
          ) : (
            <Empty mark="file" title={t.empty} text={t.emptyHelp} />
          )
        }
      />
      {choosing && (
        <Suspense>
          <FiltersDialog
            values={values}
            onClose={() => setChoosing(false)}
            onApply={(change) => {
              setChoosing(false);
              set(change);
            }}
          />
        </Suspense>
      )}
    </Content>
  );
}
