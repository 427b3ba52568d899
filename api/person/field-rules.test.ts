import { CASES_ADDRESS, FIELD_CASES } from '@orbita/domain/person/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, type Harness, startHarness } from '../../testing/harness.ts';
import { signUp } from '../../testing/journey.ts';
import { inventedPerson } from '../../testing/people.ts';

const PUT = 'PUT /candidate/users/{personId}/person-data';
const BRAZILIAN = { nationality: 'BR', issuingCountry: null };
const FOREIGNER = { nationality: 'AR', issuingCountry: 'AR' };
const ADDRESS = 'personAddress.';

let harness: Harness;
let client: Client;
let personId: number;

beforeAll(async () => {
  harness = await startHarness({ callsPerMinute: 1_000_000 });
  client = harness.visitor();
  ({ personId } = await signUp(client, inventedPerson(650)));
});
afterAll(() => harness.stop());

const put = (body: object) => client.call(PUT, { params: { personId }, body });

/** The field as sent in a call; an address is sent without the state. */
const bodyOf = (field: string, value: unknown) => {
  const { stateId: _, ...address } = CASES_ADDRESS;
  return field.startsWith(ADDRESS)
    ? { personAddress: { ...address, [field.slice(ADDRESS.length)]: value } }
    : { [field]: value };
};
const heldAt = (body: object, field: string): unknown =>
  field.split('.').reduce<unknown>((part, name) => (part as Record<string, unknown>)[name], body);

/** Existing contacts change only through a code sent to the new contact (spec 6.1). */
const CONTACTS: readonly string[] = ['email', 'cellPhone'];

describe('the server validates by the shared table of field rules (spec 2.4)', () => {
  it.each(
    FIELD_CASES.map((one) => [`${one.field}${one.of ? ` of a ${one.of}` : ''}: ${one.why}`, one] as const),
  )('%s', async (_, { field, value, text, stored, of }) => {
    const answer = await put({ ...(of ? FOREIGNER : BRAZILIAN), ...bodyOf(field, value) });
    if (text !== undefined) {
      expect(answer.status).toBe(422);
      expect(answer.body.errors).toEqual([{ field, message: text }]);
      return;
    }
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    if (stored !== undefined && !CONTACTS.includes(field)) expect(heldAt(answer.body, field)).toBe(stored);
  });

  it('refuses values that are too long for any field', async () => {
    const answer = await put({ name: 'Ana '.repeat(1000) });
    expect([answer.status, answer.body.errors?.[0]?.message]).toEqual([422, 'Máximo de 400 caracteres.']);
  });
});
