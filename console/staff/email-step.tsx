import { Button } from '@orbita/ui/button';
import { Field } from '@orbita/ui/field';
import { TextInput } from '@orbita/ui/text-input';
import { typing } from '@orbita/ui/typing.ts';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { textOf } from '../base/api.ts';
import { entryTexts as t } from '../texts/staff.ts';
import type { Challenge } from './code-step.tsx';

type EmailStepProps = {
  ask: (email: string) => Promise<Challenge>;
  onSent: (email: string, challenge: Challenge) => void;
  /** Another sign-in method precedes this one as the main action. */
  second: boolean;
};

/** Asks for the e-mail address to send a code to. */
export function EmailStep({ ask, onSent, second }: EmailStepProps) {
  const [email, setEmail] = useState('');
  const [missing, setMissing] = useState(false);
  const send = useMutation({ mutationFn: ask, onSuccess: (challenge) => onSent(email.trim(), challenge) });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const typed = email.trim();
    setMissing(!typed.includes('@'));
    if (typed.includes('@') && !send.isPending) send.mutate(typed);
  };
  return (
    <form className="stack" onSubmit={submit} noValidate>
      <Field label={t.email} error={missing ? t.emailMissing : send.error ? textOf(send.error) : undefined}>
        <TextInput type="email" name="email" autoComplete="email" {...typing(email, setEmail)} />
      </Field>
      <Button type="submit" kind={second ? 'outline' : 'primary'} block busy={send.isPending && t.sending}>
        {t.sendCode}
      </Button>
    </form>
  );
}
