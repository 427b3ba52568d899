import type { Answer } from '@orbita/protocol';
import { Empty } from '@orbita/web/ui/empty';
import { Field } from '@orbita/web/ui/field';
import { TextInput } from '@orbita/web/ui/text-input';
import { useQuery } from '@tanstack/react-query';
import { call } from '../app/api.ts';
import { useInstitution } from '../app/institution.ts';
import { useFilters } from '../app/list.ts';
import { Failed } from '../app/states.tsx';
import { essayTexts as t } from '../texts/essay.ts';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { Content, Head } from '../ui/page.tsx';

type Grader = Answer<'GET /operations/graders'>[number];

const number = (value: number): string =>
  value.toLocaleString('pt-BR', { maximumFractionDigits: 1, useGrouping: false });

const columns: readonly Column<Grader>[] = [
  { key: 'name', title: t.graders.name, cell: ({ name }) => name },
  { key: 'graded', title: t.graders.graded, className: 'num', cell: ({ graded }) => number(graded) },
  { key: 'mean', title: t.graders.mean, className: 'num', cell: ({ mean }) => number(mean) },
  { key: 'spread', title: t.graders.spread, className: 'num hide', cell: ({ spread }) => number(spread) },
  {
    key: 'minutes',
    title: t.graders.minutes,
    className: 'num hide',
    cell: ({ medianMinutes }) => (medianMinutes === null ? '—' : number(medianMinutes)),
  },
  { key: 'thirds', title: t.graders.thirds, className: 'num', cell: ({ thirds }) => number(thirds * 100) },
];

/** What each grader gave in some days, for the lead; no candidate stands here (spec 25.7). */
export default function GradersPage() {
  const institution = useInstitution()?.code;
  const { values, set } = useFilters(['de', 'ate']);
  const query = useQuery({
    queryKey: ['essays', 'graders', values.de, values.ate, institution ?? ''],
    queryFn: ({ signal }) =>
      call('GET /operations/graders', {
        query: { from: values.de || undefined, to: values.ate || undefined, institution },
        signal,
      }),
  });
  return (
    <Content>
      <Head title={t.gradersTitle} lead={t.gradersLead} />
      <div className="row">
        <Field label={t.from} id="de">
          <TextInput type="date" value={values.de} onChange={({ target }) => set({ de: target.value })} />
        </Field>
        <Field label={t.to} id="ate">
          <TextInput type="date" value={values.ate} onChange={({ target }) => set({ ate: target.value })} />
        </Field>
      </div>
      {query.error ? (
        <Failed error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <DataTable
          caption={t.gradersCaption}
          columns={columns}
          rows={query.data}
          idOf={({ staffId }) => String(staffId)}
          empty={<Empty mark="check" title={t.nobody} />}
        />
      )}
    </Content>
  );
}
