import type { Cents } from '../../foundation/index.ts';
import {
  FILE_HEADER,
  FILE_TRAILER,
  LOT_HEADER,
  LOT_TRAILER,
  SEGMENT_P,
  SEGMENT_Q,
  SEGMENT_R,
} from './layouts.ts';
import { writeRecord } from './record.ts';

/** The company and its account at a bank, as both agreed. */
export interface CnabAgreement {
  /** Three digits. */
  bank: string;
  bankName: string;
  /** Name and CNPJ (or CPF) of the company, as stored. */
  company: string;
  document: string;
  /** What the bank calls the agreement, up to 20 signs. */
  agreement: string;
  agency: string;
  agencyDigit: string;
  account: string;
  accountDigit: string;
  /** Check digit over agency and account, where the bank has one. */
  bothDigit: string;
  /** One digit: 1 = simple collection. */
  wallet: string;
  /** Two digits: `02` = DM, `04` = DS; some banks have one of their own for tuition. */
  species: string;
  /** Versions of file and lot that the bank reads (`101` and `060` in FEBRABAN's latest). */
  fileVersion: string;
  lotVersion: string;
}

/** A slip to register. */
export interface RemittanceSlip {
  /** Number of the slip at the bank, as the bank writes it into 20 places. */
  ourNumber: string;
  /** 34 places where the bank wants account and our-number in another order than FEBRABAN's. */
  block?: string;
  /** Our number of the slip, up to 15 signs. */
  reference: string;
  dueDate: string;
  issueDate: string;
  amountCents: Cents;
  /** Taken off until that day. */
  discount?: { cents: Cents; until: string };
  /** Days after the due date on which the bank writes the slip off. */
  writeOffDays: number;
  payer: {
    name: string;
    document: string;
    address: string;
    district: string;
    zipCode: string;
    city: string;
    state: string;
  };
  messages: readonly string[];
}

/** A slip that the bank is asked to write off. */
export type RemittanceWriteOff = Pick<
  RemittanceSlip,
  'ourNumber' | 'block' | 'reference' | 'dueDate' | 'issueDate' | 'amountCents'
>;

export interface Remittance {
  agreement: CnabAgreement;
  /** Counts up by one with each file of the agreement. */
  sequence: number;
  /** Local day (`YYYY-MM-DD`) and time (`HH:MM:SS`) of the file. */
  day: string;
  time: string;
  slips: readonly RemittanceSlip[];
  /** Slips that were sent before and that nobody shall pay any more. */
  writeOffs?: readonly RemittanceWriteOff[];
}

const CRLF = '\r\n';
const ENTRY = '01';
const WRITE_OFF = '02';
const OWN_POSITIONS = '033';
const kindOf = (document: string): number => (document.length === 11 ? 1 : 2);

/** Account and our-number in FEBRABAN's order: account 12, its digit, the digit over both, our-number 20. */
export const standardBlock = (
  { account, accountDigit, bothDigit }: Pick<CnabAgreement, 'account' | 'accountDigit' | 'bothDigit'>,
  ourNumber: string,
): string => account.padStart(12, '0') + accountDigit.padEnd(1) + bothDigit.padEnd(1) + ourNumber.padEnd(20);

function segments({ agreement, day }: Remittance, slip: RemittanceSlip, first: number): string[] {
  const { bank } = agreement;
  const head = { bank, lot: 1, movement: ENTRY };
  const { payer, discount, messages } = slip;
  const p = writeRecord(SEGMENT_P, {
    ...{ ...head, sequence: first, agency: agreement.agency, agencyDigit: agreement.agencyDigit },
    block: slip.block ?? standardBlock(agreement, slip.ourNumber),
    ...{ wallet: agreement.wallet, reference: slip.reference, dueDate: slip.dueDate },
    ...{ amount: slip.amountCents, species: agreement.species, issueDate: slip.issueDate || day },
    ...(discount ? { discountCode: '1', discountDate: discount.until, discount: discount.cents } : {}),
    ...{ companyId: slip.reference, writeOffDays: slip.writeOffDays },
  });
  const q = writeRecord(SEGMENT_Q, {
    ...{ ...head, sequence: first + 1, documentType: kindOf(payer.document), document: payer.document },
    ...{ name: payer.name, address: payer.address, district: payer.district },
    ...{ zipCode: payer.zipCode, city: payer.city, state: payer.state },
  });
  const r = writeRecord(SEGMENT_R, {
    ...{ ...head, sequence: first + 2, message3: messages[0] ?? '', message4: messages[1] ?? '' },
  });
  return [p, q, r];
}

/** Banks find the slip by its number, so what it was registered with is enough. */
const writeOffSegment = (
  { agreement, day }: Remittance,
  slip: RemittanceWriteOff,
  sequence: number,
): string =>
  writeRecord(SEGMENT_P, {
    ...{ bank: agreement.bank, lot: 1, movement: WRITE_OFF, sequence },
    ...{ agency: agreement.agency, agencyDigit: agreement.agencyDigit },
    block: slip.block ?? standardBlock(agreement, slip.ourNumber),
    ...{ wallet: agreement.wallet, reference: slip.reference, dueDate: slip.dueDate },
    ...{ amount: slip.amountCents, species: agreement.species, issueDate: slip.issueDate || day },
    companyId: slip.reference,
  });

/**
 * A file of CNAB 240 that registers slips and writes others off: one lot with the segments P, Q and R of each, or P alone,
 * in lines of 240 signs with CRLF.
 * @throws RangeError when something does not fit into its field (texts are cut), and for Santander (033), which has
 * positions of its own.
 */
export function writeRemittance(file: Remittance): string {
  const { agreement, sequence, day, time, slips, writeOffs = [] } = file;
  const { bank, bankName, company, document, agency, account } = agreement;
  if (bank === OWN_POSITIONS) throw new RangeError('This bank does not keep the positions of FEBRABAN');
  const owner = {
    ...{ bank, documentType: kindOf(document), document, agreement: agreement.agreement, agency, account },
    ...{ agencyDigit: agreement.agencyDigit, accountDigit: agreement.accountDigit },
    ...{ bothDigit: agreement.bothDigit, company, fileSequence: sequence },
  };
  const entries = slips.flatMap((slip, at) => segments(file, slip, at * 3 + 1));
  const details = [
    ...entries,
    ...writeOffs.map((slip, at) => writeOffSegment(file, slip, entries.length + at + 1)),
  ];
  const clock = time.replaceAll(':', '');
  const named = [...slips, ...writeOffs];
  const total = named.reduce((sum, { amountCents }) => sum + amountCents, 0);
  const lines = [
    writeRecord(FILE_HEADER, {
      ...{ ...owner, lot: 0, bankName, direction: '1', date: day, time: clock },
      version: agreement.fileVersion,
    }),
    writeRecord(LOT_HEADER, { ...owner, lot: 1, version: agreement.lotVersion, date: day }),
    ...details,
    writeRecord(LOT_TRAILER, {
      ...{ bank, lot: 1, records: details.length + 2, simpleCount: named.length, simpleTotal: total },
    }),
    writeRecord(FILE_TRAILER, { bank, lot: 9999, lots: 1, records: details.length + 4 }),
  ];
  return lines.map((line) => line + CRLF).join('');
}
