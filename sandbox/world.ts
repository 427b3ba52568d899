import type { Academic } from './academic/academic.ts';
import type { Bank } from './bank/bank.ts';
import type { Acquirers } from './cards/acquirers.ts';
import type { Clock } from './clock.ts';
import type { Faults } from './faults.ts';
import type { Ledger } from './ledger.ts';
import type { Outbox } from './outbox.ts';
import type { Psp } from './psp/psp.ts';
import type { StaffAccounts } from './staff-idp/accounts.ts';
import type { StaffIdp } from './staff-idp/idp.ts';
import type { Strange } from './strange.ts';

/** Address of the product: remittances are read there, and the student system is registered there. */
export interface Product {
  apiUrl: string;
  operationsToken: string;
}

/** What all parts of the sandbox share. */
export interface World {
  ledger: Ledger;
  clock: Clock;
  faults: Faults;
  strange: Strange;
  outbox: Outbox;
  psp: Psp;
  bank: Bank;
  acquirers: Acquirers;
  academic: Academic;
  /** The institution's own sign-in for its team. */
  staffAccounts: StaffAccounts;
  staffIdp: StaffIdp;
  /** Address of the sandbox itself, without a trailing slash. */
  origin: () => string;
  product: Product;
  controlKey: string;
}
