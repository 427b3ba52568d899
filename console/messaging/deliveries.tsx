import { serverNow } from '@orbita/client/server-clock.ts';
import { addDays } from '@orbita/domain/foundation';
import type { Answer } from '@orbita/protocol';
import { Button } from '@orbita/ui/button';
import { Check } from '@orbita/ui/check';
import { Empty } from '@orbita/ui/empty';
import { Field } from '@orbita/ui/field';
import { AlertIcon } from '@orbita/ui/icons/alert';
import { CheckIcon } from '@orbita/ui/icons/check';
import { ClockIcon } from '@orbita/ui/icons/clock';
import { TextInput } from '@orbita/ui/text-input';
import { typing } from '@orbita/ui/typing.ts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call, textOf } from '../base/api.ts';
import { Confirm } from '../base/confirm.tsx';
import { At } from '../base/facts.tsx';
import { useFilters } from '../base/list.ts';
import { ListTable, NoHits } from '../base/list-table.tsx';
import { useMay } from '../base/me.ts';
import { useRows } from '../base/rows.ts';
import { dayStart, localDay } from '../base/zone.ts';
import { integrationTexts as t } from '../texts/integration.ts';
import { AnnouncedNotice, showMissing } from '../ui/announce.tsx';
import type { Column } from '../ui/data-table.tsx';
import { Section } from '../ui/page.tsx';
import { State } from '../ui/state.tsx';
import { FilterPills } from '../ui/table-parts.tsx';
import { kindTitle } from './endpoint.tsx';

type Delivery = Answer<'GET /operations/webhook-deliveries'>['data'][number];

const STATES = ['failed', 'pending', 'held', 'delivered'] as const;
const looks = {
  failed: { status: 'rejected', icon: AlertIcon },
  pending: { status: 'neutral', icon: ClockIcon },
  held: { status: 'attention', icon: ClockIcon },
  delivered: { status: 'approved', icon: CheckIcon },
} as const;

const columns: readonly Column<Delivery>[] = [
  { key: 'event', title: t.event, className: 'line', cell: ({ kind }) => kindTitle(kind) },
  { key: 'tries', title: t.tries, className: 'num', inBlock: t.tries, cell: ({ attempts }) => attempts },
  {
    key: 'answer',
    title: t.answer,
    inBlock: t.answer,
    cell: ({ lastStatus, attempts }) =>
      lastStatus === null ? (attempts > 0 ? t.noAnswer : '—') : t.code(lastStatus),
  },
  {
    key: 'at',
    title: t.at,
    className: 'nowrap',
    cell: ({ updatedAt }) => <At instant={updatedAt} />,
  },
  {
    key: 'state',
    title: t.state,
    cell: ({ state }) => (
      <State status={looks[state].status} icon={looks[state].icon}>
        {t.deliveryStates[state]}
      </State>
    ),
  },
];

/** The notifications sent to one system, and those that did not reach it. */
export function Deliveries({ endpointId }: { endpointId: number }) {
  const may = useMay();
  const { values, set } = useFilters(['avisos']);
  const [said, setSaid] = useState<{ text: string; round: number }>({ text: '', round: 0 });
  const [choosing, setChoosing] = useState(false);
  const state = STATES.find((one) => one === values.avisos);
  const { table, list } = useRows('GET /operations/webhook-deliveries', {
    name: ['endpoints', 'deliveries'],
    query: { endpoint: endpointId, ...(state ? { state } : {}) },
    idOf: ({ id }) => String(id),
    renews: true,
    round: said.round,
  });
  const say = (text: string) => {
    setSaid(({ round }) => ({ text, round: round + 1 }));
    list.retry();
  };
  const again = useMutation({
    mutationFn: (id: number) => call('POST /operations/webhook-deliveries/{id}/replay', { params: { id } }),
    onSuccess: () => say(t.sent),
    onError: (error) => say(textOf(error)),
  });
  return (
    <Section
      title={t.deliveries}
      aside={
        <Button kind="outline" small onClick={() => setChoosing(true)}>
          {t.period}
        </Button>
      }
    >
      {said.text && <AnnouncedNotice key={said.round} title={said.text} />}
      <div className="filters">
        <FilterPills
          legend={t.deliveryFilter}
          value={state ?? ''}
          onChange={(avisos) => set({ avisos })}
          options={[
            { value: '', label: t.everything },
            ...STATES.map((one) => ({ value: one, label: t.deliveryStates[one] })),
          ]}
        />
      </div>
      <ListTable
        {...table}
        caption={t.deliveriesCaption}
        columns={columns}
        hrefOf={({ subscriptionId }) =>
          may('subscriptions.read') ? `/inscricoes/${subscriptionId}` : undefined
        }
        detailOf={({ subscriptionId }) => t.application(subscriptionId)}
        actsOf={({ id, kind, state: stands, subscriptionId }) =>
          stands !== 'pending' && (
            <Button
              kind="outline"
              small
              aria-label={t.againOf(kindTitle(kind), subscriptionId)}
              aria-disabled={again.isPending || undefined}
              onClick={() => !again.isPending && again.mutate(id)}
            >
              {t.again}
            </Button>
          )
        }
        empty={
          state ? (
            <NoHits onClear={() => set({ avisos: '' })} />
          ) : (
            <Empty mark="mail" title={t.noDeliveries} />
          )
        }
      />
      {choosing && (
        <PeriodDialog
          endpointId={endpointId}
          onClose={() => setChoosing(false)}
          onDone={(count) => {
            setChoosing(false);
            say(t.sentMany(count));
          }}
        />
      )}
    </Section>
  );
}

type PeriodProps = { endpointId: number; onClose: () => void; onDone: (count: number) => void };

function PeriodDialog({ endpointId, onClose, onDone }: PeriodProps) {
  const today = localDay(new Date(serverNow()));
  const [from, setFrom] = useState(today);
  const [until, setUntil] = useState(today);
  const [delivered, setDelivered] = useState(false);
  const [tried, setTried] = useState(false);
  const wrong = from === '' || until === '' || from > until;
  return (
    <Confirm
      title={t.periodTitle}
      yes={t.send}
      busy={t.sending}
      run={() =>
        call('POST /operations/webhook-deliveries/replay', {
          body: { endpoint: endpointId, from: dayStart(from), to: dayStart(addDays(until, 1)), delivered },
        })
      }
      onDone={({ replayed }) => onDone(replayed)}
      onClose={onClose}
      ready={() => {
        setTried(true);
        if (wrong) showMissing(document.querySelector<HTMLElement>('[name=from]'), t.daysWrong);
        return !wrong;
      }}
    >
      <p>{t.periodHelp}</p>
      <div className="stack">
        <Field label={t.from} error={tried && wrong ? t.daysWrong : undefined}>
          <TextInput name="from" type="date" {...typing(from, setFrom)} />
        </Field>
        <Field label={t.until}>
          <TextInput type="date" {...typing(until, setUntil)} />
        </Field>
        <Check checked={delivered} onChange={(event) => setDelivered(event.currentTarget.checked)}>
          {t.alsoDelivered}
        </Check>
      </div>
    </Confirm>
  );
}
