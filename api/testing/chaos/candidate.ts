import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { DEVICE, PERSON_BODY, SCHOOLING_BODY } from '../bodies.ts';
import { OPERATIONS_TOKEN } from '../harness.ts';
import { essayOf, upload } from '../journey.ts';
import { inventedPerson, PASSWORD, type Person, signUpFields } from '../people.ts';
import { Caller, Ended } from './caller.ts';
import { type Line, openLine } from './line.ts';
import type { ChaosWorld } from './world.ts';

const HOST = 'cua.alfa.orbita.test';
const OFFSET = 900_000;
const DRAFTS = 4;

/** What a candidate was told is done; what is absent was never answered. */
export type Kept = {
  person: Person;
  lines: Line[];
  personId?: number;
  subscriptionId?: number;
  essayId?: number;
  /** The last text that was answered, and the one that was sent last. */
  draft?: { answered: string; sent: string };
  finished?: boolean;
  graded?: boolean;
  motherName?: string;
  schooling?: boolean;
  acceptanceId?: number;
  paymentId?: number;
  /** The machine's time at which the bank had the money. */
  paidAt?: number;
  /** Files that were answered, by id; tries whose answer was lost may have left another. */
  files: number[];
  filesLost: number;
  /** A document blocked by the institution, once. */
  blocked?: string;
  failed?: string;
  acknowledged: number;
};

const key = () => ({ 'idempotency-key': randomUUID() });

/** The n-th candidate, who was told nothing yet. */
export const newcomer = (n: number): Kept => ({
  person: inventedPerson(OFFSET + n),
  lines: [],
  files: [],
  filesLost: 0,
  acknowledged: 0,
});

/** One candidate's way from the account to the documents, with what the institution does meanwhile. */
export async function travel(world: ChaosWorld, kept: Kept, n: number, ended: () => boolean): Promise<void> {
  const urls = n % 2 === 0 ? world.urls : world.urls.toReversed();
  const from = { 'x-forwarded-for': `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}` };
  const me = new Caller(urls, HOST, from, ended);
  const service = { authorization: `Bearer ${OPERATIONS_TOKEN}`, 'x-tenant-alias': 'alfa' };
  const operations = new Caller(urls, 'operations.test', service, ended);
  try {
    await steps(world, kept, me, operations, urls);
  } catch (error) {
    if (!(error instanceof Ended)) kept.failed = (error as Error).message;
  }
}

async function steps(world: ChaosWorld, kept: Kept, me: Caller, operations: Caller, urls: readonly string[]) {
  const done = () => {
    kept.acknowledged += 1;
  };
  const { uuid } = await enter(kept, me);
  done();
  for (const stream of ['business', 'financial'] as const) kept.lines.push(openLine(me, urls, HOST, stream));
  await apply(kept, me, uuid);
  done();
  await block(kept, operations);
  done();
  await write(kept, me, done);
  const grading = key();
  await operations.good((client) =>
    client.call('POST /operations/essays/{id}/grade', {
      params: { id: kept.essayId ?? 0 },
      headers: grading,
      body: { score: 720, hasPlagiarism: false, feedback: 'Bom texto.' },
    }),
  );
  kept.graded = true;
  done();
  await fill(kept, me, done);
  await accept(kept, me);
  done();
  await pay(world, kept, me);
  done();
  await send(kept, me, done);
}

async function enter(kept: Kept, me: Caller): Promise<{ uuid: string }> {
  const { person } = kept;
  const params = { tenant: 'alfa' };
  const up = await me.ask((client) =>
    client.call('POST /platform/auth/signup/tenants/{tenant}', {
      params,
      body: { ...signUpFields(person), marketingConsent: false, captchaToken: 'simulator-token' },
    }),
  );
  let token = 'accessToken' in up.body ? up.body.accessToken : undefined;
  if (!token && up.repeated && up.body.code === 'ACCOUNT_EXISTS') {
    const into = await me.good((client) =>
      client.call('POST /platform/auth/signin/tenants/{tenant}', {
        params,
        body: {
          documentType: 'cpf',
          document: person.cpf,
          password: PASSWORD,
          captchaToken: 'simulator-token',
        },
      }),
    );
    token = into.accessToken;
  }
  if (!token) throw new Error(`sign-up: ${up.status} ${JSON.stringify(up.body)}`);
  me.token = token;
  const check = await me.good((client) => client.call('GET /candidate/users/check/'));
  me.token = check.accessToken;
  kept.personId = check.payloadToken.personId;
  return check.payloadToken;
}

async function apply(kept: Kept, me: Caller, uuid: string): Promise<void> {
  const offers = await me.good((client) =>
    client.call('GET /candidate/offers', {
      query: { type: 1, ingress: 'online-essay', q: 'administra', page: 1 },
    }),
  );
  const offer = offers.data[0];
  const course = offer?.courses[0];
  if (!offer || !course) throw new Error('no offer');
  const [pole] = await me.good((client) =>
    client.call('GET /candidate/offers/{offerId}/poles', {
      params: { offerId: offer.id },
      query: { c: course.id },
    }),
  );
  const made = await me.ask((client) =>
    client.call('POST /candidate/subscriptions', {
      headers: { 'x-institution-code': offer.institutionCode },
      body: {
        offerId: offer.id,
        courseId: course.id,
        poleId: pole?.id ?? 0,
        schooling: { level: 'high-school' },
      },
    }),
  );
  if (made.status < 300) kept.subscriptionId = made.body.id;
  else if (made.repeated && made.body.code === 'SUBSCRIPTION_EXISTS') {
    const own = await me.good((client) =>
      client.call('GET /candidate/users/{uuid}/subscriptions', { params: { uuid } }),
    );
    const [first] = own;
    if (!first) throw new Error('an application exists and is not listed');
    kept.subscriptionId = first.id;
  } else throw new Error(`application: ${made.status} ${JSON.stringify(made.body)}`);
}

async function block(kept: Kept, operations: Caller): Promise<void> {
  const document = inventedPerson(OFFSET * 2 + (kept.personId ?? 0)).cpf;
  const headers = key();
  await operations.good((client) =>
    client.call('POST /operations/blocks', {
      headers,
      body: { documentType: 'cpf', document, reason: 'Fraude' },
    }),
  );
  kept.blocked = document;
}

async function write(kept: Kept, me: Caller, done: () => void): Promise<void> {
  const started = key();
  const essay = await me.good((client) =>
    client.call('POST /candidate/subscriptions/{id}/essays', {
      params: { id: kept.subscriptionId ?? 0 },
      headers: started,
      body: { rulesAccepted: true },
    }),
  );
  kept.essayId = essay.id;
  const params = { essayId: essay.id };
  let { revision } = essay;
  let answered = '';
  for (let n = 0; n < DRAFTS; n++) {
    const sent = essayOf(100 + n);
    kept.draft = { answered, sent };
    const saved = await me.ask((client) =>
      client.call('PUT /candidate/subscriptions/essays/{essayId}/draft', {
        params,
        body: { title: 'Meu título', essay: sent, revision },
      }),
    );
    if (saved.status === 200) revision = saved.body.revision;
    else if (saved.repeated && saved.body.code === 'STALE_REVISION') {
      const now = await me.good((client) =>
        client.call('GET /candidate/subscriptions/essays/{essayId}', { params }),
      );
      if (now.essay !== sent) throw new Error('another text than the one that was sent');
      revision = now.revision;
    } else throw new Error(`draft: ${saved.status} ${JSON.stringify(saved.body)}`);
    answered = sent;
    kept.draft = { answered, sent };
    done();
    await pause(30);
  }
  const sent = essayOf(180);
  kept.draft = { answered, sent };
  const finishing = key();
  await me.good((client) =>
    client.call('POST /candidate/subscriptions/essays/{essayId}/finish', {
      params,
      headers: finishing,
      body: { title: 'Meu título', essay: sent },
    }),
  );
  kept.draft = { answered: sent, sent };
  kept.finished = true;
  done();
}

async function fill(kept: Kept, me: Caller, done: () => void): Promise<void> {
  const { person, personId = 0, subscriptionId = 0 } = kept;
  const motherName = `Responsável ${'abcdefghij'[personId % 10]} Exemplo`;
  await me.good((client) =>
    client.call('PUT /candidate/users/{personId}/person-data', {
      params: { personId },
      query: { subsId: subscriptionId },
      body: { ...PERSON_BODY, name: person.name, birthDate: person.birthDate, motherName },
    }),
  );
  kept.motherName = motherName;
  done();
  await me.good((client) =>
    client.call('PUT /candidate/subscriptions/{id}/schooling', {
      params: { id: subscriptionId },
      body: SCHOOLING_BODY,
    }),
  );
  kept.schooling = true;
  done();
}

async function accept(kept: Kept, me: Caller): Promise<void> {
  const params = { id: kept.subscriptionId ?? 0 };
  const { contract } = await me.good((client) =>
    client.call('GET /candidate/subscriptions/{id}/get-subscription-contract', { params }),
  );
  const headers = key();
  const accepted = await me.good((client) =>
    client.call('POST /candidate/subscriptions/{id}/contract', {
      params,
      headers,
      body: { FormatedContract: contract.FormatedContract, Contract: contract.Contract, ...DEVICE },
    }),
  );
  kept.acceptanceId = accepted.acceptanceId;
}

async function pay(world: ChaosWorld, kept: Kept, me: Caller): Promise<void> {
  const params = { id: kept.subscriptionId ?? 0 };
  const options = await me.good((client) =>
    client.call('GET /candidate/subscriptions/{id}/payment-options', {
      params,
      query: { purpose: 'enrollment' },
    }),
  );
  const price = options.prices.find((one) => one.plan.length === 6);
  const headers = key();
  let payment = await me.good((client) =>
    client.call('POST /candidate/subscriptions/{id}/payments', {
      params,
      headers,
      body: { purpose: 'enrollment', priceId: price?.priceId ?? 0, method: 'pix', installments: 6 },
    }),
  );
  kept.paymentId = payment.paymentId;
  while (!payment.pix) {
    await pause(200);
    payment = await me.good((client) =>
      client.call('GET /candidate/payments/{paymentId}', { params: { paymentId: payment.paymentId } }),
    );
  }
  const open = (await world.control('GET', '/pix')) as { txid: string; copyPaste: string }[];
  const charge = open.find(({ copyPaste }) => copyPaste === payment.pix?.copyPaste);
  if (!charge) throw new Error('the bank does not know the charge');
  await world.control('POST', `/pix/${charge.txid}`, { result: 'paid' });
  kept.paidAt = Date.now();
  for (let state = ''; state !== 'paid'; ) {
    await pause(200);
    ({ state } = await me.good((client) =>
      client.call('GET /candidate/payments/{paymentId}', { params: { paymentId: payment.paymentId } }),
    ));
  }
}

async function send(kept: Kept, me: Caller, done: () => void): Promise<void> {
  const id = kept.subscriptionId ?? 0;
  const documents = await me.good((client) =>
    client.call('GET /candidate/subscriptions/{id}/documents', { params: { id } }),
  );
  for (const { documentId } of documents.slice(0, 2)) {
    const before = me.repeats;
    const sent = await me.good((client) => upload(client, id, documentId));
    kept.filesLost += me.repeats - before;
    kept.files.push((sent as { fileId: number }).fileId);
    done();
  }
}
