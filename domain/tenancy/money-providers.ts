/** Card acquirers, named as in catalogues, addresses and rows; each is implemented in the folders of its name. */
export const ACQUIRERS = ['cielo', 'pagarme'] as const;
export type AcquirerProvider = (typeof ACQUIRERS)[number];

/** Banks through whose API slips are created. */
const SLIP_BANKS = ['inter'] as const;

/** Where an institution's slips are created: through a bank's API, or by files for any other bank. */
export const SLIP_PROVIDERS = [...SLIP_BANKS, 'cnab'] as const;
export type SlipProvider = (typeof SLIP_PROVIDERS)[number];

/** Banks at which we register the address of their notices through an API call; acquirers have no such call. */
const BANKS = ['pix', ...SLIP_BANKS] as const;
export type BankProvider = (typeof BANKS)[number];

/** Providers whose records contain our charges and that send notices about them. */
export const MONEY_PROVIDERS = [...BANKS, ...ACQUIRERS] as const;
export type MoneyProvider = (typeof MONEY_PROVIDERS)[number];

/** What is paid through a provider. */
export const moneyKind = (provider: MoneyProvider): 'pix' | 'slip' | 'card' => {
  if (provider === 'pix') return 'pix';
  return isAcquirer(provider) ? 'card' : 'slip';
};

/** Whether the name is that of a card acquirer. */
export const isAcquirer = (name: unknown): name is AcquirerProvider =>
  ACQUIRERS.includes(name as AcquirerProvider);

/** Labels of the providers for the team. */
const LABELS: Readonly<Record<MoneyProvider, string>> = {
  pix: 'Pix',
  inter: 'Banco Inter',
  cielo: 'Cielo',
  pagarme: 'Pagar.me',
};
export const providerLabel = (provider: MoneyProvider): string => LABELS[provider] ?? provider;
