import { nameForBank } from '@orbita/domain/foundation';
import { isTxid } from '@orbita/domain/payment';
import { z } from 'zod';
import type { PixDueCharge, PixDueGateway } from '../platform/pix-recurrence-port.ts';
import { ProviderUnknown } from '../platform/ports.ts';
import { about, identifier } from './answer-shapes.ts';
import { amount, amountText, centsOf, codeFields, codeOf, type PixCaller, receivedOf } from './pix-caller.ts';
import { FINAL_REFUSALS, refused } from './provider-token.ts';

const MOST_NOTE = 140;
const MOST_NAME = 200;
const DEFAULT_VALIDITY = 30;
const STATUSES = ['ATIVA', 'CONCLUIDA', 'REMOVIDA_PELO_USUARIO_RECEBEDOR', 'REMOVIDA_PELO_PSP'] as const;

// The standard may add fields and values: an unknown status leads to another lookup, not to an error.
const cobv = z.object({
  txid: identifier,
  status: z.enum([...STATUSES, 'UNKNOWN']).catch('UNKNOWN'),
  calendario: z.object({
    dataDeVencimento: z.iso.date(),
    validadeAposVencimento: z.coerce.number().int().nonnegative().catch(DEFAULT_VALIDITY),
  }),
  valor: z.object({ original: amount }),
  ...codeFields,
  pix: z.array(z.unknown()).nullish().catch(null),
});

function chargeOf(body: unknown, merchant: PixCaller['merchant']): PixDueCharge {
  const read = cobv.safeParse(body);
  if (!read.success) throw new ProviderUnknown('The provider answered something that is no charge');
  const { txid, status, calendario, valor, pix } = read.data;
  return {
    txid,
    status,
    amountCents: centsOf(valor.original),
    dueDay: calendario.dataDeVencimento,
    validDaysAfterDue: calendario.validadeAposVencimento,
    copyPaste: codeOf(read.data, merchant),
    received: receivedOf(pix),
  };
}

const pathOf = (txid: string): string => {
  if (!isTxid(txid)) throw new RangeError('Not a txid of API Pix');
  return `/cobv/${txid}`;
};

/** Charges with a due date (`cobv` of API Pix 2.9.0), using the calls of one account. */
export function openDueGateway({ call, merchant }: Omit<PixCaller, 'pageSize'>): PixDueGateway {
  const chargeIn = (wanted: string, body: unknown): PixDueCharge =>
    about(wanted, chargeOf(body, merchant), ({ txid }) => txid);
  const find = async (txid: string): Promise<PixDueCharge | undefined> => {
    const answer = await call('GET', pathOf(txid));
    if (answer.status === 404) return undefined;
    if (answer.status !== 200) throw refused(answer);
    return chargeIn(txid, answer.body);
  };
  return {
    find,
    async create({ txid, amountCents, dueDay, validDaysAfterDue, discount, pixKey, note, payer }) {
      const answer = await call('PUT', pathOf(txid), {
        calendario: { dataDeVencimento: dueDay, validadeAposVencimento: validDaysAfterDue },
        devedor: { cpf: payer.cpf, nome: nameForBank(payer.name, MOST_NAME) },
        valor: {
          original: amountText(amountCents),
          ...(discount
            ? {
                desconto: {
                  modalidade: 1,
                  descontoDataFixa: [{ data: discount.until, valorPerc: amountText(discount.cents) }],
                },
              }
            : {}),
        },
        chave: pixKey,
        solicitacaoPagador: note.slice(0, MOST_NOTE),
      });
      if (answer.status === 201 || answer.status === 200) return chargeIn(txid, answer.body);
      const refusal = refused(answer);
      if (!FINAL_REFUSALS.includes(answer.status)) throw refusal;
      // A txid already in use is refused too: in that case this charge was created before, and its current state is the answer.
      const known = await find(txid);
      if (!known) throw refusal;
      return known;
    },
    async remove(txid) {
      const answer = await call('PATCH', pathOf(txid), { status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' });
      if (answer.status === 200) return chargeIn(txid, answer.body);
      if (answer.status === 404) return undefined;
      // Only an active charge can be removed; otherwise its current state is the answer.
      return find(txid);
    },
  };
}
