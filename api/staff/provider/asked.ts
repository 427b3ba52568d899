import { fail } from '../../platform/http/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { ProviderUnavailable, StaffRefused } from '../../platform/ports.ts';

/** The library's own error code, which never contains what the provider said about a person. */
const codeOf = (error: Error): string | undefined => {
  const { code } = (error.cause ?? {}) as { code?: unknown };
  return typeof code === 'string' ? code : undefined;
};

/** Logs why the provider's answer didn't count, to help with its configuration. */
export function noteFailure(platform: Platform, tenantId: number, error: Error): void {
  const refused = error instanceof StaffRefused;
  platform.log.warn(
    { event: 'staff-idp', tenantId, refused, reason: codeOf(error) ?? error.name },
    'staff provider',
  );
}

/** Asks the provider on behalf of a waiting person. @throws `IDP_REFUSED`, `IDP_UNAVAILABLE`. */
export async function askedOf<T>(platform: Platform, tenantId: number, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof StaffRefused || error instanceof ProviderUnavailable)) throw error;
    noteFailure(platform, tenantId, error);
    return fail(error instanceof StaffRefused ? 'IDP_REFUSED' : 'IDP_UNAVAILABLE');
  }
}
