import type Provider from 'oidc-provider';
import type { StaffAccount } from './accounts.ts';

/** The institution's own sign-in, as the other parts of the sandbox use it. */
export interface StaffIdp {
  provider(): Promise<Provider>;
  /** Sends a logout token to the product; true when it was taken. */
  endSessions(account: StaffAccount): Promise<boolean>;
}
