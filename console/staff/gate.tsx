import { Logo } from '@orbita/ui/logo';
import { SignInLayout } from '@orbita/ui/sign-in-layout';
import { SkipLink } from '@orbita/ui/skip-link';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import '../styles/gate.css';
import { hostQuery, useTenantName } from '../base/host.ts';
import { entryTexts as t } from '../texts/staff.ts';

type GateProps = { title: ReactNode; lead?: ReactNode; children: ReactNode };

/** Frame of E-00: the institution beside the form. */
export function Gate({ title, lead, children }: GateProps) {
  const tenant = useTenantName();
  const image = useQuery(hostQuery).data?.tenant.logo;
  const drawn = <Logo href="/entrar" name={tenant} detail={t.slogan} />;
  const logo = image ? <Logo href="/entrar" name={tenant} src={image} whole /> : drawn;
  return (
    <>
      <SkipLink />
      <SignInLayout logo={logo} panelLogo={drawn} brandLabel={tenant} slogan={t.slogan} note={t.note(tenant)}>
        <div className="head__text">
          <h1 tabIndex={-1}>{title}</h1>
          {lead && <p className="muted">{lead}</p>}
        </div>
        {children}
      </SignInLayout>
    </>
  );
}
