import { firstName } from '@orbita/domain/foundation';
import type { Help } from '@orbita/ui/help';
import { ExitIcon } from '@orbita/ui/icons/exit';
import { KeyIcon } from '@orbita/ui/icons/key';
import { UserIcon } from '@orbita/ui/icons/user';
import { PortalBar } from '@orbita/ui/portal-bar';
import { WithName } from '@orbita/ui/with-name';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { BrandLogo } from '../base/brand-logo.tsx';
import { checkQuery } from '../base/guard.ts';
import { session } from '../base/session.ts';
import { settings } from '../base/settings.ts';
import { useSettled } from '../base/settled.ts';
import { tabAccess } from '../base/tab-access.ts';
import { PrivacyFooter } from '../identity/privacy-footer.tsx';
import { helpOf, useSupport } from '../tenancy/support.ts';
import { appTexts as t } from '../texts/app.ts';
import { subscriptionsQuery } from './queries.ts';

/** First name to greet with: the social name if there is one (spec 4.3). */
export function useGreetingName(): string {
  const { data } = useQuery(checkQuery);
  return firstName(data?.payloadToken.socialName ?? data?.payloadToken.name ?? session.name());
}

/** A person without an application gets the support contact of the host's own institution. */
const ownInstitution = settings.institution ? { institutionId: settings.institution.id } : undefined;

/** Support contact for the newest application, or for the one a link opened (U33). */
function useHelp(): Help | undefined {
  const access = tabAccess();
  const list = useQuery({ ...subscriptionsQuery(), enabled: access === undefined });
  const opened = access && ownInstitution && { ...ownInstitution, id: access.subscriptionId };
  const about: { institutionId: number; id?: number } | undefined =
    opened ?? list.data?.[0] ?? (list.data && ownInstitution);
  return helpOf(useSupport(about), about?.id);
}

type PortalLayoutProps = { help?: Help | undefined; children: ReactNode };

/** Portal bar over a page that belongs to no application; `help` replaces the usual support contact. */
export function PortalLayout({ help, children }: PortalLayoutProps) {
  const { data } = useQuery(checkQuery);
  const usual = useHelp();
  const name = useGreetingName();
  const settled = useSettled();
  return (
    <>
      <PortalBar
        logo={<BrandLogo href="/portal" />}
        help={help ?? usual}
        greeting={<WithName text={t.greeting} name={name} />}
        initial={name.slice(0, 1).toUpperCase()}
        menu={[
          { label: t.changeData, icon: UserIcon, href: `/profile/${data?.payloadToken.personId ?? ''}` },
          { label: t.changePassword, icon: KeyIcon, href: '/change-password' },
          { label: t.exit, icon: ExitIcon, href: '/logout' },
        ]}
      />
      {children}
      <PrivacyFooter waits={!settled} />
    </>
  );
}
