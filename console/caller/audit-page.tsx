import type { Answer } from '@orbita/protocol';
import { Button } from '@orbita/ui/button';
import { Empty } from '@orbita/ui/empty';
import { Select } from '@orbita/ui/select';
import { typing } from '@orbita/ui/typing.ts';
import { useQuery } from '@tanstack/react-query';
import { call } from '../base/api.ts';
import { At } from '../base/facts.tsx';
import { DaysFilter, NumberFilter } from '../base/filter-fields.tsx';
import { useFilters } from '../base/list.ts';
import { ListTable, NoHits } from '../base/list-table.tsx';
import { useMay, useMe } from '../base/me.ts';
import { ForWhole } from '../base/not-allowed.tsx';
import { useRows } from '../base/rows.ts';
import { SavedFilters } from '../base/saved-filters.tsx';
import { ExportButton } from '../export/export-button.tsx';
import '../styles/list.css';
import { auditTexts as t } from '../texts/audit.ts';
import { teamTexts } from '../texts/team.ts';
import type { Column } from '../ui/data-table.tsx';
import { Content, Head } from '../ui/page.tsx';
import { FilterPills } from '../ui/table-parts.tsx';
import { type AuditFilters, FILTERS, KINDS, NONE, queryFor, REFUSED, thingOf } from './audit-query.ts';

type Line = Answer<'GET /operations/audit'>['data'][number];

/** Most members of the team offered by the filter. */
const MOST_PEOPLE = 100;

const columns: readonly Column<Line>[] = [
  { key: 'act', title: t.act, className: 'line', cell: ({ text }) => text },
  {
    key: 'who',
    title: t.who,
    cell: ({ operator, token, staffId, requestedBy }) => (
      <>
        {operator && <span translate="no">{operator}</span>}
        {!operator && t.system}
        {staffId === null && <small>{t.token(token)}</small>}
        {requestedBy && <small>{t.asked(requestedBy)}</small>}
      </>
    ),
  },
  {
    key: 'about',
    title: t.about,
    cell: (line) => thingOf(line.subject)?.label ?? <span className="muted">—</span>,
  },
  {
    key: 'at',
    title: t.at,
    className: 'nowrap',
    cell: ({ at }) => <At instant={at} />,
  },
];

const detailOf = ({ times, found }: Line) =>
  times === undefined ? found !== undefined && t.found(found) : t.times(times);

/** E-13 `/auditoria`: who did what (spec 25.16). */
export default function AuditPage() {
  return useMe().parts.audit === 'all' ? <Audit /> : <ForWhole title={t.title} />;
}

function Audit() {
  const may = useMay();
  const { values, set } = useFilters(FILTERS);
  const query = queryFor(values);
  const { table } = useRows('GET /operations/audit', {
    name: ['audit'],
    query,
    idOf: ({ id }) => String(id),
  });
  const filtered = FILTERS.some((name) => values[name]);
  return (
    <Content>
      <Head title={t.title} lead={t.lead} actions={<ExportButton list="audit" query={query} />} />
      <Filters values={values} set={set} />
      <ListTable
        {...table}
        caption={t.caption}
        columns={columns}
        hrefOf={({ subject }) => {
          const thing = thingOf(subject);
          return thing && may(thing.part) ? thing.href : undefined;
        }}
        detailOf={detailOf}
        empty={filtered ? <NoHits onClear={() => set(NONE)} /> : <Empty mark="file" title={t.empty} />}
      />
    </Content>
  );
}

type FiltersProps = {
  values: AuditFilters;
  set: (change: Partial<AuditFilters>) => void;
};

function Filters({ values, set }: FiltersProps) {
  const filtered = FILTERS.some((name) => values[name]);
  return (
    <div className="filters">
      <FilterPills
        legend={t.filter}
        value={values.tipo}
        onChange={(tipo) => set({ tipo })}
        options={[
          { value: '', label: t.all },
          ...KINDS.map((kind) => ({ value: kind, label: t.kinds[kind] })),
          { value: REFUSED, label: t.refused },
        ]}
      />
      <ByPerson value={values.pessoa} onChange={(pessoa) => set({ pessoa })} />
      <NumberFilter value={values.inscricao} onChange={(inscricao) => set({ inscricao })} />
      <DaysFilter values={values} set={set} />
      {filtered && (
        <Button kind="quiet" small onClick={() => set(NONE)}>
          {t.clear}
        </Button>
      )}
      <SavedFilters values={values} />
    </div>
  );
}

/** Filter by member of the team; people who may not see the team get no list, and keep what the address named. */
function ByPerson({ value, onChange }: { value: string; onChange: (staffId: string) => void }) {
  const may = useMay();
  const { data } = useQuery({
    queryKey: ['staff', 'names'],
    queryFn: ({ signal }) =>
      call('GET /operations/staff', { query: { pageSize: MOST_PEOPLE }, signal, background: true }),
    enabled: may('staff.read'),
    staleTime: 60_000,
  });
  const people = data?.data ?? [];
  const known = people.some(({ staffId }) => String(staffId) === value);
  return (
    <Select
      aria-label={t.byPerson}
      placeholder={t.anybody}
      options={[
        ...people.map(({ staffId, name, state }) => ({
          value: String(staffId),
          label: state === 'disabled' ? `${name} (${teamTexts.states.disabled})` : name,
        })),
        ...(value && !known ? [{ value, label: t.staff(value) }] : []),
      ]}
      {...typing(value, onChange)}
    />
  );
}
