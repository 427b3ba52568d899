import { randomUUID } from 'node:crypto';
import { PASSKEY_CHALLENGE_MINUTES } from '@orbita/domain/identity';
import sql from 'sql-template-tag';
import type { Passkey } from '../identity/passkeys/store.ts';
import { type RowOf, shapeOf } from '../platform/database/shape.ts';
import type { Runner, Tx } from '../platform/database/types.ts';

const MINUTE_MS = 60_000;

export type StaffPasskey = Omit<Passkey, 'id' | 'account_id'> & { id: number; staff_id: number };

const columns = sql`k.id, k.staff_id, k.credential_id, k.public_key, k.counter, k.backed_up, k.transports, k.label,
  k.created_at, k.last_used_at`;

/** What a challenge is for: showing a key, not yet tied to a person, or creating one for a person. */
export type Purpose = 'show' | 'make';
export type Challenge = { challenge: string; staffId: number | null; inviteId: number | null };
type NewChallenge = Challenge & { purpose: Purpose; rpId: string };

/** Stores a challenge for an authenticator: five minutes, one use, one host. */
export async function insertChallenge(on: Runner, one: NewChallenge, now: Date): Promise<string> {
  const id = randomUUID();
  const until = new Date(now.getTime() + PASSKEY_CHALLENGE_MINUTES * MINUTE_MS);
  await on.one(sql`
    insert into staff_passkey_challenge
      (tenant_id, id, purpose, staff_id, invite_id, rp_id, challenge, created_at, expires_at)
    values (${on.tenantId}, ${id}::uuid, ${one.purpose}, ${one.staffId}::bigint, ${one.inviteId}::bigint, ${one.rpId},
      ${one.challenge}, ${now}, ${until}) returning id`);
  return id;
}

/** Uses up a challenge even if the response turns out wrong, so that it can be tried only once. */
export const takeChallenge = async (
  on: Runner,
  one: { id: string; purpose: Purpose; rpId: string },
  now: Date,
): Promise<Challenge | undefined> => {
  const row = await on.one<RowOf<Challenge>>(sql`
    update staff_passkey_challenge set used_at = ${now}
    where tenant_id = ${on.tenantId} and id = ${one.id}::uuid and purpose = ${one.purpose} and rp_id = ${one.rpId}
      and used_at is null and expires_at > ${now}
    returning challenge, staff_id, invite_id`);
  return row && shapeOf(row);
};

/** A member's passkeys on a host, oldest first. */
export const passkeysOf = (on: Runner, staffId: number, rpId: string): Promise<StaffPasskey[]> =>
  on.many<StaffPasskey>(sql`
    select ${columns} from staff_passkey k
    where k.tenant_id = ${on.tenantId} and k.staff_id = ${staffId} and k.rp_id = ${rpId} order by k.id`);

/** A passkey of this host by its credential id. */
export const findPasskey = (
  on: Runner,
  rpId: string,
  credentialId: string,
): Promise<StaffPasskey | undefined> =>
  on.one<StaffPasskey>(sql`
    select ${columns} from staff_passkey k
    where k.tenant_id = ${on.tenantId} and k.rp_id = ${rpId} and k.credential_id = ${credentialId}`);

/** Stores the counter of a used passkey. Returns false when another use was faster (a copied authenticator). */
export const usePasskey = async (tx: Tx, key: StaffPasskey, counter: number, now: Date): Promise<boolean> => {
  const row = await tx.one(sql`
    update staff_passkey set counter = ${counter}, last_used_at = ${now}
    where tenant_id = ${tx.tenantId} and id = ${key.id} and counter = ${key.counter} returning id`);
  return row !== undefined;
};

/** Ends the enrolment period after the first passkey: creating further ones requires showing an existing one. */
export const closeEnrolment = (tx: Tx, staffId: number): Promise<unknown> =>
  tx.one(sql`
    update staff set enrol_until = null where tenant_id = ${tx.tenantId} and id = ${staffId} returning id`);

type NewPasskey = Omit<StaffPasskey, 'id' | 'last_used_at'> & { rp_id: string };

/** Inserts a verified passkey; undefined when its credential is already stored. */
export const insertPasskey = (tx: Tx, one: NewPasskey): Promise<StaffPasskey | undefined> =>
  tx.one<StaffPasskey>(sql`
    with k as (
      insert into staff_passkey (tenant_id, staff_id, rp_id, credential_id, public_key, counter, transports, backed_up,
        label, created_at)
      values (${tx.tenantId}, ${one.staff_id}, ${one.rp_id}, ${one.credential_id}, ${one.public_key}::bytea,
        ${one.counter}, ${JSON.stringify(one.transports)}::jsonb, ${one.backed_up}, ${one.label}, ${one.created_at})
      on conflict (tenant_id, credential_id) do nothing returning *)
    select ${columns} from k`);
