import { ApiError, textOf } from '@orbita/client/errors.ts';
import { isBlank } from '@orbita/domain/foundation';
import { Button, ButtonLink } from '@orbita/ui/button';
import { Check } from '@orbita/ui/check';
import { ErrorSummary } from '@orbita/ui/error-summary';
import { Field } from '@orbita/ui/field';
import { MailIcon } from '@orbita/ui/icons/mail';
import { LinkAction } from '@orbita/ui/link-action';
import { Notice } from '@orbita/ui/notice';
import { PasswordInput } from '@orbita/ui/password-input';
import type { ReactNode, RefObject } from 'react';
import { useTitle } from '../base/title.ts';
import { identityTexts as t } from '../texts/identity.ts';
import type { Captcha } from './captcha.ts';
import { CaptchaTrouble } from './captcha-trouble.tsx';
import { DocumentField } from './document-field.tsx';
import type { Identified } from './identified.ts';
import { openInPlace, PanelLink } from './panel-link.tsx';
import { type SignInValues, signInByPassword, signInJudge } from './sign-in-action.ts';
import { useSmallForm } from './small-form.ts';

export type SignInFormProps = {
  captcha: Captcha;
  /** What was typed of the document in another panel. */
  known: Identified;
  onKnown: (known: Identified) => void;
  /** The box applies to every sign-in method (spec 5.1), so the other panels read it here. */
  remember: RefObject<boolean>;
  resetAddress: string;
  onReset: () => void;
  /** Left out where nobody signs in by code. */
  codeAddress?: string;
  onCode?: () => void;
  /** Further sign-in methods, shown under the form. */
  more?: ReactNode;
  /** Called after sign-in. */
  onDone: () => Promise<void>;
};

/** The form of S-01. */
export function SignInForm(props: SignInFormProps) {
  const { captcha, known, onKnown, remember, onCode, onDone } = props;
  const form = useSmallForm<SignInValues>(
    { ...known, password: '', remember: remember.current },
    {
      ...signInJudge,
      onChange: ({ documentType, document, remember: box }) => {
        onKnown({ documentType, document });
        remember.current = box;
      },
    },
  );
  const { values, set, field, summary, busy, failure } = form;
  useTitle(t.titleEnter, summary.length > 0);

  const signIn = async (typed: SignInValues) => {
    if (await signInByPassword(typed, captcha)) await onDone();
  };
  const blocked = captcha.state === 'failed';
  const someEmpty = isBlank(values.document) || values.password === '';

  return (
    <form className="stack" method="post" noValidate ref={form.ref} onSubmit={form.submit(signIn)}>
      <ErrorSummary errors={summary} focusOn={form.attempts} {...(someEmpty ? { title: t.fillAll } : {})} />
      {failure !== undefined && <Refused error={failure} onCode={onCode} />}
      <DocumentField
        type={values.documentType}
        value={values.document}
        error={field('document').error}
        onType={(documentType) => set('documentType', documentType)}
        onValue={(document) => set('document', document)}
      />
      <Field {...field('password')} label={t.password}>
        <PasswordInput
          name="password"
          autoComplete="current-password"
          value={values.password}
          onChange={(event) => set('password', event.target.value)}
        />
      </Field>
      <div className="row row--between row--close">
        <Check
          name="remember"
          checked={values.remember}
          onChange={(event) => set('remember', event.target.checked)}
        >
          {t.remember}
        </Check>
        <PanelLink address={props.resetAddress} onOpen={props.onReset}>
          {t.forgot}
        </PanelLink>
      </div>
      <CaptchaTrouble captcha={captcha} />
      <Button type="submit" block busy={busy && t.entering} aria-disabled={blocked || undefined}>
        {t.enter}
      </Button>
      {props.codeAddress && onCode && (
        <ButtonLink
          kind="outline"
          block
          icon={MailIcon}
          href={props.codeAddress}
          onClick={(event) => openInPlace(event, onCode)}
        >
          {t.enterByCode}
        </ButtonLink>
      )}
      {props.more}
    </form>
  );
}

/**
 * Error of the sign-in; if the security check refused, sign-in by code is offered (spec 5.1). Also after a wrong password,
 * whoever asks: the institution may have ended the one that was right.
 */
function Refused({ error, onCode }: { error: unknown; onCode: (() => void) | undefined }) {
  const code = error instanceof ApiError ? error.code : '';
  const wrong = code === 'BAD_CREDENTIALS';
  return (
    <Notice kind="danger" role="alert" title={textOf(error)}>
      {wrong && onCode && <p>{t.maybeEnded}</p>}
      {(wrong || code === 'CAPTCHA_FAILED') && onCode && (
        <LinkAction onClick={onCode}>{t.enterByCode}</LinkAction>
      )}
    </Notice>
  );
}
