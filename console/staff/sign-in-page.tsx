import { knowsPasskeys } from '@orbita/client/passkey-support.ts';
import { Button } from '@orbita/ui/button';
import { Notice } from '@orbita/ui/notice';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { call } from '../base/api.ts';
import { hostQuery } from '../base/host.ts';
import { type Me, setMe } from '../base/me.ts';
import { Failed } from '../base/states.tsx';
import { pageTitle, useDocumentTitle } from '../base/title.ts';
import { passkeyTexts } from '../texts/passkeys.ts';
import { entryTexts as t } from '../texts/staff.ts';
import { type Challenge, CodeStep } from './code-step.tsx';
import { EmailStep } from './email-step.tsx';
import { Gate } from './gate.tsx';
import { PasskeyButton } from './passkey-button.tsx';
import { ProviderLink } from './provider-way.tsx';
import { wantedOf } from './wanted.ts';

/** E-00 `/entrar`: the sign-in methods of this host (spec 25.2.2). */
export default function SignInPage() {
  useDocumentTitle(pageTitle(t.signInTitle, undefined));
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const { data: host, error, refetch } = useQuery(hostQuery);
  const [sent, setSent] = useState<{ email: string; challenge: Challenge }>();
  const enter = (me: Me) => {
    setMe(me);
    void navigate(wantedOf(`?${search}`), { replace: true });
  };
  const verify = async (challengeId: string, code: string) => {
    const me = await call('POST /operations/staff/code/challenges/{challengeId}/verify', {
      params: { challengeId },
      body: { code },
      quiet: true,
    });
    enter(me);
  };
  // A console that offers passkeys to nobody else still admits people who were invited to have one.
  const listed = host?.methods.includes('passkey') ?? false;
  const byPasskey = host && knowsPasskeys() && (
    <PasskeyButton
      label={passkeyTexts.enter}
      kind={listed ? 'outline' : 'quiet'}
      block={listed}
      run={async ({ enterByPasskey }) => enter(await enterByPasskey())}
    />
  );
  return (
    <Gate title={t.title} lead={t.lead}>
      {search.has('encerrado') && !sent && <Notice kind="warning" role="alert" title={t.accessEnded} />}
      {search.has('fim') && !sent && <Notice kind="success" role="status" title={t.ended} />}
      {error && <Failed error={error} onRetry={() => refetch()} />}
      {!host && !error && (
        <p className="muted" role="status">
          {t.connecting}
        </p>
      )}
      {sent ? (
        <>
          <CodeStep
            challenge={sent.challenge}
            sent={t.sent}
            verify={verify}
            resend={() => askCode(sent.email)}
          />
          <Button kind="quiet" onClick={() => setSent(undefined)}>
            {t.otherEmail}
          </Button>
        </>
      ) : (
        <>
          {host?.methods.includes('idp') && host.idpName !== undefined && (
            <ProviderLink name={host.idpName} wanted={wantedOf(`?${search}`)} />
          )}
          {listed && byPasskey}
          {host?.methods.includes('code') && (
            <EmailStep
              second={host.methods.includes('idp')}
              onSent={(email, challenge) => setSent({ email, challenge })}
              ask={askCode}
            />
          )}
          {!listed && byPasskey}
        </>
      )}
      <p className="meta">{t.noAccess}</p>
    </Gate>
  );
}

const askCode = (email: string) =>
  call('POST /operations/staff/code/challenges', { body: { email }, quiet: true });
