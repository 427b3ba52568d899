import { textOf } from '@orbita/client/errors.ts';
import { isChangeOfMind, knowsPasskeys } from '@orbita/client/passkey-support.ts';
import { required } from '@orbita/domain/foundation';
import { CODE_TEXTS } from '@orbita/domain/identity';
import type { Answer } from '@orbita/protocol';
import { Button, ButtonLink } from '@orbita/ui/button';
import { Dialog } from '@orbita/ui/dialog';
import { Field } from '@orbita/ui/field';
import { KeyIcon } from '@orbita/ui/icons/key';
import { LoadFailed } from '@orbita/ui/load-failed';
import { Notice } from '@orbita/ui/notice';
import { PasswordInput } from '@orbita/ui/password-input';
import { LoadingForm } from '@orbita/ui/skeleton';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { call } from '../../base/api.ts';
import { BASE } from '../../base/settings.ts';
import { proofTexts as t } from '../../texts/access.ts';
import { ChannelStep } from '../codes/channel-step.tsx';
import { CodeStep } from '../codes/code-step.tsx';
import type { Sent } from '../codes/types.ts';
import { useSmallForm } from '../small-form.ts';

type Ways = Answer<'GET /platform/auth/proof'>;
type Channel = Ways['contacts'][number]['channel'];
type DialogProps = { onDone: (proved: boolean) => void };

/**
 * Shown over any page that changes a contact or a sign-in method: asks for the password, a passkey, or a code sent to an
 * existing contact (spec 5.5).
 */
export function ProofDialog({ onDone }: DialogProps) {
  const ways = useQuery({
    queryKey: ['proof'],
    queryFn: () => call('GET /platform/auth/proof'),
    gcTime: 0,
    staleTime: 0,
  });
  return (
    <Dialog open onClose={() => onDone(false)} title={t.title}>
      {/* What is typed here does not count as unsaved work of the page. */}
      <div className="stack" data-not-kept="">
        {ways.data ? (
          <Prove ways={ways.data} onProved={() => onDone(true)} />
        ) : ways.isLoadingError ? (
          <LoadFailed title={t.loadFailed} onRetry={() => ways.refetch()}>
            <p>{textOf(ways.error)}</p>
          </LoadFailed>
        ) : (
          <LoadingForm fields={1} />
        )}
      </div>
    </Dialog>
  );
}

type ProveProps = { ways: Ways; onProved: () => void };

function Prove({ ways, onProved }: ProveProps) {
  const [byCode, setByCode] = useState(!ways.password);
  const hasCode = ways.contacts.length > 0;
  const hasKey = ways.passkey && knowsPasskeys();
  if (!ways.password && !hasCode && !hasKey)
    return (
      <>
        <p>{t.nothing}</p>
        <Leave />
      </>
    );
  return (
    <>
      <p>{t.lead}</p>
      {byCode && hasCode ? (
        <ByCode contacts={ways.contacts} onProved={onProved} />
      ) : (
        ways.password && <ByPassword onProved={onProved} />
      )}
      {hasKey && <ByPasskey onProved={onProved} />}
      {ways.password && hasCode && (
        <Button block kind="quiet" onClick={() => setByCode(!byCode)}>
          {byCode ? t.byPassword : t.byCode}
        </Button>
      )}
      {ways.password && !byCode && !hasCode && (
        <>
          <p className="small muted">{t.forgotten}</p>
          <Leave />
        </>
      )}
    </>
  );
}

const Leave = () => (
  <ButtonLink block kind="quiet" href={`${BASE}/logout`}>
    {t.leave}
  </ButtonLink>
);

function ByPassword({ onProved }: { onProved: () => void }) {
  const id = useId();
  const form = useSmallForm(
    { password: '' },
    {
      judge: ({ password }) => {
        const message = required(password);
        return message ? [{ field: 'password', message }] : [];
      },
      labels: () => ({ password: t.password }),
    },
  );
  const prove = async ({ password }: { password: string }) => {
    await call('POST /platform/auth/proof', { body: { password } });
    onProved();
  };
  return (
    <form className="stack" method="post" noValidate onSubmit={form.submit(prove)}>
      {form.failure !== undefined && <Notice kind="danger" role="alert" title={textOf(form.failure)} />}
      <Field id={id} error={form.field('password').error} label={t.password}>
        <PasswordInput
          name="password"
          autoComplete="current-password"
          autoFocus
          value={form.values.password}
          onChange={(event) => form.set('password', event.target.value)}
        />
      </Field>
      <p className="visually-hidden" role="alert">
        {form.field('password').error}
      </p>
      <Button type="submit" block busy={form.busy && t.confirming}>
        {t.confirm}
      </Button>
    </form>
  );
}

function ByPasskey({ onProved }: { onProved: () => void }) {
  const [busy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState('');
  const press = async () => {
    setBusy(true);
    setTrouble('');
    try {
      const { proveByPasskey } = await import('../passkeys/ceremonies.ts');
      await proveByPasskey();
      onProved();
    } catch (error) {
      if (!isChangeOfMind(error)) setTrouble(textOf(error, t.passkeyFailed));
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <Button block kind="outline" icon={KeyIcon} busy={busy && t.confirming} onClick={() => void press()}>
        {t.passkey}
      </Button>
      {trouble && <Notice kind="danger" role="alert" title={trouble} />}
    </>
  );
}

function ByCode({ contacts, onProved }: { contacts: Ways['contacts']; onProved: () => void }) {
  const [sent, setSent] = useState<Sent>();
  const [channel, setChannel] = useState<Channel>('email');
  const send = async (to: Channel) => {
    const { challengeId, ...rest } = await call('POST /platform/auth/proof/codes', {
      body: { channel: to },
    });
    setChannel(to);
    setSent({ id: challengeId, ...rest });
  };
  if (!sent)
    return (
      <>
        <ChannelStep
          contacts={contacts}
          labelOf={(contact) => `${t.channels[contact.channel]} ${contact.masked ?? ''}`.trim()}
          onSend={send}
          troubleOf={(error) => textOf(error, CODE_TEXTS.sendFailed)}
        />
        <p className="small muted">{t.onlyOld}</p>
      </>
    );
  return (
    <CodeStep
      sent={sent}
      label={t.confirm}
      busyLabel={t.confirming}
      onVerify={async (challengeId, code) => {
        await call('POST /platform/auth/proof', { body: { challengeId, code } });
        onProved();
      }}
      onResend={() => send(channel)}
      troubleOf={(error) => textOf(error, CODE_TEXTS.sendFailed)}
    />
  );
}
