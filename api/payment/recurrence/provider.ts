import { dayInZone } from '@orbita/domain/foundation';
import { type ChargeState, isOpenCharge } from '@orbita/domain/payment';
import sql from 'sql-template-tag';
import { leaseEnd, underLease } from '../../platform/lease.ts';
import type { PixRecurrence, PixRecurrenceGateway } from '../../platform/pix-recurrence-port.ts';
import type { Platform } from '../../platform/platform.ts';
import { ProviderUnavailable } from '../../platform/ports.ts';
import { noticeAddress } from '../notice-addresses.ts';
import { applyRecurrence, moveRecurrence } from './apply.ts';
import { lockRecurrence, type ProviderRecurrenceRow, recurrenceAtProvider } from './store.ts';

const MARGIN_MS = 2 * 24 * 3600_000;

export type HeldRecurrence = { row: ProviderRecurrenceRow; gateway: PixRecurrenceGateway };

/**
 * Loads an automatic Pix recurrence together with its gateway.
 * @throws ProviderUnavailable when the account is not configured.
 */
export async function heldRecurrence(
  platform: Platform,
  tenantId: number,
  recurrenceId: number,
): Promise<HeldRecurrence> {
  const row = await recurrenceAtProvider(platform.db.tenant(tenantId), recurrenceId);
  if (!row) throw new Error(`No recurrence ${recurrenceId}`);
  const gateway = platform.ports.pix.recurrences(row.tenant_alias, row.institution_code);
  if (!gateway)
    throw new ProviderUnavailable(`No account for recurrences ${row.tenant_alias}/${row.institution_code}`);
  return { row, gateway };
}

/** Our identifier of an authorisation at the bank, unique within the account. */
const contractOf = ({ id, subscription_id: of }: Pick<ProviderRecurrenceRow, 'id' | 'subscription_id'>) =>
  `${of}-${id}`;

async function ensureWebhooks(platform: Platform, tenantId: number, gateway: PixRecurrenceGateway) {
  const url = await noticeAddress(platform, tenantId, 'pix');
  // Without webhooks the job still finds changes.
  await gateway
    .ensureWebhooks(url)
    .catch((error) => platform.log.warn({ err: error }, 'webhooks of recurrences not registered'));
}

const create = async ({ row, gateway }: HeldRecurrence, today: string): Promise<PixRecurrence> => {
  if (row.payer_cpf === null || row.payer_name === null || row.first_txid === null)
    throw new Error(`Recurrence ${row.id} was not begun for a bank`);
  return gateway.create({
    contract: contractOf(row),
    object: `Mensalidade ${row.course_name}`,
    payer: { cpf: row.payer_cpf, name: row.payer_name },
    // A bank rejects an authorisation that starts before the day of the request.
    firstDay: row.first_day < today ? today : row.first_day,
    lastDay: row.last_day,
    authorisation: { kind: row.kind, cents: row.amount_cents },
    firstTxid: row.first_txid,
  });
};

/** Reads the code that both pays the first instalment and requests the authorisation (journey 3). */
const withCode = async ({ row, gateway }: HeldRecurrence, made: PixRecurrence): Promise<PixRecurrence> =>
  made.copyPaste || row.first_txid === null
    ? made
    : ((await gateway.find(made.idRec, row.first_txid)) ?? made);

/**
 * Requests the authorisation of a new recurrence from the bank, outside any transaction and after the charge of its first
 * instalment exists. Returns the composite code for the payer. On a timeout it throws `ProviderUnknown`, and the job looks for
 * the authorisation before requesting it again; if the bank refuses or cannot be reached, it throws `ProviderUnavailable`, and
 * nothing was authorised.
 */
export async function createRecurrence(
  platform: Platform,
  tenantId: number,
  recurrenceId: number,
): Promise<{ copyPaste: string | null }> {
  const held = await heldRecurrence(platform, tenantId, recurrenceId);
  await ensureWebhooks(platform, tenantId, held.gateway);
  const keep = (until: Date) =>
    platform.db.tenant(tenantId).many(sql`
      update recurrence set next_check_at = ${until}::timestamptz
      where tenant_id = ${tenantId} and id = ${recurrenceId} and provider_id is null returning id`);
  const today = dayInZone(platform.clock.now(), held.row.time_zone);
  // The lease keeps other processes from requesting it too: the bank would treat a second request as a second authorisation.
  const made = await underLease(platform, keep, () => create(held, today));
  // Stored before the code is requested, so that losing that answer does not lead to a second authorisation.
  await applyRecurrence(platform, tenantId, recurrenceId, made);
  const found = await withCode(held, made);
  await applyRecurrence(platform, tenantId, recurrenceId, found);
  return { copyPaste: found.copyPaste };
}

/**
 * Claims the right to request an authorisation; false while another process holds it. Needed because these requests have no
 * idempotency key.
 */
const claim = async (platform: Platform, tenantId: number, id: number): Promise<boolean> =>
  (await platform.db.tenant(tenantId).one(sql`
    update recurrence set checks = checks + 1, next_check_at = ${leaseEnd(platform)}::timestamptz
    where tenant_id = ${tenantId} and id = ${id} and provider_id is null and state = 'created'
      and (checks = 0 or next_check_at is null or next_check_at <= ${new Date(platform.clock.wall())}::timestamptz)
    returning id`)) !== undefined;

/**
 * The code that pays the first instalment and requests the authorisation, which is created at the bank if necessary. Null while
 * it is unknown: another process is requesting it, or the authorisation has ended. Throws like `createRecurrence`.
 */
export async function compositeCode(
  platform: Platform,
  tenantId: number,
  recurrenceId: number,
): Promise<string | null> {
  const held = await heldRecurrence(platform, tenantId, recurrenceId);
  const { row, gateway } = held;
  if (row.copy_paste !== null || row.state !== 'created') return row.copy_paste;
  const asked = row.checks > 0;
  if (row.provider_id === null && !(await claim(platform, tenantId, recurrenceId))) return null;
  const made =
    row.provider_id === null
      ? asked && (await findLost(platform, held))
      : await gateway.find(row.provider_id, row.first_txid ?? undefined);
  if (!made) return (await createRecurrence(platform, tenantId, recurrenceId)).copyPaste;
  const found = await withCode(held, made);
  await applyRecurrence(platform, tenantId, recurrenceId, found);
  return found.copyPaste;
}

/** Whether the first instalment was paid or can still be paid. */
const mayStillBegin = ({ first_state: state }: ProviderRecurrenceRow): boolean =>
  state === 'paid' || isOpenCharge(state as ChargeState);

/** Ends an authorisation that can no longer be granted, because its charge ended unpaid. Returns whether its state changed. */
const giveUp = (platform: Platform, tenantId: number, recurrenceId: number): Promise<boolean> =>
  platform.db.write(tenantId, async (tx) => {
    const row = await lockRecurrence(tx, recurrenceId);
    if (row?.state !== 'created') return false;
    return moveRecurrence(tx, platform, row, 'cancelled', {
      endedBy: 'institution',
      cancelAtProvider: row.provider_id !== null,
    });
  });

async function findLost(platform: Platform, held: HeldRecurrence): Promise<PixRecurrence | undefined> {
  const { row, gateway } = held;
  if (row.payer_cpf === null) return undefined;
  const from = new Date(row.created_at.getTime() - MARGIN_MS);
  // Banks refuse a period that goes on.
  return gateway.findByContract(contractOf(row), row.payer_cpf, from, platform.clock.now());
}

/**
 * Looks up an authorisation and applies its state. If the answer to its creation was lost, it is searched by our identifier and
 * requested again only if the bank does not have it. Returns whether its state changed.
 * @throws when the provider does not answer.
 */
export async function lookUpRecurrence(
  platform: Platform,
  tenantId: number,
  recurrenceId: number,
): Promise<boolean> {
  const held = await heldRecurrence(platform, tenantId, recurrenceId);
  const { row, gateway } = held;
  const known = row.provider_id ? await gateway.find(row.provider_id) : await findLost(platform, held);
  if (known) {
    const changed = await applyRecurrence(platform, tenantId, recurrenceId, known);
    if (known.status !== 'CRIADA' || mayStillBegin(row)) {
      if (known.status === 'CRIADA' && row.copy_paste === null)
        await applyRecurrence(platform, tenantId, recurrenceId, await withCode(held, known));
      return changed;
    }
  }
  if (row.state !== 'created') return false;
  if (!mayStillBegin(row)) return giveUp(platform, tenantId, recurrenceId);
  // The bank may not have the charge yet, and then the authorisation could not be linked to it.
  const charged = row.first_state !== 'created';
  if (!known && row.provider_id === null && charged) await createRecurrence(platform, tenantId, recurrenceId);
  return false;
}

/** Cancels at the bank an authorisation that ended here, and applies the bank's answer. Returns whether its state changed. */
export async function cancelRecurrenceAtProvider(
  platform: Platform,
  tenantId: number,
  recurrenceId: number,
): Promise<boolean> {
  const held = await heldRecurrence(platform, tenantId, recurrenceId);
  const { row, gateway } = held;
  const idRec = row.provider_id ?? (await findLost(platform, held))?.idRec;
  const left = idRec === undefined ? undefined : await gateway.cancel(idRec);
  if (left) return applyRecurrence(platform, tenantId, recurrenceId, left);
  await platform.db.tenant(tenantId).many(sql`
    update recurrence set cancel_at_provider = false, payer_name = null, payer_cpf = null
    where tenant_id = ${tenantId} and id = ${recurrenceId} returning id`);
  return false;
}
