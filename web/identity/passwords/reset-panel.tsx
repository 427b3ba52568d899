import { textOf } from '@orbita/client/errors.ts';
import { isFinal } from '@orbita/client/final.ts';
import { normaliseDocument } from '@orbita/domain/foundation';
import { CODE_TEXTS } from '@orbita/domain/identity';
import { Button } from '@orbita/ui/button';
import { LiveLine } from '@orbita/ui/live-line';
import { Notice } from '@orbita/ui/notice';
import { PageHead } from '@orbita/ui/page';
import { useEffect, useState } from 'react';
import { call } from '../../base/api.ts';
import { settings } from '../../base/settings.ts';
import { useTitle } from '../../base/title.ts';
import { resetTexts as t } from '../../texts/codes.ts';
import { identityTexts } from '../../texts/identity.ts';
import { refusedTexts } from '../../texts/refused.ts';
import type { Captcha } from '../captcha.ts';
import { CodeRequest } from '../codes/code-request.tsx';
import type { Asked, Channel, Contact } from '../codes/types.ts';
import type { Identified } from '../identified.ts';
import { PanelLink } from '../panel-link.tsx';
import { NewPasswordStep, type OpenedReset } from './new-password-step.tsx';
import { ResetDone } from './reset-done.tsx';

export type ResetPanelProps = {
  /** Secret of an e-mailed link; undefined if the reset starts here. */
  link: string | undefined;
  captcha: Captcha;
  headingRef: (heading: HTMLHeadingElement | null) => void;
  known: Identified;
  onKnown: (known: Identified) => void;
  signInAddress: string;
  onSignIn: () => void;
  /** Starts over, without the link. */
  onRestart: () => void;
};

const labelOf = ({ channel, masked }: Contact) =>
  masked ? `${t.channels[channel]} ${masked}` : t.channels[channel];

/** S-07: document, channel, code, new password, done; an e-mailed link starts at the new password. */
export default function ResetPanel(props: ResetPanelProps) {
  const { link, onSignIn } = props;
  const [opened, setOpened] = useState<OpenedReset>();
  const [expired, setExpired] = useState(false);
  const [done, setDone] = useState(false);
  const restart = () => {
    setOpened(undefined);
    setExpired(false);
    props.onRestart();
  };
  if (done) return <ResetDone onSignIn={onSignIn} />;
  if (expired) return <Expired {...props} onRestart={restart} />;
  if (opened) {
    return (
      <NewPasswordStep opened={opened} onDone={() => setDone(true)} onExpired={() => setExpired(true)} />
    );
  }
  if (link) return <OpenLink {...props} link={link} onOpen={setOpened} onExpired={() => setExpired(true)} />;
  if (!settings.loginMethods.password) return <Closed {...props} />;
  return <Ask {...props} onVerified={setOpened} />;
}

function Ask({
  captcha,
  onVerified,
  ...props
}: ResetPanelProps & { onVerified: (opened: OpenedReset) => void }) {
  const ask = async ({ documentType, document }: Identified, channel?: Channel): Promise<Asked> => {
    const answer = await call('POST /platform/auth/password/tenants/{tenant}/reset-requests', {
      params: { tenant: settings.tenant.alias },
      body: {
        documentType,
        document: normaliseDocument(documentType, document),
        channel: channel ?? null,
        captchaToken: (await captcha.token('reset')) ?? null,
      },
    });
    return 'channels' in answer ? answer : { ...answer, id: answer.requestId };
  };
  const verify = async (requestId: string, code: string) => {
    const answer = await call('POST /platform/auth/password/reset-requests/{requestId}/verify', {
      params: { requestId },
      body: { code },
    });
    onVerified(answer);
  };
  return (
    <CodeRequest
      title={t.title}
      lead={t.lead}
      headingRef={props.headingRef}
      known={props.known}
      onKnown={props.onKnown}
      ask={ask}
      verify={verify}
      verifyLabel={t.verify}
      verifyingLabel={t.verifying}
      channelLabel={labelOf}
      sendFailed={(channel) => (channel === 'email' ? t.mailFailed : CODE_TEXTS.sendFailed)}
    >
      <BackToSignIn {...props} />
    </CodeRequest>
  );
}

type OpenLinkProps = ResetPanelProps & {
  link: string;
  onOpen: (opened: OpenedReset) => void;
  onExpired: () => void;
};

/** Opens the link; this does not use it up, so it may be retried. */
function OpenLink({ link, headingRef, onOpen, onExpired }: OpenLinkProps) {
  useTitle(t.title);
  const [failure, setFailure] = useState<unknown>();
  const [tries, setTries] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `tries` asks again; the handlers only set state
  useEffect(() => {
    let gone = false;
    setFailure(undefined);
    call('GET /platform/auth/password/reset-links/{id}', { params: { id: link } }).then(
      (opened) => !gone && onOpen(opened),
      (error: unknown) => {
        if (gone) return;
        if (isFinal(error)) onExpired();
        else setFailure(error);
      },
    );
    return () => {
      gone = true;
    };
  }, [link, tries]);
  return (
    <>
      <PageHead title={t.title} ref={headingRef} />
      {failure === undefined ? (
        <LiveLine>{t.opening}</LiveLine>
      ) : (
        <Notice kind="danger" role="alert" title={textOf(failure)}>
          <div>
            <Button kind="outline" small onClick={() => setTries(tries + 1)}>
              {refusedTexts.captchaRetry}
            </Button>
          </div>
        </Notice>
      )}
    </>
  );
}

function Expired({ headingRef, onRestart, ...props }: ResetPanelProps) {
  useTitle(t.title, true);
  return (
    <>
      <PageHead title={t.title} ref={headingRef} />
      <Notice kind="danger" role="alert" title={t.linkExpired} />
      <Button block onClick={onRestart}>
        {t.askAgain}
      </Button>
      <BackToSignIn {...props} />
    </>
  );
}

/** No reset while sign-in is disabled, because it would end the running sessions (spec 3.1). */
function Closed({ headingRef, ...props }: ResetPanelProps) {
  useTitle(t.title);
  return (
    <>
      <PageHead title={t.title} ref={headingRef} />
      <Notice kind="warning">{identityTexts.disabled}</Notice>
      <BackToSignIn {...props} />
    </>
  );
}

const BackToSignIn = ({ signInAddress, onSignIn }: Pick<ResetPanelProps, 'signInAddress' | 'onSignIn'>) => (
  <p className="center">
    <PanelLink address={signInAddress} onOpen={onSignIn}>
      {t.backToSignIn}
    </PanelLink>
  </p>
);
