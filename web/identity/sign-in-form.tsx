import { check, type DocumentType, isBlank, normaliseDocument } from '@orbita/domain/foundation';
import { DOCUMENT_LABELS, signInRules } from '@orbita/domain/identity';
import { call, textOf } from '../app/api.ts';
import { settings } from '../app/settings.ts';
import { useTitle } from '../app/title.ts';
import { identityTexts as t } from '../texts/identity.ts';
import { Button } from '../ui/button.tsx';
import { Check } from '../ui/check.tsx';
import { ErrorSummary } from '../ui/error-summary.tsx';
import { Field } from '../ui/field.tsx';
import { Notice } from '../ui/notice.tsx';
import { PasswordInput } from '../ui/password-input.tsx';
import type { Captcha } from './captcha.ts';
import { CaptchaTrouble } from './captcha-trouble.tsx';
import { DocumentField } from './document-field.tsx';
import { useSmallForm } from './small-form.ts';

export type Identified = { documentType: DocumentType; document: string };

export type SignInFormProps = {
  captcha: Captcha;
  /** What was typed of the document in another panel. */
  known: Identified;
  onKnown: (known: Identified) => void;
  /** Signed in: goes on into the app. */
  onDone: () => Promise<void>;
};

type Values = Identified & { password: string; remember: boolean };

/** The form of S-01. */
export function SignInForm({ captcha, known, onKnown, onDone }: SignInFormProps) {
  const form = useSmallForm<Values>(
    { ...known, password: '', remember: true },
    {
      judge: (values) => check(values, signInRules(values.documentType)),
      labels: ({ documentType }) => ({ document: DOCUMENT_LABELS[documentType], password: t.password }),
      onChange: ({ documentType, document }) => onKnown({ documentType, document }),
    },
  );
  const { values, set, field, summary, busy, failure } = form;
  useTitle(t.titleEnter, summary.length > 0);

  const signIn = async ({ documentType, document, password, remember }: Values) => {
    const captchaToken = await captcha.token('signin');
    if (captcha.state !== 'off' && !captchaToken) return;
    await call('POST /platform/auth/signin/tenants/{tenant}', {
      params: { tenant: settings.tenant.alias },
      body: {
        applicationAlias: 'orbita',
        documentType,
        document: normaliseDocument(documentType, document),
        password,
        remember,
        captchaToken: captchaToken ?? null,
      },
    });
    await onDone();
  };
  const blocked = captcha.state === 'failed';
  const someEmpty = isBlank(values.document) || values.password === '';

  return (
    <form className="stack" method="post" noValidate onSubmit={form.submit(signIn)}>
      <ErrorSummary errors={summary} focusOn={form.attempts} {...(someEmpty ? { title: t.fillAll } : {})} />
      {failure !== undefined && <Notice kind="danger" role="alert" title={textOf(failure)} />}
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
      <Check checked={values.remember} onChange={(event) => set('remember', event.target.checked)}>
        {t.remember}
      </Check>
      <CaptchaTrouble captcha={captcha} />
      <Button type="submit" block busy={busy && t.entering} aria-disabled={blocked || undefined}>
        {t.enter}
      </Button>
    </form>
  );
}
