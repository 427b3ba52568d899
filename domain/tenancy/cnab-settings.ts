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

/**
 * What a bank and an institution agreed on for file exchange, besides `slipAgreement`. All texts are digits only, without
 * separators.
 */
export interface CnabSettings {
  layout: CnabLayout;
  bankName: string;
  agency: string;
  agencyDigit: string;
  account: string;
  accountDigit: string;
  /** Check digit over agency and account, if the bank uses one. */
  bothDigit: string;
  /** The company's code in the files, up to 20 characters; null: same as `slipAgreement.agreement`. */
  company: string | null;
  /** One digit used in the files: 1 = simple collection. */
  fileWallet: string;
  /** Two digits: `02` = DM, `04` = DS; some banks have a specific one for tuition. */
  species: string;
  fileVersion: string;
  lotVersion: string;
  /** Sicoob only; two digits. */
  modality: string;
  /** Range of our-numbers that this product may use; the agreement's other numbers belong to other systems. */
  firstNumber: number;
  lastNumber: number;
}

/** Values that most banks expect; the other settings have no default. */
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

/** Allowed texts of the settings, so that the catalogue and stored settings are validated alike. */
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

/** The longest our-number has seventeen digits, but a JavaScript number is only exact up to fifteen. */
export const MOST_SLIP_NUMBER = 999_999_999_999_999;
