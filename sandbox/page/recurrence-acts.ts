import { PaymentRefused } from '../psp/problem.ts';
import type { World } from '../world.ts';
import type { Act } from './act.ts';
import type { Notice } from './layout.ts';

/** Runs an action at the bank; a refusal is shown. */
const noticeFrom = (work: () => string): Notice => {
  try {
    return { good: true, text: work() };
  } catch (error) {
    if (error instanceof PaymentRefused) return { good: false, text: error.message };
    throw error;
  }
};

const decide =
  ({ psp }: World): Act =>
  ({ params, form }) => {
    const rec = psp.recurrences.get(form.clientId ?? '', params.idRec ?? '');
    if (!rec) return { good: false, text: 'Autorização não encontrada.' };
    return noticeFrom(() => {
      if (form.result === 'pay-approved' || form.result === 'pay-rejected') {
        const charge = psp.get(rec.clientId, rec.firstTxid ?? '');
        if (!charge) throw new PaymentRefused('A cobrança da primeira parcela não existe.');
        const recurrence = form.result === 'pay-approved' ? 'approved' : 'rejected';
        psp.pay(charge, { recurrence });
        return recurrence === 'approved' ? 'Pix pago e autorização dada.' : 'Pix pago sem autorização.';
      }
      if (form.result === 'cancelled') {
        psp.cobrs.endAll(psp.recurrences.cancelByPayer(rec), 'USUARIO_PAGADOR');
        return 'Autorização cancelada.';
      }
      const decision = form.result === 'approved' ? 'approved' : 'rejected';
      psp.recurrences.decide(rec, decision, 'JORNADA_2');
      return decision === 'approved' ? 'Autorização dada.' : 'Autorização recusada.';
    });
  };

/** The account was closed: one of the codes that reject the whole charge. */
const CLOSED_ACCOUNT = 'AC05';

const settle =
  ({ psp }: World): Act =>
  ({ params, form }) => {
    const cobr = psp.cobrs.get(form.clientId ?? '', params.txid ?? '');
    if (!cobr) return { good: false, text: 'Cobrança não encontrada.' };
    return noticeFrom(() => {
      switch (form.result) {
        case 'paid':
          psp.cobrs.pay(cobr);
          return 'Mês pago.';
        case 'cancelled':
          psp.cobrs.cancelByPayer(cobr);
          return 'Cobrança do mês cancelada.';
        case 'rejected':
          psp.cobrs.fail(cobr, CLOSED_ACCOUNT);
          return 'Cobrança do mês recusada.';
        default:
          psp.cobrs.fail(cobr);
          return 'A tentativa falhou.';
      }
    });
  };

/** Forms of the section "Pix Automático": address, section, action. */
export const recurrenceActs = (world: World): [string, string, Act][] => [
  ['/recurrences/:idRec', 'pix-automatico', decide(world)],
  ['/cobrs/:txid', 'pix-automatico', settle(world)],
];
