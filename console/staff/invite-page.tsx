import { ApiError } from '@orbita/client/errors.ts';
import { knowsPasskeys } from '@orbita/client/passkey-support.ts';
import { Button, ButtonLink } from '@orbita/ui/button';
import { Notice } from '@orbita/ui/notice';
import { LoadingForm } from '@orbita/ui/skeleton';
import { WithName } from '@orbita/ui/with-name';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { call, textOf } from '../base/api.ts';
import { hostQuery } from '../base/host.ts';
import { type Me, setMe } from '../base/me.ts';
import { placeNameIn } from '../base/place.tsx';
import { Failed } from '../base/states.tsx';
import { pageTitle, useDocumentTitle } from '../base/title.ts';
import { passkeyTexts } from '../texts/passkeys.ts';
import { entryTexts, inviteTexts as t } from '../texts/staff.ts';
import { type Challenge, CodeStep } from './code-step.tsx';
import { Gate } from './gate.tsx';
import { grantText } from './grant-text.ts';
import { PasskeyButton } from './passkey-button.tsx';

/** Accepts with a code sent to the invited e-mail. */
async function accept(invite: string): Promise<Challenge> {
  const next = await call('POST /operations/staff/invites/acceptance', {
    body: { invite, method: 'code' },
    quiet: true,
  });
  if (!('resendIn' in next)) throw new Error('A code was asked for, and something else came');
  return next;
}

/** Leads to the institution's own sign-in, which tells whether this is the invited person. */
async function acceptThere(invite: string): Promise<void> {
  const body = { invite, method: 'idp' as const };
  const next = await call('POST /operations/staff/invites/acceptance', { body, quiet: true });
  if (!('address' in next)) throw new Error('The own sign-in was asked for, and something else came');
  window.location.assign(next.address);
}

/** Invites of a demo sign in by themselves. */
const acceptDemo = async (invite: string): Promise<undefined> => {
  const body = { invite, method: 'demo' as const };
  const next = await call('POST /operations/staff/invites/acceptance', { body, quiet: true });
  if (!('staffId' in next)) throw new Error('The invite did not sign in');
  setMe(next);
  return undefined;
};

/** E-00 `/convite#…`: opening it consumes nothing; accepting does (spec 25.2.2). */
export default function InvitePage() {
  useDocumentTitle(pageTitle(t.pageTitle, undefined));
  const { hash, search } = useLocation();
  const invite = hash.slice(1);
  const { data, error, refetch } = useQuery({
    queryKey: ['staff', 'invite', invite],
    queryFn: () => call('POST /operations/staff/invites/inspection', { body: { invite }, quiet: true }),
    enabled: invite !== '',
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (invite === '' || (error instanceof ApiError && error.status < 500 && error.status !== 429))
    return <Over text={invite === '' ? t.over : textOf(error)} />;
  if (error)
    return (
      <Gate title={t.pageTitle}>
        <Failed error={error} onRetry={() => refetch()} />
      </Gate>
    );
  if (!data)
    return (
      <Gate title={t.pageTitle}>
        <LoadingForm label={entryTexts.connecting} fields={2} />
      </Gate>
    );
  return (
    <Gate title={<WithName text={t.title} name={data.name} />} lead={t.lead(data.tenant.name)}>
      <dl className="facts facts--list">
        <div>
          <dt>{t.roles}</dt>
          <dd>
            {data.grants.map((grant) => (
              <div key={grantText(grant, t.everywhere, String)}>
                {grantText(grant, t.everywhere, (code) => placeNameIn(data.institutions, code))}
              </div>
            ))}
          </dd>
        </div>
        <div>
          <dt>{t.email}</dt>
          <dd>{data.emailMasked}</dd>
        </div>
      </dl>
      <Accept
        invite={invite}
        emailMasked={data.emailMasked}
        methods={data.methods}
        next={placeIn(new URLSearchParams(search).get('para'))}
      />
    </Gate>
  );
}

function Over({ text }: { text: string }) {
  return (
    <Gate title={t.overTitle}>
      <Notice kind="warning" title={text} />
      <ButtonLink kind="outline" block href="/entrar">
        {t.toSignIn}
      </ButtonLink>
    </Gate>
  );
}

/** Page the invite leads to, if its link names one of the console. */
const placeIn = (named: string | null): string =>
  named && /^\/[\w/-]*$/.test(named) && !named.startsWith('//') ? named : '/';

type AcceptProps = { invite: string; emailMasked: string; methods: readonly string[]; next: string };

function Accept({ invite, emailMasked, methods, next }: AcceptProps) {
  const navigate = useNavigate();
  const demo = methods.includes('demo');
  const code = methods.includes('code');
  const enter = (me: Me) => {
    setMe(me);
    void navigate(next, { replace: true });
  };
  const [challenge, setChallenge] = useState<Challenge>();
  const ask = useMutation<Challenge | undefined>({
    mutationFn: () => (demo ? acceptDemo(invite) : accept(invite)),
    onSuccess: (asked) => (asked ? setChallenge(asked) : void navigate(next, { replace: true })),
  });
  const host = useQuery(hostQuery).data;
  const there = methods.includes('idp') && host?.idpName;
  const leave = useMutation({
    mutationFn: async () => {
      await acceptThere(invite);
      // The browser is loading another page, so the button stays busy.
      await new Promise<never>(() => undefined);
    },
  });
  const error = leave.error ?? ask.error;
  const verify = async (challengeId: string, code: string) => {
    const me = await call('POST /operations/staff/code/challenges/{challengeId}/verify', {
      params: { challengeId },
      body: { code },
      quiet: true,
    });
    enter(me);
  };
  if (challenge)
    return (
      <CodeStep
        challenge={challenge}
        sent={entryTexts.sentTo(emailMasked)}
        verify={verify}
        resend={() => accept(invite)}
      />
    );
  return (
    <div className="stack">
      {error && <Notice kind="danger" role="alert" title={textOf(error)} />}
      {there && (
        <>
          <p className="muted">{t.providerHint(there)}</p>
          <Button block busy={leave.isPending && t.leaving} onClick={() => leave.mutate()}>
            {t.acceptWith(there)}
          </Button>
        </>
      )}
      {demo ? <p className="muted">{t.demoHint}</p> : code && <p className="muted">{t.hint}</p>}
      {(code || demo) && (
        <Button
          block
          kind={there ? 'outline' : 'primary'}
          busy={ask.isPending && (demo ? entryTexts.entering : t.accepting)}
          onClick={() => ask.mutate()}
        >
          {demo ? t.acceptDemo : t.accept}
        </Button>
      )}
      {methods.includes('passkey') && (!code || knowsPasskeys()) && (
        <>
          <p className="muted">{passkeyTexts.acceptHint}</p>
          <PasskeyButton
            label={passkeyTexts.accept}
            kind={code || there ? 'outline' : 'primary'}
            block
            run={async ({ acceptByPasskey }) => enter(await acceptByPasskey(invite))}
          />
        </>
      )}
    </div>
  );
}
