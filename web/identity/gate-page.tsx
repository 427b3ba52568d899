import { safeRedirect } from '@orbita/domain/identity';
import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { BrandLogo } from '../app/brand-logo.tsx';
import { chunk } from '../app/chunk-reload.ts';
import { BASE, settings } from '../app/settings.ts';
import { identityTexts as t } from '../texts/identity.ts';
import { Gate } from '../ui/gate.tsx';
import { Logo } from '../ui/logo.tsx';
import { Notice } from '../ui/notice.tsx';
import { PageHead } from '../ui/page.tsx';
import { Loading, SkeletonForm } from '../ui/skeleton.tsx';
import { SkipLink } from '../ui/skip-link.tsx';
import { useCaptcha } from './captcha.ts';
import './gate-page.css';
import { PanelLink } from './panel-link.tsx';
import { type Identified, SignInForm } from './sign-in-form.tsx';
import type { SignUpDraft } from './sign-up-panel.tsx';

const SignUpPanel = lazy(() => chunk(() => import('./sign-up-panel.tsx')));

const PANEL = 'painel';
const SIGN_UP = 'criar-conta';

type Panel = 'sign-in' | 'sign-up';

const panelOf = (): Panel =>
  settings.loginMethods.signup && new URLSearchParams(location.search).get(PANEL) === SIGN_UP
    ? 'sign-up'
    : 'sign-in';

/** Address of a panel; where the person wanted to go stays in it. */
function addressOf(panel: Panel): string {
  const query = new URLSearchParams(location.search);
  if (panel === 'sign-up') query.set(PANEL, SIGN_UP);
  else query.delete(PANEL);
  const text = query.toString();
  return `${BASE}/${text && `?${text}`}`;
}

/** The panel shown, kept in the address: the browser's Back returns to the one before. */
function usePanel(): [Panel, (panel: Panel) => void] {
  const [panel, setPanel] = useState(panelOf);
  useEffect(() => {
    const back = () => setPanel(panelOf());
    addEventListener('popstate', back);
    return () => removeEventListener('popstate', back);
  }, []);
  const open = useCallback((next: Panel) => {
    history.pushState(null, '', addressOf(next));
    scrollTo(0, 0);
    setPanel(next);
  }, []);
  return [panel, open];
}

/** Focuses the heading of a panel that was opened, but never on the first visit. */
function useHeadingFocus(panel: Panel): (heading: HTMLHeadingElement | null) => void {
  const shown = useRef(panel);
  return useCallback(
    (heading: HTMLHeadingElement | null) => {
      if (!heading || shown.current === panel) return;
      shown.current = panel;
      heading.focus({ preventScroll: true });
    },
    [panel],
  );
}

export type GatePageProps = { enter: (path: string) => Promise<void> | void };

/** S-01 with its panel S-02: everything a person can do before signing in. */
export function GatePage({ enter }: GatePageProps) {
  const [panel, open] = usePanel();
  const captcha = useCaptcha();
  const headingRef = useHeadingFocus(panel);
  const known = useRef<Identified>({ documentType: 'cpf', document: '' });
  const draft = useRef<SignUpDraft>(undefined);
  const wanted = safeRedirect(new URLSearchParams(location.search).get('redirectTo'));
  const done = async () => {
    await enter(wanted ? wanted.slice(BASE.length) : '/portal');
  };
  const { password, signup } = settings.loginMethods;

  return (
    <>
      <SkipLink />
      <Gate
        logo={<GateLogo />}
        panelLogo={settings.theme.template.media.logoSmall && <BrandLogo href={`${BASE}/`} />}
        brandLabel={settings.brandName}
        slogan={t.slogan}
        note={t.note}
        orbit={panel === 'sign-in'}
      >
        {panel === 'sign-up' ? (
          <Suspense fallback={<PanelShape />}>
            <SignUpPanel
              captcha={captcha}
              headingRef={headingRef}
              known={known.current}
              draft={draft}
              signInAddress={addressOf('sign-in')}
              onSignIn={(document) => {
                if (document) known.current = document;
                open('sign-in');
              }}
              onDone={done}
            />
          </Suspense>
        ) : (
          <>
            <PageHead title={t.headingEnter} ref={headingRef} />
            {!password && <Notice kind="warning">{t.disabled}</Notice>}
            {password && wanted && <Notice title={t.afterRedirect}>{t.afterRedirectNext}</Notice>}
            {password && (
              <SignInForm
                captcha={captcha}
                known={known.current}
                onKnown={(typed) => {
                  known.current = typed;
                }}
                onDone={done}
              />
            )}
            {signup && (
              <p className="center">
                {t.firstTime}{' '}
                <PanelLink address={addressOf('sign-up')} onOpen={() => open('sign-up')}>
                  {t.createAccount}
                </PanelLink>
              </p>
            )}
          </>
        )}
      </Gate>
    </>
  );
}

/** The institution's whole logo where it has one: here is room for its name. */
function GateLogo() {
  const src = settings.theme.template.media.logoLarge;
  if (!src) return <BrandLogo href={`${BASE}/`} />;
  return <Logo href={`${BASE}/`} name={settings.brandName} src={src} whole />;
}

const PanelShape = () => (
  <Loading>
    <SkeletonForm fields={6} />
  </Loading>
);
