import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Client, type Harness, startHarness } from '../../testing/harness.ts';
import { type Node, secondNode } from '../../testing/many-people.ts';
import { inventedPerson } from '../../testing/people.ts';
import { personAt } from '../../testing/person-at.ts';
import { decideDocument, deliverAll, readDocument } from '../../testing/reviewing.ts';
import { staffIn } from '../../testing/staff.ts';

const CUA = [{ role: 'secretaria' as const, institutions: ['CUA01'] }];
/** Pairs of reviewers; each decides the last two documents of one application at the same moment. */
const ROUNDS = 6;

let harness: Harness;
let node: Node;
beforeAll(async () => {
  harness = await startHarness({ callsPerMinute: 1_000_000 });
  node = await secondNode(harness, () => undefined);
}, 120_000);
afterAll(async () => {
  await node?.stop();
  await harness?.stop();
});

const several = async (reviewer: Client, id: number) => {
  const { version } = await readDocument(reviewer, id);
  const { body } = await reviewer.call('POST /operations/documents/reviews', {
    body: { items: [{ id, version, decision: 'approved', concludes: false }] },
  });
  return body[0]?.code ?? body[0]?.state;
};
const single = async (reviewer: Client, id: number) => {
  const { body } = await decideDocument(reviewer, id, { concludes: false });
  return (body as { code?: string }).code ?? body.state;
};

it('of two reviewers who each see one other document missing, one must first agree to conclude', async () => {
  const bia = (await staffIn(harness, CUA)).client;
  const caio = node.client(await staffIn(harness, CUA));
  for (let round = 0; round < ROUNDS; round += 1) {
    const who = await personAt(harness, 'paid', { person: inventedPerson(60 + round) });
    const ids = await deliverAll(harness, who);
    const [first = 0, second = 0, ...others] = ids;
    for (const id of others) expect((await decideDocument(bia, id)).status).toBe(200);
    for (const [reviewer, id] of [
      [bia, first],
      [caio, second],
    ] as const)
      expect(await readDocument(reviewer, id)).toMatchObject({ missingAfter: 1, nextStatus: null });

    const act = round % 2 === 0 ? single : several;
    const outcomes = await Promise.all([act(bia, first), act(caio, second)]);
    expect(outcomes.toSorted()).toEqual(['CONCLUDES_STAGE', 'approved']);

    const left = outcomes[0] === 'approved' ? second : first;
    const page = await readDocument(bia, left);
    expect(page).toMatchObject({ state: 'sent', decisions: [], nextStatus: { status: 7 } });
    expect((await decideDocument(bia, left)).body).toMatchObject({ state: 'approved', status: 7 });
  }
});
