import { Button, ButtonLink } from '@orbita/ui/button';
import { Check } from '@orbita/ui/check';
import { Field } from '@orbita/ui/field';
import { MailIcon } from '@orbita/ui/icons/mail';
import { Notice } from '@orbita/ui/notice';
import { PasswordInput } from '@orbita/ui/password-input';
import { uiTexts } from '@orbita/ui/texts.ts';
import { type ReactNode, type RefObject, useEffect, useState } from 'react';
import { retriedImport } from '../base/chunk-reload.ts';
import { useTitle } from '../base/title.ts';
import { identityTexts as t } from '../texts/identity.ts';
import type { Captcha } from './captcha.ts';
import { DocumentField } from './document-field.tsx';
import type { Identified } from './identified.ts';
import { openInPlace, PanelLink } from './panel-link.tsx';
import { type SignInValues, signInLabels } from './sign-in-values.ts';
import { useSmallForm } from './small-form.ts';

/** Rules, call and refusal texts: none of them is visible before the button is pressed, so they load after the form. */
const sentPart = retriedImport(() => import('./sign-in-sent.tsx'));

export type SignInFormProps = {
  captcha: Captcha;
  /** The document as typed in another panel. */
  known: Identified;
  onKnown: (known: Identified) => void;
  /** The box applies to every sign-in method (spec 5.1), so the other panels read it here. */
  remember: RefObject<boolean>;
  resetAddress: string;
  onReset: () => void;
  /** Omitted if sign-in by code is disabled. */
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
  const [sent, setSent] = useState<Awaited<ReturnType<typeof sentPart>>>();
  const load = async () => {
    const part = await sentPart();
    setSent(part);
    return part;
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the form stands
  useEffect(() => void load().catch(() => undefined), []);
  const form = useSmallForm<SignInValues>(
    { ...known, password: '', remember: remember.current },
    {
      judge: sent?.judgeSignIn ?? (async (typed) => (await load()).judgeSignIn(typed)),
      labels: signInLabels,
      onChange: ({ documentType, document, remember: box }) => {
        onKnown({ documentType, document });
        remember.current = box;
      },
    },
  );
  const { values, set, field, summary, busy, failure } = form;
  useTitle(t.titleEnter, summary.length > 0);

  const signIn = async (typed: SignInValues) => {
    const { signInByPassword } = sent ?? (await load());
    if (await signInByPassword(typed, captcha)) await onDone();
  };
  const blocked = captcha.state === 'failed';

  return (
    <form className="stack" method="post" noValidate ref={form.ref} onSubmit={form.submit(signIn)}>
      {sent ? <sent.SignInRefused form={form} onCode={onCode} /> : failure !== undefined && <Unreached />}
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
      {sent && <sent.CaptchaTrouble captcha={captcha} />}
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

/** That part failed to load: shows the text of a call that gets no answer. */
const Unreached = () => (
  <Notice kind="danger" role="alert" title={navigator.onLine === false ? uiTexts.offline : uiTexts.silent} />
);
