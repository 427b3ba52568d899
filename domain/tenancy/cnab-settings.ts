/** How a bank orders account and our-number in slips and files, by bank and kind of agreement. */
export const CNAB_LAYOUTS = [
  'bb-7',
  'bb-6',
  'bb-6-long',
  'bb-4',
  'bradesco',
  'caixa',
  'itau',
  'sicoob',
] as const;
export type CnabLayout = (typeof CNAB_LAYOUTS)[number];

/** What a bank and an institution agreed for the exchange of files, beside `slipAgreement`. Texts of digits, no marks. */
export interface CnabSettings {
  layout: CnabLayout;
  bankName: string;
  agency: string;
  agencyDigit: string;
  account: string;
  accountDigit: string;
  /** Check digit over agency and account, where the bank has one. */
  bothDigit: string;
  /** What the files call the company, up to 20 signs; null: as `slipAgreement.agreement`. */
  company: string | null;
  /** One digit of the files: 1 = simple collection. */
  fileWallet: string;
  /** Two digits: `02` = DM, `04` = DS; some banks have one of their own for tuition. */
  species: string;
  fileVersion: string;
  lotVersion: string;
  /** Sicoob alone; two digits. */
  modality: string;
  /** Our-numbers that this product may use; others of the agreement belong to other systems. */
  firstNumber: number;
  lastNumber: number;
}

/** What most banks want; the rest has no default. */
export const CNAB_DEFAULTS = {
  agencyDigit: '',
  accountDigit: '',
  bothDigit: '',
  company: null,
  fileWallet: '1',
  species: '04',
  fileVersion: '101',
  lotVersion: '060',
  modality: '01',
  firstNumber: 1,
} as const;

/** Texts that the settings may hold, so that the catalogue and stored settings are judged alike. */
export const CNAB_TEXTS = {
  bankName: /^(?=.*\S).{1,30}$/,
  agency: /^\d{1,5}$/,
  agencyDigit: /^[0-9A-Z]?$/,
  account: /^\d{1,12}$/,
  accountDigit: /^[0-9A-Z]?$/,
  bothDigit: /^[0-9A-Z]?$/,
  company: /^[0-9A-Za-z]{1,20}$/,
  fileWallet: /^\d$/,
  species: /^\d{2}$/,
  fileVersion: /^\d{3}$/,
  lotVersion: /^\d{3}$/,
  modality: /^\d{2}$/,
} as const satisfies Partial<Record<keyof CnabSettings, RegExp>>;

/** Seventeen digits are the longest our-number, but a number of JavaScript holds fifteen. */
export const MOST_SLIP_NUMBER = 999_999_999_999_999;
