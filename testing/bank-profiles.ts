import type { PixAccount } from '../api/platform/config.ts';
import { PIX_PROFILES, type PixProfileName } from '../api/platform/pix-profiles.ts';

/** Names of the banks that the sandbox simulates besides the standard. */
export const PROFILES = (Object.keys(PIX_PROFILES) as PixProfileName[]).filter((name) => name !== 'generic');

/** An account at one of the sandbox's banks, with everything the bank's profile may need. */
export const accountAt = (
  sandboxUrl: string,
  profile: PixProfileName,
  clientId = 'sandbox-alfa-CUA01',
): PixAccount => ({
  profile,
  baseUrl: `${sandboxUrl}/psp/${profile}`,
  tokenUrl: `${sandboxUrl}/psp/${profile}/oauth/token`,
  clientId,
  clientSecret: profile === 'sicoob' ? '' : 'sandbox-secret',
  applicationKey: 'sandbox-application-key',
  accountNumber: '123456',
  merchant: { name: 'Universidade Alfa', city: 'Belo Horizonte' },
});
