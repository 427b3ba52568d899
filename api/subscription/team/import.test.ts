import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, type Harness, startHarness } from '../../../testing/harness.ts';
import { signUp } from '../../../testing/journey.ts';
import { inventedPerson, PASSWORD } from '../../../testing/people.ts';
import { hashPassword } from '../../identity/password-hash.ts';

let harness: Harness;
let count = 700;
beforeAll(async () => {
  harness = await startHarness();
});
afterAll(() => harness.stop());

const db = () => harness.platform.db.tenant(1);
const IMPORT = 'POST /operations/candidates';
const APPLY = 'POST /operations/subscriptions';
const CHOICE = { offerCode: 'ADM-ESSAY', courseCode: 'ADM', poleCode: 'BH' };

/** A person about whom the institution knows little: no birth date, no cell phone. */
const someone = () => {
  const { cpf, email } = inventedPerson(count++);
  return { documentType: 'cpf', document: cpf, name: 'Candidata Inventada', email } as const;
};
const bring = async (one: ReturnType<typeof someone>) =>
  (await harness.operations.call(IMPORT, { body: one })).body;

/** Signs in an imported person, as if they had chosen a password. */
async function enter(document: string): Promise<Client> {
  await db().one(sql`
    update user_account set password_hash = ${await hashPassword(1, PASSWORD)}
    where tenant_id = 1 and document = ${document} returning id`);
  const client = harness.visitor();
  const body = {
    applicationAlias: 'orbita',
    documentType: 'cpf',
    document,
    password: PASSWORD,
    remember: false,
    captchaToken: 'simulator-token',
  } as const;
  const params = { tenant: 'alfa' };
  const answer = await client.call('POST /platform/auth/signin/tenants/{tenant}', { params, body });
  client.token = answer.body.accessToken;
  return client;
}

describe('an imported person', () => {
  it('is created once, found again by document, and their contacts count as confirmed', async () => {
    const one = someone();
    const first = await harness.operations.call(IMPORT, { body: one });
    expect(first.status).toBe(201);
    const again = await harness.operations.call(IMPORT, {
      body: {
        ...one,
        document: one.document.replace(/(...)(...)(...)(..)/, '$1.$2.$3-$4'),
        socialName: 'Flor',
      },
    });
    expect([again.status, again.body]).toEqual([200, first.body]);
    const row = await db().one(sql`
      select name, social_name, birth_date, cell_phone, email_confirmed_at is not null as confirmed,
        (select count(*)::int from user_account u where u.tenant_id = p.tenant_id and u.person_id = p.id) as accounts
      from person p where tenant_id = 1 and id = ${first.body.personId}`);
    expect(row).toEqual({
      name: one.name,
      social_name: 'Flor',
      birth_date: null,
      cell_phone: null,
      confirmed: true,
      accounts: 1,
    });
  });

  it.each([
    ['1234567890', 'CPF inválido: faltam zeros à esquerda. O CPF tem 11 números; deixe a coluna como texto.'],
    [
      '12.345.678-9',
      'CPF inválido: faltam zeros à esquerda. O CPF tem 11 números; deixe a coluna como texto.',
    ],
    ['11122233397', 'CPF inválido.'],
    ['12345678', 'CPF inválido.'],
  ])('of the CPF %s is refused: %s', async (document, message) => {
    const { status, body } = await harness.operations.call(IMPORT, { body: { ...someone(), document } });
    expect([status, body.errors]).toEqual([422, [{ field: 'document', message }]]);
  });

  it('is read as a person reads the file, whatever its program inserted', async () => {
    const { cpf, email } = inventedPerson(count++);
    const written = cpf.replace(/(...)(...)(...)(..)/, '\ufeff$1.$2\u200b.$3\u2212$4');
    const body = {
      documentType: 'cpf',
      ...{ document: written, name: 'Maria\u00a0D’Ávila\u00ad Sá‑E' },
      ...{ email: ` ${email}\u200e`, birthDate: '1998‑08‑18', cellPhone: '\u202a0 21 31 90000−0019\u202c' },
    } as const;
    const { personId } = (await harness.operations.call(IMPORT, { body })).body;
    expect(
      await db().one(sql`
        select cpf, name, email, birth_date, cell_phone from person where tenant_id = 1 and id = ${personId}`),
    ).toEqual({
      ...{ cpf, name: "Maria D'Ávila Sá-E", email, birth_date: '1998-08-18', cell_phone: '31900000019' },
    });
  });

  it('with one name is complete, if an RNE shows it and the file says so', async () => {
    const one = {
      documentType: 'rne',
      ...{ document: 'V765432‑1', name: 'Suharto', nationality: 'ID' },
      ...{ email: 'suharto@exemplo.test', birthDate: '1998-08-18', cellPhone: '+62 812 3456 7890' },
    } as const;
    const refused = await harness.operations.call(IMPORT, { body: one });
    expect(refused.body.errors).toEqual([{ field: 'name', message: 'Informe Nome e Sobrenome.' }]);
    const { body } = await harness.operations.call(IMPORT, { body: { ...one, singleName: true } });
    const made = await harness.operations.call(APPLY, { body: { personId: body.personId, ...CHOICE } });
    expect([made.status, made.body.subscriptionStatus]).toEqual([201, 1]);
  });

  it('is one person when two imports arrive at once', async () => {
    const one = someone();
    const answers = await Promise.all([1, 2, 3].map(() => harness.operations.call(IMPORT, { body: one })));
    expect(new Set(answers.map(({ body }) => body.personId)).size).toBe(1);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 201]);
  });

  it('is the person who signed up, and the replaced e-mail is notified', async () => {
    const person = inventedPerson(count++);
    const client = harness.visitor();
    const { personId } = await signUp(client, person);
    const body = { ...someone(), document: person.cpf, email: `nova${personId}@exemplo.test` };
    const answer = await harness.operations.call(IMPORT, { body });
    expect([answer.status, answer.body.personId]).toEqual([200, personId]);
    const notices = await db().many<{ recipient: string }>(sql`
      select recipient from notification where tenant_id = 1 and template = 'N-04' and person_id = ${personId}`);
    expect(notices.map(({ recipient }) => recipient).toSorted()).toEqual(
      [person.email, `nova${personId}@exemplo.test`].toSorted(),
    );
  });

  it.each([
    [{ document: '11122233397' }, 'document'],
    [{ name: 'Candidata' }, 'name'],
    [{ birthDate: '2020-01-01' }, 'birthDate'],
    [{ email: 'sem arroba' }, 'email'],
    [{ cellPhone: '3180000000' }, 'cellPhone'],
    [{ nationality: 'ZZ' }, 'nationality'],
    [{ documentType: 'passport', document: 'XA1234567' }, 'documentType'],
  ])('is refused with %j', async (wrong, field) => {
    const answer = await harness.operations.call(IMPORT, { body: { ...someone(), ...wrong } as never });
    expect([answer.status, answer.body.errors?.map((error) => error.field)]).toEqual([422, [field]]);
  });
});

describe('a token of one institution', () => {
  it('changes people of its own institution or of none, and gets only the ids of others', async () => {
    const { body } = await harness.operations.call('POST /operations/tokens', {
      body: {
        name: 'Sistema EPA',
        tenant: 'alfa',
        scopes: ['subscriptions'],
        institutions: ['EPA01'],
        expiresAt: '2027-01-12T10:00:00-03:00',
      },
    });
    const epa = harness.visitor('operations.test');
    epa.headers = { authorization: `Bearer ${body.token}` };
    const one = someone();
    const { personId } = await bring(one);
    const nameOf = async () =>
      (
        await db().one<{ name: string }>(
          sql`select name from person where tenant_id = 1 and id = ${personId}`,
        )
      )?.name;
    await epa.call(IMPORT, { body: { ...one, name: 'Flor Primeira' } });
    expect(await nameOf()).toBe('Flor Primeira');
    await harness.operations.call(APPLY, { body: { personId, ...CHOICE } });
    const answer = await epa.call(IMPORT, {
      body: { ...one, name: 'Flor Segunda', email: 'x@exemplo.test' },
    });
    expect([answer.status, answer.body.personId]).toEqual([200, personId]);
    expect(await nameOf()).toBe('Flor Primeira');
    expect((await epa.call(APPLY, { body: { personId, ...CHOICE } })).status).toBe(404);
  });
});

describe('an application created for a person', () => {
  it('starts complete when nothing is missing, and a repeat returns the first one', async () => {
    const { personId } = await bring({
      ...someone(),
      birthDate: '1998-08-18',
      cellPhone: '31900000018',
    } as never);
    const made = await harness.operations.call(APPLY, { body: { personId, ...CHOICE, externalId: 'B-1' } });
    expect([made.status, made.body]).toMatchObject([201, { subscriptionStatus: 1, courseCode: 'ADM' }]);
    expect(made.body.history).toMatchObject([{ from: null, to: 1, event: 'create', actor: 'operations' }]);
    const again = await harness.operations.call(APPLY, { body: { personId, ...CHOICE } });
    expect([again.status, again.body.id]).toEqual([200, made.body.id]);
    // Even if nobody can apply any more, or the offer is gone, because a system may repeat its call at any time.
    const intake = await db().one<{ id: number; end: string }>(sql`
      select n.id, n.end_date as "end" from intake n join offer o on o.tenant_id = n.tenant_id and o.intake_id = n.id
      where o.tenant_id = 1 and o.code = ${CHOICE.offerCode}`);
    const close = (end: string, retired: boolean) =>
      db().many(sql`
        with closed as (update intake set end_date = ${end}::date where tenant_id = 1 and id = ${intake?.id})
        update offer set retired_at = case when ${retired} then created.at end
        from (select ${harness.clock.now()}::timestamptz as at) created
        where tenant_id = 1 and code = ${CHOICE.offerCode} returning id`);
    const stranger = await bring(someone());
    for (const [retired, status] of [
      [false, 409],
      [true, 404],
    ] as const) {
      await close('2026-01-11', retired);
      const late = await harness.operations.call(APPLY, { body: { personId, ...CHOICE } });
      expect([late.status, late.body.id]).toEqual([200, made.body.id]);
      const first = { personId: stranger.personId, ...CHOICE };
      expect((await harness.operations.call(APPLY, { body: first })).status).toBe(status);
    }
    await close(intake?.end ?? '', false);
    const other = await harness.operations.call(APPLY, {
      body: { personId, ...CHOICE, courseCode: 'CONT', schooling: { level: 'nowhere' } },
    });
    expect(other.status).toBe(422);
  });

  it('starts at 14 with data missing; saving the last of it moves it to 1 (TR-02, TR-03)', async () => {
    const one = someone();
    const { personId } = await bring(one);
    const made = await harness.operations.call(APPLY, { body: { personId, ...CHOICE } });
    const subscriptionId = made.body.id;
    expect([made.status, made.body.subscriptionStatus, made.body.personBirthday]).toEqual([201, 14, null]);
    const client = await enter(one.document);
    const status = async () =>
      (await client.call('GET /candidate/subscriptions/status/{id}', { params: { id: subscriptionId } }))
        .body;
    expect(await status()).toMatchObject({ status: 14, page: 'information' });
    const save = (body: object) =>
      client.call('PUT /candidate/users/{personId}/person-data', {
        params: { personId },
        query: { subsId: subscriptionId },
        body,
      });
    expect((await save({ birthDate: '2020-01-01' })).status).toBe(422);
    expect((await save({ birthDate: '2009-03-15' })).status).toBe(200);
    expect(await status()).toMatchObject({ status: 14 });
    expect((await save({ cellPhone: '(31) 90000-0018' })).status).toBe(200);
    expect(await status()).toMatchObject({ status: 1, page: 'essay' });
    const shown = await client.call('GET /candidate/users/{uuid}/subscription/{id}', {
      params: {
        uuid: (await client.call('GET /candidate/users/check/')).body.payloadToken.uuid,
        id: subscriptionId,
      },
    });
    expect(shown.body).toMatchObject({ underageWarning: true, personBirthday: '2009-03-15' });
    const { body } = await harness.operations.call('GET /operations/subscriptions/{id}', {
      params: { id: subscriptionId },
    });
    expect(body.history.map(({ from, to, event, actor }) => [from, to, event, actor])).toEqual([
      [null, 14, 'create-incomplete', 'operations'],
      [14, 1, 'information-completed', 'candidate'],
    ]);
  });

  it('moves when the institution imports the missing data itself', async () => {
    const one = someone();
    const { personId } = await bring(one);
    const made = await harness.operations.call(APPLY, { body: { personId, ...CHOICE } });
    await bring({ ...one, birthDate: '1998-08-18' } as never);
    await bring({ ...one, cellPhone: '31900000018' } as never);
    const { body } = await harness.operations.call('GET /operations/subscriptions/{id}', {
      params: { id: made.body.id },
    });
    expect(body.subscriptionStatus).toBe(1);
    expect(body.history.at(-1)).toMatchObject({ event: 'information-completed', actor: 'operations' });
  });

  it('requires an existing person and codes', async () => {
    const { personId } = await bring(someone());
    const outcome = async (wrong: object) => {
      const answer = await harness.operations.call(APPLY, { body: { personId, ...CHOICE, ...wrong } });
      return [answer.status, answer.body.errors?.map(({ field }) => field)];
    };
    expect(await outcome({ personId: 999_999 })).toEqual([404, undefined]);
    expect(await outcome({ offerCode: 'NADA' })).toEqual([404, undefined]);
    expect(await outcome({ courseCode: 'NADA', poleCode: 'NADA' })).toEqual([
      422,
      ['courseCode', 'poleCode'],
    ]);
    expect(await outcome({ courseCode: 'ENF' })).toEqual([422, ['courseId']]);
  });
});
