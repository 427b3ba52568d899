import type Provider from 'oidc-provider';
import type { StaffAccount } from './accounts.ts';

/** The institution's own sign-in, as used by the other parts of the sandbox. */
export interface StaffIdp {
  provider(): Promise<Provider>;
  /** Sends a logout token to the product; true when it was accepted. */
  endSessions(account: StaffAccount): Promise<boolean>;
}
