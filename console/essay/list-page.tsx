import { Button, ButtonLink } from '@orbita/web/ui/button';
import { Empty } from '@orbita/web/ui/empty';
import { Notice } from '@orbita/web/ui/notice';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'react-router';
import { call, textOf } from '../app/api.ts';
import { serverNow } from '../app/clock.ts';
import { useGo, useInstitution } from '../app/institution.ts';
import { useFilters, useList } from '../app/list.ts';
import { usePollMs, useTeamEvent } from '../app/live.ts';
import { useMay } from '../app/me.ts';
import { Failed } from '../app/states.tsx';
import { exactly, hour, when } from '../app/zone.ts';
import { ExportButton } from '../export/export-button.tsx';
import { essayTexts as t } from '../texts/essay.ts';
import { tableTexts } from '../texts/table.ts';
import { type Column, DataTable, type RowMarks } from '../ui/data-table.tsx';
import { Kbd } from '../ui/kbd.tsx';
import { useKeys } from '../ui/keys.ts';
import { Content, Head } from '../ui/page.tsx';
import { useSteadyRows } from '../ui/steady-rows.ts';
import { Changes, FilterPills, TableFoot } from '../ui/table-parts.tsx';
import { Due } from '../work/due.tsx';
import { isCounted, useQueues } from '../work/queues.ts';
import { ESSAY_QUEUES, type EssayQueue, type QueueItem } from './essay.ts';
import { registeredText } from './send-line.tsx';
import type { Registered } from './use-sending.ts';

const ROWS = 50;
/** Without the socket the list is asked for this often (spec 25.19). */
const AGAIN_MS = 30_000;

const columns: readonly Column<QueueItem>[] = [
  { key: 'theme', title: t.columns.theme, cell: ({ title }) => title },
  { key: 'place', title: t.columns.place, className: 'end', cell: ({ institutionCode }) => institutionCode },
  {
    key: 'waiting',
    title: t.columns.waiting,
    className: 'nowrap',
    cell: ({ waitingSince }) => <span title={exactly(waitingSince)}>{when(waitingSince)}</span>,
  },
  { key: 'due', title: t.columns.due, className: 'nowrap', cell: (item) => <Due {...item} /> },
];

/** Queues of essays that somebody may work from. */
function useOwnQueues(): EssayQueue[] {
  const may = useMay();
  return ESSAY_QUEUES.filter((queue) => may(queue === 'third-grades' ? 'essays.lead' : 'essays.grade'));
}

type Decided = ReadonlyMap<number, { by: string; at: number }>;

/** Essays that were decided while the list was looked at, and by whom. */
function useDecided(): Decided {
  const [decided, setDecided] = useState<Decided>(new Map());
  useTeamEvent('item.decided', ({ kind, itemId, by }) => {
    if (kind === 'essay') setDecided((before) => new Map(before).set(itemId, { by, at: serverNow() }));
  });
  return decided;
}

const marksOf = ({ itemId, claim }: QueueItem, decided: Decided, isGone: boolean): RowMarks => {
  const by = isGone ? decided.get(itemId) : undefined;
  return {
    claimed: claim ? (claim.mine ? t.mine : t.claimed(claim.by, hour(claim.since))) : undefined,
    decided: by && t.decided(by.by, hour(new Date(by.at))),
  };
};

/** E-03, the list: what waits in one queue, in its order (spec 25.7). */
export default function ListPage() {
  const may = useMay();
  const own = useOwnQueues();
  const { values, set } = useFilters(['fila']);
  const queue = own.find((one) => one === values.fila) ?? own[0] ?? 'essays';
  const institution = useInstitution()?.code;
  const counts = useQueues().data?.queues ?? [];
  const registered = (useLocation().state as { registered?: Registered } | null)?.registered;
  const list = useList<QueueItem>({
    key: ['queues', 'pages', queue, institution ?? ''],
    read: ({ cursor, signal, background }) =>
      call('GET /operations/queues/{queue}', {
        params: { queue },
        query: { institution, pageSize: ROWS, cursor },
        signal,
        background,
      }),
    everyMs: usePollMs(AGAIN_MS),
  });
  const decided = useDecided();
  const steady = useSteadyRows(list.page, list.answer?.data, ({ itemId }) => String(itemId));
  const waiting = new Set(list.answer?.data.map(({ itemId }) => itemId));
  const risks = (risk: QueueItem['risk']) => (steady.rows ?? []).filter((one) => one.risk === risk).length;
  const total = list.answer && tableTexts.total(list.answer.total, list.answer.totalCapped);
  return (
    <Content>
      <Head
        title={total && list.answer && list.answer.total > 0 ? t.head(total) : t.title}
        lead={t.headLate(risks('late'), risks('at-risk')) || undefined}
        actions={
          <>
            {may('essays.lead') && (
              <ButtonLink kind="outline" href="/redacoes/corretores">
                {t.gradersTitle}
              </ButtonLink>
            )}
            <ExportButton list="essays" query={{ state: 'finished', institution }} />
            {list.answer && list.answer.total > 0 && <Next queue={queue} />}
          </>
        }
      />
      <div role="status">{registered && <Notice kind="success" title={registeredText(registered)} />}</div>
      {own.length > 1 && (
        <div className="filters">
          <FilterPills
            legend={t.queue}
            options={own.map((one) => {
              const count = counts.find((found) => found.queue === one);
              return {
                value: one,
                label: t.queues[one],
                ...(count && isCounted(count) ? { count: tableTexts.total(count.count, count.capped) } : {}),
              };
            })}
            value={queue}
            onChange={(fila) => set({ fila })}
          />
        </div>
      )}
      <Changes count={steady.count} onUpdate={steady.update} />
      {list.error ? (
        <Failed error={list.error} onRetry={list.retry} />
      ) : (
        <DataTable
          caption={t.captions[queue]}
          columns={columns}
          rows={steady.rows}
          idOf={({ itemId }) => String(itemId)}
          hrefOf={({ itemId }) => `/redacoes/${itemId}`}
          detailOf={({ itemId }) => t.item(itemId)}
          marksOf={(row) => ({
            ...marksOf(row, decided, !waiting.has(row.itemId)),
            changed: steady.changed.has(String(row.itemId)),
          })}
          empty={<Empty mark="check" title={t.none} text={t.noneHelp} />}
        />
      )}
      {(list.onPrevious || list.onNext) && <TableFoot onPrevious={list.onPrevious} onNext={list.onNext} />}
    </Content>
  );
}

/** Takes up the next free essay of the queue and opens it. */
function Next({ queue }: { queue: EssayQueue }) {
  const go = useGo();
  const institution = useInstitution()?.code;
  const next = useMutation({
    mutationFn: () =>
      call('POST /operations/queues/{queue}/next', { params: { queue }, body: { institution } }),
    onSuccess: (item) => item && go(`/redacoes/${item.itemId}`),
  });
  const begin = () => {
    if (!next.isPending) next.mutate();
  };
  useKeys(t.title, [{ key: 'n', label: t.start, run: begin }]);
  return (
    <>
      <Button aria-keyshortcuts="N" busy={next.isPending && t.starting} onClick={begin}>
        {t.start}
        <Kbd keys="N" />
      </Button>
      <div role="status" className="head__said">
        {next.isSuccess && !next.data && <Notice title={t.noneFree} />}
        {next.error && <Notice kind="danger" title={textOf(next.error)} />}
      </div>
    </>
  );
}
