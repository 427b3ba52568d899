import { statusInfo } from '@orbita/domain/subscription';
import { waitLabel } from '@orbita/domain/work';
import { Button, ButtonLink } from '@orbita/ui/button';
import { Empty } from '@orbita/ui/empty';
import { Anchor } from '@orbita/ui/link';
import { lazy, Suspense, useState } from 'react';
import { useInstitution } from '../base/institution.ts';
import { useFilters } from '../base/list.ts';
import { ListTable, NoHits } from '../base/list-table.tsx';
import { useTeamEvent } from '../base/live.ts';
import { useMay, useMe } from '../base/me.ts';
import { useRows } from '../base/rows.ts';
import { SavedFilters } from '../base/saved-filters.tsx';
import { dayStart } from '../base/zone.ts';
import { ExportButton } from '../export/export-button.tsx';
import { applyTexts } from '../texts/front-desk.ts';
import { ownerTexts, readyTexts } from '../texts/reminder.ts';
import { listTexts as t } from '../texts/subscription.ts';
import { waitTexts } from '../texts/subscription-work.ts';
import { tableTexts } from '../texts/table.ts';
import { Content, Head } from '../ui/page.tsx';
import { ChoiceChip } from './choice-field.tsx';
import { columnsOf, SCREEN } from './list-columns.tsx';
import {
  FILTERS,
  type Filters,
  PLACE_FILTERS,
  PLACE_NAMES,
  queryOf,
  statusesOf,
  stillOf,
  waitsOf,
} from './list-query.ts';
import { queueNamed } from './queue.ts';
import { QueueList, QueuePills } from './queue-list.tsx';
import { RemindBar } from './remind-bar.tsx';
import '../styles/application.css';

/** Predefined lists, by the query of their filters. */
const READY = [
  { name: readyTexts.unpaid, query: 'situacao=3,6,21&espera=pessoa&parada=5' },
  { name: readyTexts.papers, query: 'situacao=5,10&espera=pessoa&parada=7' },
] as const;

const ColumnsDialog = lazy(() => import('./columns-dialog.tsx'));
const FiltersDialog = lazy(() => import('./filters-dialog.tsx'));

const NONE_CHOSEN: ReadonlySet<string> = new Set();

const none = Object.fromEntries(FILTERS.map((name) => [name, ''])) as Filters;
/** Filters that appear only in the dialog; the others have chips. */
const HIDDEN = ['de', 'ate', 'externo'] as const;

/** E-02 `/inscricoes`: the pending items of one queue, or applications with filters in the address (spec 25.4.1, 25.6.1). */
export default function ListPage() {
  const queue = queueNamed(useFilters(['fila']).values.fila, useMay());
  return queue ? <QueueList key={queue} queue={queue} /> : <WholeList />;
}

function WholeList() {
  const { values, set } = useFilters(FILTERS);
  const institution = useInstitution();
  const mayAct = useMay()('subscriptions.act');
  const [choosing, setChoosing] = useState(false);
  const [sorting, setSorting] = useState(false);
  const [chosen, setChosen] = useState(NONE_CHOSEN);
  const mayRemind = useMay()('messages.send');
  const me = useMe();
  const columns = columnsOf(me.preferences.columns?.[SCREEN]);
  const waits = waitsOf(values.espera);
  const still = stillOf(values.parada);
  const query = {
    ...queryOf(values, dayStart),
    ...(values.minhas === '1' ? { ownerId: me.staffId } : {}),
    ...(institution ? { institution: institution.code } : {}),
  };
  const { table, list, steady } = useRows('GET /operations/subscriptions', {
    name: ['application', 'list'],
    query,
    idOf: ({ id }) => String(id),
    renews: true,
  });
  useTeamEvent('application.changed', ({ subscriptionId }) => {
    if (steady.rows?.some(({ id }) => id === subscriptionId)) list.retry();
  });
  const filtered = FILTERS.some((name) => values[name]);
  // "0+" says nothing about a list that was not searched to its end.
  const known = list.answer && !(list.partial && list.answer.total === 0) ? list.answer : undefined;
  const total = known && tableTexts.total(known.total, known.totalCapped);
  const statuses = statusesOf(values.situacao);
  const hidden = HIDDEN.filter((name) => values[name]).length;
  return (
    <Content>
      <Head
        title={total ? t.title(total) : t.loadingTitle}
        lead={waits || still ? t.byWait : values.de || values.ate ? t.byCreation : t.lead}
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
        <button
          type="button"
          className="filter"
          aria-pressed={values.minhas === '1'}
          onClick={() => set({ minhas: values.minhas === '1' ? '' : '1' })}
        >
          {ownerTexts.mine}
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
        {waits && (
          <button type="button" className="filter" aria-pressed onClick={() => set({ espera: '' })}>
            {waitTexts.title}: {waitLabel(waits)}
          </button>
        )}
        {still && (
          <button type="button" className="filter" aria-pressed onClick={() => set({ parada: '' })}>
            {waitTexts.days(still)}
          </button>
        )}
        {PLACE_NAMES.map(
          (name) =>
            values[name] && (
              <ChoiceChip
                key={name}
                of={PLACE_FILTERS[name]}
                code={values[name]}
                onRemove={() => set({ [name]: '' })}
              />
            ),
        )}
        <button type="button" className="filter" aria-haspopup="dialog" onClick={() => setChoosing(true)}>
          {hidden > 0 ? t.moreCount(hidden) : t.more}
        </button>
        {filtered && (
          <Button kind="quiet" small onClick={() => set(none)}>
            {t.clear}
          </Button>
        )}
        <SavedFilters values={values} />
        <button type="button" className="filter" aria-haspopup="dialog" onClick={() => setSorting(true)}>
          {t.columns}
        </button>
      </div>
      <ul className="saved-filters" aria-label={readyTexts.legend}>
        {READY.map(({ name, query: ready }) => (
          <li key={name}>
            <Anchor className="filter" href={`${SCREEN}?${ready}`}>
              {name}
            </Anchor>
          </li>
        ))}
      </ul>
      {mayRemind && <RemindBar chosen={chosen} query={query} onUnchoose={() => setChosen(NONE_CHOSEN)} />}
      <ListTable
        {...table}
        selection={mayRemind ? { chosen, choose: setChosen } : undefined}
        caption={t.caption}
        columns={columns}
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
      {sorting && (
        <Suspense>
          <ColumnsDialog onClose={() => setSorting(false)} />
        </Suspense>
      )}
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
