import { serverNow } from '@orbita/client/server-clock.ts';
import { GRADER_DAYS } from '@orbita/domain/essay';
import { addDays, formatDate, isRealDay } from '@orbita/domain/foundation';
import type { Answer } from '@orbita/protocol';
import { Empty } from '@orbita/ui/empty';
import { Field } from '@orbita/ui/field';
import { TextInput } from '@orbita/ui/text-input';
import { useQuery } from '@tanstack/react-query';
import { call } from '../base/api.ts';
import { useInstitution } from '../base/institution.ts';
import { useFilters } from '../base/list.ts';
import { Failed } from '../base/states.tsx';
import { localDay } from '../base/zone.ts';
import { essayTexts as t } from '../texts/essay.ts';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { Content, Head } from '../ui/page.tsx';

type Grader = Answer<'GET /operations/graders'>[number];

const number = (value: number): string =>
  value.toLocaleString('pt-BR', { maximumFractionDigits: 1, useGrouping: false });

const columns: readonly Column<Grader>[] = [
  { key: 'name', title: t.graders.name, cell: ({ name }) => <span translate="no">{name}</span> },
  {
    key: 'graded',
    title: t.graders.graded,
    className: 'num',
    inBlock: t.graders.graded,
    cell: ({ graded }) => number(graded),
  },
  {
    key: 'mean',
    title: t.graders.mean,
    className: 'num start',
    inBlock: t.graders.mean,
    cell: ({ mean }) => number(mean),
  },
  {
    key: 'spread',
    title: t.graders.spread,
    className: 'num',
    inBlock: t.graders.spread,
    cell: ({ spread }) => number(spread),
  },
  {
    key: 'minutes',
    title: t.graders.minutes,
    className: 'num start',
    inBlock: t.graders.minutes,
    cell: ({ medianMinutes }) => (medianMinutes === null ? '—' : number(medianMinutes)),
  },
  {
    key: 'thirds',
    title: t.graders.thirds,
    className: 'num',
    inBlock: t.graders.thirds,
    cell: ({ thirds }) => number(thirds * 100),
  },
];

/** The days counted: the chosen ones, else as many as the server counts by default, so that the page can say which. */
export function countedDays({ de, ate }: { de: string; ate: string }): { from: string; to: string } {
  const to = ate || localDay(new Date(serverNow()));
  return { from: de || (isRealDay(to) ? addDays(to, 1 - GRADER_DAYS) : to), to };
}

/** Statistics of each grader's marks over some days, for the lead; candidates are never shown (spec 25.7). */
export default function GradersPage() {
  const institution = useInstitution()?.code;
  const { values, set } = useFilters(['de', 'ate']);
  const days = countedDays(values);
  const query = useQuery({
    queryKey: ['essays', 'graders', days.from, days.to, institution ?? ''],
    queryFn: ({ signal }) =>
      call('GET /operations/graders', {
        query: { ...days, institution },
        signal,
      }),
  });
  return (
    <Content>
      <Head
        title={t.gradersTitle}
        lead={
          isRealDay(days.from) &&
          isRealDay(days.to) &&
          t.gradersLead(formatDate(days.from), formatDate(days.to))
        }
      />
      <div className="row">
        <Field label={t.from} id="de">
          <TextInput type="date" value={values.de} onChange={({ target }) => set({ de: target.value })} />
        </Field>
        <Field label={t.to} id="ate">
          <TextInput type="date" value={values.ate} onChange={({ target }) => set({ ate: target.value })} />
        </Field>
      </div>
      {query.error && !query.data ? (
        <Failed error={query.error} onRetry={() => query.refetch()} />
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
