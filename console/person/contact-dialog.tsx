import { Field } from '@orbita/ui/field';
import { TextInput } from '@orbita/ui/text-input';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { ActDialog } from '../act/act-dialog.tsx';
import { contactText } from '../act/person-facts.ts';
import type { ActProps } from '../act/props.ts';
import { usePerson } from '../act/queries.ts';
import { useReason } from '../act/reason-field.tsx';
import type { Person } from '../act/status.tsx';
import { call } from '../base/api.ts';
import { acts, askTexts } from '../texts/subscription-acts.ts';
import { type IdentityCheck, IdentityChecks } from './identity-checks.tsx';

const t = askTexts.contact;

const textOf = (person: Person, channel: 'email' | 'sms'): string => {
  const found = person.contacts.find((one) => one.channel === channel);
  return found ? contactText(found) : '';
};

/** Corrects e-mail or cell phone; the person must verify the new one with a code (spec 25.6.3). */
export function ContactDialog(props: ActProps) {
  const { data: person } = usePerson(props.application.personId);
  return person ? <Form {...props} person={person} /> : null;
}

function Form({ person, onClose, onDone }: ActProps & { person: Person }) {
  const before = { email: textOf(person, 'email'), cellPhone: textOf(person, 'sms') };
  const [next, setNext] = useState(before);
  const [check, setCheck] = useState<IdentityCheck>('in-person');
  const [tried, setTried] = useState(false);
  const reason = useReason();
  const changed = {
    ...(next.email.trim() && next.email !== before.email ? { email: next.email.trim() } : {}),
    ...(next.cellPhone.trim() && next.cellPhone !== before.cellPhone
      ? { cellPhone: next.cellPhone.trim() }
      : {}),
  };
  const nothing = Object.keys(changed).length === 0;
  const save = useMutation({
    mutationFn: (given: string) =>
      call('PUT /operations/persons/{personId}/contacts', {
        params: { personId: person.personId },
        body: { ...changed, identityCheck: check, reason: given },
      }),
    onSuccess: onDone,
  });
  const send = () => {
    setTried(true);
    const given = reason.take();
    if (given && !nothing) save.mutate(given);
  };
  return (
    <ActDialog
      title={t.title}
      verb={acts['correct-contact'].verb}
      busy={save.isPending && acts['correct-contact'].busy}
      error={save.error}
      happens={t.happens}
      message={t.message}
      onClose={onClose}
      onSend={send}
    >
      <Field label={t.email} error={tried && nothing ? t.nothing : undefined}>
        <TextInput
          type="email"
          maxLength={254}
          value={next.email}
          onChange={(event) => setNext({ ...next, email: event.currentTarget.value })}
        />
      </Field>
      <Field label={t.cellPhone}>
        <TextInput
          type="tel"
          maxLength={60}
          value={next.cellPhone}
          onChange={(event) => setNext({ ...next, cellPhone: event.currentTarget.value })}
        />
      </Field>
      <IdentityChecks value={check} onChange={setCheck} />
      {reason.field}
    </ActDialog>
  );
}
