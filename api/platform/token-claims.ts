import type { Tenant } from './http/context.ts';

/** Kinds of tokens that we sign: a session, or the confirmed code of a contract acceptance. */
type Signed = 'candidate' | 'contract-acceptance';

const OF_TENANT = 'urn:orbita:tenant:';

/**
 * Issuer and audience of a token: its kind, and the one tenant for which it is valid. All are signed with one secret, so every
 * reader must check both, to avoid accepting a token of another kind (RFC 8725, 3.8 and 3.9).
 */
export const claimsOf = (signed: Signed, { publicId }: Pick<Tenant, 'publicId'>) => ({
  issuer: `urn:orbita:${signed}`,
  audience: `${OF_TENANT}${publicId}`,
});

/** Whether the audience is a tenant; a list of audiences would be valid for several, and we never issue one. */
export const isTenantAudience = (audience: unknown): audience is string =>
  typeof audience === 'string' && audience.startsWith(OF_TENANT) && audience.length > OF_TENANT.length;
