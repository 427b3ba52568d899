import { ApiError } from '@orbita/client/errors.ts';
import { GROUPS } from '@orbita/domain/work';
import type { Answer } from '@orbita/protocol';
import { Check } from '@orbita/ui/check';
import { Field } from '@orbita/ui/field';
import { SearchInput } from '@orbita/ui/search-input';
import { Select } from '@orbita/ui/select';
import { TextInput } from '@orbita/ui/text-input';
import { typing } from '@orbita/ui/typing.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { call } from '../base/api.ts';
import type { Me } from '../base/me.ts';
import { DialogFailure, Failed } from '../base/states.tsx';
import { groupTexts as t } from '../texts/groups.ts';
import { showMissing } from '../ui/announce.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';

export type Group = Answer<'GET /operations/groups'>['data'][number];

/** Most check boxes shown below the search; members of a larger team are found by name. */
const MOST_SHOWN = 40;

type Props = {
  /** Undefined for a new group. */
  group: Group | undefined;
  /** Institutions that a new group may belong to. */
  places: Me['institutions'];
  onClose: () => void;
  onDone: (name: string) => void;
};

const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

const problemOf = (error: unknown, field: string): string | undefined =>
  error instanceof ApiError ? error.fields.find((one) => one.field === field)?.message : undefined;

/** Creates a group, or changes its name and members. */
export default function GroupDialog({ group, places, onClose, onDone }: Props) {
  const client = useQueryClient();
  const nameField = useRef<HTMLInputElement>(null);
  const [name, setName] = useState(group?.name ?? '');
  const [place, setPlace] = useState(group?.institutionCode ?? places[0]?.code ?? '');
  const [members, setMembers] = useState<readonly number[]>(
    () => group?.members.map(({ staffId }) => staffId) ?? [],
  );
  const [tried, setTried] = useState(false);
  const missing = name.trim() === '';
  const save = useMutation({
    mutationFn: () => {
      const body = { name: name.trim(), staffIds: [...members] };
      return group
        ? call('PUT /operations/groups/{id}', {
            params: { id: group.id },
            body: { ...body, version: group.version },
          })
        : call('POST /operations/groups', { body: { ...body, institution: place } });
    },
    onSuccess: (saved) => onDone(saved.name),
    // Somebody else changed or ended it: reopening the dialog shows that.
    onError: () => void client.invalidateQueries({ queryKey: ['groups'] }),
  });
  const send = () => {
    setTried(true);
    if (missing) showMissing(nameField.current ?? undefined, t.nameMissing);
    else save.mutate();
  };
  const ofName = problemOf(save.error, 'name');
  return (
    <FormDialog
      title={group ? t.changeTitle : t.createTitle}
      bodyLabel={group ? t.changeTitle : t.createTitle}
      onSend={send}
      verb={group ? t.save : t.create}
      busy={save.isPending && (group ? t.saving : t.creating)}
      onClose={onClose}
    >
      {save.error && !ofName && <DialogFailure error={save.error} />}
      <Field label={t.nameField} hint={t.nameHint} error={tried && missing ? t.nameMissing : ofName}>
        <TextInput ref={nameField} autoComplete="off" maxLength={GROUPS.name} {...typing(name, setName)} />
      </Field>
      {!group && places.length > 1 && (
        <Field label={t.institution}>
          <Select
            value={place}
            options={places.map(({ code, acronym }) => ({ value: code, label: acronym }))}
            onChange={({ currentTarget }) => {
              setPlace(currentTarget.value);
              setMembers([]);
            }}
          />
        </Field>
      )}
      <Members place={place} before={group?.members ?? []} members={members} onChange={setMembers} />
    </FormDialog>
  );
}

type MembersProps = {
  place: string;
  before: Group['members'];
  members: readonly number[];
  onChange: (members: readonly number[]) => void;
};

/** Everybody who may be a member there, current members first, searchable by name. */
function Members({ place, before, members, onChange }: MembersProps) {
  const [sought, setSought] = useState('');
  const { data, error, refetch } = useQuery({
    queryKey: ['groups', place],
    queryFn: ({ signal }) => call('GET /operations/groups', { query: { institution: place }, signal }),
  });
  const inIt = new Set(before.map(({ staffId }) => staffId));
  const all = [
    ...before,
    ...(data?.people ?? [])
      .filter(({ staffId }) => !inIt.has(staffId))
      .map((one) => ({ ...one, counts: true })),
  ];
  const found = all.filter(({ name }) => plain(name).includes(plain(sought.trim())));
  const full = members.length >= GROUPS.members;
  return (
    <fieldset className="stack stack--tight">
      <legend className="field__label">{t.chosen(members.length)}</legend>
      <p className="meta">{t.membersHint}</p>
      <SearchInput
        aria-label={t.find}
        placeholder={t.find}
        onKeyDown={(event) => {
          // Enter searches for a name and submits nothing.
          if (event.key === 'Enter') event.preventDefault();
        }}
        {...typing(sought, setSought)}
      />
      {error && <Failed error={error} onRetry={() => refetch()} />}
      {!data && !error && <p className="meta">{t.loading}</p>}
      {found.slice(0, MOST_SHOWN).map(({ staffId, name, counts }) => {
        const checked = members.includes(staffId);
        return (
          <Check
            key={staffId}
            checked={checked}
            disabled={full && !checked}
            onChange={() =>
              onChange(checked ? members.filter((one) => one !== staffId) : [...members, staffId])
            }
          >
            <span translate="no">{name}</span>
            {!counts && <small className="meta">{t.notNow}</small>}
          </Check>
        );
      })}
      {data && found.length === 0 && <p className="meta">{t.nobodyFound}</p>}
      {found.length > MOST_SHOWN && <p className="meta">{t.others}</p>}
      {full && <p className="meta">{t.most(GROUPS.members)}</p>}
    </fieldset>
  );
}
