import { randomUUID } from 'node:crypto';
import { HIDDEN_IN_VIEW } from '@orbita/domain/staff';
import { type CallKey, callOf, calls } from '@orbita/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { candidateCalls } from '../../testing/candidate-calls.ts';
import { fingerprint, touched } from '../../testing/fingerprint.ts';
import { type FullPerson, fullPerson } from '../../testing/full-person.ts';
import { type Client, type Harness, startHarness } from '../../testing/harness.ts';
import { exampleOf, expectRefusal, make, type Sent } from '../../testing/misuse.ts';
import { CANDIDATE_01, inventedPerson } from '../../testing/people.ts';
import { publicCalls } from '../../testing/public-calls.ts';
import { openView } from '../../testing/viewing.ts';

/** Requests that the page of a view, or whoever has its token, may send to the candidate's API (spec 25.23). */
const keys = (Object.keys(calls) as CallKey[]).filter(
  (key) => !key.includes(' /operations/') && ['candidate', 'public'].includes(callOf(key).auth),
);
const isRead = (key: CallKey) => key.startsWith('GET ');
const writes = keys.filter((key) => !isRead(key));
const reads = keys.filter((key) => isRead(key) && callOf(key).auth === 'candidate' && callOf(key).accessKey);
const others = keys.filter(
  (key) => isRead(key) && callOf(key).auth === 'candidate' && !callOf(key).accessKey,
);
/** Calls about the person herself, of whom the application is one. */
const OF_PERSON: readonly CallKey[] = ['GET /candidate/users/check/'];
/** The picture of a slip shows its line. */
const REFUSED: readonly CallKey[] = ['GET /candidate/payments/{paymentId}/slip'];

let harness: Harness;
let owner: FullPerson;
let other: FullPerson;
/** Somebody of the team with a view of each application of the owner. */
let team: Client;
let view: Client;
let essayView: Client;
let essaySubscription: number;

beforeAll(async () => {
  harness = await startHarness({ callsPerMinute: 1_000_000 });
  owner = await fullPerson(harness, CANDIDATE_01);
  other = await fullPerson(harness, inventedPerson(1));
  const opened = await openView(harness, owner.subscriptionId);
  team = opened.team;
  view = opened.view;
  const { body } = await owner.client.call('GET /candidate/subscriptions/essays/{essayId}', {
    params: { essayId: owner.essayId },
  });
  essaySubscription = body.subscriptionId;
  essayView = (await openView(harness, essaySubscription)).view;
});
afterAll(() => harness?.stop());

const sentBy = (key: CallKey, of: FullPerson): Sent => {
  const example = candidateCalls[key];
  // As an address of its own a file would leave the view.
  if (example) return { ...exampleOf(example, of), ...(key.includes('{fileId}') ? { query: {} } : {}) };
  const open = publicCalls[key];
  return { params: { tenant: 'alfa', ...open?.params }, body: open?.body };
};

/** Runs calls of a view, which must leave nothing but their rows in the audit. */
async function withoutTrace(what: string, work: () => Promise<unknown>) {
  const before = await fingerprint(harness.platform);
  await work();
  expect(touched(before, await fingerprint(harness.platform)), what).toEqual([]);
}

const viewFor = (key: CallKey) => (key.includes('{essayId}') ? essayView : view);

describe('a call that changes something', () => {
  it.each(writes)('%s', async (key) => {
    await withoutTrace(key, async () => {
      const answer = await make(view, key, sentBy(key, owner));
      expectRefusal(answer, key, 403, 'VIEW_ONLY');
      expect(answer.headers.getSetCookie()).toEqual([]);
    });
  });
});

describe('a call that no message link reaches', () => {
  it.each(others)('%s', async (key) => {
    expectRefusal(await make(view, key, sentBy(key, owner)), key, 403, 'VIEW_ONLY');
  });

  it.each([
    'GET /candidate/auth/{subscriptionId}/checkaccesskey/{key}',
    'GET /candidate/documents/links/{ticket}',
    'GET /candidate/print/{ticket}',
  ] as const)('%s, which would work without the view', async (key) => {
    const params = { subscriptionId: owner.subscriptionId, key: 'x', ticket: 'x' };
    expectRefusal(await make(view, key, { params }), key, 403, 'VIEW_ONLY');
  });
});

describe('a call that reads', () => {
  it.each(reads)('%s', async (key) => {
    await withoutTrace(key, async () => {
      const answer = await make(viewFor(key), key, sentBy(key, owner));
      if (REFUSED.includes(key)) return expectRefusal(answer, key, 403, 'VIEW_ONLY');
      const own = await make(owner.client, key, sentBy(key, owner));
      // The other application of the owner is where some of her records are.
      expect([own.status, 404], `${key}: ${JSON.stringify(answer.body)}`).toContain(answer.status);
      expect(answer.headers.getSetCookie()).toEqual([]);
    });
  });

  it.each(reads.filter((key) => !OF_PERSON.includes(key)))(
    '%s answers 404 for any other person',
    async (key) => {
      const sent = sentBy(key, other);
      if (!candidateCalls[key]?.params) return;
      const answer = await make(view, key, sent);
      expectRefusal(answer, key, REFUSED.includes(key) ? 403 : 404);
    },
  );
});

describe('what is hidden', () => {
  it('is the text of an essay in progress', async () => {
    const { body } = await essayView.call('GET /candidate/subscriptions/essays/{essayId}', {
      // In a view an attempt is named by its number.
      params: { essayId: 1 },
    });
    expect([body.title, body.essay]).toEqual([HIDDEN_IN_VIEW, HIDDEN_IN_VIEW]);
  });

  it('is payment data', async () => {
    const params = { id: owner.subscriptionId };
    const { body } = await view.call('GET /candidate/subscriptions/{id}/payments', { params });
    const one = body.find(({ paymentId }) => paymentId === owner.paymentId);
    expect(one?.pix).toMatchObject({ qrCode: HIDDEN_IN_VIEW, copyPaste: HIDDEN_IN_VIEW });
    expect(one?.slip).toMatchObject({ digitableLine: HIDDEN_IN_VIEW, barcode: HIDDEN_IN_VIEW });
    const options = await view.call('GET /candidate/subscriptions/{id}/payment-options', { params });
    expect(options.body.openCharge?.pix?.copyPaste).toBe(HIDDEN_IN_VIEW);
  });
});

it('neither ends nor starts anything when every deadline has passed', async () => {
  const later = new Date(harness.clock.now().getTime() + 40 * 24 * 3600_000);
  const before = harness.clock.now();
  harness.clock.set(later);
  try {
    const late = (await openView(harness, owner.subscriptionId)).view;
    const writing = (await openView(harness, essaySubscription)).view;
    await withoutTrace('late', async () => {
      for (const key of reads)
        await make(key.includes('{essayId}') ? writing : late, key, sentBy(key, owner));
    });
  } finally {
    harness.clock.set(before);
  }
});

it('does not include another application of the same person', async () => {
  const sent = { params: { essayId: owner.essayId } };
  expectRefusal(await make(view, 'GET /candidate/subscriptions/essays/{essayId}', sent), 'essay', 404);
});

it('cannot create a file link that works outside it', async () => {
  const sent = { params: { fileId: owner.fileId }, query: { link: '1' } };
  expectRefusal(await make(view, 'GET /candidate/documents/files/{fileId}', sent), 'link', 403, 'VIEW_ONLY');
});

it('cannot read team calls, and is unknown at another tenant', async () => {
  expectRefusal(await view.send('GET', '/orbita/api/operations/queues'), 'team', 401);
  const beta = harness.visitor('beta.orbita.test');
  beta.token = view.token;
  expectRefusal(await make(beta, 'GET /candidate/users/check/', {}), 'beta', 401);
});

describe('the end of the staff session', () => {
  it('ends the view with the next call, whichever that is', async () => {
    expect((await team.call('DELETE /operations/staff/me/session')).status).toBe(204);
    for (const key of keys)
      expectRefusal(
        await make(view, key, { ...sentBy(key, owner), headers: { 'idempotency-key': randomUUID() } }),
        key,
        401,
      );
  });
});
