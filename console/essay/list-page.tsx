import { ButtonLink } from '@orbita/ui/button';
import { Empty } from '@orbita/ui/empty';
import { Notice } from '@orbita/ui/notice';
import { useLocation } from 'react-router';
import { useInstitution } from '../base/institution.ts';
import { useFilters } from '../base/list.ts';
import { ListTable } from '../base/list-table.tsx';
import { useMay } from '../base/me.ts';
import { PlaceName } from '../base/place.tsx';
import { SavedFilters } from '../base/saved-filters.tsx';
import { exactly, when } from '../base/zone.ts';
import { ExportButton } from '../export/export-button.tsx';
import { essayTexts as t } from '../texts/essay.ts';
import type { Column } from '../ui/data-table.tsx';
import { Content, Head } from '../ui/page.tsx';
import { FilterPills } from '../ui/table-parts.tsx';
import { Due } from '../work/due.tsx';
import { NextItem } from '../work/next-item.tsx';
import { useQueueList } from '../work/queue-list.tsx';
import type { QueueItem } from '../work/queues.ts';
import { useQueueOptions } from '../work/queues.ts';
import { useSkipSaid } from '../work/skip.ts';
import { ESSAY_QUEUES, type EssayQueue } from './essay.ts';
import { registeredText } from './send-line.tsx';
import type { Registered } from './use-sending.ts';

const columns: readonly Column<QueueItem>[] = [
  { key: 'theme', title: t.columns.theme, cell: ({ title }) => title },
  {
    key: 'place',
    title: t.columns.place,
    className: 'end',
    cell: ({ institutionCode }) => <PlaceName code={institutionCode} />,
  },
  {
    key: 'waiting',
    title: t.columns.waiting,
    className: 'nowrap',
    cell: ({ waitingSince }) => <span title={exactly(waitingSince)}>{when(waitingSince)}</span>,
  },
  { key: 'due', title: t.columns.due, className: 'nowrap', cell: (item) => <Due {...item} /> },
];

/** Queues of essays that this person may work from. */
function useOwnQueues(): EssayQueue[] {
  const may = useMay();
  return ESSAY_QUEUES.filter((queue) => may(queue === 'third-grades' ? 'essays.lead' : 'essays.grade'));
}

/** E-03, the list: the pending items of one queue, in order (spec 25.7). */
export default function ListPage() {
  const may = useMay();
  const own = useOwnQueues();
  const { values, set } = useFilters(['fila']);
  const queue = own.find((one) => one === values.fila) ?? own[0] ?? 'essays';
  const institution = useInstitution()?.code;
  const said = useSkipSaid();
  const options = useQueueOptions(own, (one) => t.queues[one]);
  const registered = (useLocation().state as { registered?: Registered } | null)?.registered;
  const { table, whose, whoseAct, late, atRisk, total } = useQueueList(queue);
  return (
    <Content>
      <Head
        title={total ? t.head(total) : t.title}
        lead={t.headLate(late, atRisk) || undefined}
        actions={
          <>
            {may('essays.lead') && (
              <ButtonLink kind="outline" href="/redacoes/corretores">
                {t.gradersTitle}
              </ButtonLink>
            )}
            <ExportButton list="essays" query={{ state: 'finished', institution }} />
            {total && <NextItem queue={queue} label={t.start} group={t.title} noneFree={t.noneFree} />}
          </>
        }
      />
      {registered && <Notice kind="success" title={registeredText(registered)} />}
      <div role="status">{said && <Notice kind="warning" title={said} />}</div>
      {own.length > 1 && (
        <div className="filters">
          <FilterPills legend={t.queue} options={options} value={queue} onChange={(fila) => set({ fila })} />
          <SavedFilters values={values} />
        </div>
      )}
      {whose}
      <ListTable
        {...table}
        caption={t.captions[queue]}
        columns={columns}
        hrefOf={({ itemId }) => `/redacoes/${itemId}`}
        detailOf={({ itemId }) => t.item(itemId)}
        actsOf={whoseAct}
        empty={<Empty mark="check" title={t.none} text={t.noneHelp} />}
      />
    </Content>
  );
}
