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

/** The company and its account at a bank, as agreed with the bank. */
export interface CnabAgreement {
  /** Three digits. */
  bank: string;
  bankName: string;
  /** Name and CNPJ (or CPF) of the company, as stored. */
  company: string;
  document: string;
  /** The bank's code of the agreement, up to 20 characters. */
  agreement: string;
  agency: string;
  agencyDigit: string;
  account: string;
  accountDigit: string;
  /** Check digit over agency and account, if the bank uses one. */
  bothDigit: string;
  /** One digit: 1 = simple collection. */
  wallet: string;
  /** Two digits: `02` = DM, `04` = DS; some banks have a specific one for tuition. */
  species: string;
  /** File and lot versions that the bank accepts (`101` and `060` in FEBRABAN's latest). */
  fileVersion: string;
  lotVersion: string;
}

/** A slip to be registered. */
export interface RemittanceSlip {
  /** The bank's number of the slip, in the bank's format for 20 positions. */
  ourNumber: string;
  /** Account and our-number (34 positions), if the bank orders them differently from FEBRABAN. */
  block?: string;
  /** Our own reference of the slip, up to 15 characters. */
  reference: string;
  dueDate: string;
  issueDate: string;
  amountCents: Cents;
  /** Deducted when paid by that day. */
  discount?: { cents: Cents; until: string };
  /** Days after the due date until the bank writes the slip off. */
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

/** A slip that the bank should write off. */
export type RemittanceWriteOff = Pick<
  RemittanceSlip,
  'ourNumber' | 'block' | 'reference' | 'dueDate' | 'issueDate' | 'amountCents'
>;

export interface Remittance {
  agreement: CnabAgreement;
  /** Incremented with each file of the agreement. */
  sequence: number;
  /** Local day (`YYYY-MM-DD`) and time (`HH:MM:SS`) of the file. */
  day: string;
  time: string;
  slips: readonly RemittanceSlip[];
  /** Slips sent earlier that must no longer be payable. */
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

/** Segment that writes a slip off. Banks find the slip by its number, so the registered data is enough. */
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
 * A CNAB 240 file that registers slips and writes others off: one lot with segments P, Q and R for each registration and P alone
 * for each write-off, in lines of 240 characters with CRLF.
 * @throws RangeError when something does not fit into its field (texts are truncated), and for Santander (033), which uses
 * different positions.
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
