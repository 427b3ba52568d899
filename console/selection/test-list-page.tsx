import type { Answer } from '@orbita/protocol';
import { Empty } from '@orbita/ui/empty';
import { useInstitution } from '../base/institution.ts';
import { useFilters } from '../base/list.ts';
import { ListTable } from '../base/list-table.tsx';
import { useRows } from '../base/rows.ts';
import { day, exactly, hour } from '../base/zone.ts';
import { testDayTexts as t } from '../texts/selection.ts';
import type { Column } from '../ui/data-table.tsx';
import { Content, Head } from '../ui/page.tsx';
import { FilterPills } from '../ui/table-parts.tsx';

type Slot = Answer<'GET /operations/schedules'>['data'][number];
type View = keyof typeof t.views;

const columns: readonly Column<Slot>[] = [
  {
    key: 'at',
    title: t.columns.at,
    className: 'nowrap',
    cell: ({ at }) => (
      <span title={exactly(at)}>
        {day(at)} {hour(at)}
      </span>
    ),
  },
  { key: 'place', title: t.columns.place, cell: ({ place }) => place },
  { key: 'offer', title: t.columns.offer, cell: ({ offerName }) => offerName },
  {
    key: 'taken',
    title: t.columns.taken,
    className: 'num',
    cell: ({ taken, capacity }) => t.taken(taken, capacity),
  },
];

/** E-05: test slots with the number of places taken (spec 25.9). */
export default function TestListPage() {
  const institution = useInstitution()?.code;
  const { values, set } = useFilters(['quando']);
  const views = Object.keys(t.views) as View[];
  const view = views.find((one) => one === values.quando) ?? 'coming';
  const { table } = useRows('GET /operations/schedules', {
    name: ['tests', 'pages'],
    query: { state: view, institution },
    idOf: ({ id }) => String(id),
  });
  return (
    <Content>
      <Head title={t.title} />
      <div className="filters">
        <FilterPills
          legend={t.view}
          options={views.map((one) => ({ value: one, label: t.views[one] }))}
          value={view}
          onChange={(next) => set({ quando: next === 'coming' ? '' : next })}
        />
      </div>
      <ListTable
        {...table}
        caption={t.title}
        columns={columns}
        hrefOf={({ id }) => `/provas/${id}`}
        empty={<Empty mark="file" title={t.none} />}
      />
    </Content>
  );
}
