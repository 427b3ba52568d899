import { randomUUID } from 'node:crypto';
import { PASSKEY_CHALLENGE_MINUTES } from '@orbita/domain/identity';
import sql from 'sql-template-tag';
import type { Runner, Tx } from '../../platform/database/types.ts';
import type { Account } from '../store.ts';

export type Passkey = {
  id: string;
  account_id: number;
  credential_id: string;
  public_key: Uint8Array<ArrayBuffer>;
  counter: number;
  /** Whether it was copied to the person's other devices when it was created. */
  backed_up: boolean;
  transports: string[];
  label: string;
  created_at: Date;
  last_used_at: Date | null;
};

/**
 * A passkey as the library checks it. The copies of a backed-up passkey each count for themselves, and some managers stop
 * counting, so that only the counter of a passkey that exists once says anything (WebAuthn level 3, 6.1.1).
 */
export const counted = (key: Pick<Passkey, 'credential_id' | 'public_key' | 'counter' | 'backed_up'>) => ({
  id: key.credential_id,
  publicKey: new Uint8Array(key.public_key),
  counter: key.backed_up ? 0 : key.counter,
});

/** The counter to store after a use; that of a backed-up passkey stays as it was. */
export const counterAfter = (key: Pick<Passkey, 'counter' | 'backed_up'>, shown: number): number =>
  key.backed_up ? key.counter : shown;

/** Stores the challenge an authenticator has to sign (`accountId` null for a sign-in); returns its id. */
export async function insertChallenge(
  on: Runner,
  one: { accountId: number | null; rpId: string; challenge: string },
  now: Date,
): Promise<string> {
  const id = randomUUID();
  await on.one(sql`
    insert into passkey_challenge (tenant_id, id, account_id, rp_id, challenge, created_at, expires_at)
    values (${on.tenantId}, ${id}::uuid, ${one.accountId}::bigint, ${one.rpId}, ${one.challenge}, ${now},
      ${new Date(now.getTime() + PASSKEY_CHALLENGE_MINUTES * 60_000)}) returning id`);
  return id;
}

/** Uses up a challenge even if the response turns out wrong, so that it can be tried only once. */
export const takeChallenge = (
  on: Runner,
  one: { id: string; accountId: number | null; rpId: string },
  now: Date,
): Promise<{ challenge: string } | undefined> =>
  on.one<{ challenge: string }>(sql`
    update passkey_challenge set used_at = ${now}
    where tenant_id = ${on.tenantId} and id = ${one.id}::uuid and rp_id = ${one.rpId}
      and account_id is not distinct from ${one.accountId}::bigint
      and used_at is null and expires_at > ${now} returning challenge`);

/** A person's passkeys on a host, oldest first. */
export const passkeysOf = (on: Runner, personId: number, rpId: string): Promise<Passkey[]> =>
  on.many<Passkey>(sql`
    select id, account_id, credential_id, public_key, counter, backed_up, transports, label, created_at, last_used_at
    from passkey where tenant_id = ${on.tenantId} and person_id = ${personId} and rp_id = ${rpId}
    order by created_at, id`);

/** A passkey with the account it signs in to; undefined if it was removed or belongs to another host. */
export const findPasskey = (
  on: Runner,
  rpId: string,
  credentialId: string,
): Promise<(Passkey & { owner: Account }) | undefined> =>
  on.one<Passkey & { owner: Account }>(sql`
    select k.id, k.account_id, k.credential_id, k.public_key, k.counter, k.backed_up, k.transports, k.label,
      k.created_at, k.last_used_at, jsonb_build_object('id', a.id, 'person_id', a.person_id, 'epoch', a.epoch,
        'disable_institution_global_filter', a.disable_institution_global_filter, 'uuid', p.uuid, 'name', p.name,
        'social_name', p.social_name) as owner
    from passkey k
    join user_account a on a.tenant_id = k.tenant_id and a.id = k.account_id
    join person p on p.tenant_id = a.tenant_id and p.id = a.person_id and p.anonymised_at is null
    where k.tenant_id = ${on.tenantId} and k.rp_id = ${rpId} and k.credential_id = ${credentialId}`);

/** Stores the counter of a used passkey. Returns false when another use was faster (a copied authenticator). */
export const usePasskey = async (tx: Tx, key: Passkey, counter: number, now: Date): Promise<boolean> => {
  const row = await tx.one(sql`
    update passkey set counter = ${counter}, last_used_at = ${now}
    where tenant_id = ${tx.tenantId} and id = ${key.id}::uuid and counter = ${key.counter} returning id`);
  return row !== undefined;
};

/** Inserts a verified passkey; undefined when its credential is already stored. */
export const insertPasskey = (
  tx: Tx,
  one: Omit<Passkey, 'id' | 'last_used_at'> & { person_id: number; rp_id: string },
): Promise<Passkey | undefined> =>
  tx.one<Passkey>(sql`
    insert into passkey (tenant_id, id, account_id, person_id, rp_id, credential_id, public_key, counter, transports,
      backed_up, label, created_at)
    values (${tx.tenantId}, ${randomUUID()}::uuid, ${one.account_id}, ${one.person_id}, ${one.rp_id},
      ${one.credential_id}, ${one.public_key}::bytea, ${one.counter}, ${JSON.stringify(one.transports)}::jsonb,
      ${one.backed_up}, ${one.label}, ${one.created_at})
    on conflict (tenant_id, credential_id) do nothing
    returning id, account_id, credential_id, public_key, counter, backed_up, transports, label, created_at, last_used_at`);

/** The options as JSON, without undefined members. */
export const plain = (options: object): Record<string, unknown> => JSON.parse(JSON.stringify(options));
