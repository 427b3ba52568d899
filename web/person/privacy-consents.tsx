import { isMinorOn } from '@orbita/domain/foundation';
import type { Body } from '@orbita/protocol';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { call } from '../app/api.ts';
import { session } from '../app/session.ts';
import { today } from '../app/today.ts';
import { tenantDateTime } from '../app/zone.ts';
import { PrivacyDialog } from '../identity/privacy-dialog.tsx';
import { adoptCookies } from '../tenancy/cookie-sync.ts';
import { privacyPageTexts as t } from '../texts/privacy.ts';
import { Check } from '../ui/check.tsx';
import { Disclosure } from '../ui/disclosure.tsx';
import { LinkAction } from '../ui/link-action.tsx';
import { type Consents, consentsQuery } from './privacy-queries.ts';
import { personDataQuery } from './queries.ts';

type Change = Body<'PUT /candidate/users/{uuid}/consents'>;

/** LGPD art. 14: nothing of advertising for who is under 18. */
function useMinor(): boolean {
  const { data } = useQuery(personDataQuery());
  return Boolean(data?.birthDate && isMinorOn(data.birthDate, today()));
}

/** What was allowed, with a switch for each that may be taken back. */
export function PrivacyConsents({ consents }: { consents: Consents }) {
  const client = useQueryClient();
  const minor = useMinor();
  const [reading, setReading] = useState(false);
  const [told, setTold] = useState('');
  const [failed, setFailed] = useState(false);
  const [shown, setShown] = useState(consents);
  useEffect(() => setShown(consents), [consents]);
  const change = async (body: Change) => {
    setTold('');
    const before = shown;
    // The box follows the finger; a refusal puts it back.
    setShown({
      ...before,
      ...(body.cookies ? { cookies: body.cookies } : {}),
      ...(typeof body.marketing === 'boolean' ? { marketing: body.marketing } : {}),
    });
    try {
      const stored = await call('PUT /candidate/users/{uuid}/consents', {
        params: { uuid: session.uuid() },
        body: { ...body, channel: 'profile' },
      });
      setShown(stored);
      client.setQueryData(consentsQuery().queryKey, stored);
      if (body.cookies) adoptCookies(stored.cookies);
      setFailed(false);
      setTold(t.saved);
    } catch {
      setShown(before);
      setFailed(true);
      setTold(t.notSaved);
    }
  };
  const { privacyNotice, marketing, cookies } = shown;
  const setCookies = (part: Partial<Consents['cookies']>) =>
    void change({ cookies: { ...cookies, ...part } });
  return (
    <section className="stack" aria-labelledby="autorizacoes">
      <h2 id="autorizacoes">{t.consents}</h2>
      <p>
        {privacyNotice
          ? t.notice(tenantDateTime(privacyNotice.acceptedAt), privacyNotice.version)
          : t.noticeMissing}
      </p>
      <div>
        <LinkAction onClick={() => setReading(true)}>{t.noticeLink}</LinkAction>
      </div>
      {minor ? (
        <p className="muted">{t.minor}</p>
      ) : (
        <Check
          checked={marketing}
          onChange={({ target }) => void change({ marketing: target.checked })}
          aria-describedby="novidades-ajuda"
        >
          {t.marketing}
        </Check>
      )}
      {!minor && (
        <p className="small muted" id="novidades-ajuda">
          {t.marketingHelp}
        </p>
      )}
      <Check checked={cookies.analytics} onChange={({ target }) => setCookies({ analytics: target.checked })}>
        {t.analytics}
      </Check>
      {!minor && (
        <Check
          checked={cookies.marketing}
          onChange={({ target }) => setCookies({ marketing: target.checked })}
        >
          {t.adverts}
        </Check>
      )}
      <p className="small" role={failed ? 'alert' : 'status'}>
        {told}
      </p>
      <History consents={shown} />
      {reading && <PrivacyDialog onClose={() => setReading(false)} />}
    </section>
  );
}

function History({ consents: { history } }: { consents: Consents }) {
  if (history.length === 0) return null;
  return (
    <Disclosure summary={t.history}>
      <ul className="stack stack--tight small">
        {history.map(({ kind, granted, version, channel, at }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines of a record that only grows at its end
          <li key={index}>
            {t.kinds[kind]}: {kind === 'privacy-notice' ? t.read(version ?? '') : t.given(granted)},{' '}
            {t.channels[channel]}, {tenantDateTime(at)}
          </li>
        ))}
      </ul>
    </Disclosure>
  );
}
