import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEVICE, JPEG } from '../../testing/bodies.ts';
import { copyKeyOf } from '../../testing/full-person.ts';
import { type Client, type Harness, OPERATIONS_TOKEN, startHarness } from '../../testing/harness.ts';
import { apply, fillData, grade, payByPix, signUp } from '../../testing/journey.ts';
import { PASSWORD } from '../../testing/people.ts';
import { upload } from '../../testing/requests.ts';

/** Values the log may never show, at its lowest level, in success and in failure (spec 18). */
const PERSON = {
  name: 'Marcadora Zefirina',
  cpf: '11122233396',
  birthDate: '2003-05-10',
  email: 'zefirina.marcada@exemplo.test',
  cellPhone: '31987650123',
};
const NEW_EMAIL = 'nova.zefirina@exemplo.test';
const ESSAY = Array.from({ length: 180 }, (_, n) => `zefirinapalavra${n}`).join(' ');
const TITLE = 'Zefirinatitulo de teste';
const STREET = 'Rua Zefirinarua';

let harness: Harness;
let client: Client;
let subscriptionId: number;
let personId: number;
const lines: string[] = [];
/** Name of each private value, and the value. */
const marks = new Map<string, string | RegExp>();

beforeAll(async () => {
  harness = await startHarness({ writeLog: (line) => lines.push(line) });
  client = harness.visitor();
});
afterAll(() => harness?.stop());

const codeSentTo = async (to: string) => {
  await harness.platform.jobs.run('outbox');
  const { body } = await harness.operations.call('GET /operations/simulator/outbox', { query: { to } });
  const code = body.map(({ text }) => /\b\d{6}\b/.exec(text)?.[0]).find(Boolean);
  if (!code) throw new Error(`No code for ${to}`);
  return code;
};
const fault = (port: 'pix' | 'mail' | 'sms' | 'zip' | 'scan', mode: 'down' | 'ok') =>
  harness.operations.call('PUT /operations/simulator/faults', { body: { port, mode } });
const key = () => ({ 'idempotency-key': randomUUID() });

/** Makes every write to a table fail with an error in which PostgreSQL quotes the whole row. */
async function broken<T>(table: string, work: () => Promise<T>): Promise<T> {
  const owner = (text: string) => harness.platform.db.asOwner((run) => run(text));
  await owner(`alter table ${table} add constraint broken check (false) not valid`);
  try {
    return await work();
  } finally {
    await owner(`alter table ${table} drop constraint broken`);
  }
}

const personBody = (street = STREET) => ({
  name: PERSON.name,
  rg: 'MG1234567',
  rgIssuer: 'SSP',
  rgState: 'MG',
  motherName: 'Mãe Zefirinamae',
  genderId: 1,
  nationality: 'BR',
  personAddress: { street, number: '100', neighborhood: 'Centro', zipCode: '30100001', cityId: 3106200 },
});
const putPerson = (street?: string) =>
  client.call('PUT /candidate/users/{personId}/person-data', {
    params: { personId },
    body: personBody(street),
  });

describe('the log', () => {
  it('is written during a full enrolment in which every step fails once', async () => {
    const signingUp = () => signUp(client, PERSON);
    await broken('person', () => signingUp().catch(() => undefined));
    await broken('user_account', () => signingUp().catch(() => undefined));
    const me = await signingUp();
    personId = me.personId;
    for (const password of [PASSWORD, 'Zefirinasenha#1'])
      await harness.visitor().call('POST /platform/auth/signin/tenants/{tenant}', {
        params: { tenant: 'alfa' },
        body: { documentType: 'cpf', document: PERSON.cpf, password },
      });
    await broken('login_session', () =>
      harness.visitor().call('POST /platform/auth/signin/tenants/{tenant}', {
        params: { tenant: 'alfa' },
        body: {
          documentType: 'cpf',
          document: PERSON.cpf,
          password: PASSWORD,
          captchaToken: 'simulator-token',
        },
      }),
    );

    const change = () =>
      client.call('POST /candidate/users/{personId}/contact-changes', {
        params: { personId },
        body: { kind: 'email', value: NEW_EMAIL },
      });
    await fault('mail', 'down');
    await change();
    await harness.platform.jobs.run('outbox');
    await fault('mail', 'ok');
    await broken('code_challenge', change);
    const { body: asked } = await change();
    const code = await codeSentTo(NEW_EMAIL);
    marks.set('code', new RegExp(`\\b${code}\\b`));
    const verify = () =>
      client.call('POST /candidate/users/contact-changes/{changeId}/verify', {
        params: { changeId: asked.changeId },
        body: { code },
      });
    await broken('person', verify);
    expect((await verify()).status).toBe(204);

    subscriptionId = (await apply(client)).id;
    const started = await client.call('POST /candidate/subscriptions/{id}/essays', {
      params: { id: subscriptionId },
      headers: key(),
      body: { rulesAccepted: true },
    });
    const { id: essayId, revision } = started.body;
    const draft = () =>
      client.call('PUT /candidate/subscriptions/essays/{essayId}/draft', {
        params: { essayId },
        body: { title: TITLE, essay: ESSAY, revision },
      });
    expect((await broken('essay', draft)).status).toBe(500);
    expect((await draft()).status).toBe(200);
    const finish = () =>
      client.call('POST /candidate/subscriptions/essays/{essayId}/finish', {
        params: { essayId },
        headers: key(),
        body: { title: TITLE, essay: ESSAY },
      });
    expect((await broken('essay', finish)).status).toBe(500);
    expect((await finish()).status).toBe(200);
    await broken('essay_grade', () => grade(harness.operations, essayId).catch(() => undefined));
    await grade(harness.operations, essayId);

    await fault('zip', 'down');
    expect((await broken('person_address', () => putPerson())).status).toBe(500);
    await fault('zip', 'ok');
    await fillData(client, personId, subscriptionId, PERSON);
    expect((await putPerson()).status).toBe(200);

    const { body: shown } = await client.call('GET /candidate/subscriptions/{id}/get-subscription-contract', {
      params: { id: subscriptionId },
    });
    const { FormatedContract, Contract } = shown.contract;
    const accept = () =>
      client.call('POST /candidate/subscriptions/{id}/contract', {
        params: { id: subscriptionId },
        headers: key(),
        body: { FormatedContract, Contract, ...DEVICE },
      });
    expect((await broken('contract_acceptance', accept)).status).toBe(500);
    expect((await accept()).status).toBe(201);
    for (const [n, [piece]] of [...FormatedContract.matchAll(/[^<>]{40,}/g)].slice(0, 5).entries())
      marks.set(`contract text ${n}`, piece.slice(0, 40));

    await fault('pix', 'down');
    await payByPix(client, subscriptionId).catch(() => undefined);
    await fault('pix', 'ok');
    await harness.platform.jobs.run('reconciliation');
    await broken('payment', () => payByPix(client, subscriptionId).catch(() => undefined));
    const { body: payments } = await client.call('GET /candidate/subscriptions/{id}/payments', {
      params: { id: subscriptionId },
    });
    const payment =
      payments.find(({ state }) => state === 'pending') ?? (await payByPix(client, subscriptionId));
    marks.set('pix code', payment.pix?.copyPaste ?? 'none');
    const pay = () =>
      harness.operations.call('POST /operations/simulator/payments/{paymentId}', {
        params: { paymentId: payment.paymentId },
        body: { result: 'paid' },
      });
    await broken('provider_notice', pay);
    await broken('payment', () => harness.platform.jobs.run('reconciliation').catch(() => 0));
    await harness.platform.jobs.run('reconciliation');

    const { body: documents } = await client.call('GET /candidate/subscriptions/{id}/documents', {
      params: { id: subscriptionId },
    });
    const documentId = documents[0]?.documentId ?? 0;
    const send = () => upload(client, subscriptionId, documentId, JPEG, 'zefirinaarquivo.jpg');
    expect((await broken('document_file', send)).status).toBe(500);
    await fault('scan', 'down');
    const { body: file } = await send();
    await harness.platform.jobs.run('scan');
    await fault('scan', 'ok');
    await harness.platform.jobs.run('scan');
    const link = await client.call('GET /candidate/documents/files/{fileId}', {
      params: { fileId: (file as { fileId: number }).fileId },
      query: { link: '1' },
    });
    const { body: print } = await client.call('POST /candidate/print-tickets', {
      body: { kind: 'contract', subscriptionId },
    });
    marks.set('print ticket', print.ticket);
    marks.set('file link', String(link.body.url).split('/').at(-1) ?? 'none');
    await broken('short_ticket', () =>
      client.call('GET /candidate/print/{ticket}', { params: { ticket: print.ticket } }),
    );
    await client.call('GET /candidate/print/{ticket}', { params: { ticket: print.ticket } });
    await client.call('POST /candidate/telemetry/client-errors', {
      body: {
        message: `TypeError at ${PERSON.email} ${PERSON.cpf} Bearer ${client.token}`,
        stack: `at /orbita/candidate/x?accesskey=zefirinachave (${PERSON.cellPhone})`,
        route: '/orbita/candidate/portal?accesskey=zefirinachave',
        build: '1',
      },
    });
    const asking = (kind: 'export' | 'correction') =>
      client.call('POST /candidate/users/{uuid}/privacy-requests', {
        params: { uuid: me.uuid },
        body: { kind, details: 'Zefirinacorrecao no meu nome' },
      });
    expect((await broken('privacy_request', () => asking('correction'))).status).toBe(500);
    await asking('correction');
    const copy = await asking('export');
    await broken('notification', () => harness.platform.jobs.run('privacy-export'));
    const copyKey = await copyKeyOf(harness, 'alfa', NEW_EMAIL);
    marks.set('key of a copy', copyKey);
    await harness
      .visitor()
      .send('GET', `/orbita/candidate/profile?aba=privacidade&copia=${copy.body.id}.${copyKey}`);
    await broken('privacy_request', () =>
      client.call('POST /candidate/users/{uuid}/privacy-requests/{id}/file', {
        params: { uuid: me.uuid, id: copy.body.id },
        body: { key: copyKey },
      }),
    );
    await broken('notification', () => harness.platform.jobs.run('outbox').catch(() => undefined));
    await harness.platform.jobs.run('outbox');
    // The injected failures happened, and were logged.
    expect(lines.filter((line) => line.includes('unexpected failure')).length).toBeGreaterThan(8);
    expect(lines.some((line) => line.includes('23514'))).toBe(true);
  });

  it('S27 shows nothing of the person, their secrets, their texts and their files', () => {
    const { cpf, cellPhone } = PERSON;
    const all = new Map<string, string | RegExp>([
      ...marks,
      ['cpf', cpf],
      ['formatted cpf', '111.222.333-96'],
      ['e-mail', /zefirina\.marcada|marcada@/i],
      ['new e-mail', NEW_EMAIL],
      ['phone', cellPhone],
      ['formatted phone', '98765-0123'],
      ['name', /marcadora/i],
      ['mother and street', /zefirinamae|zefirinarua/i],
      ['password', PASSWORD],
      ['wrong password', 'Zefirinasenha'],
      ['token', client.token ?? 'none'],
      ['token without signature', (client.token ?? 'none').split('.')[1] ?? 'none'],
      ['companion', client.cookies.get('orbita-session') ?? 'none'],
      ['service token', OPERATIONS_TOKEN],
      ['access key', 'zefirinachave'],
      ['essay', /zefirinapalavra|zefirinatitulo/i],
      ['file name', 'zefirinaarquivo'],
      ['words of a request', /zefirinacorrecao/i],
      ['file', JPEG.subarray(0, 60).toString('base64').slice(0, 40)],
      ['file in hex', JPEG.subarray(100, 120).toString('hex')],
      ['bytes', '255,216,255'],
      ['secret', harness.platform.config.secret],
    ]);
    for (const [what, mark] of all) {
      expect(mark, what).not.toBe('none');
      const where = lines.find((line) => (typeof mark === 'string' ? line.includes(mark) : mark.test(line)));
      expect(where, what).toBeUndefined();
    }
    // The error reported by the browser was masked, not lost.
    expect(lines.some((line) => line.includes('[e-mail] [cpf]'))).toBe(true);
  });
});
