import { textOf } from '@orbita/client/errors.ts';
import { check } from '@orbita/domain/foundation';
import { CODE_TEXTS, code, normaliseCode } from '@orbita/domain/identity';
import { Button } from '@orbita/ui/button';
import { CodeInput } from '@orbita/ui/code-input';
import { Countdown } from '@orbita/ui/countdown';
import { ErrorSummary } from '@orbita/ui/error-summary';
import { Field } from '@orbita/ui/field';
import { Notice } from '@orbita/ui/notice';
import { useEffect, useState } from 'react';
import { codeTexts as t } from '../../texts/codes.ts';
import { useSmallForm } from '../small-form.ts';
import type { Sent } from './types.ts';
import { useSeconds } from './use-seconds.ts';

export type CodeStepProps = {
  sent: Sent;
  label: string;
  busyLabel: string;
  onVerify: (id: string, code: string) => Promise<void>;
  /** Sends another code; the answer replaces `sent`. */
  onResend: () => Promise<void>;
  troubleOf: (error: unknown) => string;
  onWrong?: (wrong: boolean) => void;
};

/** Six boxes, the code's remaining time, and a new code after a minute. */
export function CodeStep({ sent, label, busyLabel, onVerify, onResend, troubleOf, onWrong }: CodeStepProps) {
  const form = useSmallForm(
    { code: '' },
    { judge: (values) => check(values, { code }), labels: () => ({ code: t.code }) },
  );
  const { field, values, set, summary, failure, busy } = form;
  const [life, startLife] = useSeconds();
  const [wait, startWait] = useSeconds();
  const [sending, setSending] = useState(false);
  const [trouble, setTrouble] = useState('');
  const [resent, setResent] = useState(false);
  const [counting, setCounting] = useState(false);

  useEffect(() => {
    startLife(sent.expiresIn);
    startWait(sent.resendIn);
    setCounting(true);
  }, [sent, startLife, startWait]);
  const error = field('code').error ?? (failure === undefined ? undefined : textOf(failure));
  const wrong = error !== undefined;
  useEffect(() => onWrong?.(wrong), [wrong, onWrong]);

  const resend = async () => {
    setSending(true);
    setTrouble('');
    setResent(false);
    try {
      await onResend();
      set('code', '');
      setResent(true);
    } catch (failed) {
      setTrouble(troubleOf(failed));
    } finally {
      setSending(false);
    }
  };
  const over = counting && life === 0;
  return (
    <form
      className="stack"
      method="post"
      noValidate
      onSubmit={form.submit((typed) => onVerify(sent.id, normaliseCode(typed.code)))}
    >
      <ErrorSummary
        errors={error === undefined ? [] : [{ id: 'code', message: summary[0]?.message ?? error }]}
        focusOn={form.attempts}
      />
      {trouble && <Notice kind="danger" role="alert" title={trouble} />}
      {resent && !trouble && <Notice kind="success" role="status" title={t.resent} />}
      <Field {...field('code')} label={t.code} hint={CODE_TEXTS.hint} error={error}>
        <CodeInput
          name="code"
          autoFocus
          value={values.code}
          onChange={(event) => set('code', event.target.value)}
        />
      </Field>
      {over ? (
        <Notice kind="warning" role="status" title={t.expired} />
      ) : (
        <p className="row row--close muted">
          <span aria-hidden="true">{t.lifeLeft}</span>{' '}
          <Countdown label={t.lifeLeft} remainingMs={life * 1000} />
        </p>
      )}
      <Button type="submit" block busy={busy && busyLabel}>
        {label}
      </Button>
      {wait > 0 && <p className="muted center">{t.resendIn(wait)}</p>}
      {wait === 0 && (
        <Button kind="outline" block busy={sending && t.sending} onClick={() => void resend()}>
          {t.resend}
        </Button>
      )}
    </form>
  );
}
