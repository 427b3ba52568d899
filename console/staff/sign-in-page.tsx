import { Button } from '@orbita/web/ui/button';
import { Notice } from '@orbita/web/ui/notice';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { call } from '../app/api.ts';
import { wantedOf } from '../app/guard.tsx';
import { hostQuery } from '../app/host.ts';
import { setMe } from '../app/me.ts';
import { Failed } from '../app/states.tsx';
import { pageTitle, useDocumentTitle } from '../app/title.ts';
import { entryTexts as t } from '../texts/staff.ts';
import { type Challenge, CodeStep } from './code-step.tsx';
import { EmailStep } from './email-step.tsx';
import { Gate } from './gate.tsx';
import { ProviderLink } from './provider-way.tsx';

/** E-00 `/entrar`: the ways in of this host (spec 25.2.2). */
export default function SignInPage() {
  useDocumentTitle(pageTitle(t.signInTitle, undefined));
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const { data: host, error, refetch } = useQuery(hostQuery);
  const [sent, setSent] = useState<{ email: string; challenge: Challenge }>();
  const verify = async (challengeId: string, code: string) => {
    const me = await call('POST /operations/staff/code/challenges/{challengeId}/verify', {
      params: { challengeId },
      body: { code },
      quiet: true,
    });
    setMe(me);
    void navigate(wantedOf(`?${search}`), { replace: true });
  };
  return (
    <Gate title={t.title} lead={t.lead}>
      {search.has('fim') && !sent && <Notice kind="success" role="status" title={t.ended} />}
      {error && <Failed error={error} onRetry={() => void refetch()} />}
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
          {host?.methods.includes('code') && (
            <EmailStep onSent={(email, challenge) => setSent({ email, challenge })} ask={askCode} />
          )}
        </>
      )}
      <p className="meta">{t.noAccess}</p>
    </Gate>
  );
}

const askCode = (email: string) =>
  call('POST /operations/staff/code/challenges', { body: { email }, quiet: true });
