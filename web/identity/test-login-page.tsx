import { Card } from '@orbita/ui/card';
import { Facts } from '@orbita/ui/facts';
import { Notice } from '@orbita/ui/notice';
import { Page, PageHead } from '@orbita/ui/page';
import { useRef, useState } from 'react';
import { BrandBar } from '../base/brand-bar.tsx';
import { NotFoundPage } from '../base/not-found-page.tsx';
import { session } from '../base/session.ts';
import { BASE, settings } from '../base/settings.ts';
import { rememberTabOwner } from '../base/tab.ts';
import { postToTabs } from '../base/tab-channel.ts';
import { testLoginTexts as t } from '../texts/session.ts';
import { useCaptcha } from './captcha.ts';
import type { Identified } from './identified.ts';
import { SignInForm } from './sign-in-form.tsx';

const PROVIDERS = ['google', 'facebook', 'linkedin'] as const;
const RESET = `${BASE}/reset-password`;
const NAMES = { google: 'Google', facebook: 'Facebook', linkedin: 'LinkedIn' } as const;

const masked = (uuid: string) => `${uuid.slice(0, 4)}…${uuid.slice(-4)}`;

/** S-06: how sign-in is set up on this host, and whether it works; does not exist unless enabled. */
export default function TestLoginPage() {
  return settings.testLogin ? <Diagnostics /> : <NotFoundPage />;
}

function Diagnostics() {
  const captcha = useCaptcha();
  const known = useRef<Identified>({ documentType: 'cpf', document: '' });
  const remember = useRef(true);
  const [user, setUser] = useState<string>();
  const providers = PROVIDERS.filter((one) => settings.loginMethods[one]).map((one) => NAMES[one]);
  const done = async () => {
    rememberTabOwner();
    postToTabs('entered');
    setUser(masked(session.uuid()));
  };
  return (
    <>
      <BrandBar narrow />
      <Page width="task">
        <PageHead title={t.title} lead={t.lead} />
        <Card className="stack">
          <Facts
            facts={[
              { label: t.host, value: location.hostname },
              { label: t.tenant, value: settings.tenant.alias },
              { label: t.providers, value: providers.join(', ') || t.none },
              { label: t.captcha, value: t.captchaStates[captcha.state] },
            ]}
          />
        </Card>
        <div role="status">
          {user && (
            <Notice kind="success" title={t.done}>
              {t.user(user)}
            </Notice>
          )}
        </div>
        <section className="stack" aria-labelledby="entrar">
          <h2 id="entrar">{t.form}</h2>
          <SignInForm
            captcha={captcha}
            known={known.current}
            onKnown={(typed) => {
              known.current = typed;
            }}
            remember={remember}
            resetAddress={RESET}
            onReset={() => location.assign(RESET)}
            onDone={done}
          />
        </section>
      </Page>
    </>
  );
}
