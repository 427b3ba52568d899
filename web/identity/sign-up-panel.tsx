import { ApiError } from '@orbita/client/errors.ts';
import { SOCIAL_LABELS } from '@orbita/domain/identity';
import { Button } from '@orbita/ui/button';
import { ErrorSummary } from '@orbita/ui/error-summary';
import { Notice } from '@orbita/ui/notice';
import { PageHead } from '@orbita/ui/page';
import { type RefObject, useState } from 'react';
import { call } from '../base/api.ts';
import { settings } from '../base/settings.ts';
import { useTitle } from '../base/title.ts';
import { today as dayOfToday } from '../base/today.ts';
import { refusedTexts } from '../texts/refused.ts';
import { signUpTexts as t } from '../texts/sign-up.ts';
import { socialTexts } from '../texts/social.ts';
import type { Captcha } from './captcha.ts';
import { CaptchaTrouble } from './captcha-trouble.tsx';
import { ConfirmSignUp, SignUpFailure } from './confirm-sign-up.tsx';
import type { Identified } from './identified.ts';
import { PanelLink } from './panel-link.tsx';
import { ConsentFields, ContactFields, PasswordFields, WhoFields } from './sign-up-fields.tsx';
import {
  blankSignUp,
  isMinorTyped,
  type SignUpValues,
  signUpBody,
  signUpLabels,
  signUpProblems,
} from './sign-up-values.ts';
import { useSmallForm } from './small-form.ts';
import type { Unlinked } from './social/providers.ts';

export type SignUpDraft = SignUpValues | undefined;

export type SignUpPanelProps = {
  captcha: Captcha;
  headingRef: (heading: HTMLHeadingElement | null) => void;
  known: Identified;
  /** The check box of the sign-in form applies here as well (spec 5.1). */
  remember: boolean;
  /** Account of a provider the new account is linked to. */
  unlinked?: Unlinked | undefined;
  /** Keeps what was typed while the person looks at the other panel. */
  draft: RefObject<SignUpDraft>;
  signInAddress: string;
  onSignIn: (document?: Identified) => void;
  onDone: () => Promise<void>;
};

type Sent = { challengeId: string; masked: string };

/** Creates the account; if the security check refuses, it continues by e-mail instead (spec 5.1). */
async function createAccount(
  values: SignUpValues,
  captchaToken: string | undefined,
  today: string,
  remember: boolean,
  linkToken: string | undefined,
) {
  const send = (token: string | undefined) =>
    call('POST /platform/auth/signup/tenants/{tenant}', {
      params: { tenant: settings.tenant.alias },
      body: { ...signUpBody(values, token, today), remember, linkToken: linkToken ?? null },
    });
  try {
    return await send(captchaToken);
  } catch (error) {
    if (captchaToken && error instanceof ApiError && error.code === 'CAPTCHA_FAILED') return send(undefined);
    throw error;
  }
}

/** S-02: the sign-up form, or the code that confirms it. */
export default function SignUpPanel(props: SignUpPanelProps) {
  const { captcha, headingRef, known, draft, onSignIn, onDone } = props;
  const today = dayOfToday();
  const [sent, setSent] = useState<Sent>();
  const form = useSmallForm<SignUpValues>(draft.current ?? blankSignUp(known), {
    judge: (values) => signUpProblems(values, today),
    labels: signUpLabels,
    onChange: (values) => {
      draft.current = values;
    },
  });
  const { summary, failure, busy, values } = form;
  useTitle(t.title, summary.length > 0);

  const signUp = async (typed: SignUpValues) => {
    const answer = await createAccount(
      typed,
      await captcha.token('signup'),
      today,
      props.remember,
      props.unlinked?.linkToken,
    );
    if ('challengeId' in answer) setSent(answer);
    else await onDone();
  };
  const { documentType, document } = values;
  const signInAs = () => onSignIn({ documentType, document });
  if (sent) {
    return (
      <ConfirmSignUp
        {...sent}
        headingRef={headingRef}
        onBack={() => setSent(undefined)}
        onSignIn={signInAs}
        onDone={onDone}
      />
    );
  }
  return (
    <>
      <PageHead title={t.title} lead={t.lead} ref={headingRef} />
      <form
        className="stack stack--wide"
        method="post"
        noValidate
        ref={form.ref}
        onSubmit={form.submit(signUp)}
      >
        <ErrorSummary errors={summary} focusOn={form.attempts} />
        {props.unlinked && (
          <Notice title={socialTexts.linkedSignUp(SOCIAL_LABELS[props.unlinked.provider])} />
        )}
        <div className="stack">
          <WhoFields form={form} />
          <ContactFields form={form} />
          <PasswordFields form={form} />
        </div>
        <ConsentFields form={form} minor={isMinorTyped(values.birthDate, today)} />
        {failure !== undefined && <SignUpFailure error={failure} onSignIn={signInAs} />}
        <CaptchaTrouble captcha={captcha} note={refusedTexts.captchaByEmail} />
        <Button type="submit" block busy={busy && t.submitting}>
          {t.submit}
        </Button>
        <p className="center">
          {t.haveAccount}{' '}
          <PanelLink address={props.signInAddress} onOpen={() => onSignIn()}>
            {t.enter}
          </PanelLink>
        </p>
      </form>
    </>
  );
}
