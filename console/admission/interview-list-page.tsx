import { serverNow } from '@orbita/client/server-clock.ts';
import { ButtonLink } from '@orbita/ui/button';
import { Empty } from '@orbita/ui/empty';
import { Field } from '@orbita/ui/field';
import { CalendarIcon } from '@orbita/ui/icons/calendar';
import { CheckIcon } from '@orbita/ui/icons/check';
import { TextInput } from '@orbita/ui/text-input';
import type { ReactNode } from 'react';
import { QueueScreen } from '../act/queue-screen.tsx';
import { useInstitution } from '../base/institution.ts';
import { useFilters } from '../base/list.ts';
import { ListTable } from '../base/list-table.tsx';
import { useMay } from '../base/me.ts';
import { useRows } from '../base/rows.ts';
import { day, exactly, hour, localDay } from '../base/zone.ts';
import { interviewReviewTexts as t } from '../texts/admission.ts';
import type { Column } from '../ui/data-table.tsx';
import { Content, Head } from '../ui/page.tsx';
import { State } from '../ui/state.tsx';
import { FilterPills } from '../ui/table-parts.tsx';
import { claimedText, useDecided } from '../work/decided.tsx';
import type { InterviewRow } from './interview.ts';

type View = keyof typeof t.views;

/** E-06: interviews by day, those without a date, and those awaiting a decision (spec 25.10). */
export default function InterviewListPage() {
  const may = useMay();
  const { values, set } = useFilters(['fila', 'de', 'quem']);
  const decides = may('admissions.decide');
  const views = (Object.keys(t.views) as View[]).filter((one) => decides || one !== 'interview-decisions');
  const view = views.find((one) => one === values.fila) ?? 'agenda';
  const filters = (
    <FilterPills
      legend={t.view}
      options={views.map((one) => ({ value: one, label: t.views[one] }))}
      value={view}
      onChange={(next) => set({ fila: next === 'agenda' ? '' : next })}
    />
  );
  if (view !== 'agenda')
    return (
      <QueueScreen
        key={view}
        queue={view}
        title={t.title}
        head={(total) => `${total} ${t.waits[view]}`}
        path={(itemId) => `/entrevistas/${itemId}`}
        texts={t.queues}
        filters={filters}
      />
    );
  // People who only interview start with their own.
  const whose = values.quem || (decides ? 'todas' : 'minhas');
  return (
    <Agenda
      from={values.de || localDay(new Date(serverNow()).toISOString())}
      mine={whose === 'minhas'}
      filters={filters}
      onFrom={(de) => set({ de })}
      onWhose={(quem) => set({ quem })}
    />
  );
}

const LOOKS = {
  'not-requested': { status: 'neutral', icon: CalendarIcon },
  requested: { status: 'in-review', icon: CalendarIcon },
  scheduled: { status: 'in-review', icon: CalendarIcon },
  held: { status: 'in-review', icon: CheckIcon },
  approved: { status: 'approved', icon: CheckIcon },
  rejected: { status: 'rejected', icon: CheckIcon },
} as const;

const columns: readonly Column<InterviewRow>[] = [
  {
    key: 'at',
    title: t.columns.at,
    className: 'nowrap',
    cell: ({ appointment, minutes }) =>
      appointment ? (
        <span title={exactly(appointment.at)}>
          {day(appointment.at)} {hour(appointment.at)} <span className="meta">{t.lasts(minutes)}</span>
        </span>
      ) : (
        '—'
      ),
  },
  { key: 'person', title: t.columns.person, cell: ({ name }) => name },
  { key: 'course', title: t.columns.course, cell: ({ courseName }) => courseName },
  { key: 'who', title: t.columns.who, cell: ({ interviewer }) => interviewer?.name ?? t.nobody },
  {
    key: 'state',
    title: t.columns.state,
    cell: ({ state }) => <State {...LOOKS[state]}>{t.states[state]}</State>,
  },
];

type AgendaProps = {
  from: string;
  mine: boolean;
  filters: ReactNode;
  onFrom: (day: string) => void;
  onWhose: (whose: string) => void;
};

/** Appointments from a day on, in order. */
function Agenda({ from, mine, filters, onFrom, onWhose }: AgendaProps) {
  const institution = useInstitution()?.code;
  const decided = useDecided('interview');
  const { table, steady } = useRows('GET /operations/interviews', {
    name: ['interviews', 'pages'],
    query: { from, institution, ...(mine ? { mine: 'true' as const } : {}) },
    idOf: ({ id }) => String(id),
    renews: true,
  });
  return (
    <Content>
      <Head title={t.title} />
      <div className="filters">{filters}</div>
      <div className="row">
        <Field label={t.from} id="de">
          <TextInput
            type="date"
            value={from}
            onChange={({ currentTarget: { value } }) => value && onFrom(value)}
          />
        </Field>
        <FilterPills
          legend={t.whose}
          options={[
            { value: 'minhas', label: t.mine },
            { value: 'todas', label: t.all },
          ]}
          value={mine ? 'minhas' : 'todas'}
          onChange={onWhose}
        />
      </div>
      <ListTable
        {...table}
        caption={t.views.agenda}
        columns={columns}
        hrefOf={({ id }) => `/entrevistas/${id}`}
        marksOf={({ id, claim }) => ({
          claimed: claimedText(claim),
          decided: steady.changed.has(String(id)) ? decided(id) : undefined,
        })}
        empty={
          <Empty
            mark="file"
            title={t.none}
            action={
              <ButtonLink kind="outline" href="/entrevistas?fila=interview-requests">
                {t.toAppoint}
              </ButtonLink>
            }
          />
        }
      />
    </Content>
  );
}
