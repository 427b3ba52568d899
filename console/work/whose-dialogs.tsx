import type { QueueName } from '@orbita/domain/work';
import { Field } from '@orbita/ui/field';
import { Select } from '@orbita/ui/select';
import { TextInput } from '@orbita/ui/text-input';
import { typing } from '@orbita/ui/typing.ts';
import { WithName } from '@orbita/ui/with-name';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../base/api.ts';
import { useInstitution } from '../base/institution.ts';
import { useMe } from '../base/me.ts';
import { usePlaceName } from '../base/place.tsx';
import { DialogFailure, Failed } from '../base/states.tsx';
import { when } from '../base/zone.ts';
import { whoseTexts as t } from '../texts/whose.ts';
import { announce } from '../ui/announce.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { LongText } from '../ui/long-text.tsx';
import type { QueueItem } from './queues.ts';
import { forgetQueues } from './queues.ts';

const useAssignees = (queue: QueueName, institution: string | undefined, enabled = true) =>
  useQuery({
    queryKey: ['queues', 'assignees', queue, institution ?? ''],
    enabled,
    queryFn: ({ signal }) =>
      call('GET /operations/queues/{queue}/assignees', { params: { queue }, query: { institution }, signal }),
  });
type Assignees = NonNullable<ReturnType<typeof useAssignees>['data']>;

/** The select value for a person or a group. */
const choiceOf = (whose: { staffId?: number | null; groupId?: number | null }): string =>
  whose.groupId ? `group ${whose.groupId}` : whose.staffId ? `person ${whose.staffId}` : '';
const bodyOf = (value: string): { staffId?: number; groupId?: number } => {
  const [kind, id] = value.split(' ');
  return kind === 'group' ? { groupId: Number(id) } : { staffId: Number(id) };
};

/** Groups and then people who may be assigned items; groups of several institutions are shown with theirs. */
function optionsOf({ data, groups }: Assignees, placeName: (code: string) => string) {
  const apart = new Set(groups.map(({ institutionCode }) => institutionCode)).size > 1;
  return [
    ...groups.map((one) => {
      const label = t.group(one.name, one.members);
      return { value: choiceOf(one), label: apart ? t.at(label, placeName(one.institutionCode)) : label };
    }),
    ...data.map((one) => ({ value: choiceOf(one), label: t.person(one.name, one.assigned) })),
  ];
}

type DialogProps = { queue: QueueName; item: QueueItem; leads: boolean; onClose: () => void };

/** Assigns an item to a person, a group or nobody. */
export function WhoseDialog({ queue, item, leads, onClose }: DialogProps) {
  const me = useMe();
  const people = useAssignees(queue, item.institutionCode, leads);
  const { assigned } = item;
  const before = choiceOf(assigned ?? {});
  const [chosen, setChosen] = useState(before);
  const [reason, setReason] = useState('');
  const placeName = usePlaceName();
  const known = leads
    ? people.data
      ? optionsOf(people.data, placeName)
      : []
    : [{ value: choiceOf(me), label: me.name }];
  // The current assignee is listed even if nobody else is offered, or the list is not loaded yet.
  const now =
    assigned && !known.some(({ value }) => value === before)
      ? [{ value: before, label: assigned.groupId === null ? assigned.name : t.group(assigned.name) }]
      : [];
  // Members of a group can take the group's items; only the lead can take one away from the group.
  const nobody = leads || assigned?.groupId == null ? [{ value: '', label: t.nobody }] : [];
  const save = useMutation({
    mutationFn: () =>
      call('PUT /operations/assignments/{kind}/{itemId}', {
        params: { kind: item.kind, itemId: item.itemId },
        body: {
          ...(chosen === '' ? { staffId: null } : bodyOf(chosen)),
          ...(reason.trim() ? { reason } : {}),
        },
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
      verb={t.save}
      busy={save.isPending && t.saving}
      onClose={onClose}
      onSend={() => (chosen === before && !reason.trim() ? onClose() : save.mutate())}
    >
      {save.error && <DialogFailure error={save.error} />}
      {people.error && <Failed error={people.error} onRetry={() => people.refetch()} />}
      <Field label={t.who} hint={people.isFetching ? t.people : t.says}>
        <Select options={[...nobody, ...now, ...known]} {...typing(chosen, setChosen)} />
      </Field>
      {leads && <LongText label={t.reason} most={200} value={reason} onType={setReason} />}
      {leads && <History item={item} />}
    </FormDialog>
  );
}

/** The item's former assignees, for the lead. */
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
        {data.data.map(({ staffId, groupId, name, by, at, endedAt, reason }) => (
          <li key={`${choiceOf({ staffId, groupId })} ${at}`}>
            <span>
              {groupId === null ? (
                <span translate="no">{name}</span>
              ) : (
                <WithName text={t.groupOf} name={name} />
              )}{' '}
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

/** Assigns the next items of a queue to a person or a group. */
export function ShareDialog({ queue, onClose }: { queue: QueueName; onClose: () => void }) {
  const institution = useInstitution()?.code;
  const people = useAssignees(queue, institution);
  const placeName = usePlaceName();
  const options = people.data ? optionsOf(people.data, placeName) : [];
  const [picked, setChosen] = useState('');
  const chosen = picked || (options[0]?.value ?? '');
  const [count, setCount] = useState('10');
  const share = useMutation({
    mutationFn: () =>
      call('POST /operations/queues/{queue}/assignments', {
        params: { queue },
        body: { ...bodyOf(chosen), count: Number(count), ...(institution ? { institution } : {}) },
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
      verb={t.share}
      busy={share.isPending && t.saving}
      onClose={onClose}
      onSend={() => chosen && share.mutate()}
    >
      {share.error && <DialogFailure error={share.error} />}
      {share.data?.assigned === 0 && <p role="status">{t.noneFree}</p>}
      {people.error && <Failed error={people.error} onRetry={() => people.refetch()} />}
      <Field label={t.who} hint={people.isFetching ? t.people : t.says}>
        <Select options={options} {...typing(chosen, setChosen)} />
      </Field>
      <Field label={t.count} hint={t.countHint}>
        <TextInput
          inputMode="numeric"
          maxLength={3}
          value={count}
          onChange={({ currentTarget }) => setCount(currentTarget.value.replace(/\D/g, ''))}
        />
      </Field>
    </FormDialog>
  );
}
