import sql from 'sql-template-tag';
import { control, type Enrolling, enrolling, type Place } from './enrolling.ts';
import { tenantIdOf } from './full-person.ts';
import type { Harness } from './harness.ts';

/** An institution at the Banco do Brasil, with an agreement of seven digits. */
export const BY_FILE = {
  slipProvider: 'cnab',
  slipAgreement: { bank: '001', agreement: '2874611', wallet: '17' },
  cnab: {
    ...{ layout: 'bb-7', bankName: 'Banco do Brasil', agency: '1234', agencyDigit: '3', account: '56789' },
    ...{ accountDigit: '0', bothDigit: '', company: null, fileWallet: '7', species: '04', modality: '01' },
    ...{ fileVersion: '083', lotVersion: '042', firstNumber: 100, lastNumber: 9999 },
  },
};

/** Changes the payment settings of an institution of alfa, whose slips go to Banco Inter in the demo. */
export async function takeSlipsByFile(
  harness: Harness,
  code = 'CUA01',
  change: object = BY_FILE,
): Promise<void> {
  const tenantId = await tenantIdOf(harness, 'alfa');
  await harness.platform.db.tenant(tenantId).one(sql`
    update institution set payment = payment || ${JSON.stringify(change)}::jsonb
    where tenant_id = ${tenantId} and code = ${code} returning id`);
}

/** Somebody who may pay by slip: banks register payers with their address. */
export async function slipPayer(harness: Place): Promise<Enrolling> {
  const who = await enrolling(harness);
  await harness.platform.db.tenant(who.tenantId).one(sql`
    insert into person_address (tenant_id, person_id, street, number, neighborhood, zip_code, city_id)
    select ${who.tenantId}::bigint, ${who.personId}::bigint, 'Rua das Flores', '10', 'Centro', '30130010', min(id)
    from city returning id`);
  return who;
}

export type BankAnswer = {
  event: string;
  /** Places of slips in the file, from 1. */
  only?: number[];
  amount?: number;
  day?: string;
  sequence?: number;
};

/** The return that the bank of the sandbox makes of a remittance. */
export async function bankSays(harness: Harness, file: string, answer: BankAnswer): Promise<string> {
  const told = await control(harness, 'POST', '/cnab/returns', { file, day: '2026-01-13', ...answer });
  if (told.status !== 200) throw new Error(await told.text());
  return ((await told.json()) as { content: string }).content;
}
