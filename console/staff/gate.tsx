import { Logo } from '@orbita/web/ui/logo';
import { SignInLayout } from '@orbita/web/ui/sign-in-layout';
import { SkipLink } from '@orbita/web/ui/skip-link';
import type { ReactNode } from 'react';
import '../styles/gate.css';
import { useTenantName } from '../app/host.ts';
import { entryTexts as t } from '../texts/staff.ts';

type GateProps = { title: string; lead?: ReactNode; children: ReactNode };

/** Frame of E-00: the institution beside what is asked. */
export function Gate({ title, lead, children }: GateProps) {
  const tenant = useTenantName();
  const logo = <Logo href="/entrar" name={tenant} detail={t.slogan} />;
  return (
    <>
      <SkipLink />
      <SignInLayout logo={logo} brandLabel={tenant} slogan={t.slogan} note={t.note(tenant)}>
        <div className="head__text">
          <h1 tabIndex={-1}>{title}</h1>
          {lead && <p className="muted">{lead}</p>}
        </div>
        {children}
      </SignInLayout>
    </>
  );
}
