import type { DocumentType } from '@orbita/domain/foundation';
import sql from 'sql-template-tag';
import type { Client, Harness } from './harness.ts';
import { PASSWORD } from './people.ts';

/** Proves the signed-in person's identity by password (spec 5.5). */
export const proveByPassword = (client: Client, password = PASSWORD) =>
  client.call('POST /platform/auth/proof', { body: { password } });

/** Turns a session into a borrowed one: remembered, and long after its sign-in. */
export const borrowed = (harness: Harness, sessionOf: Client): Promise<unknown> => {
  const claims = JSON.parse(Buffer.from(sessionOf.token?.split('.')[1] ?? '', 'base64url').toString());
  return harness.platform.db.tenant(1).one(sql`
    update login_session set proved_at = null where tenant_id = 1 and id = ${claims.jti}::uuid returning id`);
};

/** Everything a session alone must not change: contacts, documents, password, passkeys, social accounts, sessions. */
export const waysIn = (harness: Harness, document: string, type: DocumentType = 'cpf') =>
  harness.platform.db.tenant(1).one<Record<string, unknown>>(sql`
    select p.email, p.cell_phone, p.cpf, a.document, a.password_hash,
      (select array_agg(k.id order by k.id) from passkey k where k.tenant_id = 1 and k.person_id = p.id) as passkeys,
      (select array_agg(s.id order by s.id) from social_account s where s.tenant_id = 1 and s.account_id = a.id) as social,
      (select array_agg(o.document_type || o.document order by o.id) from user_account o
        where o.tenant_id = 1 and o.person_id = p.id) as documents,
      (select array_agg(l.id order by l.id) from login_session l where l.tenant_id = 1 and l.person_id = p.id
        and l.revoked_at is null) as sessions
    from user_account a join person p on p.tenant_id = a.tenant_id and p.id = a.person_id
    where a.tenant_id = 1 and a.document_type = ${type} and a.document = ${document}`);

/** Secrets of the undo links sent to a contact, the newest first. */
export async function undoTokens(harness: Harness, to: string): Promise<string[]> {
  await harness.platform.jobs.run('outbox');
  const { body } = await harness.operations.call('GET /operations/simulator/outbox', { query: { to } });
  return body.flatMap(({ text }) => /desfazer#([\w-]+)/.exec(text)?.[1] ?? []);
}

/** Undoes a change, as the page of its link does, without a session. */
export const undo = (harness: Harness, token: string, document: string) =>
  harness.visitor().call('POST /platform/auth/undo', { body: { token, document } });
