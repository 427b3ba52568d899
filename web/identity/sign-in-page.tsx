import { Logo } from '@orbita/ui/logo';
import { Notice } from '@orbita/ui/notice';
import { PageHead } from '@orbita/ui/page';
import { SignInLayout } from '@orbita/ui/sign-in-layout';
import { LoadingForm } from '@orbita/ui/skeleton';
import { SkipLink } from '@orbita/ui/skip-link';
import { lazy, type ReactNode, Suspense, useRef, useState } from 'react';
import { BrandLogo } from '../base/brand-logo.tsx';
import { chunk } from '../base/chunk-reload.ts';
import { OwnHelp } from '../base/own-help.tsx';
import { BASE, settings } from '../base/settings.ts';
import { identityTexts as t } from '../texts/identity.ts';
import { useCaptcha } from './captcha.ts';
import './sign-in-page.css';
import type { Identified } from './identified.ts';
import { PanelLink } from './panel-link.tsx';
import { addressOf, type Panel, useHeadingFocus, usePanel } from './panels.ts';
import { PasskeyButton } from './passkeys/passkey-button.tsx';
import { PrivacyFooter } from './privacy-footer.tsx';
import { SignInForm } from './sign-in-form.tsx';
import type { SignUpDraft } from './sign-up-panel.tsx';
import { keepUnlinked, keptUnlinked } from './social/kept.ts';
import type { Unlinked } from './social/providers.ts';
import { SocialSignIn } from './social/social-buttons.tsx';
import { useReleaseWithoutForm } from './take-over.ts';
import { isEndedLink, wantedPage } from './wanted.ts';

const SignUpPanel = lazy(() => chunk(() => import('./sign-up-panel.tsx')));

const CodePanel = lazy(() => chunk(() => import('./codes/code-panel.tsx')));
const SocialPanel = lazy(() => chunk(() => import('./social/social-panel.tsx')));
const ResetPanel = lazy(() => chunk(() => import('./passwords/reset-panel.tsx')));

export type SignInPageProps = { enter: (path: string) => Promise<void> | void };

/** S-01 with its panels S-02 and S-03, and S-07: everything a person can do before signing in. */
export function SignInPage({ enter }: SignInPageProps) {
  const [{ panel, link }, open] = usePanel();
  const captcha = useCaptcha();
  useReleaseWithoutForm();
  const headingRef = useHeadingFocus(panel);
  const known = useRef<Identified>({ documentType: 'cpf', document: '' });
  const draft = useRef<SignUpDraft>(undefined);
  const wanted = wantedPage();
  const ended = isEndedLink();
  const done = async () => {
    // Read again: returning from a provider's page restores it in the address.
    const wanted = wantedPage();
    keepUnlinked(undefined);
    await enter(wanted && !isEndedLink() ? wanted.slice(BASE.length) : '/portal');
  };
  const { password, signup, code } = settings.loginMethods;
  const remember = useRef(true);
  /** Account of a provider waiting to be linked to an existing or a new account. */
  const [waiting] = useState(() => (panel === 'social' || panel === 'sign-up' ? keptUnlinked() : undefined));
  const unlinked = useRef<Unlinked | undefined>(waiting);
  const onKnown = (typed: Identified) => {
    known.current = typed;
  };
  /** Back to the start; discards the account of a provider. */
  const forget = () => {
    unlinked.current = undefined;
    keepUnlinked(undefined);
    history.replaceState(null, '', addressOf('sign-in'));
    open('sign-in');
  };
  const later = {
    captcha,
    headingRef,
    known: known.current,
    signInAddress: addressOf('sign-in'),
    onSignIn: () => open('sign-in'),
    onDone: done,
  };
  const panels: Record<Exclude<Panel, 'sign-in'>, () => ReactNode> = {
    'sign-up': () => (
      <SignUpPanel
        {...later}
        draft={draft}
        remember={remember.current}
        unlinked={unlinked.current}
        onSignIn={(document) => {
          if (document) known.current = document;
          open('sign-in');
        }}
      />
    ),
    code: () => <CodePanel {...later} onKnown={onKnown} remember={remember.current} />,
    social: () => (
      <SocialPanel
        {...later}
        onKnown={onKnown}
        unlinked={unlinked}
        signUpAddress={addressOf('sign-up')}
        onSignUp={() => open('sign-up')}
        onSignIn={forget}
        onCancel={forget}
      />
    ),
    reset: () => <ResetPanel {...later} onKnown={onKnown} link={link} onRestart={() => open('reset')} />,
  };

  return (
    <>
      <SkipLink />
      <SignInLayout
        logo={<SignInLogo />}
        panelLogo={settings.theme.template.media.logoSmall && <BrandLogo href={`${BASE}/`} />}
        brandLabel={settings.brandName}
        slogan={t.slogan}
        note={t.note}
        orbit={panel === 'sign-in'}
        first={panel === 'sign-in' && signup && <SignUpLink onOpen={() => open('sign-up')} />}
      >
        {panel !== 'sign-in' ? (
          <Suspense fallback={<PanelShape />}>{panels[panel]()}</Suspense>
        ) : (
          <>
            <PageHead title={t.headingEnter} ref={headingRef} />
            {!password && <Notice kind="warning">{t.disabled}</Notice>}
            {ended && (
              <Notice kind="warning" title={t.endedLink}>
                {password ? t.endedLinkHelp : t.endedLinkAsk}
              </Notice>
            )}
            {password && wanted && !ended && <Notice title={t.afterRedirect}>{t.afterRedirectNext}</Notice>}
            {password && (
              <SignInForm
                captcha={captcha}
                known={known.current}
                onKnown={onKnown}
                remember={remember}
                resetAddress={addressOf('reset')}
                onReset={() => open('reset')}
                {...(code && { codeAddress: addressOf('code'), onCode: () => open('code') })}
                more={<PasskeyButton remember={remember} onDone={done} />}
                onDone={done}
              />
            )}
            {password && (
              <SocialSignIn
                remember={remember}
                onUnlinked={(account) => {
                  unlinked.current = account;
                  keepUnlinked(account);
                  open('social');
                }}
                onDone={done}
              />
            )}
            {signup && (
              <p className="center only-wide">
                {t.firstTime} <SignUpLink onOpen={() => open('sign-up')} />
              </p>
            )}
          </>
        )}
        <OwnHelp question={t.lockedOut} />
        {/* S-02 has the notice among its fields. */}
        {panel !== 'sign-up' && <PrivacyFooter className="center" />}
      </SignInLayout>
    </>
  );
}

/** Below 1000 px beside the logo, where a newcomer sees it without scrolling; above that, under the form. */
const SignUpLink = ({ onOpen }: { onOpen: () => void }) => (
  <PanelLink address={addressOf('sign-up')} onOpen={onOpen}>
    {t.createAccount}
  </PanelLink>
);

/** The institution's large logo if it has one, because there is space for its name. */
function SignInLogo() {
  const src = settings.theme.template.media.logoLarge;
  if (!src) return <BrandLogo href={`${BASE}/`} />;
  return <Logo href={`${BASE}/`} name={settings.brandName} src={src} whole />;
}

const PanelShape = () => <LoadingForm fields={6} />;
