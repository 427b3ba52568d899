import type { LiveEvent } from '@orbita/protocol/messaging';
import sql from 'sql-template-tag';
import { WebSocket } from 'ws';
import { emit } from '../api/platform/events.ts';
import { DEGREE_BODY, SCHOOLING_BODY } from './bodies.ts';
import type { Client, Harness } from './harness.ts';
import {
  acceptContract,
  approveDocuments as approveAll,
  begin,
  bodyOf,
  ESSAY_OFFERS,
  fillData,
  findCourse,
  pixCharge,
  renew,
  untilPaid,
} from './journey.ts';
import type { Traveller } from './people.ts';
import {
  type Application,
  type Charge,
  openCharge,
  type Purpose,
  readPaymentOptions,
  register,
  requestPlace,
  type Schooling,
  settlePix,
  signIn,
} from './requests.ts';
import { until } from './until.ts';

type Message = {
  channel: 'email' | 'sms' | 'whatsapp';
  subject: string | null;
  text: string;
  template: string;
};

/** A person on a journey; `id` is their current application. */
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

const SCHOOLINGS = {
  school: SCHOOLING_BODY,
  degree: DEGREE_BODY,
  level: { level: 'high-school' },
} satisfies Record<string, Schooling>;

/** What a journey needs from the running product. */
export type Stage = Pick<Harness, 'platform' | 'url' | 'clock' | 'operations' | 'operationsOf' | 'visitor'>;

/** Steps of the journeys as calls, and their results: history, the steps shown on the page, messages and live events. */
export function walking(harness: Stage) {
  /** Sets the test clock: all due work, including messages, is done when it returns. */
  async function travel(now: string, ...others: Walker[]): Promise<void> {
    bodyOf(await harness.operations.call('PUT /operations/simulator/clock', { body: { now } }));
    // The token is renewed while it is valid.
    for (const { client } of others) await renew(client);
  }

  async function arrive(person: Traveller, host: string): Promise<Walker> {
    const tenant = host.split('.').at(-3) === 'beta' ? 'beta' : 'alfa';
    const client = harness.visitor(host);
    const made = await register(client, person, tenant);
    // A person with an account signs in, because a person may have several journeys.
    const payloadToken = await begin(
      client,
      made.status === 409 ? await signIn(client, person, tenant) : made,
    );
    const row = await harness.platform.db.global.one<{ id: number }>(
      sql`select id from tenant where alias = ${tenant}`,
    );
    const operations = harness.operationsOf(tenant);
    const { personId, uuid } = payloadToken;
    return { person, client, operations, host, tenantId: row?.id ?? 0, personId, uuid, id: 0 };
  }

  /** Requests a place by course name, as shown in the host's catalogue. */
  async function request(
    { client }: Walker,
    type: 1 | 2 | 3 | 4,
    course: string,
    schooling: Application['schooling'],
    pole = '',
  ) {
    const query = { q: course, ...(type === 1 ? ESSAY_OFFERS : { type }) };
    return requestPlace(client, await findCourse(client, query, { course, pole }), { schooling });
  }
  async function enter(
    who: Walker,
    ...asked: Parameters<typeof request> extends [Walker, ...infer R] ? R : never
  ) {
    const made = bodyOf(await request(who, ...asked));
    who.id = made.id;
    return made;
  }

  const fill = ({ client, person, personId, id }: Walker, schooling: keyof typeof SCHOOLINGS) =>
    fillData(client, personId, id, person, SCHOOLINGS[schooling]);

  const accept = ({ client, id }: Walker) => acceptContract(client, id);
  const optionsOf = async ({ client, id }: Walker, purpose: Purpose) =>
    bodyOf(await readPaymentOptions(client, id, purpose));
  /** Pays by Pix, by default the plan with the most instalments. */
  const pay = async ({ client, id }: Walker, purpose?: Purpose, more: Partial<Charge> = {}) =>
    openCharge(client, id, { ...(await pixCharge(client, id, purpose)), ...more });
  /** Makes the bank accept a charge; its webhook has been processed when this returns. */
  async function bankPays({ operations, client }: Walker, paymentId: number) {
    bodyOf(await settlePix(operations, paymentId));
    await untilPaid(client, paymentId);
  }

  /** Sends every required document and has the institution approve it; returns the names and the status after each. */
  async function approveDocuments({ client, operations, id }: Walker) {
    const { names, reviews } = await approveAll(client, operations, id, () =>
      harness.platform.jobs.run('scan'),
    );
    return { names, statuses: reviews.map(({ status }) => status) };
  }

  const stateOf = async ({ client, id }: Walker) =>
    bodyOf(await client.call('GET /candidate/subscriptions/{id}/status', { params: { id } }));
  /** `1 → 16` and so on, in the order of the history. */
  const moves = async (who: Walker) =>
    (await stateOf(who)).history.map(({ from, to }) => `${from ?? 0} → ${to}`);
  /** The page to continue with: a payment confirmation counts as read, as with the button below it. */
  const pageOf = async ({ client, id }: Walker) => {
    const params = { id };
    const shown = bodyOf(await client.call('GET /candidate/subscriptions/status/{id}', { params }));
    return shown.after ?? shown.page;
  };
  const shown = async ({ client, uuid, id }: Walker) =>
    bodyOf(await client.call('GET /candidate/users/{uuid}/subscription/{id}', { params: { uuid, id } }));
  const steps = async ({ client, id }: Walker) =>
    bodyOf(await client.call('GET /candidate/subscriptions/{id}/steps', { params: { id } }));
  const labels = async (who: Walker) => (await steps(who)).map(({ label }) => label);
  const current = async (who: Walker) => (await steps(who)).find(({ state }) => state === 'current')?.label;

  /** Messages sent from one template, as rendered, oldest first. */
  async function sent({ operations, person }: Walker, template?: string): Promise<Message[]> {
    await harness.platform.jobs.run('contract-copy');
    await harness.platform.jobs.run('outbox');
    const found: Message[] = [];
    for (const to of [person.email, person.cellPhone]) {
      const newest = bodyOf(await operations.call('GET /operations/simulator/outbox', { query: { to } }));
      found.push(...newest.toReversed());
    }
    for (const { text, template: of } of found) {
      if (/[{}]|undefined|null/.test(text)) throw new Error(`${of} was not filled: ${text}`);
    }
    return template ? found.filter((message) => message.template === template) : found;
  }
  /** Number of e-mails per template, in the order of their numbers. */
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

  /** Opens both live streams of a person; ends with `close`. */
  async function listen(who: Walker) {
    const { platform } = harness;
    const received: LiveEvent[] = [];
    const sockets: WebSocket[] = [];
    for (const stream of ['business', 'financial'] as const) {
      const { ticket } = bodyOf(await who.client.call('POST /candidate/events/tickets', { body: {} }));
      const address = `${harness.url.replace('http', 'ws')}/orbita/api/candidate/events/${stream}`;
      const socket = new WebSocket(`${address}?ticket=${ticket}`, {
        headers: { 'x-forwarded-host': who.host },
      });
      const types = new Set<string>();
      socket.on('message', (data) => {
        const event = JSON.parse(String(data)) as LiveEvent;
        types.add(event.type);
        if (event.type !== 'test.received') received.push(event);
      });
      await new Promise((resolve) => socket.once('open', resolve));
      const probe = { stream, type: 'test.received', subscriptionId: who.id, data: {} } as const;
      // Waits until the server has validated the ticket, because only then does it know the listener.
      await until(
        async () => {
          await platform.db.write(who.tenantId, (tx) => emit(tx, platform, probe));
          return types.has('test.received');
        },
        (known) => known,
      );
      sockets.push(socket);
    }
    /** Waits for events in that order: a move as `6 → 5`, any other by its type. */
    const waitFor = async (...wanted: string[]) => {
      const lines = () =>
        received.map(({ type, data }) =>
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
    return { received, waitFor, close };
  }

  return {
    ...{ travel, arrive, request, enter, fill, accept, optionsOf, pay, bankPays, approveDocuments },
    ...{ stateOf, moves, pageOf, shown, labels, current, sent, mails, subjects, listen },
  };
}
