import { textOf } from '@orbita/client/errors.ts';
import { check, isBlank, normaliseDocument } from '@orbita/domain/foundation';
import { CODE_TEXTS, DOCUMENT_LABELS, SOCIAL_LABELS, signInRules } from '@orbita/domain/identity';
import { Button } from '@orbita/ui/button';
import { ErrorSummary } from '@orbita/ui/error-summary';
import { Field } from '@orbita/ui/field';
import { LinkAction } from '@orbita/ui/link-action';
import { Notice } from '@orbita/ui/notice';
import { PageHead } from '@orbita/ui/page';
import { PasswordInput } from '@orbita/ui/password-input';
import { type ReactNode, useState } from 'react';
import { call } from '../../base/api.ts';
import { settings } from '../../base/settings.ts';
import { codeTexts } from '../../texts/codes.ts';
import { identityTexts } from '../../texts/identity.ts';
import { refusedTexts } from '../../texts/refused.ts';
import { socialTexts as t } from '../../texts/social.ts';
import type { Captcha } from '../captcha.ts';
import { CodeRequest } from '../codes/code-request.tsx';
import { DocumentField } from '../document-field.tsx';
import type { Identified } from '../identified.ts';
import { PanelLink } from '../panel-link.tsx';
import { useSmallForm } from '../small-form.ts';
import type { Unlinked } from './providers.ts';

export type LinkFormProps = {
  account: Unlinked;
  captcha: Captcha;
  headingRef: (heading: HTMLHeadingElement | null) => void;
  known: Identified;
  onKnown: (known: Identified) => void;
  signUpAddress: string;
  onSignUp: () => void;
  signInAddress: string;
  onSignIn: () => void;
  onDone: () => Promise<void>;
};

type Proof = { password: string } | { challengeId: string; code: string };

/** Links the account of a provider to ours: by password, by code, or to a new account (S-04). */
export function LinkForm(props: LinkFormProps) {
  const { account, onDone } = props;
  const [byCode, setByCode] = useState(false);
  const link = async ({ documentType, document }: Identified, proof: Proof) => {
    await call('POST /platform/auth/signin/tenants/{tenant}/social/{provider}/link', {
      params: { tenant: settings.tenant.alias, provider: account.provider },
      body: {
        linkToken: account.linkToken,
        documentType,
        document: normaliseDocument(documentType, document),
        ...proof,
      },
    });
    await onDone();
  };
  const ways = (
    <>
      {settings.loginMethods.code && (
        <LinkAction onClick={() => setByCode(!byCode)}>{byCode ? t.byPassword : t.byCode}</LinkAction>
      )}
      {settings.loginMethods.signup && (
        <p className="center">
          {t.firstTime}{' '}
          <PanelLink address={props.signUpAddress} onOpen={props.onSignUp}>
            {t.createAccount}
          </PanelLink>
        </p>
      )}
      <PanelLink address={props.signInAddress} onOpen={props.onSignIn}>
        {t.back}
      </PanelLink>
    </>
  );
  return byCode ? (
    <ByCode {...props} link={link}>
      {ways}
    </ByCode>
  ) : (
    <ByPassword {...props} link={link}>
      {ways}
    </ByPassword>
  );
}

type WayProps = LinkFormProps & {
  link: (who: Identified, proof: Proof) => Promise<void>;
  children: ReactNode;
};
type Values = Identified & { password: string };

function ByPassword({ account, headingRef, known, onKnown, link, children }: WayProps) {
  const form = useSmallForm<Values>(
    { ...known, password: '' },
    {
      judge: (values) => check(values, signInRules(values.documentType)),
      labels: ({ documentType }) => ({
        document: DOCUMENT_LABELS[documentType],
        password: identityTexts.password,
      }),
      onChange: ({ documentType, document }) => onKnown({ documentType, document }),
    },
  );
  const { values, set, field, summary, busy, failure } = form;
  const someEmpty = isBlank(values.document) || values.password === '';
  return (
    <>
      <PageHead title={t.title} ref={headingRef} />
      <form
        className="stack"
        method="post"
        noValidate
        onSubmit={form.submit(({ password, ...who }) => link(who, { password }))}
      >
        <ErrorSummary
          errors={summary}
          focusOn={form.attempts}
          {...(someEmpty ? { title: refusedTexts.fillAll } : {})}
        />
        {failure === undefined ? (
          <Notice title={t.unlinked} role="status">
            {t.unlinkedHelp(SOCIAL_LABELS[account.provider])}
          </Notice>
        ) : (
          <Notice kind="danger" role="alert" title={textOf(failure)} />
        )}
        <DocumentField
          type={values.documentType}
          value={values.document}
          error={field('document').error}
          onType={(documentType) => set('documentType', documentType)}
          onValue={(document) => set('document', document)}
        />
        <Field {...field('password')} label={identityTexts.password}>
          <PasswordInput
            name="password"
            autoComplete="current-password"
            value={values.password}
            onChange={(event) => set('password', event.target.value)}
          />
        </Field>
        <Button type="submit" block busy={busy && t.linking}>
          {t.link}
        </Button>
      </form>
      <div className="stack stack--tight center">{children}</div>
    </>
  );
}

function ByCode({ captcha, headingRef, known, onKnown, link, children }: WayProps) {
  const [who, setWho] = useState(known);
  return (
    <CodeRequest
      title={t.title}
      lead={t.codeLead}
      headingRef={headingRef}
      known={known}
      onKnown={onKnown}
      ask={async (asked, channel) => {
        setWho(asked);
        const answer = await call('POST /platform/auth/code/tenants/{tenant}/challenges', {
          params: { tenant: settings.tenant.alias },
          body: {
            documentType: asked.documentType,
            document: normaliseDocument(asked.documentType, asked.document),
            channel: channel ?? null,
            captchaToken: (await captcha.token('code')) ?? null,
          },
        });
        return 'channels' in answer ? answer : { ...answer, id: answer.challengeId };
      }}
      verify={(challengeId, code) => link(who, { challengeId, code })}
      verifyLabel={t.link}
      verifyingLabel={t.linking}
      channelLabel={({ channel, masked }) =>
        masked ? `${codeTexts.channels[channel]} ${masked}` : codeTexts.channels[channel]
      }
      sendFailed={() => CODE_TEXTS.sendFailed}
    >
      {children}
    </CodeRequest>
  );
}
