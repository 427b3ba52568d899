import type { Tenant } from './http/context.ts';

/** What a token that we sign is: a session, or the code of an acceptance that was entered. */
type Signed = 'candidate' | 'contract-acceptance';

const OF_TENANT = 'urn:orbita:tenant:';

/**
 * Issuer and audience of a token: what it is, and the one tenant it is good for. All are signed with one secret, so
 * whoever reads one asks for both, and takes no other for it (RFC 8725, 3.8 and 3.9).
 */
export const claimsOf = (signed: Signed, { publicId }: Pick<Tenant, 'publicId'>) => ({
  issuer: `urn:orbita:${signed}`,
  audience: `${OF_TENANT}${publicId}`,
});

/** True for the audience of some tenant; a list of audiences would be good for several, and we write none. */
export const isTenantAudience = (audience: unknown): audience is string =>
  typeof audience === 'string' && audience.startsWith(OF_TENANT) && audience.length > OF_TENANT.length;
