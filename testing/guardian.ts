import sql from 'sql-template-tag';
import type { Applicant } from './applicant.ts';
import { DEVICE } from './bodies.ts';
import type { CallExample } from './candidate-calls.ts';
import type { Client, Harness } from './harness.ts';
import { bodyOf, fillData } from './journey.ts';
import { inventedPerson, type Person } from './people.ts';
import { personAt } from './person-at.ts';

const HOST = 'cua.alfa.orbita.test';

const guardianOf = (n: number) => ({
  relationship: 'mother' as const,
  name: 'Responsável Cinco',
  cpf: '44455566619',
  birthDate: '1980-01-01',
  email: `responsavel${n}@exemplo.test`,
  cellPhone: `319000${String(n).padStart(5, '0')}`,
  sameAddress: true,
});
export type Guardian = ReturnType<typeof guardianOf>;
export type Minor = Applicant & { person: Person; guardian: Guardian };

/** Requests of a guardian, by call. A call missing here fails the test of the guardian's calls. */
export const guardianCalls: Record<string, Pick<CallExample, 'free' | 'body'>> = {
  'GET /candidate/guardian-acceptance': {},
  'POST /candidate/guardian-acceptance/challenges': { body: () => ({ channel: 'email' }) },
  'POST /candidate/guardian-acceptance/challenges/{challengeId}/verify': {
    free: () => ({ challengeId: '7c2b0f4e-5a53-4d0c-9c53-0c1f6a8e2d11' }),
    body: () => ({ code: '123456' }),
  },
  'POST /candidate/guardian-acceptance/contract': {
    body: () => ({ ...DEVICE, FormatedContract: '<h1>Contrato</h1>', Contract: 'CT-GRAD:1' }),
  },
};

/** Changes the birth date bypassing all rules, as a fixture. */
export const setBirthDate = (harness: Harness, who: Applicant, day: string) =>
  harness.platform.db.tenant(who.tenantId).one(sql`
    update person set birth_date = ${day}::date where tenant_id = ${who.tenantId} and id = ${who.personId}
    returning id`);

export const nameGuardian = async (who: Applicant, guardian: Guardian): Promise<void> => {
  bodyOf(
    await who.client.call('PUT /candidate/subscriptions/{id}/guardian', {
      params: { id: who.subscriptionId },
      body: guardian,
    }),
  );
};

/** The applicant number `n`, aged 16, in status 3, with all data and a guardian with unique contacts. */
export async function minorWithGuardian(harness: Harness, n: number): Promise<Minor> {
  const person = inventedPerson(n);
  const who = await personAt(harness, 'approved', { person });
  await fillData(who.client, who.personId, who.subscriptionId, person);
  await setBirthDate(harness, who, '2009-12-31');
  const guardian = guardianOf(n);
  await nameGuardian(who, guardian);
  return { ...who, person, guardian };
}

export const sendGuardianLink = (client: Client, id: number, channel: 'email' | 'sms' = 'email') =>
  client.call('POST /candidate/subscriptions/{id}/guardian-links', { params: { id }, body: { channel } });

/** Key of the newest link that a contact received. */
export async function guardianKeyOf(harness: Pick<Harness, 'operations'>, to: string): Promise<string> {
  const { body } = await harness.operations.call('GET /operations/simulator/outbox', { query: { to } });
  for (const { text } of body) {
    const key = /\/orbita\/candidate\/responsavel#([\w-]+)/.exec(text)?.[1];
    if (key) return key;
  }
  throw new Error(`No link for ${to}`);
}

/** A browser in which nobody is signed in, with the key of a link. */
export function keyHolder(harness: Pick<Harness, 'visitor'>, key: string, host = HOST): Client {
  const client = harness.visitor(host);
  client.token = key;
  return client;
}

/** The guardian's browser, with the link sent to them. */
export async function guardianOfMinor(harness: Harness, who: Minor): Promise<Client> {
  bodyOf(await sendGuardianLink(who.client, who.subscriptionId));
  return keyHolder(harness, await guardianKeyOf(harness, who.guardian.email));
}
