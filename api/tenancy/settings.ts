import { DEFAULT_THEME, hexColour, videoOf } from '@orbita/domain/tenancy';
import type { Answer } from '@orbita/protocol';
import sql from 'sql-template-tag';
import type { FoundHost } from '../platform/http/context.ts';
import type { Platform } from '../platform/platform.ts';
import { offersWhatsApp } from '../platform/whatsapp-accounts.ts';
import { brandAddress } from './brand.ts';
import { remember } from './memory.ts';
import { parametersOf } from './parameters.ts';
import { supportOf } from './support.ts';

export type HostSettings = Answer<'GET /platform/settings/applications/{application}/hostname/{host}'>;

/** Settings of a host and other facts that its pages need. */
export type HostFacts = {
  settings: HostSettings;
  /** Name shown to people: the institution's on a brand host, otherwise the tenant's. */
  brandName: string;
  /** Spec 3.1: every institution of this host lets its candidates sign in by link only. */
  loginDisabled: boolean;
  /** Whether the diagnostics page `/testelogin` is available on this host. */
  testLogin: boolean;
  /** Contact of the host's own institution, or of the host; null if there is none. */
  support: { link: string; hours: string | null } | null;
  /** Ids of the media-tracking scripts, if this host belongs to a single institution. */
  tags: { tagManagerId: string | null; optimizeId: string | null };
  /** Origins of the welcome videos of this host's institutions. */
  videoOrigins: string[];
};

type InstitutionRow = {
  id: number;
  code: string;
  acronym: string;
  alias: string;
  name: string;
  subscription_login_disabled: boolean;
  introduction_video: string | null;
  google_tag_manager_id: string | null;
  google_optimize_id: string | null;
};

const originOf = (address: string | null): string[] => {
  const video = videoOf(address);
  return video ? [video.origin] : [];
};

async function load(platform: Platform, { tenant, host }: FoundHost): Promise<HostFacts> {
  const db = platform.db.tenant(tenant.id);
  const [institutions, row, value, contact] = await Promise.all([
    db.many<InstitutionRow>(sql`
      select id, code, acronym, alias, name, subscription_login_disabled, introduction_video,
        google_tag_manager_id, google_optimize_id from institution
      where tenant_id = ${tenant.id} and retired_at is null
        and (${host.institutionId}::bigint is null or id = ${host.institutionId}::bigint) order by id`),
    db.one<{ social: Record<string, unknown> }>(sql`
      select social from tenant_host where tenant_id = ${tenant.id} and id = ${host.id}`),
    parametersOf(platform, tenant.id, { hostId: host.id, institutionId: host.institutionId }),
    supportOf(platform, tenant, host.institutionId, {
      hostId: host.id,
      session: undefined,
      subscriptionId: undefined,
    }),
  ]);
  const own = host.institutionId === null ? undefined : institutions[0];
  const loginDisabled =
    institutions.length > 0 && institutions.every((one) => one.subscription_login_disabled);
  const social = (provider: string) => !loginDisabled && Boolean(row?.social[provider]);
  const colour = (name: 'primary' | 'secondary' | 'link') => hexColour(host.theme[name], DEFAULT_THEME[name]);
  const settings: HostSettings = {
    theme: {
      primary: colour('primary'),
      secondary: colour('secondary'),
      link: colour('link'),
      template: {
        favicon: brandAddress(tenant, host.theme.favicon, 'favicon'),
        media: {
          logoSmall: brandAddress(tenant, host.theme.logoSmall, 'logoSmall'),
          logoLarge: brandAddress(tenant, host.theme.logoLarge, 'logoLarge'),
        },
      },
    },
    tenant: { alias: tenant.alias, id: tenant.publicId },
    iesAlias: own?.alias ?? null,
    captchaKey: host.captchaKey,
    flags: tenant.flags,
    institution: own ? { id: own.id, code: own.code, acronym: own.acronym, alias: own.alias } : null,
    loginMethods: {
      password: !loginDisabled,
      code: !loginDisabled && value('CodeLoginEnabled'),
      signup: !loginDisabled && value('SelfRegistrationEnabled'),
      google: social('google'),
      facebook: social('facebook'),
      linkedin: social('linkedin'),
    },
    whatsapp: offersWhatsApp(platform.config.whatsapp, tenant.alias),
    captcha: { version: 3, size: 'compact' },
    timeZone: tenant.timeZone,
    build: platform.config.build,
  };
  return {
    settings,
    brandName: own?.name ?? tenant.name,
    loginDisabled,
    testLogin: value('TestLoginEnabled'),
    support: contact.enabled && contact.link ? { link: contact.link, hours: contact.settings.hours } : null,
    tags: {
      tagManagerId: own?.google_tag_manager_id ?? null,
      optimizeId: own?.google_optimize_id ?? null,
    },
    videoOrigins: [...new Set(institutions.flatMap((one) => originOf(one.introduction_video)))],
  };
}

/** Facts of a host, cached until the catalogue changes. */
export const hostFacts = (platform: Platform, found: FoundHost): Promise<HostFacts> =>
  remember(platform, `settings:${found.tenant.id}:${found.host.id}`, () => load(platform, found));
