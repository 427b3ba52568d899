import { randomBytes } from 'node:crypto';
import { addDays, dayInZone } from '@orbita/domain/foundation';
import type { Clock } from '../clock.ts';
import type { Ledger } from '../ledger.ts';
import { recurrenceId } from './ids.ts';
import { PaymentRefused, Problem } from './problem.ts';
import { BANK_ZONE, presentRecNotice } from './recurrence-present.ts';
import type { Ender, Ending, Journey, RecLocation, RecStatus, Recurrence } from './recurrence-types.ts';
import { bodyOf, readCancelling, readFirstTxid, readRecurrence, refuse } from './recurrence-validate.ts';
import type { RecurrenceWebhooks } from './recurrence-webhooks.ts';
import { isObject, no } from './validate.ts';

/** Days a payer has to authorise, at most (IN BCB 513/2024). */
const OPEN_DAYS = 30;

export type Decision = 'approved' | 'rejected';

export interface Recurrences {
  createLocation(clientId: string): RecLocation;
  location(clientId: string, id: number): RecLocation | undefined;
  locations(clientId: string): RecLocation[];
  /** Detaches the recurrence from its location. */
  unlink(location: RecLocation): RecLocation;
  create(clientId: string, body: unknown): Recurrence;
  revise(clientId: string, idRec: string, body: unknown): Recurrence;
  get(clientId: string, idRec: string): Recurrence | undefined;
  /** Recurrences of one receiver, or of all. */
  list(clientId?: string): Recurrence[];
  /** The open request that is authorised by paying this immediate charge (journey 3). */
  waitingFor(clientId: string, txid: string): Recurrence | undefined;
  /** The payer decides in the bank's app. */
  decide(rec: Recurrence, decision: Decision, journey: Journey): Recurrence;
  /** The payer cancels a request or an authorisation. */
  cancelByPayer(rec: Recurrence): Recurrence;
}

const live = (status: RecStatus): boolean => status === 'CRIADA' || status === 'APROVADA';

const cancelled = (solicitante: Ender): Ending => ({
  cancelamento: {
    solicitante,
    codigo: solicitante === 'USUARIO_RECEBEDOR' ? 'SLCR' : 'SLDB',
    descricao:
      solicitante === 'USUARIO_RECEBEDOR' ? 'Solicitado pelo recebedor.' : 'Solicitado pelo pagador.',
  },
});
const refusal = (propriedade: string, razao: string, valor: unknown): Problem =>
  new Problem(400, 'RecOperacaoInvalida', 'A requisição não faz sentido.', [no(propriedade, razao, valor)]);
const REJECTED: Ending = { rejeicao: { codigo: 'AP13', descricao: 'Rejeitada pelo pagador.' } };

/** Authorisations at the receiver's bank; `place()` is the host and path of payloads, without scheme. */
export function openRecurrences(
  ledger: Ledger,
  clock: Clock,
  place: () => string,
  webhooks: RecurrenceWebhooks,
): Recurrences {
  const recs = ledger.table<Recurrence>('recurrence');
  const locations = ledger.table<RecLocation>('recurrence-location');
  const today = () => dayInZone(clock.now(), BANK_ZONE);

  const keep = (rec: Recurrence): Recurrence => {
    recs.put(`${rec.clientId}/${rec.idRec}`, rec);
    return rec;
  };
  const moved = (rec: Recurrence, status: RecStatus, changes: Partial<Recurrence> = {}): Recurrence => {
    const data = clock.now().toISOString();
    const after = keep({ ...rec, ...changes, status, history: [...rec.history, { status, data }] });
    webhooks.notify(rec.clientId, 'rec', presentRecNotice(after));
    return after;
  };
  /** Expiry is detected on access, because this bank has no jobs. */
  const current = (rec: Recurrence): Recurrence => {
    const waited =
      rec.status === 'CRIADA' && today() > addDays(dayInZone(rec.createdAt, BANK_ZONE), OPEN_DAYS);
    const { dataFinal } = rec.terms.calendario;
    const over = rec.status === 'APROVADA' && dataFinal !== undefined && dataFinal < today();
    return waited || over ? moved(rec, 'EXPIRADA') : rec;
  };
  const get = (clientId: string, idRec: string): Recurrence | undefined => {
    const rec = recs.get(`${clientId}/${idRec}`);
    return rec && current(rec);
  };
  const list = (clientId?: string) =>
    recs
      .values()
      .filter((rec) => clientId === undefined || rec.clientId === clientId)
      .map(current);

  const keepLocation = (location: RecLocation): RecLocation => {
    locations.put(`${location.clientId}/${location.id}`, location);
    return location;
  };
  const location = (clientId: string, id: number) => locations.get(`${clientId}/${id}`);
  /** Attaches a recurrence to a location; 400 when the location does not exist or has another one. */
  const link = (clientId: string, id: number | null, idRec: string): void => {
    if (id === null) return;
    const found = location(clientId, id);
    if (!found || (found.idRec !== null && found.idRec !== idRec)) {
      const reason = found ? 'já está sendo utilizado por outra recorrência' : 'referenciado inexiste';
      throw refusal('rec.loc', `O location ${reason}.`, id);
    }
    keepLocation({ ...found, idRec });
  };

  const create = (clientId: string, body: unknown): Recurrence => {
    const { terms, locationId, firstTxid } = readRecurrence(body, today());
    const now = clock.now();
    const idRec = recurrenceId(now, terms.politicaRetentativa === 'PERMITE_3R_7D');
    link(clientId, locationId, idRec);
    return keep({
      ...{ clientId, idRec, createdAt: now.toISOString(), terms, status: 'CRIADA' as const },
      history: [{ status: 'CRIADA', data: now.toISOString() }],
      ...{ locationId, firstTxid, ending: null },
      journey: 'AGUARDANDO_DEFINICAO',
    });
  };

  const changed = (rec: Recurrence, given: unknown): Recurrence => {
    const { vinculo, calendario, loc, ativacao } = bodyOf(given);
    const open = rec.status === 'CRIADA';
    const notOpen =
      'O campo somente pode ser alterado quando a recorrência apresentar-se com o status CRIADA.';
    const begins = isObject(calendario) ? calendario.dataInicial : undefined;
    const debtor = isObject(vinculo) ? vinculo.devedor : undefined;
    const name = isObject(debtor) ? debtor.nome : undefined;
    refuse('RecOperacaoInvalida', [
      ...(loc !== undefined && !open ? [no('rec.loc', notOpen, loc)] : []),
      ...(begins !== undefined && !open ? [no('rec.calendario.dataInicial', notOpen, begins)] : []),
      ...(begins !== undefined && String(begins) < today()
        ? [no('rec.calendario.dataInicial', 'O campo é anterior à data de criação.', begins)]
        : []),
    ]);
    const locationId = loc === undefined ? rec.locationId : Number(loc);
    link(rec.clientId, locationId, rec.idRec);
    const { terms } = rec;
    return keep({
      ...rec,
      locationId,
      firstTxid: readFirstTxid(ativacao) ?? rec.firstTxid,
      terms: {
        ...terms,
        vinculo: {
          ...terms.vinculo,
          devedor: { ...terms.vinculo.devedor, ...(name ? { nome: String(name) } : {}) },
        },
        calendario: { ...terms.calendario, ...(begins === undefined ? {} : { dataInicial: String(begins) }) },
      },
    });
  };

  const revise = (clientId: string, idRec: string, body: unknown): Recurrence => {
    const rec = get(clientId, idRec);
    if (!rec)
      throw new Problem(404, 'RecNaoEncontrada', 'Recorrência não encontrada para o idRec informado.');
    if (!live(rec.status))
      throw refusal('rec.status', 'A recorrência encontra-se expirada, cancelada ou rejeitada.', rec.status);
    if (bodyOf(body).status === undefined) return changed(rec, body);
    readCancelling(body, 'RecOperacaoInvalida', 'rec.status');
    return moved(rec, 'CANCELADA', { ending: cancelled('USUARIO_RECEBEDOR') });
  };

  return {
    createLocation: (clientId) =>
      keepLocation({
        clientId,
        id: locations.size() + 1,
        location: `${place()}/qr/v2/rec/${randomBytes(12).toString('hex')}`,
        createdAt: clock.now().toISOString(),
        idRec: null,
      }),
    location,
    locations: (clientId) => locations.values().filter((one) => one.clientId === clientId),
    unlink: (one) => {
      const rec = one.idRec === null ? undefined : get(one.clientId, one.idRec);
      if (rec) keep({ ...rec, locationId: null });
      return keepLocation({ ...one, idRec: null });
    },
    create,
    revise,
    get,
    list,
    waitingFor: (clientId, txid) =>
      list(clientId).find((rec) => rec.status === 'CRIADA' && rec.firstTxid === txid),
    decide: (given, decision, journey) => {
      const rec = current(given);
      if (rec.status !== 'CRIADA') throw new PaymentRefused('O pedido de autorização não está aberto.');
      // The first charge belongs to journey 3 only.
      const firstTxid = journey === 'JORNADA_3' ? rec.firstTxid : null;
      return decision === 'approved'
        ? moved(rec, 'APROVADA', { journey, firstTxid })
        : moved(rec, 'REJEITADA', { ending: REJECTED });
    },
    cancelByPayer: (given) => {
      const rec = current(given);
      if (!live(rec.status)) throw new PaymentRefused('A autorização já terminou.');
      return moved(rec, 'CANCELADA', { ending: cancelled('USUARIO_PAGADOR') });
    },
  };
}
