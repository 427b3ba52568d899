import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { essayOf } from '@orbita/testing/bodies';
import type { Client, Response } from '@orbita/testing/client';
import { ESSAY_OFFERS } from '@orbita/testing/journey';
import { inventedPerson } from '@orbita/testing/people';
import { newKey, register, saveDraft, signIn, startEssay } from '@orbita/testing/requests';

/**
 * One attempt of a call: what was called, when it was due and when it was answered (milliseconds), and the status (0 = no
 * response).
 */
export type Try = { phase: string; call: string; at: number; done: number; status: number; code: string };
/** A person to whom their application was confirmed. */
export type Acknowledged = { tenant: string; id: number; personId: number };

/** The page retries by itself or the person does, after the requested delay and spread out in time. */
const TRIES = 6;
const RETRY_SECONDS = 3;
const SPREAD = 0.5;
const BUSY = new Set([0, 429, 502, 503, 504]);

type Ask = () => Promise<Response<object>>;
/** A step that was refused for good. */
class GaveUp extends Error {}

export type Notebook = { note(one: Try): void; acknowledge(one: Acknowledged): void; random(): number };

/**
 * Repeats a call until it succeeds, and records each attempt; `planned` is when the first was due. Throws after too many
 * attempts, or on a refusal that retrying would not change.
 */
async function step<R extends Response<object>>(
  { note, random }: Notebook,
  { phase, call, planned }: { phase: string; call: string; planned: number },
  ask: () => Promise<R>,
): Promise<R['body']> {
  for (let tries = 1, at = planned; ; tries++) {
    const answer: Response<{ code?: string }> | undefined = await ask().catch(() => undefined);
    const status = answer?.status ?? 0;
    const code = status >= 300 ? (answer?.body.code ?? '') : '';
    note({ phase, call, at, done: performance.now(), status, code });
    if (answer && status < 300) return answer.body as R['body'];
    if (tries === TRIES || !BUSY.has(status)) throw new GaveUp(`${call} ${status} ${code}`);
    const seconds = Number(answer?.headers.get('retry-after') ?? RETRY_SECONDS);
    await pause(seconds * 1000 * (1 + random() * SPREAD));
    at = performance.now();
  }
}

export type Visitor = {
  client: Client;
  alias: string;
  phase: string;
  planned: number;
  n: number;
  known: boolean;
};

/**
 * A visitor on the last evening: creates an account or signs in to an existing one, looks for a course, applies, starts the
 * essay and reads the application's status. Makes each call as soon as the previous one is answered.
 */
export async function visit(
  book: Notebook,
  { client, alias, phase, planned, n, known }: Visitor,
): Promise<void> {
  let due = planned;
  const go = async <R extends Response<object>>(call: string, ask: () => Promise<R>): Promise<R['body']> => {
    const body = await step(book, { phase, call, planned: due }, ask);
    due = performance.now();
    return body;
  };
  const person = inventedPerson(n);
  const key = newKey();
  let applied = false;
  try {
    const { accessToken } = (await go(known ? 'sign-in' : 'sign-up', () =>
      known ? signIn(client, person, alias) : register(client, person, alias, key),
    )) as { accessToken: string };
    client.token = accessToken;
    const checked = await go('check', () => client.call('GET /candidate/users/check/'));
    client.token = checked.accessToken;
    const { personId } = checked.payloadToken;
    const offers = await go('offers', () =>
      client.call('GET /candidate/offers', { query: { ...ESSAY_OFFERS, q: 'administra' } }),
    );
    const offer = offers.data[0];
    const course = offer?.courses[0];
    if (!offer || !course) throw new Error('No offer');
    const poles = await go('poles', () =>
      client.call('GET /candidate/offers/{offerId}/poles', {
        params: { offerId: offer.id },
        query: { c: course.id },
      }),
    );
    const headers = { ...newKey(), 'x-institution-code': offer.institutionCode };
    const body = {
      offerId: offer.id,
      courseId: course.id,
      poleId: poles[0]?.id ?? 0,
      schooling: { level: 'high-school' as const },
    };
    const { id } = await go('apply', () => client.call('POST /candidate/subscriptions', { headers, body }));
    applied = true;
    book.acknowledge({ tenant: alias, id, personId });
    book.note({ phase, call: 'whole', at: planned, done: performance.now(), status: 201, code: '' });
    const essay = await go('essay', () => startEssay(client, id));
    await go('autosave', () => saveDraft(client, essay.id, { essay: essayOf(30), revision: essay.revision }));
    await go('status', () => client.call('GET /candidate/subscriptions/status/{id}', { params: { id } }));
  } catch (error) {
    if (!(error instanceof GaveUp)) throw error;
    const call = applied ? 'gave up after' : 'gave up';
    book.note({ phase, call, at: planned, done: performance.now(), status: 1, code: error.message });
  }
}

/** Somebody who is writing an essay while others arrive. */
export type Writer = {
  client: Client;
  alias: string;
  essayId: number;
  subscriptionId: number;
  revision: number;
};

/** Saves the essay and reads the application once. A refused save is repeated with the next one, as the page does. */
export async function write(book: Notebook, writer: Writer, phase: string, planned: number): Promise<void> {
  const { client, essayId, subscriptionId: id } = writer;
  const tell = async (call: string, at: number, ask: Ask): Promise<Response<object> | undefined> => {
    const answer = await ask().catch(() => undefined);
    const { code = '' } = (answer?.body ?? {}) as { code?: string };
    const status = answer?.status ?? 0;
    book.note({ phase, call, at, done: performance.now(), status, code: status >= 300 ? code : '' });
    return answer;
  };
  const saved = await tell('writer saves', planned, () =>
    saveDraft(client, essayId, { essay: essayOf(150), revision: writer.revision }),
  );
  const { revision } = (saved?.body ?? {}) as { revision?: number };
  if (saved && saved.status < 300 && revision !== undefined) writer.revision = revision;
  await tell('writer reads', performance.now(), () =>
    client.call('GET /candidate/subscriptions/status/{id}', { params: { id } }),
  );
}
