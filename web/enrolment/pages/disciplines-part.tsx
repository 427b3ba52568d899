import { ELECTIVE_TEXT } from '@orbita/domain/enrolment';
import { ActionList } from '@orbita/ui/action-list';
import { Choice, Choices } from '@orbita/ui/choice';
import { Group } from '@orbita/ui/group';
import { CheckCircleIcon } from '@orbita/ui/icons/check-circle';
import { LoadFailed } from '@orbita/ui/load-failed';
import { PageHead } from '@orbita/ui/page';
import { LoadingForm } from '@orbita/ui/skeleton';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../base/api.ts';
import { useDomainForm } from '../../base/form.ts';
import { StepFrame } from '../../subscription/step-frame.tsx';
import { disciplineTexts as t } from '../../texts/enrolment.ts';
import {
  type Discipline,
  type DisciplineChoice,
  type DisciplineValues,
  disciplineProblems,
  electiveIds,
  groupsOf,
  savedElectives,
} from '../disciplines-form.ts';
import { PartForm } from '../part-form.tsx';
import type { PartProps } from '../part-props.ts';
import { disciplinesQuery } from '../queries.ts';
import { useSaved } from './use-saved.ts';

/** S-27: the disciplines of the first period, with the choice of electives. */
export function DisciplinesPart(props: PartProps) {
  const { subscription, steps } = props;
  const choice = useQuery(disciplinesQuery(subscription.id));
  if (choice.data) return <Choosing part={props} choice={choice.data} />;
  return (
    <StepFrame subscription={subscription} steps={steps}>
      <PageHead title={t.title} />
      {choice.isLoadingError ? (
        <LoadFailed title={t.loadFailed} onRetry={() => choice.refetch()} />
      ) : (
        <LoadingForm label={t.loading} fields={3} />
      )}
    </StepFrame>
  );
}

function Choosing({ part, choice }: { part: PartProps; choice: DisciplineChoice }) {
  const { id } = part.subscription;
  const client = useQueryClient();
  const saved = useSaved(part, 'disciplines');
  const { fixed, electives } = groupsOf(choice);
  const form = useDomainForm<DisciplineValues>(
    (values) => disciplineProblems(choice, values),
    savedElectives(choice),
    { labels: { electives: t.electives } },
  );
  const send = async (values: DisciplineValues) => {
    await call('PUT /candidate/subscriptions/{id}/disciplines', {
      params: { id },
      body: { disciplineIds: electiveIds(values) },
    });
    await client.invalidateQueries({ queryKey: disciplinesQuery(id).queryKey });
    await saved();
  };
  const limits = { min: choice.electiveMin, max: choice.electiveMax };
  const ticked = form.form.watch('electives');
  const full = ticked.length >= limits.max;
  return (
    <PartForm part={part} step="disciplines" title={t.title} lead={t.lead} form={form} send={send}>
      {fixed.length > 0 && (
        <Group title={t.fixed}>
          <ActionList
            done
            items={fixed.map((one) => ({
              key: String(one.id),
              icon: CheckCircleIcon,
              title: one.name,
              note: noteOf(one, one.accepted ? t.kinds.accepted : t.kinds.mandatory),
            }))}
          />
        </Group>
      )}
      {electives.length === 0 ? (
        <p>{t.noElectives}</p>
      ) : (
        <Group title={t.electives} lead={ELECTIVE_TEXT(limits)}>
          <p className="small" role="status">
            {t.counter(ticked.length, limits.max)}
            {full && electives.length > ticked.length && `. ${t.full}`}
          </p>
          <Choices legend={t.electives} legendHidden id="electives" error={form.errors.electives}>
            {electives.map((one) => (
              <Choice
                several
                key={one.id}
                value={String(one.id)}
                title={one.name}
                note={noteOf(one, t.kinds.elective)}
                disabled={full && !ticked.includes(String(one.id))}
                {...form.register('electives')}
              />
            ))}
          </Choices>
        </Group>
      )}
    </PartForm>
  );
}

const noteOf = ({ code, workload }: Discipline, kind: string): string => t.note(code, workload, kind);
