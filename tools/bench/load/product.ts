import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { essayOf } from '@orbita/testing/bodies';
import { type Client, OPERATIONS_TOKEN, type Response } from '@orbita/testing/harness';
import {
  acceptContract,
  apply,
  fillData,
  grade,
  payByPix,
  signUp,
  writeEssay,
} from '@orbita/testing/journey';
import { inventedPerson } from '@orbita/testing/people';
import { upload } from '@orbita/testing/requests';
import { Connection } from './connection.ts';
import type { Kind } from './kinds.ts';
import { LaneClient } from './lane-client.ts';

/** A person who is already signed in. */
export type Session = { uuid: string; token: string; cookies: [string, string][] };
/** What work consumes: signed-in people without an application, and numbers of people who do not exist yet. */
export type Supply = { sessions: Session[]; nextPerson: number };

/** One lane: its connection, and a person with an application and an essay in progress. */
export type Lane = {
  connection: Connection;
  url: string;
  client: Client;
  uuid: string;
  subscriptionId: number;
  essayId: number;
  revision: number;
};

const HOST = 'cua.alfa.orbita.test';
const PAID = 5;
/** Pause between two polls for what others do. The page polls less often, because it gets an event. */
const LOOK_MS = 20;
const PATIENCE_MS = 30_000;

const good = <R extends Response>({ status, body }: R): R['body'] => {
  if (status >= 300) throw new Error(`${status} ${JSON.stringify(body)}`);
  return body;
};

/** Limits count by address, so everybody gets their own address. */
const visitor = (lane: Pick<Lane, 'connection' | 'url'>, n: number): LaneClient => {
  const client = new LaneClient(lane.connection, lane.url, HOST);
  client.headers = { 'x-forwarded-for': `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}` };
  return client;
};

const signedIn = (lane: Pick<Lane, 'connection' | 'url'>, session: Session, n: number): LaneClient => {
  const client = visitor(lane, n);
  client.token = session.token;
  for (const [name, value] of session.cookies) client.cookies.set(name, value);
  return client;
};

/** Opens a lane for a signed-in person: creates an application and starts its essay. */
export async function openLane(url: string, session: Session, n: number): Promise<Lane> {
  const connection = new Connection();
  const client = signedIn({ connection, url }, session, n);
  const { id } = await apply(client);
  const essay = good(
    await client.call('POST /candidate/subscriptions/{id}/essays', {
      params: { id },
      headers: { 'idempotency-key': randomUUID() },
      body: { rulesAccepted: true },
    }),
  );
  const { uuid } = session;
  return { connection, url, client, uuid, subscriptionId: id, essayId: essay.id, revision: essay.revision };
}

/** From the account to the last approved document, including the institution's part (journeys.md, J01). */
async function walkJourney(lane: Lane, n: number): Promise<void> {
  const person = inventedPerson(n);
  const client = visitor(lane, n);
  const operations = new LaneClient(lane.connection, lane.url, 'operations.test');
  operations.headers = { authorization: `Bearer ${OPERATIONS_TOKEN}`, 'x-tenant-alias': 'alfa' };
  const me = await signUp(client, person);
  const { id } = await apply(client);
  await grade(operations, await writeEssay(client, id));
  await fillData(client, me.personId, id, person);
  await acceptContract(client, id);
  const { paymentId } = await payByPix(client, id);
  good(
    await operations.call('POST /operations/simulator/payments/{paymentId}', {
      params: { paymentId },
      body: { result: 'paid' },
    }),
  );
  await until('the payment', async () => {
    const call = 'GET /candidate/subscriptions/status/{id}';
    return good(await client.call(call, { params: { id } })).status === PAID;
  });
  const documents = async () =>
    good(
      await client.call('GET /candidate/subscriptions/{id}/documents', {
        params: { id },
        query: { stage: 'enrollment' },
      }),
    ).filter(({ required }) => required);
  for (const { documentId } of await documents()) good(await upload(client, id, documentId));
  // A file cannot be approved before it was scanned.
  await until('the scanner', async () =>
    (await documents()).every(({ files }) => files.some(({ scan }) => scan === 'clean')),
  );
  let status = PAID;
  for (const { documentId } of await documents())
    ({ status } = good(
      await operations.call('POST /operations/documents/{id}/review', {
        params: { id: documentId },
        body: { decision: 'approved' },
      }),
    ));
  if (status === PAID) throw new Error(`Application ${id} did not go on after its documents`);
}

async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  for (let waited = 0; waited < PATIENCE_MS; waited += LOOK_MS) {
    if (await isSo()) return;
    await pause(LOOK_MS);
  }
  throw new Error(`Waited ${PATIENCE_MS} ms for ${what} in vain`);
}

/** One piece of work of each kind; false when what it consumes has run out. */
export const PRODUCT: Record<Kind, (lane: Lane, supply: Supply) => Promise<boolean>> = {
  async read({ client, uuid, subscriptionId }) {
    good(
      await client.call('GET /candidate/users/{uuid}/subscription/{id}', {
        params: { uuid, id: subscriptionId },
      }),
    );
    return true;
  },
  async autosave(lane) {
    const saved = good(
      await lane.client.call('PUT /candidate/subscriptions/essays/{essayId}/draft', {
        params: { essayId: lane.essayId },
        body: { title: 'Meu título', essay: essayOf(150), revision: lane.revision },
      }),
    );
    lane.revision = saved.revision;
    return true;
  },
  async application(lane, supply) {
    const session = supply.sessions.pop();
    if (!session) return false;
    await apply(signedIn(lane, session, supply.nextPerson++));
    return true;
  },
  async account(lane, supply) {
    const n = supply.nextPerson++;
    const client = visitor(lane, n);
    await signUp(client, inventedPerson(n));
    await apply(client);
    return true;
  },
  async journey(lane, supply) {
    await walkJourney(lane, supply.nextPerson++);
    return true;
  },
};

/** The calls made by one piece of work of a kind; consecutive polls of the same address count once. */
export async function callsOf(kind: Kind, lane: Lane, supply: Supply) {
  const recorded: NonNullable<Connection['recorded']> = [];
  lane.connection.recorded = recorded;
  await PRODUCT[kind](lane, supply);
  lane.connection.recorded = undefined;
  return recorded.filter(({ method, path }, n) => method !== 'GET' || recorded[n - 1]?.path !== path);
}
