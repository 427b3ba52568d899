import type { z } from 'zod';
import type { Acquirer } from '../platform/acquirer-port.ts';
import type { NoticeReader } from './notice-reader.ts';

/** Allowed sources for a content security policy. */
type FieldOrigins = { scripts: string[]; connections: string[]; frames: string[] };

/** Everything the server knows about one card acquirer; `A` is the type of an institution's account there. */
export interface AcquirerDescriptor<A = unknown> {
  /** Accounts come only from the configuration; neither the catalogue nor the database stores them. */
  account: z.ZodType<A>;
  /**
   * Derives one institution's account from an account shared by all: `named` replaces its placeholder with the institution's
   * name.
   */
  shared(account: A, named: (text: string) => string): A;
  /** Opens the API client of one account. */
  open(account: A): Acquirer;
  /** Where the card fields page loads scripts from, sends cards to and opens frames, for these accounts. */
  origins(accounts: readonly A[]): FieldOrigins;
  notices: NoticeReader;
}

/** Distinct origins of the given URLs. */
export const originsOf = (addresses: readonly string[]): string[] => [
  ...new Set(addresses.map((address) => new URL(address).origin)),
];
