import { Button } from '@orbita/ui/button';
import { Dialog } from '@orbita/ui/dialog';
import { Notice } from '@orbita/ui/notice';
import { useMutation } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { call, textOf } from '../base/api.ts';
import { BASE } from '../base/base.ts';
import { useIdleEnd } from '../base/idle.ts';
import { type Me, renewMe, useMe } from '../base/me.ts';
import { passkeyTexts } from '../texts/passkeys.ts';
import { entryTexts, sessionTexts as t } from '../texts/staff.ts';
import { type Challenge, CodeStep } from './code-step.tsx';
import { PasskeyButton } from './passkey-button.tsx';
import { ProviderWay } from './provider-way.tsx';
import { confirmed, dismissed, type SessionQuestion, signedInAgain, useQuestions } from './session-keeper.ts';

const StrongerDialog = lazy(() => import('./stronger-dialog.tsx'));

/** What the session asks over any page: to sign in again, to confirm one's identity, to stay (spec 25.2.3, 25.2.4). */
export function SessionDialogs() {
  const questions = useQuestions();
  if (questions.length === 0) return <IdleDialog />;
  return questions.map((question) => <Question key={question.kind} {...question} />);
}

function Question({ kind, methods }: SessionQuestion) {
  if (kind === 'over') return <OverDialog />;
  if (kind === 'confirm') return <ConfirmDialog methods={methods} />;
  return (
    <Suspense>
      <StrongerDialog />
    </Suspense>
  );
}

const codeFor = (email: string): Promise<Challenge> =>
  call('POST /operations/staff/code/challenges', { body: { email }, quiet: true });

function OverDialog() {
  const { email, session, waysIn } = useMe();
  const { method } = session;
  // Also for a person who signed in by code and has a passkey: it opens more than a code does.
  const byPasskey =
    waysIn.includes('passkey') && (method === 'passkey' || (method === 'code' && session.passkey === 'has'));
  // If passkeys are no sign-in method here, a person who confirmed with one signed in by another method.
  const byProvider = method === 'idp' || (method === 'passkey' && !byPasskey && waysIn.includes('idp'));
  const second = byPasskey || byProvider;
  const again = (me: Me) => signedInAgain(me, () => location.reload());
  const verify = async (challengeId: string, code: string) => {
    const me = await call('POST /operations/staff/code/challenges/{challengeId}/verify', {
      params: { challengeId },
      body: { code },
      quiet: true,
    });
    again(me);
  };
  return (
    <Dialog
      open
      title={t.overTitle}
      foot={
        <Button kind="quiet" onClick={() => location.assign(`${BASE}/entrar`)}>
          {t.leave}
        </Button>
      }
    >
      <p>{t.overHelp}</p>
      {byProvider && <ProviderWay purpose="sign-in" done={again} />}
      {byPasskey && (
        <PasskeyButton
          label={passkeyTexts.enter}
          run={async ({ enterByPasskey }) => again(await enterByPasskey())}
        />
      )}
      {(!second || (method !== 'idp' && waysIn.includes('code'))) && (
        <OwnCode email={email} verify={verify} kind={second ? 'outline' : 'primary'} />
      )}
    </Dialog>
  );
}

function ConfirmDialog({ methods }: Pick<SessionQuestion, 'methods'>) {
  const { email } = useMe();
  const done = () => {
    void renewMe();
    confirmed('confirm');
  };
  const leave = () => dismissed('confirm');
  const byPasskey = methods.includes('passkey');
  const verify = async (challengeId: string, code: string) => {
    await call('POST /operations/staff/me/reauthentication', { body: { challengeId, code } });
    done();
  };
  return (
    <Dialog
      open
      onClose={leave}
      title={t.confirmTitle}
      foot={
        <Button kind="quiet" onClick={leave}>
          {t.cancel}
        </Button>
      }
    >
      {methods.includes('idp') && <ProviderWay purpose="reauth" done={done} />}
      {byPasskey && (
        <PasskeyButton
          label={passkeyTexts.confirm}
          run={async ({ confirmByPasskey }) => {
            await confirmByPasskey();
            done();
          }}
        />
      )}
      {methods.includes('code') && (
        <>
          <p>{t.confirmHelp(email)}</p>
          <OwnCode
            email={email}
            verify={verify}
            act={t.confirm}
            acting={t.confirming}
            kind={byPasskey ? 'outline' : 'primary'}
          />
        </>
      )}
    </Dialog>
  );
}

type OwnCodeProps = {
  email: string;
  verify: (challengeId: string, code: string) => Promise<void>;
  act?: string;
  acting?: string;
  kind?: 'primary' | 'outline';
};

/** A code sent to the person's own e-mail, and its field. */
function OwnCode({ email, verify, act, acting, kind }: OwnCodeProps) {
  const [challenge, setChallenge] = useState<Challenge>();
  const send = useMutation({ mutationFn: () => codeFor(email), onSuccess: setChallenge });
  if (challenge)
    return (
      <CodeStep
        challenge={challenge}
        sent={entryTexts.sentTo(email)}
        verify={verify}
        resend={() => codeFor(email)}
        act={act}
        acting={acting}
      />
    );
  return (
    <>
      {send.error && <Notice kind="danger" role="alert" title={textOf(send.error)} />}
      <Button kind={kind} busy={send.isPending && entryTexts.sending} onClick={() => send.mutate()}>
        {entryTexts.sendCode}
      </Button>
    </>
  );
}

function IdleDialog() {
  const { minutes, stay } = useIdleEnd();
  return (
    <Dialog
      open={minutes !== undefined}
      onClose={stay}
      title={t.idleTitle(minutes ?? 1)}
      foot={<Button onClick={stay}>{t.stay}</Button>}
    >
      <p>{t.idleHelp}</p>
    </Dialog>
  );
}
