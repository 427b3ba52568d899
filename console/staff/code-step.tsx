import { Button } from '@orbita/ui/button';
import { CodeInput } from '@orbita/ui/code-input';
import { Field } from '@orbita/ui/field';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { textOf } from '../base/api.ts';
import { entryTexts as t } from '../texts/staff.ts';

export type Challenge = { challengeId: string; resendIn: number };

type CodeStepProps = {
  challenge: Challenge;
  /** Text saying what was sent where. */
  sent: string;
  /** The button's label, and the label while its act is under way. */
  act?: string;
  acting?: string;
  verify: (challengeId: string, code: string) => Promise<void>;
  resend: () => Promise<Challenge>;
};

const DIGITS = 6;
/** Seconds until another code may be requested after one that was sent immediately. */
const AT_ONCE = 60;

/** Remaining seconds of the waiting time. */
function useSecondsLeft(from: Challenge): number {
  const [left, setLeft] = useState(from.resendIn);
  useEffect(() => {
    const end = performance.now() + from.resendIn * 1000;
    const look = () => setLeft(Math.max(0, Math.ceil((end - performance.now()) / 1000)));
    look();
    const timer = setInterval(look, 1000);
    return () => clearInterval(timer);
  }, [from]);
  return left;
}

/** Entry of the code that was sent; the last digit submits it. */
export function CodeStep(props: CodeStepProps) {
  const { sent, act = t.enter, acting = t.entering, verify, resend } = props;
  const [challenge, setChallenge] = useState(props.challenge);
  const [code, setCode] = useState('');
  const [missing, setMissing] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const left = useSecondsLeft(challenge);
  const check = useMutation({
    mutationFn: (typed: string) => verify(challenge.challengeId, typed),
    onError: () => field.current?.select(),
  });
  const again = useMutation({
    mutationFn: resend,
    onSuccess: (next) => {
      setChallenge(next);
      setCode('');
      check.reset();
      field.current?.focus();
    },
  });
  useEffect(() => field.current?.focus(), []);
  const send = (typed: string) => {
    setMissing(typed.length < DIGITS);
    if (typed.length === DIGITS && !check.isPending) check.mutate(typed);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    send(code);
  };
  const failure = check.error ?? again.error;
  return (
    <form className="stack" onSubmit={submit} noValidate>
      <p role="status">{challenge.resendIn > AT_ONCE ? `${sent} ${t.late}` : sent}</p>
      <Field label={t.code} error={missing ? t.codeShort : failure ? textOf(failure) : undefined}>
        <CodeInput
          ref={field}
          value={code}
          onChange={(event) => setCode(event.currentTarget.value.replace(/\D/g, ''))}
          onComplete={send}
        />
      </Field>
      <div className="row">
        <Button type="submit" busy={check.isPending && acting}>
          {act}
        </Button>
        <Button
          kind="quiet"
          busy={again.isPending && t.sending}
          aria-disabled={left > 0}
          onClick={() => again.mutate()}
        >
          {left > 0 ? t.resendIn(left) : t.resend}
        </Button>
      </div>
    </form>
  );
}
