import { Button } from '@orbita/web/ui/button';
import { Dialog } from '@orbita/web/ui/dialog';
import { Notice } from '@orbita/web/ui/notice';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call, textOf } from '../app/api.ts';
import { BASE } from '../app/base.ts';
import { useIdleEnd } from '../app/idle.ts';
import { renewMe, useMe } from '../app/me.ts';
import { confirmed, dismissed, signedInAgain, useQuestion } from '../app/session-keeper.ts';
import { entryTexts, sessionTexts as t } from '../texts/staff.ts';
import { type Challenge, CodeStep } from './code-step.tsx';
import { ProviderWay } from './provider-way.tsx';

/** What the session asks over any page: to sign in again, to confirm who one is, to stay (spec 25.2.3, 25.2.4). */
export function SessionDialogs() {
  const question = useQuestion();
  if (question?.kind === 'over') return <OverDialog />;
  if (question?.kind === 'confirm') return <ConfirmDialog />;
  return <IdleDialog />;
}

const codeFor = (email: string): Promise<Challenge> =>
  call('POST /operations/staff/code/challenges', { body: { email }, quiet: true });

function OverDialog() {
  const { email, session } = useMe();
  const verify = async (challengeId: string, code: string) => {
    const me = await call('POST /operations/staff/code/challenges/{challengeId}/verify', {
      params: { challengeId },
      body: { code },
      quiet: true,
    });
    signedInAgain(me, () => location.reload());
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
      {session.method === 'idp' ? (
        <ProviderWay purpose="sign-in" done={(me) => signedInAgain(me, () => location.reload())} />
      ) : (
        <OwnCode email={email} verify={verify} />
      )}
    </Dialog>
  );
}

function ConfirmDialog() {
  const { email, session } = useMe();
  const done = () => {
    void renewMe();
    confirmed();
  };
  const verify = async (challengeId: string, code: string) => {
    await call('POST /operations/staff/me/reauthentication', { body: { challengeId, code }, quiet: true });
    done();
  };
  return (
    <Dialog
      open
      onClose={dismissed}
      title={t.confirmTitle}
      foot={
        <Button kind="quiet" onClick={dismissed}>
          {t.cancel}
        </Button>
      }
    >
      {session.method === 'idp' ? (
        <ProviderWay purpose="reauth" done={done} />
      ) : (
        <>
          <p>{t.confirmHelp(email)}</p>
          <OwnCode email={email} verify={verify} act={t.confirm} acting={t.confirming} />
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
};

/** A code to the person's own e-mail, and its field. */
function OwnCode({ email, verify, act, acting }: OwnCodeProps) {
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
      <Button busy={send.isPending && entryTexts.sending} onClick={() => send.mutate()}>
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
