import type { z } from 'zod';
import type { Acquirer } from '../platform/acquirer-port.ts';
import type { NoticeReader } from './notice-reader.ts';

/** Sources of a content security policy. */
type FieldOrigins = { scripts: string[]; connections: string[]; frames: string[] };

/** All that the server knows of one card acquirer; `A` is the account of an institution there. */
export interface AcquirerDescriptor<A = unknown> {
  /** Accounts come from the configuration alone; catalogue and database never store them. */
  account: z.ZodType<A>;
  /** The account of one institution, from an account that serves all: `named` replaces their mark by its name. */
  shared(account: A, named: (text: string) => string): A;
  /** Calls of one account. */
  open(account: A): Acquirer;
  /** What the page of the card fields loads scripts from, sends cards to and shows in frames, with these accounts. */
  origins(accounts: readonly A[]): FieldOrigins;
  notices: NoticeReader;
}

/** Origins of addresses, each of them once. */
export const originsOf = (addresses: readonly string[]): string[] => [
  ...new Set(addresses.map((address) => new URL(address).origin)),
];
