import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Decision, SaleRefused } from '../cards/acquirers.ts';
import { notifyAgain, notifyChange } from '../cards/notify.ts';
import { isFaultMode, isFaultPort } from '../faults.ts';
import { PaymentRefused } from '../psp/psp.ts';
import { isStrangeSide } from '../strange.ts';
import type { World } from '../world.ts';
import { systemOf } from './academic-section.ts';
import type { Act, Form } from './act.ts';
import { giveReturn } from './bank-file-section.ts';
import { download } from './download.ts';
import type { Notice } from './layout.ts';
import { callOperations } from './operations.ts';
import { recurrenceActs } from './recurrence-acts.ts';
import { settleSlip } from './slip-section.ts';
import { staffIdpAct } from './staff-idp-section.ts';
import { tenantOf } from './tenant.ts';
import { answerByWhatsApp } from './whatsapp-section.ts';

const goBack = (reply: FastifyReply, tenant: string, anchor: string, { good, text }: Notice) =>
  reply.redirect(
    `/sandbox?${new URLSearchParams({ tenant, secao: anchor, [good ? 'ok' : 'erro']: text })}#${anchor}`,
    303,
  );

/** Forms of other sites must not act with the operations token: a browser sends its origin with every POST. */
const fromElsewhere = (request: FastifyRequest): boolean => {
  const { origin, host } = request.headers;
  return origin !== undefined && (!URL.canParse(origin) || new URL(origin).host !== host);
};

const pay =
  (world: World): Act =>
  ({ params, form }) => {
    const charge = world.psp.get(form.clientId ?? '', params.txid ?? '');
    if (!charge) return { good: false, text: 'Cobrança não encontrada.' };
    try {
      if (form.result === 'expired') world.psp.remove(charge);
      else world.psp.pay(charge, { late: form.late === '1' });
    } catch (error) {
      if (error instanceof PaymentRefused) return { good: false, text: error.message };
      throw error;
    }
    return { good: true, text: form.result === 'expired' ? 'Cobrança expirada.' : 'Pix pago.' };
  };

const CARD_DONE: Readonly<Record<Decision, string>> = {
  approve: 'Pagamento aprovado.',
  deny: 'Pagamento negado.',
  hold: 'O pagamento fica em processamento.',
  chargeback: 'Pagamento contestado.',
};

const decideCard =
  (world: World): Act =>
  ({ params, form }) => {
    const payment = world.acquirers
      .payments()
      .findLast((one) => one.provider === params.provider && one.orderId === params.orderId);
    if (!payment) return { good: false, text: 'Cobrança não encontrada.' };
    const { result } = form;
    try {
      if (result === 'again' || result === 'outdated' || result === 'forged') {
        notifyAgain(world, payment, result);
        return { good: true, text: 'Aviso enviado.' };
      }
      if (result === 'approve' || result === 'deny' || result === 'hold' || result === 'chargeback') {
        const decided = world.acquirers.decide(payment, result);
        if (result !== 'hold') notifyChange(world, decided);
        return { good: true, text: CARD_DONE[result] };
      }
    } catch (error) {
      if (error instanceof SaleRefused) return { good: false, text: 'Isso não é mais possível.' };
      throw error;
    }
    return { good: false, text: 'Decisão desconhecida.' };
  };

/** Registers the sandbox's student system as the institution's operations would, and stores the secret it gets. */
const connectAcademic =
  ({ product, academic, origin }: World): Act =>
  async ({ form, tenant }) => {
    const institution = form.institution ?? '';
    const name = systemOf(tenant, institution);
    const url = `${origin()}/academic/${encodeURIComponent(name)}/webhooks`;
    const made = await callOperations<{ secret: string }>(product, tenant, 'POST', '/webhook-endpoints', {
      institution,
      url,
      description: 'Sandbox',
    });
    if (!made.ok) return { good: false, text: made.message };
    const secrets = [...(academic.system(name)?.secrets ?? []), made.data.secret];
    academic.connect({ name, secrets, answersNumbers: true });
    return { good: true, text: `Sistema acadêmico de ${institution} ligado.` };
  };

const setFault =
  ({ faults }: World): Act =>
  ({ params, form }) => {
    if (!isFaultPort(params.port) || !isFaultMode(form.mode))
      return { good: false, text: 'Falha desconhecida.' };
    faults.set(params.port, form.mode);
    return { good: true, text: 'Falha ajustada.' };
  };

const setStrange =
  ({ strange }: World): Act =>
  ({ params, form }) => {
    if (!isStrangeSide(params.side)) return { good: false, text: 'Estranheza desconhecida.' };
    strange.set(params.side, form.on === '1');
    return { good: true, text: form.on === '1' ? 'Ligado.' : 'Desligado.' };
  };

/** The page's forms: plain POSTs that act and lead back to their section. */
export function actionRoutes(app: FastifyInstance, world: World): void {
  const act = (path: string, anchor: string, run: Act): void => {
    app.post(path, async (request, reply) => {
      if (fromElsewhere(request)) return reply.code(403).send({ error: 'Origem não permitida.' });
      const tenant = tenantOf(request);
      const done = await run({
        params: request.params as Form,
        form: (request.body ?? {}) as Form,
        tenant,
      });
      return 'content' in done ? download(reply, done) : goBack(reply, tenant, anchor, done);
    });
  };
  act('/pix/:txid', 'pix', pay(world));
  act('/slips/:code', 'boletos', settleSlip(world));
  act('/cards/:provider/:orderId', 'cartoes', decideCard(world));
  act('/whatsapp/:to', 'whatsapp', answerByWhatsApp(world));
  act('/academic', 'academico', connectAcademic(world));
  act('/staff-idp/:sub', 'conta-alfa', staffIdpAct(world));
  for (const [path, anchor, run] of recurrenceActs(world)) act(path, anchor, run);
  act('/bank-files/:id', 'remessas', giveReturn(world));
  act('/faults/:port', 'falhas', setFault(world));
  act('/strange/:side', 'estranhezas', setStrange(world));
}
