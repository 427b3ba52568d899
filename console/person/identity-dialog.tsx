import { STATES } from '@orbita/domain/foundation';
import { correctedFields, IDENTITY_PROOFS, type IdentityProof } from '@orbita/domain/person';
import { Choice, Choices } from '@orbita/ui/choice';
import { Field } from '@orbita/ui/field';
import { Notice } from '@orbita/ui/notice';
import { Select } from '@orbita/ui/select';
import { TextInput } from '@orbita/ui/text-input';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { ActDialog } from '../act/act-dialog.tsx';
import { documentText } from '../act/person-facts.ts';
import { previewOf } from '../act/preview.ts';
import type { ActProps } from '../act/props.ts';
import { usePerson } from '../act/queries.ts';
import { useReason } from '../act/reason-field.tsx';
import { refusedField } from '../act/refused-field.ts';
import type { Person } from '../act/status.tsx';
import { call } from '../base/api.ts';
import { day } from '../base/zone.ts';
import { acts } from '../texts/subscription-acts.ts';
import { identityTexts as t } from '../texts/subscription-behalf.ts';

const TYPES = ['cpf', 'rne', 'passport'] as const;
type DocumentType = (typeof TYPES)[number];
type Typed = {
  name: string;
  birthDate: string;
  document: string;
  rg: string;
  rgIssuer: string;
  rgState: string;
};

const numberOf = ({ documents }: Person, type: DocumentType | 'rg'): string => {
  const found = documents.find((one) => one.type === type);
  return found ? documentText(found) : '';
};

/** Fields that were changed; an emptied one stays unchanged. */
const changesOf = (before: Typed, next: Typed): Partial<Typed> =>
  Object.fromEntries(
    (Object.keys(next) as (keyof Typed)[])
      .filter((field) => next[field].trim() && next[field].trim() !== before[field])
      .map((field) => [field, next[field].trim()]),
  );

/** Corrects civil name, birth date, document and RG on the institution's authority (spec 25.6.3). */
export function IdentityDialog(props: ActProps) {
  const { data: person } = usePerson(props.application.personId);
  return person ? <Form {...props} person={person} /> : null;
}

function Form({ application, person, onClose, onDone }: ActProps & { person: Person }) {
  const firstType = TYPES.find((type) => numberOf(person, type)) ?? 'cpf';
  const [type, setType] = useState<DocumentType>(firstType);
  const before: Typed = {
    name: person.name,
    birthDate: person.birthDate ?? '',
    document: numberOf(person, type),
    rg: numberOf(person, 'rg'),
    rgIssuer: '',
    rgState: '',
  };
  const [next, setNext] = useState(before);
  const [proof, setProof] = useState<IdentityProof>('identity-card');
  const [tried, setTried] = useState(false);
  const reason = useReason();
  const changed = changesOf(before, next);
  const nothing = Object.keys(changed).length === 0;
  const save = useMutation({
    mutationFn: (given: string) =>
      call('PUT /operations/persons/{personId}/identity', {
        params: { personId: person.personId },
        body: { ...changed, documentType: type, proof, reason: given },
      }),
    onSuccess: onDone,
  });
  const send = () => {
    setTried(true);
    const given = reason.take();
    if (given && !nothing) save.mutate(given);
  };
  const field = (name: keyof Typed, label: string, more: React.ComponentProps<typeof TextInput> = {}) => (
    <Field
      label={label}
      error={refusedField(save.error, name) ?? (name === 'name' && tried && nothing ? t.nothing : undefined)}
    >
      <TextInput
        {...more}
        value={next[name]}
        onChange={(event) => setNext({ ...next, [name]: event.currentTarget.value })}
      />
    </Field>
  );
  const audience = Object.keys(changed).map((name) => (name === 'document' ? type : name));
  const hasEmail = person.contacts.some(({ channel }) => channel === 'email');
  const message = () =>
    previewOf('N-04', application, {
      variante: 'identidade',
      alteracao: correctedFields(audience.length > 0 ? audience : ['name']),
      ...(changed.document ? { documento: t.documentTypes[type] } : {}),
    });
  return (
    <ActDialog
      title={t.title}
      verb={acts['correct-identity'].verb}
      busy={save.isPending && acts['correct-identity'].busy}
      error={save.error}
      happens={changed.document ? t.happensDocument : t.happens}
      message={hasEmail ? message() : t.without}
      onClose={onClose}
      onSend={send}
    >
      {person.identityLockedAt && <Notice kind="info" title={t.locked(day(person.identityLockedAt))} />}
      {field('name', t.name, { maxLength: 120 })}
      {field('birthDate', t.birthDate, { type: 'date' })}
      <Field label={t.documentType} error={refusedField(save.error, 'documentType')}>
        <Select
          value={type}
          options={TYPES.map((value) => ({ value, label: t.documentTypes[value] }))}
          onChange={(event) => {
            const chosen = event.currentTarget.value as DocumentType;
            setType(chosen);
            setNext({ ...next, document: numberOf(person, chosen) });
          }}
        />
      </Field>
      {field('document', t.document, { code: true, maxLength: 30 })}
      {field('rg', t.rg, { code: true, maxLength: 30 })}
      <div className="field-pair">
        {field('rgIssuer', t.rgIssuer, { maxLength: 20 })}
        <Field label={t.rgState} error={refusedField(save.error, 'rgState')}>
          <Select
            value={next.rgState}
            placeholder={t.noState}
            options={STATES.map((value) => ({ value, label: value }))}
            onChange={(event) => setNext({ ...next, rgState: event.currentTarget.value })}
          />
        </Field>
      </div>
      <Choices legend={<span className="field__label">{t.proof}</span>}>
        {IDENTITY_PROOFS.map((one) => (
          <Choice
            key={one}
            name="proof"
            checked={proof === one}
            onChange={() => setProof(one)}
            title={t.proofs[one]}
          />
        ))}
      </Choices>
      {reason.field}
    </ActDialog>
  );
}
