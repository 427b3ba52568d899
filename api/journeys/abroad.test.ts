import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PERSON_BODY, SCHOOLING_BODY } from '../../testing/bodies.ts';
import { saleWith } from '../../testing/cards.ts';
import { guardianKeyOf, minorWithGuardian, nameGuardian, sendGuardianLink } from '../../testing/guardian.ts';
import { type Harness, startHarness } from '../../testing/harness.ts';
import { acceptContract, bodyOf, payByPix, pixCharge } from '../../testing/journey.ts';
import { inventedPerson } from '../../testing/people.ts';
import { personAt } from '../../testing/person-at.ts';
import {
  listDocuments,
  openCharge,
  readContract,
  readPaymentOptions,
  savePerson,
  saveSchooling,
} from '../../testing/requests.ts';
import { readDocument } from '../../testing/reviewing.ts';
import { orderBody } from '../payment/pagarme/shapes.ts';
import { customerOf, partyOf } from '../payment/payer.ts';
import type { Tenant } from '../platform/http/context.ts';
import { copyOf } from '../privacy/copy.ts';
import { erasePerson } from '../privacy/erase.ts';

const ABROAD = {
  ...{ country: 'GB', street: '10 Example Street', complement: 'Flat 2' },
  ...{ city: 'London', region: null, postalCode: 'SW1A 2AA' },
};
const LINE = '10 Example Street, Flat 2 – London – SW1A 2AA – Reino Unido';
const { personAddress: HOME, ...PERSON } = PERSON_BODY;

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness();
});
afterAll(() => harness?.stop());

const slipOf = async (who: Parameters<typeof readPaymentOptions>[0], id: number) =>
  bodyOf(await readPaymentOptions(who, id)).methods.find(({ method }) => method === 'slip');
const paid = ({ tenantId, subscriptionId }: { tenantId: number; subscriptionId: number }) => ({
  tenant_id: tenantId,
  subscription_id: subscriptionId,
  time_zone: 'America/Sao_Paulo',
});

describe('somebody who lives outside Brazil', () => {
  it('enrols whole: data, contract, payment without a slip, documents', async () => {
    const person = inventedPerson(910);
    const who = await personAt(harness, 'approved', { person });
    const { client, subscriptionId } = who;
    const { name, birthDate } = person;
    const data = { ...PERSON, name, birthDate };
    bodyOf(await savePerson(client, who.personId, subscriptionId, { ...data, foreignAddress: ABROAD }));
    bodyOf(
      await saveSchooling(client, subscriptionId, {
        ...SCHOOLING_BODY,
        ...{ schoolType: 'abroad', stateId: null, cityId: null },
      }),
    );
    expect(bodyOf(await readContract(client, subscriptionId)).contract.FormatedContract).toContain(LINE);
    expect(await acceptContract(client, subscriptionId)).toMatchObject({ status: 6 });

    expect(await slipOf(client, subscriptionId)).toMatchObject({
      enabled: false,
      reason: 'Os bancos só emitem boleto para quem mora no Brasil. Escolha outra forma.',
    });
    const slip = { ...(await pixCharge(client, subscriptionId)), method: 'slip' as const };
    expect((await openCharge(client, subscriptionId, slip)).body).toMatchObject({
      code: 'METHOD_UNAVAILABLE',
    });
    expect(await payByPix(client, subscriptionId)).toMatchObject({ method: 'pix' });

    // The acquirer checks the address that the card's bank knows.
    const customer = await customerOf(harness.platform, paid(who));
    expect(orderBody(saleWith('token', { customer }))).toMatchObject({
      customer: {
        address: {
          ...{ line_1: '10 Example Street, Flat 2', zip_code: 'SW1A2AA', city: 'London', state: 'London' },
          country: 'GB',
        },
      },
    });

    // An address in Brazil opens the slip.
    bodyOf(await savePerson(client, who.personId, subscriptionId, { personAddress: HOME }));
    expect(await slipOf(client, subscriptionId)).toMatchObject({ enabled: true, reason: null });
  });

  it('is shown to the reviewer of the proof of residence as written abroad', async () => {
    const who = await personAt(harness, 'paid', { person: inventedPerson(911) });
    bodyOf(await savePerson(who.client, who.personId, who.subscriptionId, { foreignAddress: ABROAD }));
    const { body } = await listDocuments(who.client, who.subscriptionId);
    const proof = body.find(({ name }) => /residência/i.test(name))?.documentId ?? 0;
    expect((await readDocument(harness.operations, proof)).compare).toEqual([
      { label: 'Rua e número', value: '10 Example Street, Flat 2' },
      { label: 'Cidade', value: 'London' },
      { label: 'Código postal', value: 'SW1A 2AA' },
      { label: 'País', value: 'Reino Unido' },
    ]);
  });
});

it('a guardian in Brazil pays by slip for a minor abroad; one at the same address does not', async () => {
  const who = await minorWithGuardian(harness, 912);
  const { client, subscriptionId } = who;
  bodyOf(await savePerson(client, who.personId, subscriptionId, { foreignAddress: ABROAD }));
  const contract = bodyOf(await readContract(client, subscriptionId)).contract.FormatedContract;
  expect(contract.split(LINE).length - 1).toBe(2);
  expect((await slipOf(client, subscriptionId))?.reason).toContain('mora no Brasil');
  expect(await partyOf(harness.platform, paid(who))).toMatchObject({
    name: who.guardian.name,
    address: null,
    abroad: { country: 'GB' },
  });

  await nameGuardian(who, { ...who.guardian, sameAddress: false, ...{ personAddress: HOME } });
  expect(await slipOf(client, subscriptionId)).toMatchObject({ enabled: true });
  expect(await partyOf(harness.platform, paid(who))).toMatchObject({
    address: { zipCode: '30100001', state: 'MG' },
    abroad: null,
  });
});

it('a guardian outside Brazil signs and pays from there for a minor in Brazil', async () => {
  const who = await minorWithGuardian(harness, 914);
  const { client, subscriptionId, guardian } = who;
  expect((await slipOf(client, subscriptionId))?.enabled).toBe(true);
  const abroad = { sameAddress: false, foreignAddress: ABROAD, cellPhone: '+44 7700 900123' };
  await nameGuardian(who, { ...guardian, ...abroad });
  const contract = bodyOf(await readContract(client, subscriptionId)).contract.FormatedContract;
  expect(contract.split(LINE).length - 1).toBe(1);
  expect((await slipOf(client, subscriptionId))?.reason).toContain('mora no Brasil');
  expect(await partyOf(harness.platform, paid(who))).toMatchObject({
    name: guardian.name,
    address: null,
    abroad: { country: 'GB', postalCode: 'SW1A 2AA' },
  });
  expect((await customerOf(harness.platform, paid(who))).address).toMatchObject({ country: 'GB' });
  // The link goes to the phone abroad.
  bodyOf(await sendGuardianLink(client, subscriptionId, 'sms'));
  expect(await guardianKeyOf(harness, '+447700900123')).toMatch(/./);
});

it('is in the copy of the personal data, and gone with the person', async () => {
  const who = await personAt(harness, 'approved', { person: inventedPerson(913) });
  bodyOf(await savePerson(who.client, who.personId, who.subscriptionId, { foreignAddress: ABROAD }));
  const { db, clock } = harness.platform;
  const on = db.tenant(who.tenantId);
  const tenant = { id: who.tenantId, timeZone: 'America/Sao_Paulo' } as Tenant;
  const copy = await copyOf(on, tenant, who.personId, clock.now());
  expect(copy.dados).toMatchObject({ enderecos_no_exterior: [{ country: 'GB', city: 'London' }] });
  await db.write(who.tenantId, (tx) => erasePerson(tx, who.personId, clock.now()));
  const left = await on.many(sql`
    select id from person_foreign_address where tenant_id = ${who.tenantId} and person_id = ${who.personId}`);
  expect(left).toEqual([]);
});
