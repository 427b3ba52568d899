import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { issueKey, openLink } from '../../../testing/applicant.ts';
import { signInCalls } from '../../../testing/codes.ts';
import { type Client, type Harness, startHarness } from '../../../testing/harness.ts';
import { Authenticator, addPasskey, enterByPasskey } from '../../../testing/passkeys.ts';
import { inventedPerson, PASSWORD } from '../../../testing/people.ts';
import { personAt } from '../../../testing/person-at.ts';
import { undo, undoTokens, waysIn } from '../../../testing/proof.ts';

const HOST = 'cua.alfa.orbita.test';
const HOUR = 3600_000;

let harness: Harness;
let entry: ReturnType<typeof signInCalls>;
const lines: string[] = [];
beforeAll(async () => {
  harness = await startHarness({ writeLog: (line) => lines.push(line), callsPerMinute: 1_000_000 });
  entry = signInCalls(harness);
});
afterAll(() => harness?.stop());

let people = 8400;
type Someone = { cpf: string; email: string; cellPhone: string; client: Client; personId: number };
const somebody = async (): Promise<Someone> => {
  const person = await entry.newcomer(people++);
  const { body } = await person.client.call('GET /candidate/users/check/');
  return { ...person, personId: body.payloadToken.personId };
};
const change = async ({ client, personId }: Someone, kind: 'email' | 'cellPhone', value: string) => {
  const asked = await client.call('POST /candidate/users/{personId}/contact-changes', {
    params: { personId },
    body: { kind, value },
  });
  const { status } = await client.call('POST /candidate/users/contact-changes/{changeId}/verify', {
    params: { changeId: asked.body.changeId },
    body: { code: await entry.codeFor(value) },
  });
  expect([asked.status, status]).toEqual([202, 204]);
};
const contactsOf = ({ personId }: Someone) =>
  harness.platform.db.tenant(1).one(sql`
    select email, cell_phone as phone from person where tenant_id = 1 and id = ${personId}`);
const isIn = async (client: Client) => (await client.call('GET /candidate/users/check/')).status === 200;
const codeOf = ({ status, body }: { status: number; body: unknown }) => [
  status,
  (body as { code?: string } | undefined)?.code,
];
const OVER = [410, 'LINK_EXPIRED'];

describe('S32 the former contacts', () => {
  it('S32: are each notified of a change with a link that reverts everything, once', async () => {
    const person = await somebody();
    const taken = `tomada${person.personId}@exemplo.test`;
    await change(person, 'email', taken);
    const key = new Authenticator(HOST);
    expect((await addPasskey(person.client, key)).status).toBe(201);
    await entry.change(person.client, { currentPassword: PASSWORD });
    const byMail = (await undoTokens(harness, person.email)).at(-1) ?? '';
    const byPhone = (await undoTokens(harness, `+55${person.cellPhone}`)).at(-1) ?? '';
    expect([byMail.length, byPhone.length]).toEqual([22, 22]);
    expect(byMail).not.toBe(byPhone);
    expect(await isIn(person.client)).toBe(true);

    expect((await undo(harness, byMail, person.cpf)).status).toBe(204);
    expect(await contactsOf(person)).toEqual({ email: person.email, phone: person.cellPhone });
    expect(await isIn(person.client), 'every session ends').toBe(false);
    expect((await enterByPasskey(harness.visitor(), key)).answer.status).toBe(401);
    for (const password of [PASSWORD, 'Nova#2026x'])
      expect((await entry.signIn(person.cpf, password)).status).toBe(401);
    for (const token of [byMail, byPhone])
      expect(codeOf(await undo(harness, token, person.cpf))).toEqual(OVER);
    // The next step: a reset, whose code goes to the previous contact.
    await entry.askReset(person.cpf, { channel: 'email' });
    expect(await entry.codeFor(person.email)).toMatch(/^\d{6}$/);
    const all = lines.join('\n');
    for (const token of [byMail, byPhone]) expect(all).not.toContain(token);
  });

  it('S32: win against the new one, which can neither undo the undo nor invalidate their link', async () => {
    const person = await somebody();
    const theirs = `deles${person.personId}@exemplo.test`;
    await change(person, 'email', theirs);
    const [old = ''] = await undoTokens(harness, person.email);
    // What the stranger does next notifies the stranger's contact, whose links reach back no further than that.
    await change(person, 'cellPhone', '31955557777');
    const [later = ''] = await undoTokens(harness, theirs);
    expect((await addPasskey(person.client, new Authenticator(HOST))).status).toBe(201);
    const newest = (await undoTokens(harness, theirs)).find((token) => token !== later) ?? '';
    expect((await undo(harness, newest, person.cpf)).status).toBe(204);
    expect((await undo(harness, later, person.cpf)).status).toBe(204);
    expect(await contactsOf(person)).toEqual({ email: theirs, phone: person.cellPhone });
    expect((await undo(harness, old, person.cpf)).status, 'still good').toBe(204);
    expect(await contactsOf(person)).toEqual({ email: person.email, phone: person.cellPhone });
    for (const token of await undoTokens(harness, theirs))
      expect(codeOf(await undo(harness, token, person.cpf))).toEqual(OVER);
    expect(await contactsOf(person)).toEqual({ email: person.email, phone: person.cellPhone });
  });

  it('S32: are unaffected by later changes, whose links end when an earlier change is undone', async () => {
    const person = await somebody();
    const theirs = `novo${person.personId}@exemplo.test`;
    await change(person, 'email', theirs);
    expect((await addPasskey(person.client, new Authenticator(HOST))).status).toBe(201);
    const [later = ''] = await undoTokens(harness, theirs);
    const [old = ''] = await undoTokens(harness, person.email);
    expect((await undo(harness, old, person.cpf)).status).toBe(204);
    expect(codeOf(await undo(harness, later, person.cpf))).toEqual(OVER);
    expect(await contactsOf(person)).toEqual({ email: person.email, phone: person.cellPhone });
  });

  it("S32: can undo within 72 hours, and only with the account's document", async () => {
    const person = await somebody();
    await change(person, 'cellPhone', '31955556666');
    const [token = ''] = await undoTokens(harness, person.email);
    const [second = ''] = await undoTokens(harness, `+55${person.cellPhone}`);
    const wrong = await undo(harness, token, inventedPerson(people++).cpf);
    expect([wrong.status, wrong.body]).toMatchObject([
      422,
      { errors: [{ field: 'document', message: 'Este documento não é o desta conta.' }] },
    ]);
    for (let n = 0; n < 4; n++) await undo(harness, token, '52998224725');
    expect(codeOf(await undo(harness, token, person.cpf)), 'five tries').toEqual(OVER);
    expect(codeOf(await undo(harness, 'x'.repeat(22), person.cpf)), 'an unknown one').toEqual(OVER);
    entry.later(72 * HOUR);
    expect(codeOf(await undo(harness, second, person.cpf))).toEqual(OVER);
    entry.later(72 * HOUR - 1000);
    expect((await undo(harness, second, person.cpf)).status).toBe(204);
    entry.later(0);
  });

  it('S32: also invalidate access links issued since, and revert a changed document', async () => {
    const made = inventedPerson(people++);
    const owner = await personAt(harness, 'approved', { person: made });
    const someone = { ...made, client: owner.client, personId: owner.personId };
    const before = await issueKey(harness, owner.subscriptionId);
    harness.clock.set(new Date(harness.clock.now().getTime() + 1000));
    await change(someone, 'email', `nova${owner.personId}@exemplo.test`);
    const since = await issueKey(harness, owner.subscriptionId);
    const other = inventedPerson(people++).cpf;
    const moved = await owner.client.call('PUT /candidate/users/{personId}/person-data', {
      params: { personId: owner.personId },
      body: { document: other },
    });
    expect([moved.status, moved.body.document]).toEqual([200, other]);
    const [, token = ''] = await undoTokens(harness, made.email).then((all) => ['', all.at(-1) ?? '']);
    expect((await undo(harness, token, made.cpf)).status).toBe(204);
    const isValid = async ({ key }: { key: string }) =>
      (await openLink(harness.visitor(), owner.subscriptionId, key)).body.isValid;
    expect([await isValid(before), await isValid(since)]).toEqual([true, false]);
    expect(await waysIn(harness, made.cpf)).toMatchObject({ cpf: made.cpf, password_hash: null });
    entry.later(0);
  });
});

it('S32: the new contact of a change is not notified, and the list of messages has no link', async () => {
  const person = await somebody();
  const value = `so${person.personId}@exemplo.test`;
  await change(person, 'email', value);
  expect(await undoTokens(harness, value)).toEqual([]);
  const { body: check } = await person.client.call('GET /candidate/users/check/');
  const { body } = await person.client.call('GET /candidate/users/{uuid}/messages', {
    params: { uuid: check.payloadToken.uuid },
    query: { page: 1, pageSize: 50 },
  });
  expect(JSON.stringify(body)).toContain('o e-mail mudou');
  expect(JSON.stringify(body)).not.toContain('desfazer');
});
