import { existsSync } from 'node:fs';
import { join } from 'node:path';
import sql from 'sql-template-tag';
import type { Database } from '../../api/platform/database/types.ts';
import type { Kept } from './candidate.ts';
import { lateness, type Outage } from './faults.ts';
import { type ChaosWorld, collegeOf } from './world.ts';

/** Effects of an acknowledged write may come at most this much later than the end of an outage. */
export const LATE_MS = 5_000;

export type Findings = { lost: string[]; doubled: string[]; late: string[]; latestMs: number };

type Message = { to: string; template: string | null; channel: string; at: string };
type Row = {
  accounts: number;
  applications: number;
  essays: { body: string; state: string; revision: number }[];
  moves: { event: string; times: number }[];
  mother: string | null;
  schoolings: number;
  acceptances: { id: number; pdf_key: string | null }[];
  payments: { id: number; state: string; txid: string | null }[];
  files: { id: number; storage_key: string; scan: string }[];
  blocks: number;
  messages: {
    template: string;
    channel: string;
    recipient: string;
    state: string;
    created_at: string;
    last_error: string | null;
  }[];
  events: { id: string; type: string; at: string }[];
};

const read = async (db: Database, tenantId: number, kept: Kept): Promise<Row> => {
  const { person, personId = 0, subscriptionId = 0, blocked = '' } = kept;
  const row = await db.tenant(tenantId).one<{ found: Row }>(sql`
    select jsonb_build_object(
      'accounts', (select count(*) from user_account where tenant_id = ${tenantId} and document = ${person.cpf}),
      'applications', (select count(*) from subscription where tenant_id = ${tenantId} and person_id = ${personId}),
      'essays', (select coalesce(jsonb_agg(jsonb_build_object('body', body, 'state', state, 'revision', revision)), '[]')
        from essay where tenant_id = ${tenantId} and person_id = ${personId}),
      'moves', (select coalesce(jsonb_agg(m), '[]') from (select event, count(*) as times from status_history
        where tenant_id = ${tenantId} and subscription_id = ${subscriptionId} group by event) m),
      'mother', (select mother_name from person where tenant_id = ${tenantId} and id = ${personId}),
      'schoolings', (select count(*) from schooling where tenant_id = ${tenantId}
        and subscription_id = ${subscriptionId} and school_name is not null),
      'acceptances', (select coalesce(jsonb_agg(jsonb_build_object('id', id, 'pdf_key', pdf_key)), '[]')
        from contract_acceptance where tenant_id = ${tenantId} and subscription_id = ${subscriptionId}),
      'payments', (select coalesce(jsonb_agg(jsonb_build_object('id', id, 'state', state, 'txid', txid)), '[]')
        from payment where tenant_id = ${tenantId} and subscription_id = ${subscriptionId}),
      'files', (select coalesce(jsonb_agg(jsonb_build_object('id', f.id, 'storage_key', f.storage_key, 'scan', f.scan)), '[]')
        from document_file f join required_document d on d.tenant_id = f.tenant_id and d.id = f.required_document_id
        where f.tenant_id = ${tenantId} and d.subscription_id = ${subscriptionId} and f.removed_at is null),
      'blocks', (select count(*) from block_entry where tenant_id = ${tenantId} and document = ${blocked}),
      'messages', (select coalesce(jsonb_agg(jsonb_build_object('template', template, 'channel', channel,
          'recipient', recipient, 'state', state, 'created_at', created_at, 'last_error', last_error)), '[]')
        from notification where tenant_id = ${tenantId} and person_id = ${personId}),
      'events', (select coalesce(jsonb_agg(jsonb_build_object('id', public_id, 'type', type, 'at', occurred_at)), '[]')
        from outbox_event where tenant_id = ${tenantId} and person_id = ${personId})) as found`);
  if (!row) throw new Error('nothing could be read');
  return row.found;
};

/** Compares one candidate's rows, files, mails and events with the acknowledged writes. */
function compare(
  world: ChaosWorld,
  kept: Kept,
  row: Row,
  sent: Message[],
  outages: Outage[],
  findings: Findings,
) {
  const who = kept.person.cpf;
  const lost = (what: string, is: boolean) => void (is && findings.lost.push(`${who}: ${what}`));
  const doubled = (what: string, is: boolean) => void (is && findings.doubled.push(`${who}: ${what}`));
  const once = (what: string, acknowledged: unknown, times: number) => {
    lost(what, Boolean(acknowledged) && times === 0);
    doubled(what, times > 1);
  };
  const late = (what: string, due: number, came: number) => {
    const by = lateness(outages, due, came);
    findings.latestMs = Math.max(findings.latestMs, by);
    if (by > LATE_MS) findings.late.push(`${who}: ${what} came ${by} ms late`);
  };
  if (kept.failed) findings.lost.push(`${who}: ${kept.failed}`);

  once('account', kept.personId, row.accounts);
  once('application', kept.subscriptionId, row.applications);
  once('essay', kept.essayId, row.essays.length);
  const [essay] = row.essays;
  if (kept.draft && essay) {
    const texts = [kept.draft.answered, kept.draft.sent];
    lost('essay text', !texts.includes(essay.body));
    lost('delivery of the essay', kept.finished === true && !['finished', 'graded'].includes(essay.state));
  }
  for (const { event, times } of row.moves) doubled(`move ${event}`, times > 1);
  const moved = (event: string) => row.moves.some((move) => move.event === event);
  lost('grade', kept.graded === true && !moved('essay-approved'));
  lost('personal data', kept.motherName !== undefined && row.mother !== kept.motherName);
  lost('schooling', kept.schooling === true && row.schoolings === 0);
  once('acceptance', kept.acceptanceId, row.acceptances.length);
  once('block', kept.blocked, row.blocks);
  once('payment', kept.paymentId, row.payments.length);
  lost('paid Pix', kept.paidAt !== undefined && !row.payments.some(({ state }) => state === 'paid'));
  for (const id of kept.files) lost(`file ${id}`, !row.files.some((file) => file.id === id));
  doubled('files', row.files.length > kept.files.length + kept.filesLost + 1);

  const stored = (key: string) => existsSync(join(world.dataDir, 'files', key));
  for (const { id, storage_key: file } of row.files) lost(`content of file ${id}`, !stored(file));
  for (const { pdf_key: file } of row.acceptances) lost('copy of the contract', !file || !stored(file));

  const promised = [kept.finished && 'N-08', kept.acceptanceId && 'N-16', kept.paidAt && 'N-19'];
  for (const template of promised.filter((one) => typeof one === 'string'))
    lost(`message ${template}`, !row.messages.some((message) => message.template === template));
  for (const message of row.messages) {
    const { template, channel, recipient } = message;
    const digits = (text: string) => (channel === 'sms' ? text.replace(/\D/g, '').slice(-11) : text);
    const same = (one: Message) =>
      one.template === template && one.channel === channel && digits(one.to) === digits(recipient);
    const written = row.messages.filter((one) => one.template === template && one.channel === channel).length;
    const arrived = sent.filter(same);
    const stands = [message.state, message.last_error].filter(Boolean).join(': ');
    lost(`message ${template} by ${channel} (${stands})`, arrived.length < written);
    doubled(`message ${template} by ${channel}`, arrived.length > written);
    const [first] = arrived;
    if (first)
      late(`message ${template}`, world.machineTime(message.created_at), world.machineTime(first.at));
  }

  const seen = new Map(kept.lines.flatMap((line) => [...line.seen]));
  for (const { id, type, at } of row.events) {
    const received = seen.get(id);
    lost(`event ${type}`, received === undefined);
    if (received) late(`event ${type}`, world.machineTime(at), received.at);
  }
  const confirmed = row.events.find(({ type }) => type === 'payment.confirmed');
  if (kept.paidAt && confirmed) late('paid Pix', kept.paidAt, world.machineTime(confirmed.at));
}

/** Ids of the events that a database has for some people. */
export async function eventsOf(world: ChaosWorld, all: readonly Kept[]): Promise<Set<string>> {
  const db = await world.open();
  try {
    const tenantId = await collegeOf(db, world);
    const rows = await db.asOwner((run) =>
      run('select public_id from outbox_event where tenant_id = $1 and person_id = any($2::bigint[])', [
        tenantId,
        all.flatMap(({ personId }) => personId ?? []),
      ]),
    );
    return new Set(rows.map((row) => String(row.public_id)));
  } finally {
    await db.close();
  }
}

/** Reads everything back, once no process of the product is running. */
export async function readBack(
  world: ChaosWorld,
  all: readonly Kept[],
  outages: Outage[],
): Promise<Findings> {
  const findings: Findings = { lost: [], doubled: [], late: [], latestMs: 0 };
  const messages = (await world.control('GET', '/outbox')) as Message[];
  const db = await world.open();
  try {
    const tenantId = await collegeOf(db, world);
    for (const kept of all) {
      const row = await read(db, tenantId, kept);
      const { email, cellPhone } = kept.person;
      const own = messages.filter(({ to }) => to === email || to.endsWith(cellPhone));
      compare(world, kept, row, own, outages, findings);
    }
  } finally {
    await db.close();
  }
  return findings;
}
