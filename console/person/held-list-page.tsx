import type { Answer } from '@orbita/protocol';
import { Empty } from '@orbita/ui/empty';
import { At } from '../base/facts.tsx';
import { useInstitution } from '../base/institution.ts';
import { ListTable } from '../base/list-table.tsx';
import { useTeamEvent } from '../base/live.ts';
import { useRows } from '../base/rows.ts';
import { heldListTexts as t } from '../texts/document-case.ts';
import type { Column } from '../ui/data-table.tsx';
import { Content, Head } from '../ui/page.tsx';

type Held = Answer<'GET /operations/held-contacts'>['data'][number];

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
  { key: 'at', title: t.at, inBlock: t.at, className: 'nowrap', cell: (one) => <At instant={one.at} /> },
  {
    key: 'until',
    title: t.until,
    inBlock: t.until,
    className: 'nowrap',
    cell: ({ heldUntil }) => (heldUntil ? <At instant={heldUntil} /> : t.never),
  },
];

/**
 * `/pessoas/contatos`: people whose corrected contact gets no codes until another member of the team has checked it (spec
 * 25.6.3).
 */
export default function HeldListPage() {
  const institution = useInstitution()?.code;
  const query = institution ? { institution } : {};
  const { table, list, total } = useRows('GET /operations/held-contacts', {
    name: ['held-contacts'],
    query,
    idOf: ({ personId }) => String(personId),
    renews: true,
  });
  useTeamEvent('queue.changed', ({ queue }) => {
    if (queue === 'held-contacts') list.retry();
  });
  const title = total === undefined ? t.loadingTitle : total === '0' ? t.none : t.title(total);
  return (
    <Content>
      <Head title={title} lead={t.lead} />
      <ListTable
        {...table}
        caption={t.caption}
        columns={columns}
        hrefOf={({ personId }) => `/pessoas/${personId}`}
        empty={<Empty mark="check" title={t.none} text={t.noneHelp} />}
      />
    </Content>
  );
}
