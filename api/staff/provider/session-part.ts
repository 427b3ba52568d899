import { type IdentityProvider, provesStrongly, type Strength } from '@orbita/domain/staff';
import type { Platform } from '../../platform/platform.ts';
import type { StaffClaims } from '../../platform/ports.ts';
import { seal, unseal } from '../../platform/seal.ts';

/** What a session keeps of the provider, beside who it belongs to. */
export type ProviderPart = { subject: string; sid: string | null; refreshToken: string | null };

export const SEALED_REFRESH_TOKENS = {
  ...{ table: 'staff_session', columns: ['refresh_token'], purpose: 'staff refresh token' },
} as const;

const place = (platform: Platform, tenantId: number) => ({
  secrets: platform.config.secrets,
  tenantId,
  purpose: SEALED_REFRESH_TOKENS.purpose,
});

/** What the provider answered, as a session keeps it: the refresh token sealed. */
/** By what a sign-in at the provider is strong: only by words that were agreed on with it (spec 25.2.4). */
export const strengthOf = (provider: IdentityProvider, { proof }: StaffClaims): Strength | null =>
  proof !== undefined && provesStrongly(proof, provider) ? 'provider' : null;

export const keptOfProvider = (
  platform: Platform,
  tenantId: number,
  { claims, sid, refreshToken }: StaffClaims,
): { provider: ProviderPart } => ({
  provider: {
    subject: claims.sub,
    sid: sid ?? null,
    refreshToken: refreshToken ? seal(place(platform, tenantId), refreshToken) : null,
  },
});

export const openRefreshToken = (platform: Platform, tenantId: number, sealed: string): string =>
  unseal(place(platform, tenantId), sealed);
