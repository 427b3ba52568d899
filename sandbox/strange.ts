import type { Ledger } from './ledger.ts';

/** Known deviations of real providers from their own documentation. Each can be enabled; all are off by default. */
export const STRANGE_SIDES = [
  'pix-notice-list',
  'pix-notice-repeated',
  'pix-unreadable-entry',
  'pix-wrong-code',
  'pix-zero-in-code',
  'pix-charge-late',
  'pix-status-late',
  'pix-no-future',
  'slip-empty-parts',
  'slip-unreadable-entry',
  'card-unreadable-entry',
  'card-rare-notice',
  'bank-file-touched',
  'linkedin-untyped-token',
  'facebook-throttled',
  'twilio-forged-reports',
  'twilio-suspended',
  'whatsapp-repeated',
  'whatsapp-disordered',
  'whatsapp-late-failure',
  'whatsapp-error-in-200',
  'whatsapp-unreadable',
  'whatsapp-no-ninth',
  'whatsapp-forged',
  'whatsapp-throttled',
  'cep-odd-fields',
  'captcha-other-action',
  'captcha-other-host',
  'staff-idp-basic-only',
  'staff-idp-no-pkce',
] as const;
export type StrangeSide = (typeof STRANGE_SIDES)[number];

export const isStrangeSide = (value: unknown): value is StrangeSide =>
  STRANGE_SIDES.includes(value as StrangeSide);

export interface Strange {
  is(side: StrangeSide): boolean;
  set(side: StrangeSide, on: boolean): void;
  clear(): void;
}

/** The switches; they survive a restart. */
export function openStrange(ledger: Ledger): Strange {
  const table = ledger.table<boolean>('strange');
  return {
    is: (side) => table.get(side) === true,
    set: (side, on) => table.put(side, on),
    clear: () => table.clear(),
  };
}

/** Entries that a reader of the provider cannot parse, of every kind seen so far. */
export const UNREADABLE: readonly unknown[] = [
  null,
  '',
  7,
  [],
  {},
  { status: 'NOVO' },
  { txid: { valor: 1 } },
];

/** A list with unreadable entries before, between and after the good ones. */
export const withUnreadable = (list: readonly unknown[]): unknown[] => [
  ...UNREADABLE,
  ...list.flatMap((one, at) => [one, UNREADABLE[at % UNREADABLE.length]]),
];
