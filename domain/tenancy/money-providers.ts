/** Card acquirers by the names that catalogues, addresses and rows give them; what each is stands in the folders of its name. */
export const ACQUIRERS = ['cielo', 'pagarme'] as const;
export type AcquirerProvider = (typeof ACQUIRERS)[number];

/** Banks whose API takes slips. */
const SLIP_BANKS = ['inter'] as const;

/** Who takes slips of an institution: the API of a bank, or files of any other one. */
export const SLIP_PROVIDERS = [...SLIP_BANKS, 'cnab'] as const;
export type SlipProvider = (typeof SLIP_PROVIDERS)[number];

/** Banks at which we enter the address of their notices by a call; acquirers have none for it. */
const BANKS = ['pix', ...SLIP_BANKS] as const;
export type BankProvider = (typeof BANKS)[number];

/** Whose books have charges of ours, and who tell of them. */
export const MONEY_PROVIDERS = [...BANKS, ...ACQUIRERS] as const;
export type MoneyProvider = (typeof MONEY_PROVIDERS)[number];

/** What is paid through a provider. */
export const moneyKind = (provider: MoneyProvider): 'pix' | 'slip' | 'card' => {
  if (provider === 'pix') return 'pix';
  return isAcquirer(provider) ? 'card' : 'slip';
};

/** True for the name of a card acquirer. */
export const isAcquirer = (name: unknown): name is AcquirerProvider =>
  ACQUIRERS.includes(name as AcquirerProvider);

/** Providers as the team reads them. */
const LABELS: Readonly<Record<MoneyProvider, string>> = {
  pix: 'Pix',
  inter: 'Banco Inter',
  cielo: 'Cielo',
  pagarme: 'Pagar.me',
};
export const providerLabel = (provider: MoneyProvider): string => LABELS[provider] ?? provider;
