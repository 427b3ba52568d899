import { adoptAnswer } from '@orbita/client/adopt-answer.ts';
import { Button } from '@orbita/ui/button';
import { Notice } from '@orbita/ui/notice';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ActDialog } from '../act/act-dialog.tsx';
import { personKey } from '../act/queries.ts';
import { useReason } from '../act/reason-field.tsx';
import type { Person } from '../act/status.tsx';
import { call } from '../base/api.ts';
import { useMay } from '../base/me.ts';
import { day, hour } from '../base/zone.ts';
import { askTexts } from '../texts/subscription-acts.ts';
import { forgetQueues } from '../work/queues.ts';
import { type IdentityCheck, IdentityChecks } from './identity-checks.tsx';

const t = askTexts.release;

/** Says that codes are not sent to a corrected contact yet; another member of the team must release it. */
export function HeldContacts({ person }: { person: Person }) {
  const [open, setOpen] = useState(false);
  const mayAct = useMay()('subscriptions.support') && person.mayRelease;
  const until = person.contacts
    .flatMap(({ heldUntil }) => heldUntil ?? [])
    .toSorted()
    .at(-1);
  if (!person.contacts.some(({ held }) => held)) return null;
  return (
    <Notice kind="info" title={until ? t.held(day(until), hour(until)) : t.heldBySecond}>
      {mayAct ? (
        <Button kind="outline" onClick={() => setOpen(true)}>
          {t.verb}
        </Button>
      ) : (
        <p>{t.another}</p>
      )}
      {open && <ReleaseDialog person={person} onClose={() => setOpen(false)} />}
    </Notice>
  );
}

function ReleaseDialog({ person, onClose }: { person: Person; onClose: () => void }) {
  const { personId } = person;
  const client = useQueryClient();
  const [check, setCheck] = useState<IdentityCheck>('call-back');
  const reason = useReason();
  const release = useMutation({
    mutationFn: (given: string) =>
      call('POST /operations/persons/{personId}/contacts/release', {
        params: { personId },
        body: { identityCheck: check, reason: given },
      }),
    onSuccess: (next) => {
      adoptAnswer(client, personKey(personId), next);
      void client.invalidateQueries({ queryKey: ['application'] });
      void client.invalidateQueries({ queryKey: ['held-contacts'] });
      forgetQueues();
      onClose();
    },
  });
  const send = () => {
    const given = reason.take();
    if (given) release.mutate(given);
  };
  return (
    <ActDialog
      title={t.title}
      verb={t.verb}
      busy={release.isPending && t.busy}
      error={release.error}
      happens={t.happens}
      onClose={onClose}
      onSend={send}
    >
      <IdentityChecks value={check} onChange={setCheck} />
      {reason.field}
    </ActDialog>
  );
}
