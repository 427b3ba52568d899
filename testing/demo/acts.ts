import sql from 'sql-template-tag';
import { SCHOOLING_BODY } from '../bodies.ts';
import { tokenOf } from '../cards.ts';
import type { Client } from '../client.ts';
import { begin, bodyOf, fillData, findCourse, type Offers, pixCharge, renew } from '../journey.ts';
import type { Traveller } from '../people.ts';
import {
  type Charge,
  finishEssay,
  listDocuments,
  openCharge,
  type Purpose,
  readPayment,
  readPaymentOptions,
  requestPlace,
  saveDraft,
  settlePix,
  signIn,
  startEssay,
  upload,
} from '../requests.ts';
import { until } from '../until.ts';
import type { Walker } from '../walker.ts';
import { demoEssay, demoTitle } from './essays.ts';
import { type Flaw, paperFor } from './papers.ts';
import type { PastStage } from './stage.ts';
import type { demoTeam } from './team.ts';
import type { Timeline } from './timeline.ts';

export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;
export type Method = 'pix' | 'slip' | 'card' | 'automatic-pix' | 'manual';
/** Card that the simulated acquirer approves (spec 2.6). */
const APPROVED_CARD = '4000000000000010';

/** What the people of the demo do, and the team for them. Each function throws when it is refused. */
export function demoActs(
  stage: PastStage,
  line: Timeline,
  { member, end }: { member: ReturnType<typeof demoTeam>; end: number },
) {
  const now = () => stage.clock.now().getTime();
  const after = (hours: number) => line.until(now() + hours * HOUR);
  /**
   * Waits until `hours` hours before the present; for acts whose effect would have expired by now if they were done any
   * earlier.
   */
  const lately = (hours: number) => line.until(end - hours * HOUR);
  /** The decider: a member of the first college's team, elsewhere the college's own system. */
  const deciderFor = async ({ host, operations }: Walker, name: string): Promise<Client> =>
    host.includes('alfa') ? member(name) : operations;
  /** The version that a decider has on screen. */
  const versionOf = async (decider: Client, path: string, id: number): Promise<number> => {
    const { body } = await decider.send('GET', `/orbita/api/operations/${path}/${id}`);
    return (body as { version: number }).version;
  };

  async function apply(
    who: Walker,
    { course, ...query }: Omit<Offers, 'q'> & { course: string },
    campaign?: string,
  ): Promise<void> {
    const choice = await findCourse(who.client, { ...query, q: course }, { course });
    const level = query.type === 2 || query.type === 4 ? 'degree' : 'high-school';
    const tracking = campaign
      ? { tracking: { utmSource: 'instagram', utmMedium: 'social', utmCampaign: campaign } }
      : {};
    who.id = bodyOf(await requestPlace(who.client, choice, { schooling: { level }, ...tracking })).id;
  }

  /** Reopens the page after a while: a token is renewed, and somebody who was away for days signs in again. */
  async function comeBack({ client, person, host }: Walker, seen: number): Promise<void> {
    const away = now() - seen;
    if (away < 6 * HOUR) return;
    if (away < 4 * DAY) await renew(client);
    else await begin(client, await signIn(client, person, host.startsWith('beta') ? 'beta' : 'alfa'));
  }

  /** The college's own system imports a person for Administração in Belo Horizonte, without a phone number. */
  async function bring({ document, name, birthDate, email }: Traveller): Promise<void> {
    const { personId } = bodyOf(
      await stage.operations.call('POST /operations/candidates', {
        body: {
          documentType: 'cpf',
          document,
          name,
          birthDate,
          email,
          externalId: `SGA-${document}`,
        },
      }),
    );
    const choice = { offerCode: 'ADM-ESSAY', courseCode: 'ADM', poleCode: 'BH' };
    bodyOf(
      await stage.operations.call('POST /operations/subscriptions', {
        body: { personId, ...choice, externalId: `INS-${document}` },
      }),
    );
  }

  /** Writes for about an hour; `text` replaces the essay of number `n`, and without `hands in` it stays a draft. */
  async function write(
    who: Walker,
    n: number,
    { handsIn = true, text = demoEssay(n) } = {},
  ): Promise<number> {
    const { id, revision } = bodyOf(await startEssay(who.client, who.id));
    const title = demoTitle(n);
    const half = text.slice(0, Math.floor(text.length / 2));
    await after(0.3);
    bodyOf(await saveDraft(who.client, id, { title, essay: half, revision }));
    if (!handsIn) return id;
    await after(0.4);
    bodyOf(await finishEssay(who.client, id, text, title));
    return id;
  }

  /** The grader's decision, with a matching comment. */
  async function grade(who: Walker, essayId: number, score: number, secondGrade = false): Promise<void> {
    const clara = await deciderFor(who, 'Clara');
    const version = await versionOf(clara, 'essays', essayId);
    const feedback =
      score >= 500
        ? 'Texto claro, com tese bem defendida. Cuide da vírgula entre orações.'
        : 'O texto foge da proposta em mais da metade. Releia o tema e apresente argumentos seus.';
    bodyOf(
      await clara.call('POST /operations/essays/{id}/grade', {
        params: { id: essayId },
        body: { score, hasPlagiarism: false, feedback, version, secondGrade },
      }),
    );
  }

  const fill = (who: Walker) => fillData(who.client, who.personId, who.id, who.person, SCHOOLING_BODY);

  /** The card part of a charge's body; undefined if no card can be typed. */
  async function cardOf(who: Walker, purpose: Purpose): Promise<Charge['card'] | undefined> {
    const { client, id } = who;
    const options = bodyOf(await readPaymentOptions(client, id, purpose));
    const provider = options.cardFields?.provider;
    if (!provider) return undefined;
    const fields = bodyOf(
      await client.call('POST /candidate/subscriptions/{id}/card-access', {
        params: { id },
        body: { provider },
      }),
    );
    return {
      provider,
      token: await tokenOf(fields, APPROVED_CARD),
      brand: 'visa',
      last4: APPROVED_CARD.slice(-4),
      holderName: who.person.name.normalize('NFD').replaceAll(/\p{M}/gu, '').toUpperCase(),
      holderDocument: who.person.document,
    };
  }

  const charges = new Map<number, number>();
  /** Opens a charge for the enrolment, with a voucher if given; a card charge is paid at once. */
  async function charge(who: Walker, method: Method, voucher?: string): Promise<number> {
    const paymentId = await open(who, method, voucher);
    charges.set(who.id, paymentId);
    return paymentId;
  }
  async function open(who: Walker, method: Method, voucher?: string): Promise<number> {
    const body = await pixCharge(who.client, who.id);
    const card = method === 'card' ? await cardOf(who, 'enrollment') : undefined;
    const asked = await openCharge(who.client, who.id, {
      ...body,
      ...(voucher ? { voucher } : {}),
      ...(method === 'card' ? { method: 'credit-card', card } : { method }),
      // Monthly payment needs consent.
      ...(method === 'automatic-pix' ? { recurrence: true } : {}),
    });
    // Not every price can be paid by every method; a refusal falls back to Pix.
    if (asked.status === 422 && method !== 'pix') return open(who, 'pix', voucher);
    return bodyOf(asked).paymentId;
  }

  /** Makes the bank collect a charge; its notification has been booked when this returns. */
  async function bankPays(who: Walker, paymentId: number, amount?: number): Promise<void> {
    const read = () => readPayment(who.client, paymentId);
    if ((await read()).body.state === 'paid') return;
    // A slip exists at the bank only some seconds after the request.
    await until(
      () => settlePix(who.operations, paymentId, amount === undefined ? {} : { amount }),
      ({ status }) => status < 300,
      200,
    );
    await until(read, ({ body }) => body.state === 'paid' || body.state === 'expired', 50);
  }

  /** Sends the requested documents, the first of them with a flaw if given. */
  async function sendPapers(
    who: Walker,
    {
      stage: of = 'enrollment' as 'selection' | 'enrollment',
      leave = 0,
      flaw = undefined as Flaw | undefined,
    } = {},
  ): Promise<number[]> {
    const asked = bodyOf(await listDocuments(who.client, who.id, of)).filter(
      ({ required, state }) => required && state !== 'approved',
    );
    const sent = asked.slice(0, asked.length - leave);
    for (const [at, { documentId, name }] of sent.entries()) {
      const paper = await paperFor(name, who.person.name, at === 0 ? flaw : undefined);
      const { status, body } = await upload(who.client, who.id, documentId, paper.content, paper.name);
      if (status >= 300) throw new Error(`${name}: ${JSON.stringify(body)}`);
    }
    return sent.map(({ documentId }) => documentId);
  }

  async function review(
    who: Walker,
    ids: readonly number[],
    decision: 'approved' | 'rejected' = 'approved',
  ): Promise<void> {
    for (const id of ids) {
      const davi = await deciderFor(who, 'Davi');
      const version = await versionOf(davi, 'documents', id);
      bodyOf(
        await davi.call('POST /operations/documents/{id}/review', {
          params: { id },
          body:
            decision === 'approved'
              ? { decision, version, concludes: true }
              : {
                  decision,
                  version,
                  reason: 'other',
                  note: 'A foto está sem foco e o nome não se lê. Tire outra com luz.',
                },
        }),
      );
    }
  }

  /** The last charge that a person has paid; `amount` in reais, as in calls. */
  async function paidBy({ client, id }: Walker): Promise<{ id: number; amount: number }> {
    const paymentId = charges.get(id) ?? 0;
    const { amount } = bodyOf(await readPayment(client, paymentId));
    return { id: paymentId, amount };
  }

  /** A payment's identifier at its provider, and its marks. */
  const paymentRow = (paymentId: number) =>
    stage.platform.db.tenant(1).one<{ txid: string; attention: string[] }>(sql`
        select txid, attention from payment where tenant_id = 1 and id = ${paymentId}::bigint`);

  /** The holder's bank reverses a card payment; the acquirer's notification has arrived when this returns. */
  async function chargeback({ id }: Walker): Promise<void> {
    const paymentId = charges.get(id) ?? 0;
    const { txid: orderId } = (await paymentRow(paymentId)) ?? {};
    const { sandbox } = stage.platform.config;
    const headers = { 'x-control-key': sandbox?.key ?? '', 'content-type': 'application/json' };
    const cards = `${sandbox?.url}/control/cards`;
    const known = (await (await fetch(cards, { headers })).json()) as { provider: string; orderId: string }[];
    const order = known.find((one) => one.orderId === orderId);
    const answer = await fetch(`${cards}/${order?.provider}/orders/${orderId}`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ result: 'chargeback' }),
    });
    if (!answer.ok) throw new Error(`No chargeback: ${answer.status} ${await answer.text()}`);
    await until(
      () => paymentRow(paymentId),
      (row) => (row?.attention.length ?? 0) > 0,
      100,
    );
  }

  return {
    comeBack,
    bring,
    member,
    fill,
    paidBy,
    chargeback,
    now,
    after,
    lately,
    apply,
    write,
    grade,
    charge,
    bankPays,
    sendPapers,
    review,
  };
}
export type Acts = ReturnType<typeof demoActs>;
