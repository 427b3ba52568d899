import { ApiError } from '@orbita/client/errors.ts';
import type { SocialProvider } from '@orbita/domain/identity';
import type { Body } from '@orbita/protocol';
import { call } from '../../base/api.ts';
import { settings } from '../../base/settings.ts';
import type { Unlinked } from './providers.ts';

const SIGN_IN = 'POST /platform/auth/signin/tenants/{tenant}/social/{provider}';

/** Sends the server what a provider returned; an unlinked account comes back with the right to link it. */
export async function signInSocial(
  provider: SocialProvider,
  body: Body<typeof SIGN_IN>,
): Promise<Unlinked | undefined> {
  try {
    await call(SIGN_IN, {
      params: { tenant: settings.tenant.alias, provider },
      body: { applicationAlias: 'orbita', ...body },
    });
    return undefined;
  } catch (error) {
    if (error instanceof ApiError && error.code === 'NO_LINKED_USER')
      return { provider, linkToken: String(error.more.linkToken) };
    throw error;
  }
}
