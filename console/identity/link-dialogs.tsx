import { Choice, Choices } from '@orbita/ui/choice';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { ActDialog } from '../act/act-dialog.tsx';
import { contactText } from '../act/person-facts.ts';
import { previewOf } from '../act/preview.ts';
import type { ActProps } from '../act/props.ts';
import { usePerson } from '../act/queries.ts';
import { call } from '../base/api.ts';
import { acts, askTexts as t } from '../texts/subscription-acts.ts';

const PURPOSES = ['continue', 'payment', 'documents'] as const;
export type Purpose = (typeof PURPOSES)[number];

/** Choice of a link's purpose. */
export const LinkPurposes = ({ value, onChange }: { value: Purpose; onChange: (next: Purpose) => void }) => (
  <Choices legend={t.link.purpose} legendAs="h3">
    {PURPOSES.map((one) => (
      <Choice
        key={one}
        name="purpose"
        value={one}
        checked={value === one}
        onChange={() => onChange(one)}
        title={t.link.purposes[one]}
      />
    ))}
  </Choices>
);

/** Sends a link to the person's own confirmed contact; nobody on the team sees it. */
export function LinkDialog({ application, onClose, onDone }: ActProps) {
  const { id, personId } = application;
  const [purpose, setPurpose] = useState<Purpose>('continue');
  const { data: person } = usePerson(personId);
  const confirmed = person?.contacts.filter(({ confirmedAt }) => confirmedAt) ?? [];
  const mail = person?.contacts.find(({ channel }) => channel === 'email');
  const send = useMutation({
    mutationFn: async () => {
      await call('POST /operations/subscriptions/{id}/access-keys', {
        params: { id },
        body: { purpose, notify: true },
      });
    },
    onSuccess: onDone,
  });
  return (
    <ActDialog
      title={t.link.title}
      verb={acts['send-link'].verb}
      busy={send.isPending && acts['send-link'].busy}
      error={send.error}
      happens={
        <>
          {t.link.happens}
          {confirmed.length > 0 && ` ${t.link.to(confirmed.map(contactText).join(', '))}`}
          {confirmed.length === 0 && mail && ` ${t.link.toContract(contactText(mail))}`}
        </>
      }
      message={previewOf('N-05', application, { variante: 'acesso' })}
      audience={t.link.audience}
      onClose={onClose}
      onSend={() => send.mutate()}
    >
      <LinkPurposes value={purpose} onChange={setPurpose} />
    </ActDialog>
  );
}

export function CancelLinksDialog({ application: { id }, onClose, onDone }: ActProps) {
  const cancel = useMutation({
    mutationFn: () => call('DELETE /operations/subscriptions/{id}/access-keys', { params: { id } }),
    onSuccess: onDone,
  });
  return (
    <ActDialog
      title={t.cancelLinks.title}
      verb={acts['cancel-links'].verb}
      busy={cancel.isPending && acts['cancel-links'].busy}
      error={cancel.error}
      happens={t.cancelLinks.happens}
      message={t.cancelLinks.message}
      danger
      onClose={onClose}
      onSend={() => cancel.mutate()}
    />
  );
}
