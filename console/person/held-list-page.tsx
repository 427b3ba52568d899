import type { Answer } from '@orbita/protocol';
import { Empty } from '@orbita/ui/empty';
import { call } from '../base/api.ts';
import { useInstitution } from '../base/institution.ts';
import { useList } from '../base/list.ts';
import { ListTable } from '../base/list-table.tsx';
import { usePollMs, useTeamEvent } from '../base/live.ts';
import { exactly, when } from '../base/zone.ts';
import { heldListTexts as t } from '../texts/document-case.ts';
import { tableTexts } from '../texts/table.ts';
import type { Column } from '../ui/data-table.tsx';
import { Content, Head } from '../ui/page.tsx';
import { useSteadyRows } from '../ui/steady-rows.ts';

type Held = Answer<'GET /operations/held-contacts'>['data'][number];

const AGAIN_MS = 30_000;

const at = (instant: string) => (
  <time dateTime={instant} title={exactly(instant)}>
    {when(instant)}
  </time>
);

const columns: readonly Column<Held>[] = [
  {
    key: 'person',
    title: t.person,
    className: 'line',
    cell: ({ name, mayRelease }) => (
      <>
        <span translate="no">{name}</span>
        {!mayRelease && <small>{t.own}</small>}
      </>
    ),
  },
  {
    key: 'contact',
    title: t.contact,
    cell: ({ channels }) => channels.map((one) => t.channels[one]).join(', '),
  },
  {
    key: 'by',
    title: t.by,
    inBlock: t.by,
    cell: ({ correctedBy }) => <span translate="no">{correctedBy}</span>,
  },
  { key: 'at', title: t.at, inBlock: t.at, className: 'nowrap', cell: (one) => at(one.at) },
  {
    key: 'until',
    title: t.until,
    inBlock: t.until,
    className: 'nowrap',
    cell: ({ heldUntil }) => (heldUntil ? at(heldUntil) : t.never),
  },
];

/** `/pessoas/contatos`: people to whose corrected contact no code goes before somebody else of the team looked (spec 25.6.3). */
export default function HeldListPage() {
  const institution = useInstitution()?.code;
  const query = institution ? { institution } : {};
  const list = useList<Held>({
    key: ['held-contacts', query],
    read: ({ cursor, pageSize, signal, background }) =>
      call('GET /operations/held-contacts', {
        query: { ...query, pageSize, ...(cursor ? { cursor } : {}) },
        signal,
        background,
      }),
    everyMs: usePollMs(AGAIN_MS),
  });
  const steady = useSteadyRows(list.page, list.answer?.data, ({ personId }) => String(personId));
  useTeamEvent('queue.changed', ({ queue }) => {
    if (queue === 'held-contacts') list.retry();
  });
  const total = list.answer && tableTexts.total(list.answer.total, list.answer.totalCapped);
  const title = total === undefined ? t.loadingTitle : total === '0' ? t.none : t.title(total);
  return (
    <Content>
      <Head title={title} lead={t.lead} />
      <ListTable
        list={list}
        steady={steady}
        caption={t.caption}
        columns={columns}
        idOf={({ personId }) => String(personId)}
        hrefOf={({ personId }) => `/pessoas/${personId}`}
        empty={<Empty mark="check" title={t.none} text={t.noneHelp} />}
      />
    </Content>
  );
}
