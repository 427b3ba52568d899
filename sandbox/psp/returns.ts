import { realNow } from '../clock.ts';
import { Problem } from './problem.ts';
import type { ReceivedPix, StoredReturn } from './types.ts';

/** How long the bank takes to settle a refund, in milliseconds. */
const SETTLES_AFTER = 150;
const WINDOW_MS = 90 * 24 * 3_600_000;
/** Refunds with amounts ending like this fail, just as certain test card numbers are denied. */
const REFUSED_CENTS = '.13';

const centsOf = (text: string): number => Math.round(Number(text) * 100);

const refuse = (razao: string, propriedade: string, valor: unknown): never => {
  throw new Problem(400, 'PixDevolucaoInvalida', 'A devolução não faz sentido.', [
    { razao, propriedade, valor: typeof valor === 'string' ? valor : (JSON.stringify(valor) ?? '') },
  ]);
};

/** A new refund of a Pix. Throws 400 `PixDevolucaoInvalida` where the standard requires it. */
export function newReturn(
  pix: ReceivedPix,
  id: string,
  body: unknown,
  given: { now: Date; rtrId: string },
): StoredReturn {
  const { valor, descricao } = (typeof body === 'object' && body !== null ? body : {}) as Record<
    string,
    unknown
  >;
  const earlier = pix.devolucoes ?? [];
  if (!/^[a-zA-Z0-9]{1,35}$/.test(id)) refuse('O campo não respeita o schema.', 'devolucao.id', id);
  if (typeof valor !== 'string' || !/^\d{1,10}\.\d{2}$/.test(valor) || Number(valor) === 0)
    return refuse('O campo não respeita o schema.', 'devolucao.valor', valor);
  if (earlier.some((one) => one.id === id))
    refuse('O id já foi utilizado por outra devolução.', 'devolucao.id', id);
  const back = earlier.filter((one) => !one.refused).reduce((sum, one) => sum + centsOf(one.valor), 0);
  if (back + centsOf(valor) > centsOf(pix.valor))
    refuse('As devoluções excederiam o valor do Pix.', 'devolucao.valor', valor);
  if (given.now.getTime() - Date.parse(pix.horario) > WINDOW_MS)
    refuse('A janela de 90 dias terminou.', 'devolucao', pix.horario);
  return {
    id,
    rtrId: given.rtrId,
    valor,
    ...(typeof descricao === 'string' && descricao !== '' ? { descricao: descricao.slice(0, 140) } : {}),
    askedAt: given.now.toISOString(),
    settledAt: given.now.toISOString(),
    settlesAt: realNow() + SETTLES_AFTER,
    refused: valor.endsWith(REFUSED_CENTS),
  };
}
