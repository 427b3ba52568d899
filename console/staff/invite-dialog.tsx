import { ApiError } from '@orbita/client/errors.ts';
import { Field } from '@orbita/ui/field';
import { TextInput } from '@orbita/ui/text-input';
import { typing } from '@orbita/ui/typing.ts';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { waitingIn } from '../approval/asked.tsx';
import type { Approval } from '../approval/state.tsx';
import { call } from '../base/api.ts';
import { DialogFailure } from '../base/states.tsx';
import { teamTexts as t } from '../texts/team.ts';
import { showMissing } from '../ui/announce.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { LongText } from '../ui/long-text.tsx';
import { GrantFields } from './grant-fields.tsx';
import type { GivenGrant } from './grants.ts';

type InviteDialogProps = {
  onClose: () => void;
  /** Invited, or awaiting a second person's approval. */
  onDone: (name: string, waits: Approval | undefined) => void;
};

const problemOf = (error: unknown, field: string): string | undefined =>
  error instanceof ApiError
    ? error.fields.find((one) => one.field.split('.')[0] === field)?.message
    : undefined;

/** Required data of an invite, in the order of its fields, and where each is entered. */
const WANTED = [
  { what: 'name', field: 'input', text: t.nameMissing },
  { what: 'email', field: '[type=email]', text: t.emailMissing },
  { what: 'roles', field: '[type=checkbox]', text: t.rolesMissing },
  { what: 'places', field: '.grant-places[data-missing] [type=checkbox]', text: t.placesMissing },
  { what: 'reason', field: '[name=reason]', text: t.reasonMissing },
] as const;

/** Invites a person: the server sends the link, which no page shows (spec 25.16). */
export default function InviteDialog({ onClose, onDone }: InviteDialogProps) {
  const fields = useRef<HTMLFormElement>(null);
  const [name, setName] = useState('');
  const [email, setEmail] = useState('');
  const [grants, setGrants] = useState<GivenGrant[]>([]);
  const [reason, setReason] = useState('');
  const [tried, setTried] = useState(false);
  const missing = {
    name: name.trim() === '',
    email: !email.includes('@'),
    roles: grants.length === 0,
    places: grants.some(({ institutions }) => institutions?.length === 0),
    reason: reason.trim() === '',
  };
  const invite = useMutation({
    mutationFn: () =>
      call('POST /operations/staff/invites', {
        body: { name: name.trim(), email: email.trim(), grants, reason: reason.trim() },
      }),
    onSuccess: (answer) => onDone(name.trim(), waitingIn(answer)),
  });
  const send = () => {
    setTried(true);
    const [first] = WANTED.filter(({ what }) => missing[what]);
    if (first) showMissing(fields.current?.querySelector<HTMLElement>(first.field), first.text);
    else invite.mutate();
  };
  const failed = invite.error && !(problemOf(invite.error, 'name') ?? problemOf(invite.error, 'email'));
  return (
    <FormDialog
      onClose={onClose}
      title={t.inviteTitle}
      onSend={send}
      fields={fields}
      verb={t.invite}
      busy={invite.isPending && t.inviting}
    >
      {failed && <DialogFailure error={invite.error} />}
      <p className="muted">{t.inviteHelp}</p>
      <Field
        label={t.nameField}
        error={tried && missing.name ? t.nameMissing : problemOf(invite.error, 'name')}
      >
        <TextInput autoComplete="off" maxLength={200} {...typing(name, setName)} />
      </Field>
      <Field
        label={t.emailField}
        error={tried && missing.email ? t.emailMissing : problemOf(invite.error, 'email')}
      >
        <TextInput type="email" autoComplete="off" maxLength={254} {...typing(email, setEmail)} />
      </Field>
      <GrantFields grants={grants} onChange={setGrants} missing={tried && missing.roles} />
      <LongText
        label={t.reason}
        hint={t.reasonHint}
        error={tried && missing.reason ? t.reasonMissing : undefined}
        name="reason"
        most={500}
        value={reason}
        onType={setReason}
      />
    </FormDialog>
  );
}
