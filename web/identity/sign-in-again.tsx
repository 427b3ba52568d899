import { textOf } from '@orbita/client/errors.ts';
import { Button } from '@orbita/ui/button';
import { Check } from '@orbita/ui/check';
import { ErrorSummary } from '@orbita/ui/error-summary';
import { Field } from '@orbita/ui/field';
import { Notice } from '@orbita/ui/notice';
import { PasswordInput } from '@orbita/ui/password-input';
import { useId } from 'react';
import { identityTexts as t } from '../texts/identity.ts';
import { sessionTexts } from '../texts/session.ts';
import { useCaptcha } from './captcha.ts';
import { CaptchaTrouble } from './captcha-trouble.tsx';
import { DocumentField } from './document-field.tsx';
import { PasskeyButton } from './passkeys/passkey-button.tsx';
import { judgeSignIn, signInByPassword } from './sign-in-action.ts';
import { type SignInValues, signInLabels } from './sign-in-values.ts';
import { useSmallForm } from './small-form.ts';

/**
 * Sign-in in a dialog over an unchanged page. Its fields have their own ids, because the page below may use the usual ones;
 * other sign-in methods open in another tab.
 */
export function SignInAgain({ remember, onDone }: { remember: boolean; onDone: () => void }) {
  const prefix = useId();
  const captcha = useCaptcha();
  const { values, set, submit, busy, failure, ...form } = useSmallForm<SignInValues>(
    { documentType: 'cpf', document: '', password: '', remember },
    { judge: judgeSignIn, labels: signInLabels },
  );
  const named = (name: keyof SignInValues) => `${prefix}-${name}`;

  const signIn = async (typed: SignInValues) => {
    if (await signInByPassword(typed, captcha)) onDone();
  };

  return (
    // What is typed here does not count as unsaved work.
    <form className="stack" method="post" noValidate data-not-kept="" onSubmit={submit(signIn)}>
      <p>{sessionTexts.overHelp}</p>
      <ErrorSummary
        errors={form.summary.map(({ id, message }) => ({ id: named(id as keyof SignInValues), message }))}
        focusOn={form.attempts}
      />
      {failure !== undefined && <Notice kind="danger" role="alert" title={textOf(failure)} />}
      <DocumentField
        id={named('document')}
        type={values.documentType}
        value={values.document}
        error={form.field('document').error}
        onType={(documentType) => set('documentType', documentType)}
        onValue={(document) => set('document', document)}
      />
      <Field id={named('password')} error={form.field('password').error} label={t.password}>
        <PasswordInput
          name="password"
          autoComplete="current-password"
          value={values.password}
          onChange={(event) => set('password', event.target.value)}
        />
      </Field>
      <Check checked={values.remember} onChange={(event) => set('remember', event.target.checked)}>
        {t.remember}
      </Check>
      <CaptchaTrouble captcha={captcha} />
      <Button
        type="submit"
        block
        busy={busy && t.entering}
        aria-disabled={captcha.state === 'failed' || undefined}
      >
        {t.enter}
      </Button>
      <PasskeyButton remember={{ current: values.remember }} onDone={async () => onDone()} />
    </form>
  );
}
