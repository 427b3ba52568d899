import type { World } from '../world.ts';
import type { Act, Form } from './act.ts';
import { noticeOf } from './act.ts';
import { callOperations, type Outcome } from './operations.ts';

const DAY_MS = 86_400_000;
const PASSED = 700;
const FAILED = 100;

/** One decision of the institution: where it is sent, with what, and what the page says afterwards. */
type Decision = { path: string; method?: 'POST' | 'PUT'; body: object; done: string };
type Decide = (world: World, id: string, form: Form) => Decision | undefined;

const scoreOf = (text: string | undefined): number => Number(text ?? Number.NaN);
const scores = (each: number, essay = each) => ({
  languages: each,
  humanities: each,
  sciences: each,
  mathematics: each,
  essay,
});

const questionnaire: Decide = (_, id, { decision, reason }) => ({
  path: `/questionnaires/${id}/decision`,
  body: { decision, ...(decision === 'approved' ? {} : { comment: reason }) },
  done: 'Decisão do questionário registrada.',
});

const interview: Decide = ({ clock }, id, { decision, reason }) => {
  if (decision === 'appoint')
    return {
      method: 'PUT',
      path: `/interviews/${id}/appointment`,
      body: { at: new Date(clock.now().getTime() + DAY_MS).toISOString(), place: 'Coordenação' },
      done: 'Entrevista marcada.',
    };
  if (decision === 'held' || decision === 'missed')
    return {
      path: `/interviews/${id}/outcome`,
      body: { held: decision === 'held' },
      done: decision === 'held' ? 'Entrevista registrada.' : 'Ausência registrada.',
    };
  return {
    path: `/interviews/${id}/decision`,
    body: { decision, ...(decision === 'rejected' ? { reason } : {}) },
    done: 'Decisão da entrevista registrada.',
  };
};

const manualPayment: Decide = (_, id, { decision, reason }) => ({
  path: `/manual-payments/${id}/decision`,
  body: { decision, ...(decision === 'refused' ? { reason } : {}) },
  done: decision === 'refused' ? 'Pagamento recusado.' : 'Recebimento confirmado.',
});

const cancellation: Decide = (_, id, { decision, reason, refund }) => ({
  path: `/cancellations/${id}/decision`,
  body: decision === 'denied' ? { decision, reason } : { decision, refund: scoreOf(refund) },
  done: decision === 'denied' ? 'Pedido negado.' : 'Cancelamento confirmado.',
});

const DECISIONS: Record<string, { anchor: string; decide: Decide }> = {
  questionnaires: { anchor: 'questionarios', decide: questionnaire },
  interviews: { anchor: 'entrevistas', decide: interview },
  'manual-payments': { anchor: 'manuais', decide: manualPayment },
  cancellations: { anchor: 'cancelamentos', decide: cancellation },
};

const decideBy =
  (world: World, decide: Decide): Act =>
  async ({ params, form, tenant }) => {
    const decision = decide(world, params.id ?? '', form);
    if (!decision) return { good: false, text: 'Decisão desconhecida.' };
    const { path, method = 'POST', body, done } = decision;
    return noticeOf(await callOperations(world.product, tenant, method, path, body), done);
  };

type Line = { state?: string; message?: string | null };

const registerTest =
  ({ product }: World): Act =>
  async ({ params, form, tenant }) => {
    const present = form.decision !== 'missed';
    const given = form.decision === 'approved' ? PASSED : FAILED;
    const own = form.decision === 'score';
    const result = present
      ? { score: own ? scoreOf(form.score) : given, essayScore: own ? scoreOf(form.essayScore) : given }
      : {};
    const answered = await callOperations<Line[]>(
      product,
      tenant,
      'POST',
      `/schedules/${params.slot}/results`,
      [{ subscriptionId: Number(params.id), present, ...result }],
    );
    const line = answered.ok && Array.isArray(answered.data) ? answered.data[0] : undefined;
    if (line?.state === 'refused')
      return { good: false, text: `O produto recusou o resultado: ${line.message ?? ''}` };
    return noticeOf(answered, present ? 'Resultado da prova registrado.' : 'Falta registrada.');
  };

/** The average decides; what the product calls it depends on the minimum of the institution. */
const registerScore =
  ({ product }: World): Act =>
  async ({ params, form, tenant }) => {
    const path = `/exam-scores/${params.id}/result`;
    const send = (body: object): Promise<Outcome<unknown>> =>
      callOperations(product, tenant, 'POST', path, body);
    if (form.decision === 'not-found')
      return noticeOf(await send({ state: 'not-found' }), 'Nota não encontrada, registrado.');
    const found =
      form.decision === 'zero'
        ? scores(PASSED, 0)
        : scores(scoreOf(form.decision === 'average' ? form.average : form.decision));
    const approved = await send({ state: 'approved', scores: found });
    if (approved.ok) return noticeOf(approved, 'Nota registrada: aprovada.');
    return noticeOf(await send({ state: 'rejected', scores: found }), 'Nota registrada: abaixo do mínimo.');
  };

/** What the institution decides on the page: the address of its form, its section, and what is done. */
export const decisionActs = (world: World): [path: string, anchor: string, run: Act][] => [
  ...Object.entries(DECISIONS).map(([path, { anchor, decide }]): [string, string, Act] => [
    `/${path}/:id`,
    anchor,
    decideBy(world, decide),
  ]),
  ['/schedules/:slot/:id', 'provas', registerTest(world)],
  ['/exam-scores/:id', 'enem', registerScore(world)],
];
