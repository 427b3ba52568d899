import { ApiError, textOf } from '@orbita/client/errors.ts';
import { check } from '@orbita/domain/foundation';
import { CODE_TEXTS, code, normaliseCode } from '@orbita/domain/identity';
import { Button } from '@orbita/ui/button';
import { CodeInput } from '@orbita/ui/code-input';
import { ErrorSummary } from '@orbita/ui/error-summary';
import { Field } from '@orbita/ui/field';
import { LinkAction } from '@orbita/ui/link-action';
import { Notice } from '@orbita/ui/notice';
import { PageHead } from '@orbita/ui/page';
import { call } from '../base/api.ts';
import { useTitle } from '../base/title.ts';
import { signUpTexts, confirmTexts as t } from '../texts/sign-up.ts';
import { useSmallForm } from './small-form.ts';

export type ConfirmSignUpProps = {
  challengeId: string;
  masked: string;
  headingRef: (heading: HTMLHeadingElement | null) => void;
  /** Back to the form, which kept what was typed: submitting it again sends a new code. */
  onBack: () => void;
  /** To sign-in, for somebody who turns out to have an account. */
  onSignIn: () => void;
  onDone: () => Promise<void>;
};

/** The code sent to the e-mail of a sign-up creates the account (spec 5.1, 5.4). */
export function ConfirmSignUp({
  challengeId,
  masked,
  headingRef,
  onBack,
  onSignIn,
  onDone,
}: ConfirmSignUpProps) {
  const form = useSmallForm(
    { code: '' },
    { judge: (values) => check(values, { code }), labels: () => ({ code: t.code }) },
  );
  const { field, values, set, failure, busy, summary } = form;
  useTitle(t.title, summary.length > 0);
  const confirm = async (typed: { code: string }) => {
    await call('POST /platform/auth/code/challenges/{challengeId}/verify', {
      params: { challengeId },
      body: { code: normaliseCode(typed.code) },
    });
    await onDone();
  };
  return (
    <>
      <PageHead title={t.title} lead={t.sent(masked)} ref={headingRef} />
      <form className="stack" method="post" noValidate onSubmit={form.submit(confirm)}>
        <ErrorSummary errors={summary} focusOn={form.attempts} />
        {failure !== undefined && <SignUpFailure error={failure} onSignIn={onSignIn} />}
        <Field {...field('code')} label={t.code} hint={CODE_TEXTS.hint}>
          <CodeInput
            name="code"
            autoFocus
            value={values.code}
            onChange={(event) => set('code', event.target.value)}
          />
        </Field>
        <Button type="submit" block busy={busy && t.confirming}>
          {t.confirm}
        </Button>
        <Button kind="quiet" block onClick={onBack}>
          {t.back}
        </Button>
      </form>
    </>
  );
}

/** Why the account was not created, beside the button; somebody who already has one is pointed to sign-in. */
export function SignUpFailure({ error, onSignIn }: { error: unknown; onSignIn: () => void }) {
  const exists = error instanceof ApiError && error.code === 'ACCOUNT_EXISTS';
  return (
    <Notice kind="danger" role="alert" title={textOf(error)}>
      {exists && <LinkAction onClick={onSignIn}>{signUpTexts.enterWithDocument}</LinkAction>}
    </Notice>
  );
}
