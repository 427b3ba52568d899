import sql from 'sql-template-tag';
import { control, type Enrolling, type Place } from './enrolling.ts';
import { tenantIdOf } from './full-person.ts';
import type { Harness } from './harness.ts';
import { bodyOf } from './journey.ts';
import { paying } from './paying.ts';
import { personAt } from './person-at.ts';

/** An institution with Banco do Brasil and a seven-digit agreement. */
export const BY_FILE = {
  slipProvider: 'cnab',
  slipAgreement: { bank: '001', agreement: '2874611', wallet: '17' },
  cnab: {
    ...{ layout: 'bb-7', bankName: 'Banco do Brasil', agency: '1234', agencyDigit: '3', account: '56789' },
    ...{ accountDigit: '0', bothDigit: '', company: null, fileWallet: '7', species: '04', modality: '01' },
    ...{ fileVersion: '083', lotVersion: '042', firstNumber: 100, lastNumber: 9999 },
  },
};

/** Changes the payment settings of one of alfa's institutions, whose slips go to Banco Inter in the demo. */
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

/** A person who may pay by slip: banks register payers with their address. */
export async function slipPayer(harness: Place): Promise<Enrolling> {
  const who = await personAt(harness, 'payment');
  await harness.platform.db.tenant(who.tenantId).one(sql`
    insert into person_address (tenant_id, person_id, street, number, neighborhood, zip_code, city_id)
    select ${who.tenantId}::bigint, ${who.personId}::bigint, 'Rua das Flores', '10', 'Centro', '30130010', min(id)
    from city returning id`);
  return who;
}

export type BankAnswer = {
  event: string;
  /** Positions of slips in the file, from 1. */
  only?: number[];
  amount?: number;
  day?: string;
  sequence?: number;
};

/** The sandbox bank's return for a remittance. */
export async function bankSays(harness: Harness, file: string, answer: BankAnswer): Promise<string> {
  const answered = await control(harness, 'POST', '/cnab/returns', { file, day: '2026-01-13', ...answer });
  if (answered.status !== 200) throw new Error(await answered.text());
  return ((await answered.json()) as { content: string }).content;
}

/** Helpers of a harness whose institution CUA01 takes slips by file: people, files and the bank's returns. */
export async function filing(harness: Harness) {
  const tenantId = await tenantIdOf(harness, 'alfa');
  await takeSlipsByFile(harness);
  const use = paying(harness);
  const operations = () => harness.operationsOf('alfa');
  const payer = () => slipPayer(harness);
  const order = async (who: Enrolling) => (await use.pay(who, use.key(), { method: 'slip' })).body.paymentId;
  const send = (institution = 'CUA01', headers: Record<string, string> = {}) =>
    operations().call('POST /operations/slip-remittances', { body: { institution }, headers });
  const fileOf = async (id: number) =>
    (await operations().call('GET /operations/slip-remittances/{id}/file', { params: { id } })).body.content;
  /** The file with everything that is waiting to be sent. */
  const sent = async () => {
    const { id } = bodyOf(await send());
    return fileOf(id);
  };
  /** The bank's return for a file. */
  const bank = (file: string, answer: BankAnswer) => bankSays(harness, file, answer);
  const read = (file: string, institution = 'CUA01', headers: Record<string, string> = {}) =>
    operations().call('POST /operations/slip-returns', {
      body: { institution, file: Buffer.from(file, 'latin1').toString('base64'), encoding: 'base64' },
      headers,
    });
  const outcomes = async (file: string) => (await read(file)).body.lines.map(({ outcome }) => outcome);
  const slipOf = (paymentId: number) =>
    harness.platform.db.tenant(tenantId).one<{ state: string; write_off: string | null; payer: unknown }>(sql`
      select state, write_off, payer from slip_registration where tenant_id = ${tenantId} and payment_id = ${paymentId}`);
  /** A slip that the bank has registered, and the file that contained it. */
  async function registered() {
    const who = await payer();
    const paymentId = await order(who);
    const file = await sent();
    const said = await outcomes(await bank(file, { event: 'accept' }));
    if (!said.includes('applied')) throw new Error(`The bank did not register the slip: ${said}`);
    return { who, paymentId, file };
  }
  const everything = () =>
    harness.platform.db.tenant(tenantId).one<{ all: unknown }>(sql`
      select jsonb_build_array(
        (select jsonb_agg(y order by y.id) from payment y where y.tenant_id = ${tenantId}),
        (select jsonb_agg(r order by r.payment_id) from slip_registration r where r.tenant_id = ${tenantId}),
        (select jsonb_agg(e order by e.return_id, e.line) from slip_return_event e where e.tenant_id = ${tenantId}),
        (select count(*) from slip_return where tenant_id = ${tenantId}),
        (select count(*) from payment_event where tenant_id = ${tenantId})) as all`);
  return {
    tenantId,
    use,
    operations,
    payer,
    order,
    send,
    fileOf,
    sent,
    bank,
    read,
    outcomes,
    slipOf,
    registered,
    everything,
  };
}
export type Filing = Awaited<ReturnType<typeof filing>>;
