import { ELECTIVE_TEXT, electiveProblem } from '@orbita/domain/enrolment';
import type { Answer } from '@orbita/protocol';
import { Choice, Choices } from '@orbita/ui/choice';
import { useState } from 'react';
import { ActDialog } from '../act/act-dialog.tsx';
import { LoadingAct } from '../act/loading-act.tsx';
import type { ActProps } from '../act/props.ts';
import { useDisciplines } from '../act/queries.ts';
import { useReason } from '../act/reason-field.tsx';
import { useAct } from '../act/use-act.ts';
import { call } from '../base/api.ts';
import { acts } from '../texts/subscription-acts.ts';
import { disciplineTexts as t } from '../texts/subscription-behalf.ts';

type Choosing = Answer<'GET /operations/subscriptions/{id}/disciplines'>;

/** Chooses the electives of a transfer on the candidate's behalf, within the limits of the offer (spec 12.2). */
export function DisciplinesDialog(props: ActProps) {
  const { data, error, refetch } = useDisciplines(props.application.id);
  if (data) return <Form {...props} choice={data} />;
  return (
    <LoadingAct
      title={t.title}
      verb={acts['choose-disciplines'].verb}
      happens={t.happens}
      message={t.message}
      label={t.loading}
      error={error}
      onRetry={() => refetch()}
      onClose={props.onClose}
    />
  );
}

function Form({ choice, ...props }: ActProps & { choice: Choosing }) {
  const { application, onClose } = props;
  const electives = choice.disciplines.filter(({ mandatory, accepted }) => !mandatory && !accepted);
  const fixed = choice.disciplines.filter(({ mandatory, accepted }) => mandatory || accepted);
  const [chosen, setChosen] = useState(() => electives.flatMap(({ id, chosen: on }) => (on ? [id] : [])));
  const [tried, setTried] = useState(false);
  const reason = useReason();
  const limits = { min: choice.electiveMin, max: choice.electiveMax };
  const problem = electiveProblem(
    choice.disciplines.filter(({ accepted }) => !accepted),
    chosen,
    limits,
  );
  const save = useAct(props, (given: string) =>
    call('PUT /operations/subscriptions/{id}/disciplines', {
      params: { id: application.id },
      body: {
        electives: electives.flatMap(({ id, code }) => (chosen.includes(id) ? [code] : [])),
        reason: given,
      },
    }),
  );
  const send = () => {
    setTried(true);
    const given = reason.take();
    if (given && !problem) save.mutate(given);
  };
  const toggle = (id: number) =>
    setChosen(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id]);
  return (
    <ActDialog
      title={t.title}
      verb={acts['choose-disciplines'].verb}
      busy={save.isPending && acts['choose-disciplines'].busy}
      error={save.error}
      happens={t.happens}
      message={t.message}
      onClose={onClose}
      onSend={send}
    >
      {electives.length === 0 && <p className="muted">{t.none}</p>}
      {electives.length > 0 && (
        <Choices
          legend={<span className="field__label">{ELECTIVE_TEXT(limits)}</span>}
          error={tried ? problem : undefined}
        >
          {electives.map(({ id, name, workload }) => (
            <Choice
              key={id}
              several
              name="electives"
              checked={chosen.includes(id)}
              onChange={() => toggle(id)}
              title={name}
              note={t.hours(workload)}
            />
          ))}
        </Choices>
      )}
      {fixed.length > 0 && <p className="meta">{t.fixed(fixed.map(({ name }) => name))}</p>}
      {reason.field}
    </ActDialog>
  );
}
