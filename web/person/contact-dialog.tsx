import { ApiError, textOf } from '@orbita/client/errors.ts';
import { CODE, CODE_TEXTS, code as codeRules, normaliseCode } from '@orbita/domain/identity';
import { Button } from '@orbita/ui/button';
import { CodeInput } from '@orbita/ui/code-input';
import { Dialog } from '@orbita/ui/dialog';
import { ErrorSummary } from '@orbita/ui/error-summary';
import { Field } from '@orbita/ui/field';
import { Notice } from '@orbita/ui/notice';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { call } from '../base/api.ts';
import { useDomainForm } from '../base/form.ts';
import { contactTexts as t } from '../texts/person.ts';

export type ContactKind = 'email' | 'cellPhone';

export type ContactDialogProps = {
  personId: number;
  kind: ContactKind;
  /** The contact as stored; `shown` is its formatted form. */
  value: string;
  shown?: string;
  onClose: () => void;
};

/** Seconds until another code may be requested. */
function useWait(): [number, () => void] {
  const [left, setLeft] = useState(0);
  useEffect(() => {
    if (left === 0) return;
    const timer = setTimeout(() => setLeft(left - 1), 1000);
    return () => clearTimeout(timer);
  }, [left]);
  return [left, () => setLeft(CODE.resendSeconds)];
}

/** Confirms an e-mail or cell phone with a code sent to it (spec 5.1, 6.1). */
export function ContactDialog({ personId, kind, value, shown = value, onClose }: ContactDialogProps) {
  const [changeId, setChangeId] = useState<string>();
  const [sending, setSending] = useState(false);
  const [trouble, setTrouble] = useState<unknown>();
  const [done, setDone] = useState(false);
  const [wait, startWait] = useWait();

  const send = async () => {
    setSending(true);
    setTrouble(undefined);
    try {
      const answer = await call('POST /candidate/users/{personId}/contact-changes', {
        params: { personId },
        body: { kind, value },
      });
      setChangeId(answer.changeId);
      startWait();
    } catch (error) {
      setTrouble(error);
    } finally {
      setSending(false);
    }
  };
  const foot = done ? (
    <Button block onClick={onClose}>
      OK
    </Button>
  ) : changeId ? (
    <>
      <Button block type="submit" form="contact-code">
        {t.confirm}
      </Button>
      <Button
        block
        kind="outline"
        disabled={wait > 0}
        busy={sending && t.sending}
        onClick={() => void send()}
      >
        {wait > 0 ? t.resendIn(wait) : t.resend}
      </Button>
    </>
  ) : (
    <>
      <Button block busy={sending && t.sending} onClick={() => void send()}>
        {t.send}
      </Button>
      <Button block kind="quiet" onClick={onClose}>
        {t.later}
      </Button>
    </>
  );
  return (
    <Dialog open onClose={onClose} title={t.titles[kind]} foot={foot}>
      {trouble !== undefined && <Notice kind="danger" role="alert" title={sendTrouble(trouble)} />}
      {done ? (
        <Notice kind="success" role="status" title={t.confirmed[kind]} />
      ) : (
        <p>{changeId ? t.sent(shown) : t.where[kind](shown)}</p>
      )}
      {changeId && !done && <CodeForm key={changeId} changeId={changeId} onDone={() => setDone(true)} />}
    </Dialog>
  );
}

const sendTrouble = (error: unknown) =>
  error instanceof ApiError && error.fields[0]
    ? error.fields[0].message
    : textOf(error, CODE_TEXTS.sendFailed);

function CodeForm({ changeId, onDone }: { changeId: string; onDone: () => void }) {
  const client = useQueryClient();
  const form = useDomainForm<{ code: string }>(
    { code: codeRules },
    { code: '' },
    { labels: { code: t.code } },
  );
  const error = form.field('code').error ?? (form.failure === undefined ? undefined : textOf(form.failure));
  const input = useRef<HTMLFormElement>(null);
  useEffect(() => input.current?.querySelector('input')?.focus(), []);
  const confirm = async ({ code }: { code: string }) => {
    await call('POST /candidate/users/contact-changes/{changeId}/verify', {
      params: { changeId },
      body: { code: normaliseCode(code) },
    });
    await client.invalidateQueries({ queryKey: ['person-data'] });
    onDone();
  };
  return (
    <form id="contact-code" className="stack" noValidate ref={input} onSubmit={form.submit(confirm)}>
      <ErrorSummary
        errors={error === undefined ? [] : [{ id: 'code', message: form.summary[0]?.message ?? error }]}
        focusOn={form.attempts}
      />
      <Field {...form.field('code')} label={t.code} hint={t.codeHint} error={error}>
        <CodeInput {...form.register('code')} />
      </Field>
    </form>
  );
}
