import { leadsOf, QUEUES, type QueueName } from '@orbita/domain/work';
import { Button } from '@orbita/ui/button';
import { Field } from '@orbita/ui/field';
import { Select } from '@orbita/ui/select';
import { TextInput } from '@orbita/ui/text-input';
import { WithName } from '@orbita/ui/with-name';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { call } from '../base/api.ts';
import { useInstitution } from '../base/institution.ts';
import { holds, holdsFor, useMe } from '../base/me.ts';
import { DialogFailure, Failed } from '../base/states.tsx';
import { when } from '../base/zone.ts';
import { whoseTexts as t } from '../texts/whose.ts';
import { announce } from '../ui/announce.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { FilterPills } from '../ui/table-parts.tsx';
import type { QueueItem } from './queues.ts';
import { forgetQueues } from './queues.ts';

/** Whose an item is, for its row; undefined where it is nobody's. */
export const assignedText = (assigned: QueueItem['assigned'] | undefined): ReactNode => {
  if (!assigned) return undefined;
  return assigned.mine ? t.mine : <WithName text={t.of} name={assigned.name} />;
};

export type Asked = 'all' | 'me' | 'nobody';
const ASKED: readonly Asked[] = ['all', 'me', 'nobody'];
export const isAsked = (value: string): value is Asked => ASKED.some((one) => one === value);

type WhoseProps = { queue: QueueName; value: Asked; onChange: (value: Asked) => void; own: number };

/** Which items of a queue are shown by whose they are, and for who leads it the way to share it out. */
export function Whose({ queue, value, onChange, own }: WhoseProps) {
  const me = useMe();
  const [sharing, setSharing] = useState(false);
  const leads = holds(me, leadsOf(QUEUES[queue].kind, queue));
  return (
    <div className="filters">
      <FilterPills
        legend={t.legend}
        value={value}
        onChange={(one) => isAsked(one) && onChange(one)}
        options={ASKED.map((one) => ({
          value: one,
          label: t.filters[one],
          ...(one === 'me' && own > 0 ? { count: own } : {}),
        }))}
      />
      {leads && (
        <Button small kind="outline" onClick={() => setSharing(true)}>
          {t.share}
        </Button>
      )}
      {sharing && <ShareDialog queue={queue} onClose={() => setSharing(false)} />}
    </div>
  );
}

const useAssignees = (queue: QueueName, enabled: boolean) => {
  const institution = useInstitution()?.code;
  return useQuery({
    queryKey: ['queues', 'assignees', queue, institution ?? ''],
    enabled,
    queryFn: ({ signal }) =>
      call('GET /operations/queues/{queue}/assignees', { params: { queue }, query: { institution }, signal }),
  });
};

/** The act of a row: with whom its item stays. Nothing where it is somebody else's and the caller does not lead. */
export function WhoseAct({ queue, item }: { queue: QueueName; item: QueueItem }) {
  const me = useMe();
  const [open, setOpen] = useState(false);
  const leads = holdsFor(me, leadsOf(QUEUES[queue].kind, queue), item.institutionCode);
  if (!leads && item.assigned && !item.assigned.mine) return undefined;
  return (
    <>
      <Button
        small
        kind="quiet"
        aria-label={t.actFor(`${item.title} ${item.itemId}`)}
        onClick={() => setOpen(true)}
      >
        {t.act}
      </Button>
      {open && <WhoseDialog queue={queue} item={item} leads={leads} onClose={() => setOpen(false)} />}
    </>
  );
}

type DialogProps = { queue: QueueName; item: QueueItem; leads: boolean; onClose: () => void };

function WhoseDialog({ queue, item, leads, onClose }: DialogProps) {
  const me = useMe();
  const form = useId();
  const people = useAssignees(queue, leads);
  const [chosen, setChosen] = useState(item.assigned ? String(item.assigned.staffId) : '');
  const [reason, setReason] = useState('');
  const known = leads
    ? (people.data?.data ?? []).map(({ staffId, name, assigned }) => ({
        value: String(staffId),
        label: t.person(name, assigned),
      }))
    : [{ value: String(me.staffId), label: me.name }];
  const save = useMutation({
    mutationFn: () =>
      call('PUT /operations/assignments/{kind}/{itemId}', {
        params: { kind: item.kind, itemId: item.itemId },
        body: { staffId: chosen === '' ? null : Number(chosen), ...(reason.trim() ? { reason } : {}) },
      }),
    onSuccess: () => {
      forgetQueues();
      onClose();
    },
  });
  return (
    <FormDialog
      title={t.title}
      bodyLabel={t.title}
      form={form}
      verb={t.save}
      busy={save.isPending && t.saving}
      cancel={t.cancel}
      onClose={onClose}
    >
      <form
        className="stack stack--fields"
        id={form}
        noValidate
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          if (!save.isPending) save.mutate();
        }}
      >
        {save.error && <DialogFailure error={save.error} />}
        {people.error && <Failed error={people.error} onRetry={() => void people.refetch()} />}
        <Field label={t.who} hint={people.isFetching ? t.people : t.says}>
          <Select
            value={chosen}
            options={[{ value: '', label: t.nobody }, ...known]}
            onChange={({ currentTarget }) => setChosen(currentTarget.value)}
          />
        </Field>
        {leads && (
          <Field label={t.reason}>
            <TextInput
              maxLength={200}
              value={reason}
              onChange={({ currentTarget }) => setReason(currentTarget.value)}
            />
          </Field>
        )}
        {leads && <History item={item} />}
      </form>
    </FormDialog>
  );
}

/** Whose the item was, for who leads. */
function History({ item: { kind, itemId } }: { item: QueueItem }) {
  const { data } = useQuery({
    queryKey: ['queues', 'assignments', kind, itemId],
    queryFn: ({ signal }) =>
      call('GET /operations/assignments/{kind}/{itemId}', { params: { kind, itemId }, signal }),
  });
  if (!data || data.data.length === 0) return undefined;
  return (
    <section aria-label={t.history}>
      <b>{t.history}</b>
      <ul className="rows rows--plain">
        {data.data.map(({ staffId, name, by, at, endedAt, reason }) => (
          <li key={`${staffId} ${at}`}>
            <span>
              <span translate="no">{name}</span>{' '}
              <small>
                <WithName text={(one) => t.line(one, when(at))} name={by} />
              </small>
              {reason && <small>{reason}</small>}
            </span>
            <span className="muted">{endedAt ? t.until(when(endedAt)) : t.now}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function ShareDialog({ queue, onClose }: { queue: QueueName; onClose: () => void }) {
  const form = useId();
  const institution = useInstitution()?.code;
  const people = useAssignees(queue, true);
  const [chosen, setChosen] = useState('');
  const [count, setCount] = useState('10');
  const staffId = Number(chosen || people.data?.data[0]?.staffId);
  const share = useMutation({
    mutationFn: () =>
      call('POST /operations/queues/{queue}/assignments', {
        params: { queue },
        body: { staffId, count: Number(count), ...(institution ? { institution } : {}) },
      }),
    onSuccess: ({ assigned }) => {
      announce(assigned === 0 ? t.noneFree : t.shared(assigned));
      forgetQueues();
      if (assigned > 0) onClose();
    },
  });
  return (
    <FormDialog
      title={t.shareTitle}
      bodyLabel={t.shareTitle}
      form={form}
      verb={t.share}
      busy={share.isPending && t.saving}
      cancel={t.cancel}
      onClose={onClose}
    >
      <form
        className="stack stack--fields"
        id={form}
        noValidate
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          if (!share.isPending && Number.isSafeInteger(staffId)) share.mutate();
        }}
      >
        {share.error && <DialogFailure error={share.error} />}
        {share.data?.assigned === 0 && <p role="status">{t.noneFree}</p>}
        {people.error && <Failed error={people.error} onRetry={() => void people.refetch()} />}
        <Field label={t.who} hint={people.isFetching ? t.people : t.says}>
          <Select
            value={chosen || String(people.data?.data[0]?.staffId ?? '')}
            options={(people.data?.data ?? []).map((one) => ({
              value: String(one.staffId),
              label: t.person(one.name, one.assigned),
            }))}
            onChange={({ currentTarget }) => setChosen(currentTarget.value)}
          />
        </Field>
        <Field label={t.count} hint={t.countHint}>
          <TextInput
            inputMode="numeric"
            maxLength={3}
            value={count}
            onChange={({ currentTarget }) => setCount(currentTarget.value.replace(/\D/g, ''))}
          />
        </Field>
      </form>
    </FormDialog>
  );
}
