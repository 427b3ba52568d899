import { SOCIAL_TEXTS, type SocialProvider } from '@orbita/domain/identity';
import type { Answer } from '@orbita/protocol';
import sql from 'sql-template-tag';
import type { SocialClient } from '../../platform/config.ts';
import type { HostContext, TenantContext } from '../../platform/http/context.ts';
import { fail } from '../../platform/http/errors.ts';
import { ProviderUnavailable, SocialRefused } from '../../platform/ports.ts';

type Place = Pick<HostContext, 'platform' | 'tenant' | 'host' | 'request'>;
type Client = { clientId: string; redirectUrl: string };
/** A client and the tenant whose host names it, since a secret belongs to a single tenant. */
type OwnClient = Client & SocialClient;
export type Clients = Partial<Record<SocialProvider, Client>>;

/** Client ids and redirect URLs of a host; a redirect URL without a host uses the current one. */
export async function clientsOf({ platform, tenant, host, request }: Place): Promise<Clients> {
  const row = await platform.db.tenant(tenant.id).one<{ social: Clients }>(sql`
    select social from tenant_host where tenant_id = ${tenant.id} and id = ${host.id}`);
  const origin = `${request.protocol === 'https' ? 'https' : 'http'}://${request.host}`;
  return Object.fromEntries(
    Object.entries(row?.social ?? {}).map(([provider, { clientId, redirectUrl }]) => [
      provider,
      { clientId, redirectUrl: new URL(redirectUrl, origin).href },
    ]),
  );
}

/** This host's client at a provider, or the error of spec 5.4. */
export async function clientOf(place: Place, provider: SocialProvider): Promise<OwnClient> {
  const named = (await clientsOf(place))[provider];
  const client = named && { ...named, tenant: place.tenant.alias };
  if (!client || !place.platform.ports.social.knows(provider, client))
    fail('PROVIDER_NOT_CONFIGURED', { message: SOCIAL_TEXTS.notConfigured(provider) });
  return client;
}

/** Translates a provider's errors into our error codes. */
export async function asked<T>(
  { platform, tenant }: Pick<TenantContext, 'platform' | 'tenant'>,
  provider: SocialProvider,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const refused = error instanceof SocialRefused;
    if (!refused && !(error instanceof ProviderUnavailable)) throw error;
    platform.log.warn({ event: 'social', provider, tenant: tenant.alias, refused, reason: error.message });
    return refused
      ? fail('SOCIAL_TOKEN_INVALID')
      : fail('PROVIDER_UNAVAILABLE', { message: SOCIAL_TEXTS.notLoaded(provider) });
  }
}

/** The five public values, null if missing (spec 5.4). */
export const presentCredentials = ({
  facebook,
  google,
  linkedin,
}: Clients): Answer<'GET /platform/settings/tenants/{tenant}/social/{provider}/credentials'> => ({
  facebookId: facebook?.clientId ?? null,
  googleId: google?.clientId ?? null,
  googleRedirUrl: google?.redirectUrl ?? null,
  linkedinId: linkedin?.clientId ?? null,
  linkedinRedirUrl: linkedin?.redirectUrl ?? null,
});
