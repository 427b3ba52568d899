import { adoptAnswer } from '@orbita/client/adopt-answer.ts';
import { isMinorOn } from '@orbita/domain/foundation';
import type { Body } from '@orbita/protocol';
import { Check } from '@orbita/ui/check';
import { Disclosure } from '@orbita/ui/disclosure';
import { Group } from '@orbita/ui/group';
import { LinkAction } from '@orbita/ui/link-action';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../base/api.ts';
import { session } from '../../base/session.ts';
import { settings } from '../../base/settings.ts';
import { today } from '../../base/today.ts';
import { tenantDateTime } from '../../base/zone.ts';
import { PrivacyDialog } from '../../identity/privacy-dialog.tsx';
import { adoptCookies } from '../../tenancy/cookie-sync.ts';
import { privacyPageTexts as t } from '../../texts/privacy.ts';
import { type Consents, consentsQuery } from '../privacy-queries.ts';
import { personDataQuery } from '../queries.ts';

type Change = Body<'PUT /candidate/users/{uuid}/consents'>;

/** LGPD art. 14: no advertising for people under 18. */
function useMinor(): boolean {
  const { data } = useQuery(personDataQuery());
  return Boolean(data?.birthDate && isMinorOn(data.birthDate, today()));
}

const after = (consents: Consents, { cookies, marketing, whatsapp }: Change): Consents => ({
  ...consents,
  ...(cookies ? { cookies } : {}),
  ...(typeof marketing === 'boolean' ? { marketing } : {}),
  ...(typeof whatsapp === 'boolean' ? { whatsapp } : {}),
});

const KEY = ['consents', 'change'];

/** The boxes as the person set them; changes are sent one after the other, so that the last one pressed wins. */
function useConsents(stored: Consents) {
  const client = useQueryClient();
  const [shown, setShown] = useState<Consents>();
  const [failed, setFailed] = useState(false);
  const isAlone = () => client.isMutating({ mutationKey: KEY }) === 1;
  const { mutate, isSuccess } = useMutation({
    mutationKey: KEY,
    scope: { id: KEY.join() },
    mutationFn: (body: Change) =>
      call('PUT /candidate/users/{uuid}/consents', {
        params: { uuid: session.uuid() },
        body: { ...body, channel: 'profile' },
      }),
    // Optimistic update; an error reverts it.
    onMutate: (body) => {
      // Cancel running queries, whose answers would show the old consents.
      void client.cancelQueries(consentsQuery());
      if (isAlone()) setFailed(false);
      setShown((before) => after(before ?? stored, body));
    },
    onError: () => setFailed(true),
    onSuccess: (now, { cookies }) => {
      adoptAnswer(client, consentsQuery().queryKey, now);
      if (cookies && isAlone()) adoptCookies(now.cookies);
    },
    onSettled: () => {
      if (isAlone()) setShown(undefined);
    },
  });
  return { shown: shown ?? stored, change: mutate, failed, saved: isSuccess };
}

/** The consents given, with a switch for each that may be withdrawn. */
export function PrivacyConsents({ consents }: { consents: Consents }) {
  const minor = useMinor();
  const [reading, setReading] = useState(false);
  const { shown, change, failed, saved } = useConsents(consents);
  const { privacyNotice, marketing, whatsapp, cookies } = shown;
  const setCookies = (part: Partial<Consents['cookies']>) => change({ cookies: { ...cookies, ...part } });
  return (
    <Group title={t.consents}>
      <p>
        {privacyNotice
          ? t.notice(tenantDateTime(privacyNotice.acceptedAt), privacyNotice.version)
          : t.noticeMissing}
      </p>
      <div>
        <LinkAction onClick={() => setReading(true)}>{t.noticeLink}</LinkAction>
      </div>
      {(settings.whatsapp || whatsapp) && (
        <>
          <Check
            checked={whatsapp}
            onChange={({ target }) => change({ whatsapp: target.checked })}
            aria-describedby="whatsapp-ajuda"
          >
            {t.whatsapp}
          </Check>
          <p className="small muted" id="whatsapp-ajuda">
            {t.whatsappHelp}
          </p>
        </>
      )}
      {minor ? (
        <p className="muted">{t.minor}</p>
      ) : (
        <Check
          checked={marketing}
          onChange={({ target }) => change({ marketing: target.checked })}
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
        {failed ? t.notSaved : saved && t.saved}
      </p>
      <History consents={shown} />
      {reading && <PrivacyDialog onClose={() => setReading(false)} />}
    </Group>
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
