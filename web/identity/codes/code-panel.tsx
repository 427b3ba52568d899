import { normaliseDocument } from '@orbita/domain/foundation';
import { CODE_TEXTS } from '@orbita/domain/identity';
import { call } from '../../base/api.ts';
import { settings } from '../../base/settings.ts';
import { codeTexts as t } from '../../texts/codes.ts';
import type { Captcha } from '../captcha.ts';
import type { Identified } from '../identified.ts';
import { PanelLink } from '../panel-link.tsx';
import { CodeRequest } from './code-request.tsx';
import type { Asked, Channel, Contact } from './types.ts';

export type CodePanelProps = {
  captcha: Captcha;
  headingRef: (heading: HTMLHeadingElement | null) => void;
  known: Identified;
  onKnown: (known: Identified) => void;
  remember: boolean;
  signInAddress: string;
  onSignIn: () => void;
  onDone: () => Promise<void>;
};

const labelOf = ({ channel, masked }: Contact) =>
  masked ? `${t.channels[channel]} ${masked}` : t.channels[channel];

/** S-03: signs in by a code. Works without the security check, which may have failed (spec 5.1). */
export default function CodePanel(props: CodePanelProps) {
  const ask = async ({ documentType, document }: Identified, channel?: Channel): Promise<Asked> => {
    const answer = await call('POST /platform/auth/code/tenants/{tenant}/challenges', {
      params: { tenant: settings.tenant.alias },
      body: {
        documentType,
        document: normaliseDocument(documentType, document),
        channel: channel ?? null,
        captchaToken: (await props.captcha.token('code')) ?? null,
      },
    });
    return 'channels' in answer ? answer : { ...answer, id: answer.challengeId };
  };
  const verify = async (challengeId: string, code: string) => {
    await call('POST /platform/auth/code/challenges/{challengeId}/verify', {
      params: { challengeId },
      body: { code, remember: props.remember },
    });
    await props.onDone();
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
      verifyLabel={t.enter}
      verifyingLabel={t.entering}
      channelLabel={labelOf}
      sendFailed={() => CODE_TEXTS.sendFailed}
    >
      <PanelLink address={props.signInAddress} onOpen={props.onSignIn}>
        {t.withPassword}
      </PanelLink>
    </CodeRequest>
  );
}
