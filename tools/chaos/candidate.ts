import { setTimeout as pause } from 'node:timers/promises';
import { essayOf, personBody, SCHOOLING_BODY } from '../../testing/bodies.ts';
import { OPERATIONS_TOKEN } from '../../testing/harness.ts';
import { acceptContract, begin, bodyOf, ESSAY_OFFERS, findCourse, payByPix } from '../../testing/journey.ts';
import { inventedPerson, type Person } from '../../testing/people.ts';
import {
  finishEssay,
  gradeEssay,
  listDocuments,
  newKey,
  readPayment,
  register,
  requestPlace,
  saveDraft,
  savePerson,
  saveSchooling,
  signIn,
  startEssay,
  upload,
} from '../../testing/requests.ts';
import { Ended, PatientCaller } from './caller.ts';
import { type Line, openLine } from './line.ts';
import type { ChaosWorld } from './world.ts';

const OFFSET = 900_000;
const DRAFTS = 4;

/** Writes that were acknowledged to a candidate; absent ones never got a response. */
export type Kept = {
  person: Person;
  lines: Line[];
  personId?: number;
  subscriptionId?: number;
  essayId?: number;
  /** The last acknowledged text, and the last text sent. */
  draft?: { answered: string; sent: string };
  finished?: boolean;
  graded?: boolean;
  motherName?: string;
  schooling?: boolean;
  acceptanceId?: number;
  paymentId?: number;
  /** System time at which the bank received the payment. */
  paidAt?: number;
  /** Ids of acknowledged files; attempts without a response may have stored another one. */
  files: number[];
  filesLost: number;
  /** A document that the institution blocked, once. */
  blocked?: string;
  failed?: string;
  acknowledged: number;
};

/** The n-th candidate, without acknowledged writes. */
export const newcomer = (n: number): Kept => ({
  person: inventedPerson(OFFSET + n),
  lines: [],
  files: [],
  filesLost: 0,
  acknowledged: 0,
});

/** One candidate's journey from the account to the documents, including the institution's actions. */
export async function travel(world: ChaosWorld, kept: Kept, n: number, ended: () => boolean): Promise<void> {
  const urls = n % 2 === 0 ? world.urls : world.urls.toReversed();
  const from = { 'x-forwarded-for': `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}` };
  const { alias, host } = world.college;
  const me = new PatientCaller(urls, host, from, ended, world.repeated);
  const service = { authorization: `Bearer ${OPERATIONS_TOKEN}`, 'x-tenant-alias': alias };
  const operations = new PatientCaller(urls, host, service, ended, world.repeated);
  try {
    await steps(world, kept, me, operations, [urls]);
  } catch (error) {
    if (!(error instanceof Ended)) kept.failed = (error as Error).message;
  }
}

/**
 * The steps of that journey; `lines` lists, for each page the candidate has open, the nodes its sockets connect to one after
 * the other.
 */
export async function steps(
  world: ChaosWorld,
  kept: Kept,
  me: PatientCaller,
  operations: PatientCaller,
  lines: readonly (readonly string[])[],
): Promise<void> {
  const done = () => {
    kept.acknowledged += 1;
  };
  const { uuid } = await enter(kept, me, world.college);
  done();
  for (const urls of lines)
    for (const stream of ['business', 'financial'] as const)
      kept.lines.push(openLine(me, urls, world.college.host, stream));
  await apply(kept, me, uuid);
  done();
  await block(kept, operations);
  done();
  await write(kept, me, done);
  bodyOf(await gradeEssay(operations, kept.essayId ?? 0, 720, newKey()));
  kept.graded = true;
  done();
  await fill(kept, me, done);
  kept.acceptanceId = (await acceptContract(me, kept.subscriptionId ?? 0)).acceptanceId;
  done();
  await pay(world, kept, me);
  done();
  await send(kept, me, done);
}

export async function enter(
  kept: Kept,
  me: PatientCaller,
  { alias, moves }: ChaosWorld['college'],
): Promise<{ uuid: string }> {
  const who = await begin(me, await register(me, kept.person, alias));
  if (moves) me.enter = async (client) => begin(client, await signIn(client, kept.person, alias));
  kept.personId = who.personId;
  return who;
}

export async function apply(kept: Kept, me: PatientCaller, uuid: string): Promise<void> {
  const made = await requestPlace(me, await findCourse(me, { ...ESSAY_OFFERS, q: 'administra' }));
  if (made.repeated && made.body.code === 'SUBSCRIPTION_EXISTS') {
    const [first] = bodyOf(await me.call('GET /candidate/users/{uuid}/subscriptions', { params: { uuid } }));
    if (!first) throw new Error('an application exists and is not listed');
    kept.subscriptionId = first.id;
  } else kept.subscriptionId = bodyOf(made).id;
}

async function block(kept: Kept, operations: PatientCaller): Promise<void> {
  const document = inventedPerson(OFFSET * 2 + (kept.personId ?? 0)).cpf;
  bodyOf(
    await operations.call('POST /operations/blocks', {
      headers: newKey(),
      body: { documentType: 'cpf', document, reason: 'Fraude' },
    }),
  );
  kept.blocked = document;
}

/** Saves a text; a save whose response was lost must have arrived unchanged. `repeated` = it was not answered at once. */
export async function keepDraft(me: PatientCaller, essayId: number, essay: string, revision: number) {
  const saved = await saveDraft(me, essayId, { essay, revision });
  const repeated = saved.repeated === true;
  if (!repeated || saved.body.code !== 'STALE_REVISION')
    return { revision: bodyOf(saved).revision, repeated };
  const now = bodyOf(await me.call('GET /candidate/subscriptions/essays/{essayId}', { params: { essayId } }));
  if (now.essay !== essay) throw new Error('another text than the one that was sent');
  return { revision: now.revision, repeated };
}

async function write(kept: Kept, me: PatientCaller, done: () => void): Promise<void> {
  const essay = bodyOf(await startEssay(me, kept.subscriptionId ?? 0));
  kept.essayId = essay.id;
  let { revision } = essay;
  let answered = '';
  for (let n = 0; n < DRAFTS; n++) {
    const sent = essayOf(100 + n);
    kept.draft = { answered, sent };
    revision = (await keepDraft(me, essay.id, sent, revision)).revision;
    answered = sent;
    kept.draft = { answered, sent };
    done();
    await pause(30);
  }
  const sent = essayOf(180);
  kept.draft = { answered, sent };
  bodyOf(await finishEssay(me, essay.id, sent));
  kept.draft = { answered: sent, sent };
  kept.finished = true;
  done();
}

export async function fill(kept: Kept, me: PatientCaller, done: () => void): Promise<void> {
  const { person, personId = 0, subscriptionId = 0 } = kept;
  const motherName = `Responsável ${'abcdefghij'[personId % 10]} Exemplo`;
  bodyOf(await savePerson(me, personId, subscriptionId, { ...personBody(person), motherName }));
  kept.motherName = motherName;
  done();
  bodyOf(await saveSchooling(me, subscriptionId, SCHOOLING_BODY));
  kept.schooling = true;
  done();
}

export async function pay(world: ChaosWorld, kept: Kept, me: PatientCaller): Promise<void> {
  let payment = await payByPix(me, kept.subscriptionId ?? 0);
  const { paymentId } = payment;
  kept.paymentId = paymentId;
  // No time limit: the bank and the product may both be down for a while.
  const again = async () => {
    await pause(200);
    payment = bodyOf(await readPayment(me, paymentId));
  };
  while (!payment.pix) await again();
  const open = (await world.control('GET', '/pix')) as { txid: string; copyPaste: string }[];
  const charge = open.find(({ copyPaste }) => copyPaste === payment.pix?.copyPaste);
  if (!charge) throw new Error('the bank does not know the charge');
  await world.control('POST', `/pix/${charge.txid}`, { result: 'paid' });
  kept.paidAt = Date.now();
  while (payment.state !== 'paid') await again();
}

export async function send(kept: Kept, me: PatientCaller, done: () => void): Promise<void> {
  const id = kept.subscriptionId ?? 0;
  for (const { documentId } of bodyOf(await listDocuments(me, id)).slice(0, 2)) {
    const before = me.repeats;
    const sent = bodyOf(await upload(me, id, documentId));
    kept.filesLost += me.repeats - before;
    kept.files.push((sent as { fileId: number }).fileId);
    done();
  }
}
