import { formatDate } from '@orbita/domain/foundation';
import type { Answer } from '@orbita/protocol';
import { Choice, Choices } from '@orbita/ui/choice';
import { Field } from '@orbita/ui/field';
import { Notice } from '@orbita/ui/notice';
import { TextInput } from '@orbita/ui/text-input';
import { typing } from '@orbita/ui/typing.ts';
import { WithName } from '@orbita/ui/with-name';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ActDialog } from '../act/act-dialog.tsx';
import { Awaited } from '../act/loading-act.tsx';
import { previewOf } from '../act/preview.ts';
import type { ActProps } from '../act/props.ts';
import { useReason } from '../act/reason-field.tsx';
import { refusedField } from '../act/refused-field.ts';
import { useApplicationAct } from '../act/use-application-act.ts';
import { useHeld } from '../act/use-held.ts';
import { call } from '../base/api.ts';
import { deadlineTexts as t } from '../texts/front-desk.ts';
import { acts, actTexts } from '../texts/subscription-acts.ts';

type Deadlines = Answer<'GET /operations/subscriptions/{id}/deadlines'>;
type Running = Deadlines['deadlines'][number];
type Given = {
  offerCode: string;
  whom: 'one' | 'all';
  deadline: Running['deadline'];
  until: string;
  reason: string;
  version: number;
};

const useDeadlines = (id: number) =>
  useQuery({
    queryKey: ['application', 'one', id, 'deadlines'],
    queryFn: ({ signal }) => call('GET /operations/subscriptions/{id}/deadlines', { params: { id }, signal }),
    staleTime: 0,
  });

/** Why a day is not valid as a new deadline; undefined if it is. */
function dayProblem(until: string, running: Running | undefined, latest: string): string | undefined {
  if (!until) return t.untilMissing;
  if (running && until <= running.until) return t.notLater;
  return until > latest ? t.tooLate(formatDate(latest)) : undefined;
}

/** Extends a deadline for one candidate, or for everybody of the offer (spec 25.6.2). */
export function DeadlineDialog(props: ActProps) {
  const { application, onClose } = props;
  const { data: read, error, refetch } = useDeadlines(application.id);
  const [chosen, setChosen] = useState<Running['deadline']>();
  const [until, setUntil] = useState('');
  const [whom, setWhom] = useState<Given['whom']>('one');
  const [tried, setTried] = useState(false);
  const reason = useReason();
  const act = useApplicationAct(
    props,
    'deadline',
    ({ whom: to, version, offerCode, ...body }: Given, idempotencyKey): Promise<object> =>
      to === 'one'
        ? call('POST /operations/subscriptions/{id}/deadline', {
            params: { id: application.id },
            body: { ...body, version },
            idempotencyKey,
          })
        : call('POST /operations/offers/{code}/deadline', {
            params: { code: offerCode },
            body,
            idempotencyKey,
          }),
  );
  const { unknown } = act;
  const data = useHeld(read, act);
  const running = data?.deadlines.find(({ deadline }) => deadline === chosen) ?? data?.deadlines[0];
  const problem = dayProblem(until, whom === 'one' ? running : undefined, data?.latest ?? '');
  const second = whom === 'all' || (data !== undefined && until > data.aloneUntil);
  const send = () => {
    setTried(true);
    if (unknown) return act.send(unknown);
    const given = reason.take();
    if (!given || !data || !running || problem) return;
    const { version } = application;
    act.send({
      whom,
      offerCode: data.offer.code,
      deadline: running.deadline,
      until,
      reason: given,
      version,
    });
  };
  const verb = second ? t.ask : acts['extend-deadline'].verb;
  return (
    <ActDialog
      title={t.title}
      verb={verb}
      unknown={unknown !== undefined}
      busy={act.isPending && (second ? t.asking : acts['extend-deadline'].busy)}
      error={act.error}
      happens={second ? t.happensSecond : running && t.happens[running.deadline]}
      message={messageOf(application, running, until, second)}
      onClose={onClose}
      onSend={send}
    >
      {!data && (
        <Awaited label={t.loading} error={error} onRetry={() => refetch()} places={['5rem', '3rem']} />
      )}
      {data && !running && !unknown && <Notice title={t.none} />}
      {data && running && (
        <>
          <Choices legend={<span className="field__label">{t.which}</span>}>
            {data.deadlines.map((one) => (
              <Choice
                key={one.deadline}
                name="deadline"
                checked={one === running}
                onChange={() => setChosen(one.deadline)}
                title={one.label}
                note={t.now(formatDate(one.until))}
              />
            ))}
          </Choices>
          <Field
            label={t.until}
            hint={t.untilHint(formatDate(data.latest))}
            error={(tried && problem) || refusedField(act.error, 'until')}
          >
            <TextInput type="date" min={data.today} max={data.latest} {...typing(until, setUntil)} />
          </Field>
          <Choices legend={<span className="field__label">{t.whom}</span>}>
            <Choice name="whom" checked={whom === 'one'} onChange={() => setWhom('one')} title={t.one} />
            <Choice
              name="whom"
              checked={whom === 'all'}
              onChange={() => setWhom('all')}
              title={t.all(data.offer.name)}
              note={t.open(running.open)}
            />
          </Choices>
          {second && <Notice title={whom === 'all' ? t.secondAll : t.second(formatDate(data.aloneUntil))} />}
          {whom === 'all' && <Earlier past={data.ofOffer} />}
          {reason.field}
        </>
      )}
    </ActDialog>
  );
}

function messageOf(
  application: ActProps['application'],
  running: Running | undefined,
  until: string,
  second: boolean,
) {
  if (second || !running || !until) return second ? actTexts.noMessage : undefined;
  return previewOf('N-37', application, { variante: running.deadline, prazo: formatDate(until) });
}

const Earlier = ({ past }: { past: Deadlines['ofOffer'] }) =>
  past.length > 0 && (
    <div>
      <p className="field__label">{t.earlier}</p>
      <ul>
        {past.map(({ id, until, by, extended, finished }) => (
          <li key={id}>
            <WithName text={(name) => t.earlierOne(formatDate(until), name, extended)} name={by} />
            {!finished && ` (${t.working})`}
          </li>
        ))}
      </ul>
    </div>
  );
