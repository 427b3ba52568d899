import { isRealDay } from '@orbita/domain/foundation';
import { Problem, type ProblemName, type Violation } from './problem.ts';
import type { CobrTerms, RecTerms } from './recurrence-types.ts';
import { isObject, isText, isTxid, type Json, no } from './validate.ts';

const PERIODS = ['SEMANAL', 'MENSAL', 'TRIMESTRAL', 'SEMESTRAL', 'ANUAL'];
const POLICIES = ['NAO_PERMITE', 'PERMITE_3R_7D'];
const ACCOUNTS = ['CORRENTE', 'POUPANCA', 'PAGAMENTO'];
const AMOUNT = /^\d{1,10}\.\d{2}$/;
const SHAPE = 'O campo não respeita o schema.';

const isDay = (value: unknown): value is string => typeof value === 'string' && isRealDay(value);
const isAmount = (value: unknown): boolean =>
  typeof value === 'string' && AMOUNT.test(value) && Number(value) > 0;

const when = (bad: boolean, propriedade: string, razao: string, valor: unknown): Violation[] =>
  bad ? [no(propriedade, razao, valor)] : [];

/** The body as an object. Throws 400 `RequisicaoInvalida`. */
export function bodyOf(body: unknown): Json {
  if (!isObject(body)) throw new Problem(400, 'RequisicaoInvalida', 'O corpo deve ser um objeto JSON.');
  return body;
}

/** Throws 400 of the given type if there are violations. */
export function refuse(type: ProblemName, violations: Violation[]): void {
  if (violations.length > 0)
    throw new Problem(400, type, 'A requisição não respeita o schema ou não faz sentido.', violations);
}

const isDebtor = (value: unknown): boolean =>
  isObject(value) &&
  isText(value.nome, 140) &&
  (value.cpf === undefined) !== (value.cnpj === undefined) &&
  (value.cpf === undefined || /^\d{11}$/.test(String(value.cpf))) &&
  (value.cnpj === undefined || /^[0-9A-Z]{14}$/.test(String(value.cnpj)));

const bondViolations = (bond: unknown): Violation[] => {
  const valid =
    isObject(bond) &&
    isText(bond.contrato, 35) &&
    (bond.objeto === undefined || isText(bond.objeto, 35)) &&
    isDebtor(bond.devedor);
  return when(!valid, 'rec.vinculo', 'O objeto não respeita o schema.', bond);
};

const calendarViolations = (value: unknown, today: string): Violation[] => {
  const { dataInicial, dataFinal, periodicidade } = isObject(value) ? value : {};
  const begins = isDay(dataInicial);
  return [
    ...when(!begins, 'rec.calendario.dataInicial', SHAPE, dataInicial),
    ...when(
      begins && dataInicial < today,
      'rec.calendario.dataInicial',
      'O campo é anterior à data de criação da recorrência.',
      dataInicial,
    ),
    ...when(
      dataFinal !== undefined && !(isDay(dataFinal) && begins && dataFinal >= dataInicial),
      'rec.calendario.dataFinal',
      'O campo é anterior a dataInicial.',
      dataFinal,
    ),
    ...when(!PERIODS.includes(String(periodicidade)), 'rec.calendario.periodicidade', SHAPE, periodicidade),
  ];
};

const valueViolations = (value: unknown): Violation[] => {
  if (value === undefined) return [];
  if (!isObject(value)) return [no('rec.valor', 'O objeto não respeita o schema.', value)];
  const { valorRec, valorMinimoRecebedor } = value;
  return [
    ...when(valorRec !== undefined && !isAmount(valorRec), 'rec.valor.valorRec', SHAPE, valorRec),
    ...when(
      valorMinimoRecebedor !== undefined && !isAmount(valorMinimoRecebedor),
      'rec.valor.valorMinimoRecebedor',
      SHAPE,
      valorMinimoRecebedor,
    ),
    ...when(
      valorRec !== undefined && valorMinimoRecebedor !== undefined,
      'rec.valor',
      'valorRec e valorMinimoRecebedor não podem vir juntos.',
      value,
    ),
  ];
};

export interface RecAsked {
  terms: RecTerms;
  locationId: number | null;
  firstTxid: string | null;
}

/** `ativacao.dadosJornada.txid`, null if omitted. Throws 400 `RecOperacaoInvalida`. */
export function readFirstTxid(activation: unknown): string | null {
  if (activation === undefined) return null;
  const data = isObject(activation) ? activation.dadosJornada : undefined;
  const txid = isObject(data) ? data.txid : undefined;
  refuse(
    'RecOperacaoInvalida',
    when(!(typeof txid === 'string' && isTxid(txid)), 'rec.ativacao.dadosJornada.txid', SHAPE, txid),
  );
  return String(txid);
}

/** Reads the body of a new recurrence; `today` is the bank's day. Throws 400 `RecOperacaoInvalida`. */
export function readRecurrence(given: unknown, today: string): RecAsked {
  const body = bodyOf(given);
  const { vinculo, calendario, politicaRetentativa, valor, recebedor, loc } = body;
  const agreement = isObject(recebedor) ? recebedor.convenio : undefined;
  refuse('RecOperacaoInvalida', [
    ...bondViolations(vinculo),
    ...calendarViolations(calendario, today),
    ...when(
      !POLICIES.includes(String(politicaRetentativa)),
      'rec.politicaRetentativa',
      SHAPE,
      politicaRetentativa,
    ),
    ...valueViolations(valor),
    ...when(recebedor !== undefined && !isText(agreement, 60), 'rec.recebedor', SHAPE, recebedor),
    ...when(loc !== undefined && !Number.isSafeInteger(loc), 'rec.loc', SHAPE, loc),
  ]);
  // Everything was validated above; the types are the standard's.
  const terms = {
    vinculo,
    calendario,
    politicaRetentativa,
    ...(valor === undefined ? {} : { valor }),
    ...(recebedor === undefined ? {} : { recebedor: { convenio: agreement } }),
  } as RecTerms;
  return {
    terms,
    locationId: loc === undefined ? null : (loc as number),
    firstTxid: readFirstTxid(body.ativacao),
  };
}

const accountViolations = (value: unknown): Violation[] => {
  const valid =
    isObject(value) &&
    isText(value.conta, 20) &&
    ACCOUNTS.includes(String(value.tipoConta)) &&
    (value.agencia === undefined || isText(value.agencia, 4));
  return when(!valid, 'cobr.recebedor', 'O objeto não respeita o schema.', value);
};

/** Reads the body of the charge of a cycle. Throws 400 `CobROperacaoInvalida`. */
export function readCobr(given: unknown): CobrTerms {
  const { idRec, calendario, valor, recebedor, ajusteDiaUtil, infoAdicional } = bodyOf(given);
  const due = isObject(calendario) ? calendario.dataDeVencimento : undefined;
  const original = isObject(valor) ? valor.original : undefined;
  refuse('CobROperacaoInvalida', [
    ...when(!/^[a-zA-Z0-9]{29}$/.test(String(idRec)), 'cobr.idRec', SHAPE, idRec),
    ...when(!isDay(due), 'cobr.calendario', 'O objeto não respeita o schema.', calendario),
    ...when(!isAmount(original), 'cobr.valor', SHAPE, valor),
    ...accountViolations(recebedor),
    ...when(
      ajusteDiaUtil !== undefined && typeof ajusteDiaUtil !== 'boolean',
      'cobr.ajusteDiaUtil',
      SHAPE,
      ajusteDiaUtil,
    ),
    ...when(
      infoAdicional !== undefined && !isText(infoAdicional, 140),
      'cobr.infoAdicional',
      SHAPE,
      infoAdicional,
    ),
  ]);
  return {
    idRec: String(idRec),
    calendario: { dataDeVencimento: String(due) },
    valor: { original: String(original) },
    recebedor: recebedor as CobrTerms['recebedor'],
    ajusteDiaUtil: ajusteDiaUtil !== false,
    ...(infoAdicional === undefined ? {} : { infoAdicional: String(infoAdicional) }),
  };
}

/** Accepts a revision that only cancels. Throws 400 of the given type for everything else. */
export function readCancelling(given: unknown, type: ProblemName, propriedade: string): void {
  const { status, ...more } = bodyOf(given);
  refuse(type, [
    ...when(status !== 'CANCELADA', propriedade, SHAPE, status),
    ...when(
      Object.keys(more).length > 0,
      propriedade,
      'O cancelamento não pode vir junto com outras alterações.',
      more,
    ),
  ]);
}
