import { dayInZone } from '@orbita/domain/foundation';
import { presentReturn, receiverCnpj } from './present.ts';
import type { Attempt, Cobr, RecLocation, Recurrence } from './recurrence-types.ts';
import type { ReceivedPix } from './types.ts';

/** Zone of the bank's calendar days. */
export const BANK_ZONE = 'America/Sao_Paulo';

export const presentLocation = ({ id, location, createdAt, idRec }: RecLocation) => ({
  id,
  location,
  criacao: createdAt,
  ...(idRec === null ? {} : { idRec }),
  // The published schema requires `tipo`, a name it defines nowhere.
  tipo: 'rec',
});

const activationOf = ({ journey, firstTxid }: Recurrence) => ({
  ativacao: {
    tipoJornada: journey,
    ...(firstTxid === null ? {} : { dadosJornada: { txid: firstTxid } }),
  },
});

const endingOf = ({ ending }: Pick<Recurrence | Cobr, 'ending'>) =>
  ending === null ? {} : { encerramento: ending };

const receiverOf = (clientId: string, name: string) => ({ cnpj: receiverCnpj(clientId), nome: name });

/** A recurrence in the standard's format (RecGerada); `full` = with the fields of RecCompleta. */
export function presentRecurrence(
  rec: Recurrence,
  { name, location, full }: { name: string; location: RecLocation | undefined; full: boolean },
) {
  const { vinculo, calendario, valor, politicaRetentativa, recebedor } = rec.terms;
  return {
    idRec: rec.idRec,
    vinculo,
    calendario,
    ...(valor === undefined ? {} : { valor }),
    recebedor: { ...receiverOf(rec.clientId, name), ...recebedor },
    status: rec.status,
    ...(full ? { politicaRetentativa } : {}),
    ...(location === undefined ? {} : { loc: presentLocation(location) }),
    atualizacao: rec.history,
    ...endingOf(rec),
    ...activationOf(rec),
  };
}

/** What is sent to the webhook of recurrences (RecNotification). */
export const presentRecNotice = (rec: Recurrence) => ({
  idRec: rec.idRec,
  status: rec.status,
  atualizacao: rec.history,
  ...endingOf(rec),
  ...activationOf(rec),
});

const presentAttempt = ({ history, rejeicao, ...attempt }: Attempt) => ({
  ...attempt,
  atualizacao: history,
  ...(rejeicao === null ? {} : { rejeicao }),
});

/** A Pix of a recurrence has no key and no parts of its amount (PixAutomatico). */
const presentAutomaticPix = ({ endToEndId, txid, valor, horario, infoPagador, devolucoes }: ReceivedPix) => ({
  endToEndId,
  txid,
  valor,
  horario,
  infoPagador,
  ...(devolucoes ? { devolucoes: devolucoes.map((one) => presentReturn(one)) } : {}),
});

const historyOf = (cobr: Cobr) => ({
  status: cobr.status,
  atualizacao: cobr.history,
  ...endingOf(cobr),
  tentativas: cobr.attempts.map(presentAttempt),
  ...(cobr.pix.length > 0 ? { pix: cobr.pix.map(presentAutomaticPix) } : {}),
});

const termsOf = ({ txid, terms, createdAt }: Cobr) => ({
  txid,
  ...terms,
  calendario: { ...terms.calendario, criacao: dayInZone(createdAt, BANK_ZONE) },
});

/** Answer to the creation or revision of a charge (CobRGerada). */
export const presentNewCobr = (cobr: Cobr, name: string) => ({
  ...termsOf(cobr),
  recebedor: { ...cobr.terms.recebedor, ...receiverOf(cobr.clientId, name) },
  status: cobr.status,
});

/** A charge with its attempts (CobRCompleta). */
export const presentCobr = (cobr: Cobr, rec: Recurrence) => ({
  ...termsOf(cobr),
  politicaRetentativa: rec.terms.politicaRetentativa,
  ...historyOf(cobr),
});

/** What is sent to the webhook of charges (CobRNotification). */
export const presentCobrNotice = (cobr: Cobr) => ({
  idRec: cobr.terms.idRec,
  txid: cobr.txid,
  ...historyOf(cobr),
});
