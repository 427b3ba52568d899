import { type IdentityProvider, provesStrongly, type Strength } from '@orbita/domain/staff';
import type { Platform } from '../../platform/platform.ts';
import type { StaffClaims } from '../../platform/ports.ts';
import { seal, unseal } from '../../platform/seal.ts';

/** What a session stores about the provider, besides its member. */
export type ProviderPart = { subject: string; sid: string | null; refreshToken: string | null };

export const SEALED_REFRESH_TOKENS = {
  ...{ table: 'staff_session', columns: ['refresh_token'], purpose: 'staff refresh token' },
} as const;

const place = (platform: Platform, tenantId: number) => ({
  secrets: platform.config.secrets,
  tenantId,
  purpose: SEALED_REFRESH_TOKENS.purpose,
});

/** The strength of a sign-in at the provider: only values agreed on with the institution count as strong (spec 25.2.4). */
export const strengthOf = (provider: IdentityProvider, { proof }: StaffClaims): Strength | null =>
  proof !== undefined && provesStrongly(proof, provider) ? 'provider' : null;

/** The provider's answer as a session stores it, with the refresh token sealed. */
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
