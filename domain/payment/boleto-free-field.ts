import { modulo10, modulo11Rest, weightedSum } from './check-digits.ts';

/**
 * What a bank writes into the 25 digits of its free field. Every value is a string of digits and may be shorter than its field;
 * zeros are added on the left. Layouts are from the banks' manuals, recomputed against published slips.
 */
export type FreeField =
  | { layout: 'inter'; agency: string; wallet: string; operation: string; ourNumber: string }
  /** Itaú 109 and similar; the account digit is part of the account number and known to its holder. */
  | {
      layout: 'itau';
      wallet: string;
      ourNumber: string;
      agency: string;
      account: string;
      accountDigit: string;
    }
  /** Itaú 106, 107, 122, 142, 143, 195, 196, 198: with document number and agreement. */
  | { layout: 'itau-agreement'; wallet: string; ourNumber: string; yourNumber: string; agreement: string }
  | { layout: 'bb-7'; agreement: string; ourNumber: string; wallet: string }
  | {
      layout: 'bb-6';
      agreement: string;
      ourNumber: string;
      agency: string;
      account: string;
      wallet: string;
    }
  /** Wallets 16 and 18 of an agreement of six digits with an our-number of 17. */
  | { layout: 'bb-6-long'; agreement: string; ourNumber: string }
  | {
      layout: 'bb-4';
      agreement: string;
      ourNumber: string;
      agency: string;
      account: string;
      wallet: string;
    }
  | { layout: 'bradesco'; agency: string; wallet: string; ourNumber: string; account: string }
  | { layout: 'santander'; beneficiary: string; ourNumber: string; wallet: string }
  /** Caixa SIGCB; the our-number has 17 digits and begins with 14 when the client issues the slip. */
  | { layout: 'caixa'; beneficiary: string; ourNumber: string }
  /** Sicoob; seven digits of our-number, the eighth is its check digit. */
  | {
      layout: 'sicoob';
      wallet: string;
      agency: string;
      modality: string;
      client: string;
      ourNumber: string;
      installment: string;
    };

/** The digits of a value, padded to `width`. @throws RangeError when it has other characters or too many digits. */
const place = (value: string, width: number): string => {
  if (!/^[0-9]+$/.test(value) || value.length > width)
    throw new RangeError(`Not a number of at most ${width} digits`);
  return value.padStart(width, '0');
};

/** Itaú wallets whose check digit does not include agency and account. */
const SHORT_ITAU = new Set(['126', '131', '146', '150', '168']);

const upTo9 = (rest: number): number => (11 - rest > 9 ? 0 : 11 - rest);
/** Santander: remainder 10 → 1, remainders 0 and 1 → 0. */
const santanderDigit = (text: string): number => {
  const rest = modulo11Rest(text);
  return rest === 10 ? 1 : rest < 2 ? 0 : 11 - rest;
};
/** Caixa: digits above 9 become 0. */
const caixaDigit = (text: string): number => upTo9(modulo11Rest(text));

// The bank defines its weights from the left, 3 1 9 7 3 1 …; 21 digits end with 3, so from the right they are these.
const SICOOB_WEIGHTS = [3, 7, 9, 1];
const sicoobDigit = (agency: string, client: string, ourNumber: string): number => {
  const rest = weightedSum(agency + client.padStart(10, '0') + ourNumber, SICOOB_WEIGHTS) % 11;
  return rest < 2 ? 0 : 11 - rest;
};

type Of<L extends FreeField['layout']> = Extract<FreeField, { layout: L }>;
type Writers = { [L in FreeField['layout']]: (given: Of<L>) => string };

const WRITERS: Writers = {
  inter: (given) => {
    const [agency, wallet] = [place(given.agency, 4), place(given.wallet, 3)];
    const ourNumber = place(given.ourNumber, 10);
    const digit = modulo10(agency + wallet + ourNumber);
    return `${agency}${wallet}${place(given.operation, 7)}${ourNumber}${digit}`;
  },
  itau: (given) => {
    const [wallet, ourNumber] = [place(given.wallet, 3), place(given.ourNumber, 8)];
    const [agency, account] = [place(given.agency, 4), place(given.account, 5)];
    const checked = SHORT_ITAU.has(wallet) ? '' : agency + account;
    const digit = modulo10(checked + wallet + ourNumber);
    return `${wallet}${ourNumber}${digit}${agency}${account}${place(given.accountDigit, 1)}000`;
  },
  'itau-agreement': (given) => {
    const head = place(given.wallet, 3) + place(given.ourNumber, 8);
    const body = head + place(given.yourNumber, 7) + place(given.agreement, 5);
    return `${body}${modulo10(body)}0`;
  },
  'bb-7': (given) =>
    `000000${place(given.agreement, 7)}${place(given.ourNumber, 10)}${place(given.wallet, 2)}`,
  'bb-6': (given) =>
    place(given.agreement, 6) +
    place(given.ourNumber, 5) +
    place(given.agency, 4) +
    place(given.account, 8) +
    place(given.wallet, 2),
  'bb-6-long': (given) => `${place(given.agreement, 6)}${place(given.ourNumber, 17)}21`,
  'bb-4': (given) =>
    place(given.agreement, 4) +
    place(given.ourNumber, 7) +
    place(given.agency, 4) +
    place(given.account, 8) +
    place(given.wallet, 2),
  bradesco: (given) =>
    `${place(given.agency, 4)}${place(given.wallet, 2)}${place(given.ourNumber, 11)}${place(given.account, 7)}0`,
  santander: (given) => {
    const ourNumber = place(given.ourNumber, 12);
    const digit = santanderDigit(ourNumber);
    return `9${place(given.beneficiary, 7)}${ourNumber}${digit}0${place(given.wallet, 3)}`;
  },
  caixa: (given) => {
    const [beneficiary, number] = [place(given.beneficiary, 6), place(given.ourNumber, 17)];
    const body = [
      beneficiary + caixaDigit(beneficiary),
      number.slice(2, 5) + number.charAt(0),
      number.slice(5, 8) + number.charAt(1),
      number.slice(8),
    ].join('');
    return `${body}${caixaDigit(body)}`;
  },
  sicoob: (given) => {
    const [agency, client, number] = [
      place(given.agency, 4),
      place(given.client, 7),
      place(given.ourNumber, 7),
    ];
    const ourNumber = `${number}${sicoobDigit(agency, client, number)}`;
    const head = place(given.wallet, 1) + agency + place(given.modality, 2);
    return `${head}${client}${ourNumber}${place(given.installment, 3)}`;
  },
};

/**
 * The free field of a slip: 25 digits, including the bank's own check digits.
 * @throws RangeError when a value has characters other than digits or is too long for its field.
 */
export function writeFreeField(given: FreeField): string {
  // The key and the value have the same layout, but the compiler cannot infer that through the table.
  const write = WRITERS[given.layout] as (value: FreeField) => string;
  return write(given);
}

/** The three-digit bank code of each layout. */
export const BANK_OF_LAYOUT: Readonly<Record<FreeField['layout'], string>> = {
  inter: '077',
  itau: '341',
  'itau-agreement': '341',
  'bb-7': '001',
  'bb-6': '001',
  'bb-6-long': '001',
  'bb-4': '001',
  bradesco: '237',
  santander: '033',
  caixa: '104',
  sicoob: '756',
};
