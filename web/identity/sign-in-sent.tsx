import { ApiError, textOf } from '@orbita/client/errors.ts';
import { ErrorSummary } from '@orbita/ui/error-summary';
import { LinkAction } from '@orbita/ui/link-action';
import { Notice } from '@orbita/ui/notice';
import { identityTexts as t } from '../texts/identity.ts';
import { refusedTexts } from '../texts/refused.ts';
import type { SignInValues } from './sign-in-values.ts';
import type { SmallForm } from './small-form.ts';

export { CaptchaTrouble } from './captcha-trouble.tsx';
export { judgeSignIn, signInByPassword } from './sign-in-action.ts';

type SignInRefusedProps = {
  form: SmallForm<SignInValues>;
  /** Omitted if sign-in by code is disabled. */
  onCode: (() => void) | undefined;
};

/** Why S-01 was not sent, or why the server refused it. */
export function SignInRefused({ form, onCode }: SignInRefusedProps) {
  const { values, summary, attempts, failure } = form;
  const someEmpty = values.document.trim() === '' || values.password === '';
  return (
    <>
      <ErrorSummary
        errors={summary}
        focusOn={attempts}
        {...(someEmpty ? { title: refusedTexts.fillAll } : {})}
      />
      {failure !== undefined && <Refused error={failure} onCode={onCode} />}
    </>
  );
}

/**
 * Error of the sign-in; if the security check refused, sign-in by code is offered (spec 5.1). Also after a wrong password,
 * whoever is asking: the institution may have revoked the one that was right.
 */
function Refused({ error, onCode }: { error: unknown; onCode: (() => void) | undefined }) {
  const code = error instanceof ApiError ? error.code : '';
  const wrong = code === 'BAD_CREDENTIALS';
  return (
    <Notice kind="danger" role="alert" title={textOf(error)}>
      {wrong && onCode && <p>{refusedTexts.maybeEnded}</p>}
      {(wrong || code === 'CAPTCHA_FAILED') && onCode && (
        <LinkAction onClick={onCode}>{t.enterByCode}</LinkAction>
      )}
    </Notice>
  );
}
