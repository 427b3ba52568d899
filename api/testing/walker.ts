import { randomUUID } from 'node:crypto';
import type { Body } from '@orbita/protocol';
import type { LiveEvent } from '@orbita/protocol/messaging';
import sql from 'sql-template-tag';
import { WebSocket } from 'ws';
import { emit } from '../platform/events.ts';
import { until } from './enrolling.ts';
import type { Client, Harness, Response } from './harness.ts';
import { acceptContract, upload } from './journey.ts';
import { PASSWORD, type Traveller } from './people.ts';

type Message = { channel: 'email' | 'sms'; subject: string | null; text: string; template: string };
type Purpose = 'enrollment' | 'tax';
type Pay = Partial<Body<'POST /candidate/subscriptions/{id}/payments'>>;

/** Somebody who walks through a journey; `id` is the application she is at. */
export type Walker = {
  person: Traveller;
  client: Client;
  operations: Client;
  host: string;
  tenantId: number;
  personId: number;
  uuid: string;
  id: number;
};

const CAPTCHA = 'simulator-token';
const good = <R extends Response>(response: R): R['body'] => {
  if (response.status >= 300) throw new Error(`${response.status} ${JSON.stringify(response.body)}`);
  return response.body;
};
const ADDRESS = {
  street: 'Rua Exemplo',
  number: '100',
  neighborhood: 'Bairro Modelo',
  zipCode: '30100001',
  cityId: 3106200,
  complement: null,
};
const SCHOOL = {
  schoolName: 'Escola Exemplo',
  schoolType: 'public',
  stateId: 31,
  cityId: 3106200,
  conclusionYear: 2021,
  fies: false,
};
const DEGREE = { institutionName: 'Universidade Exemplo', courseName: 'Administração', conclusionYear: 2012 };

/** Steps of the journeys as calls, with what they leave behind: history, esteira, messages and live events. */
export function walking(harness: Harness) {
  /** The test clock: everything that became due has happened when it answers, messages included. */
  async function travel(now: string, ...others: Walker[]): Promise<void> {
    good(await harness.operations.call('PUT /operations/simulator/clock', { body: { now } }));
    // As a page does that is opened again: the token is renewed while it is good.
    for (const { client } of others) {
      client.token = good(await client.call('GET /candidate/users/check/')).accessToken;
    }
  }

  async function arrive(person: Traveller, host: string): Promise<Walker> {
    const tenant = host.split('.').at(-3) === 'beta' ? 'beta' : 'alfa';
    const client = harness.visitor(host);
    const { document, documentType, name, birthDate, email, cellPhone, nationality = 'BR' } = person;
    const made = await client.call('POST /platform/auth/signup/tenants/{tenant}', {
      params: { tenant },
      body: {
        ...{ document, documentType, name, birthDate, email, cellPhone, nationality },
        password: PASSWORD,
        confirmPassword: PASSWORD,
        privacyAccepted: true,
        captchaToken: CAPTCHA,
      },
    });
    // Whoever has an account signs in: a person may have several journeys.
    const entered =
      made.status === 409
        ? await client.call('POST /platform/auth/signin/tenants/{tenant}', {
            params: { tenant },
            body: { document, documentType, password: PASSWORD, remember: true, captchaToken: CAPTCHA },
          })
        : made;
    const body = good(entered);
    if (!('accessToken' in body)) throw new Error('The account waits for a confirmation');
    client.token = body.accessToken;
    const { payloadToken } = good(await client.call('GET /candidate/users/check/'));
    const row = await harness.house.db.global.one<{ id: number }>(
      sql`select id from tenant where alias = ${tenant}`,
    );
    const operations = harness.operationsOf(tenant);
    const { personId, uuid } = payloadToken;
    return { person, client, operations, host, tenantId: row?.id ?? 0, personId, uuid, id: 0 };
  }

  /** Asks for a place by the name of the course, as the catalogue of the host shows it. */
  async function request(
    { client }: Walker,
    type: 1 | 2 | 3 | 4,
    course: string,
    schooling: Body<'POST /candidate/subscriptions'>['schooling'],
    pole = '',
  ) {
    const query = { type, q: course, ...(type === 1 ? { ingress: 'online-essay' } : {}) };
    const offer = good(await client.call('GET /candidate/offers', { query })).data[0];
    const courseId = offer?.courses.find(({ name }) => name === course)?.id;
    if (!offer || !courseId) throw new Error(`No ${course}`);
    const params = { offerId: offer.id };
    const poles = good(
      await client.call('GET /candidate/offers/{offerId}/poles', { params, query: { c: courseId } }),
    );
    const poleId = poles.find(({ description }) => description.includes(pole))?.id ?? 0;
    return client.call('POST /candidate/subscriptions', {
      headers: { 'x-institution-code': offer.institutionCode },
      body: { offerId: offer.id, courseId, poleId, schooling },
    });
  }
  async function enter(
    who: Walker,
    ...asked: Parameters<typeof request> extends [Walker, ...infer R] ? R : never
  ) {
    const made = good(await request(who, ...asked));
    who.id = made.id;
    return made;
  }

  async function fill({ client, person, personId, id }: Walker, kind: 'school' | 'degree' | 'level') {
    const { name, birthDate, more = { rg: 'MG1234567', rgIssuer: 'SSP', rgState: 'MG' } } = person;
    const nationality = person.nationality ?? 'BR';
    good(
      await client.call('PUT /candidate/users/{personId}/person-data', {
        params: { personId },
        query: { subsId: id },
        body: {
          ...{ name, birthDate, nationality, genderId: 1, motherName: 'Responsável Exemplo' },
          personAddress: ADDRESS,
          ...more,
        },
      }),
    );
    const body = { school: SCHOOL, degree: DEGREE, level: { level: 'high-school' } }[kind];
    good(await client.call('PUT /candidate/subscriptions/{id}/schooling', { params: { id }, body }));
  }

  const accept = ({ client, id }: Walker) => acceptContract(client, id);
  const optionsOf = async ({ client, id }: Walker, purpose: Purpose) =>
    good(
      await client.call('GET /candidate/subscriptions/{id}/payment-options', {
        params: { id },
        query: { purpose },
      }),
    );
  /** By Pix, the plan with the most instalments, unless said otherwise. */
  async function pay(who: Walker, purpose: Purpose = 'enrollment', more: Pay = {}) {
    const { prices } = await optionsOf(who, purpose);
    const [price] = prices.toSorted((a, b) => b.plan.length - a.plan.length);
    const installments = price?.kind === 'enrollment' ? price.plan.length : 1;
    return who.client.call('POST /candidate/subscriptions/{id}/payments', {
      params: { id: who.id },
      headers: { 'idempotency-key': randomUUID() },
      body: { purpose, priceId: price?.priceId ?? 0, method: 'pix', installments, ...more },
    });
  }
  /** What the bank does with a charge; its notice has been worked through afterwards. */
  async function bankPays({ operations, client }: Walker, paymentId: number) {
    good(
      await operations.call('POST /operations/simulator/payments/{paymentId}', {
        params: { paymentId },
        body: { result: 'paid' },
      }),
    );
    await until(
      async () => (await client.call('GET /candidate/payments/{paymentId}', { params: { paymentId } })).body,
      ({ state }) => state === 'paid',
    );
  }

  /** Sends every required document and lets the institution approve it; the answers of the reviews. */
  async function approveDocuments({ client, operations, id }: Walker) {
    const list = good(await client.call('GET /candidate/subscriptions/{id}/documents', { params: { id } }));
    const required = list.filter((one) => one.required);
    const statuses: number[] = [];
    for (const { documentId } of required) {
      good(await upload(client, id, documentId));
      await harness.house.jobs.run('scan');
      const review = await operations.call('POST /operations/documents/{id}/review', {
        params: { id: documentId },
        body: { decision: 'approved' },
      });
      statuses.push(good(review).status);
    }
    return { names: required.map(({ name }) => name), statuses };
  }

  const stateOf = async ({ client, id }: Walker) =>
    good(await client.call('GET /candidate/subscriptions/{id}/status', { params: { id } }));
  /** `1 → 16` and so on, in the order of the history. */
  const moves = async (who: Walker) =>
    (await stateOf(who)).history.map(({ from, to }) => `${from ?? 0} → ${to}`);
  const pageOf = async ({ client, id }: Walker) =>
    good(await client.call('GET /candidate/subscriptions/status/{id}', { params: { id } })).page;
  const shown = async ({ client, uuid, id }: Walker) =>
    good(await client.call('GET /candidate/users/{uuid}/subscription/{id}', { params: { uuid, id } }));
  const steps = async ({ client, id }: Walker) =>
    good(await client.call('GET /candidate/subscriptions/{id}/steps', { params: { id } }));
  const labels = async (who: Walker) => (await steps(who)).map(({ label }) => label);
  const current = async (who: Walker) => (await steps(who)).find(({ state }) => state === 'current')?.label;

  /** What has been sent by one template, as it was rendered, oldest first. */
  async function sent({ operations, person }: Walker, template?: string): Promise<Message[]> {
    await harness.house.jobs.run('outbox');
    const found: Message[] = [];
    for (const to of [person.email, person.cellPhone]) {
      const newest = good(await operations.call('GET /operations/simulator/outbox', { query: { to } }));
      found.push(...newest.toReversed());
    }
    for (const { text, template: of } of found) {
      if (/[{}]|undefined|null/.test(text)) throw new Error(`${of} was not filled: ${text}`);
    }
    return template ? found.filter((message) => message.template === template) : found;
  }
  /** How often each template went out by e-mail, in the order of their numbers. */
  async function mails(who: Walker): Promise<string> {
    const counts = new Map<string, number>();
    for (const { channel, template } of await sent(who)) {
      if (channel === 'email') counts.set(template, (counts.get(template) ?? 0) + 1);
    }
    return [...counts]
      .toSorted(([a], [b]) => a.localeCompare(b))
      .map(([template, count]) => (count === 1 ? template : `${template}×${count}`))
      .join(' ');
  }
  const subjects = async (who: Walker, template: string) =>
    (await sent(who, template)).map(({ channel, subject }) => subject ?? channel);

  /** Both streams of somebody, from when she listens; ends with `close`. */
  async function listen(who: Walker) {
    const { house } = harness;
    const heard: LiveEvent[] = [];
    const sockets: WebSocket[] = [];
    for (const stream of ['business', 'financial'] as const) {
      const { ticket } = good(await who.client.call('POST /candidate/events/tickets', { body: {} }));
      const address = `${harness.url.replace('http', 'ws')}/orbita/api/candidate/events/${stream}`;
      const socket = new WebSocket(`${address}?ticket=${ticket}`, {
        headers: { 'x-forwarded-host': who.host },
      });
      const types = new Set<string>();
      socket.on('message', (data) => {
        const event = JSON.parse(String(data)) as LiveEvent;
        types.add(event.type);
        if (event.type !== 'test.heard') heard.push(event);
      });
      await new Promise((resolve) => socket.once('open', resolve));
      const knock = { stream, type: 'test.heard', subscriptionId: who.id, data: {} } as const;
      // The server knows the listener only after it looked the ticket up.
      await until(
        async () => {
          await house.db.write(who.tenantId, (tx) => emit(tx, house, knock));
          return types.has('test.heard');
        },
        (known) => known,
      );
      sockets.push(socket);
    }
    /** Waits until the stream told of something: a move as `6 → 5`, anything else by its type. */
    const tells = async (...wanted: string[]) => {
      const lines = () =>
        heard.map(({ type, data }) =>
          type === 'subscription.status-changed' ? `${data.from} → ${data.to}` : type,
        );
      const inOrder = () => {
        let at = 0;
        for (const line of lines()) if (line === wanted[at]) at += 1;
        return at === wanted.length;
      };
      await until(async () => inOrder(), Boolean).catch(() => {
        throw new Error(`Wanted ${wanted.join(', ')} in ${lines().join(', ')}`);
      });
    };
    const close = () => {
      for (const socket of sockets) socket.close();
    };
    return { heard, tells, close };
  }

  return {
    ...{ travel, arrive, request, enter, fill, accept, optionsOf, pay, bankPays, approveDocuments },
    ...{ stateOf, moves, pageOf, shown, labels, current, sent, mails, subjects, listen },
  };
}
