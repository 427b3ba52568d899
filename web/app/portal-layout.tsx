import { firstName } from '@orbita/domain/foundation';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { PrivacyFooter } from '../identity/privacy-footer.tsx';
import { appTexts as t } from '../texts/app.ts';
import { ExitIcon } from '../ui/icons/exit.tsx';
import { KeyIcon } from '../ui/icons/key.tsx';
import { UserIcon } from '../ui/icons/user.tsx';
import { PortalBar } from '../ui/portal-bar.tsx';
import { BrandLogo } from './brand-logo.tsx';
import { checkQuery } from './guard.ts';
import { session } from './session.ts';

/** First name to greet with: the social name if there is one (spec 4.3). */
export function useGreetingName(): string {
  const { data } = useQuery(checkQuery);
  return firstName(data?.payloadToken.socialName ?? data?.payloadToken.name ?? session.name());
}

type PortalLayoutProps = { help?: string | undefined; children: ReactNode };

/** Portal bar over a page that belongs to no application; with `help`, the address of a conversation. */
export function PortalLayout({ help, children }: PortalLayoutProps) {
  const { data } = useQuery(checkQuery);
  const name = useGreetingName();
  return (
    <>
      <PortalBar
        logo={<BrandLogo href="/portal" />}
        helpHref={help}
        greeting={t.greeting(name)}
        initial={name.slice(0, 1).toUpperCase()}
        menu={[
          { label: t.changeData, icon: UserIcon, href: `/profile/${data?.payloadToken.personId ?? ''}` },
          { label: t.changePassword, icon: KeyIcon, href: '/change-password' },
          { label: t.exit, icon: ExitIcon, href: '/logout' },
        ]}
      />
      {children}
      <PrivacyFooter />
    </>
  );
}
