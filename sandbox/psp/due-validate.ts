import { isRealDay } from '@orbita/domain/foundation';
import type { DueTerms, DueValue } from './due-types.ts';
import type { Violation } from './problem.ts';
import { bodyOf, refuse } from './recurrence-validate.ts';
import { isObject, isPixKey, isText, no } from './validate.ts';

const AMOUNT = /^\d{1,10}\.\d{2}$/;
const SHAPE = 'O objeto não respeita o schema.';
const DEFAULT_VALIDITY = 30;
const isAmount = (value: unknown): value is string => typeof value === 'string' && AMOUNT.test(value);
const isDay = (value: unknown): value is string => typeof value === 'string' && isRealDay(value);

const when = (bad: boolean, propriedade: string, razao: string, valor: unknown): Violation[] =>
  bad ? [no(propriedade, razao, valor)] : [];

const isShare = (value: unknown, most: number): boolean =>
  value === undefined ||
  (isObject(value) &&
    Number.isInteger(value.modalidade) &&
    Number(value.modalidade) >= 1 &&
    Number(value.modalidade) <= most &&
    isAmount(value.valorPerc));

/** True when a fixed amount (modalities in `fixed`) or a percentage takes everything. */
const takesAll = (modalidade: unknown, worth: unknown, original: string, fixed: number[]): boolean =>
  Number(worth) >= (fixed.includes(Number(modalidade)) ? Number(original) : 100);

function discountViolations(value: unknown, original: string, due: unknown): Violation[] {
  if (value === undefined) return [];
  const at = 'cobv.valor.desconto';
  if (!isObject(value) || !Number.isInteger(value.modalidade)) return [no(at, SHAPE, value)];
  const { modalidade, valorPerc, descontoDataFixa: dated } = value;
  const kind = Number(modalidade);
  if (kind < 1 || kind > 6) return [no(at, SHAPE, value)];
  if (kind > 2)
    return when(
      !isAmount(valorPerc) || dated !== undefined || takesAll(kind, valorPerc, original, [3, 4]),
      at,
      SHAPE,
      value,
    );
  const good =
    valorPerc === undefined &&
    Array.isArray(dated) &&
    dated.length >= 1 &&
    dated.length <= 3 &&
    dated.every(
      (one) =>
        isObject(one) &&
        isDay(one.data) &&
        isDay(due) &&
        one.data <= due &&
        isAmount(one.valorPerc) &&
        !takesAll(kind, one.valorPerc, original, [1]),
    );
  return when(!good, at, SHAPE, value);
}

function valueViolations(value: unknown, due: unknown): Violation[] {
  if (!isObject(value) || !isAmount(value.original) || Number(value.original) === 0)
    return [no('cobv.valor.original', 'O campo não respeita o schema ou é zero.', value)];
  const { original, multa, juros, abatimento, desconto } = value;
  const rebate = isObject(abatimento) ? abatimento : undefined;
  return [
    ...when(!isShare(multa, 2), 'cobv.valor.multa', SHAPE, multa),
    ...when(!isShare(juros, 8), 'cobv.valor.juros', SHAPE, juros),
    ...when(
      !isShare(abatimento, 2) ||
        (rebate !== undefined && takesAll(rebate.modalidade, rebate.valorPerc, original, [1])),
      'cobv.valor.abatimento',
      SHAPE,
      abatimento,
    ),
    ...discountViolations(desconto, original, due),
  ];
}

const isDebtor = (value: unknown): boolean =>
  isObject(value) &&
  isText(value.nome, 200) &&
  Object.values(value).every((one) => isText(one, 200)) &&
  (value.cpf === undefined) !== (value.cnpj === undefined) &&
  (value.cpf === undefined || /^\d{11}$/.test(String(value.cpf))) &&
  (value.cnpj === undefined || /^[0-9A-Z]{14}$/.test(String(value.cnpj)));

const areInfos = (value: unknown): boolean =>
  value === undefined ||
  (Array.isArray(value) &&
    value.length <= 50 &&
    value.every((one) => isObject(one) && isText(one.nome, 50) && isText(one.valor, 200)));

/** Reads the body of a charge with a due date; `today` is the bank's day. Throws 400 `CobVOperacaoInvalida`. */
export function readDueCharge(given: unknown, today: string): DueTerms {
  const { calendario, devedor, valor, chave, solicitacaoPagador, infoAdicionais, loc } = bodyOf(given);
  const { dataDeVencimento: due, validadeAposVencimento: validity = DEFAULT_VALIDITY } = isObject(calendario)
    ? calendario
    : {};
  refuse('CobVOperacaoInvalida', [
    ...when(
      !isDay(due) || due < today,
      'cobv.calendario.dataDeVencimento',
      'O campo é anterior à data de criação da cobrança.',
      due,
    ),
    ...when(
      !Number.isInteger(validity) || Number(validity) < 0,
      'cobv.calendario.validadeAposVencimento',
      'O campo é menor do que zero.',
      validity,
    ),
    ...when(!isDebtor(devedor), 'cobv.devedor', SHAPE, devedor),
    ...valueViolations(valor, due),
    ...when(
      !(typeof chave === 'string' && isPixKey(chave)),
      'cobv.chave',
      'Não é uma chave DICT válida.',
      chave,
    ),
    ...when(
      solicitacaoPagador !== undefined && !isText(solicitacaoPagador, 140),
      'cobv.solicitacaoPagador',
      SHAPE,
      solicitacaoPagador,
    ),
    ...when(!areInfos(infoAdicionais), 'cobv.infoAdicionais', SHAPE, infoAdicionais),
    ...when(loc !== undefined, 'cobv.loc.id', 'O location referenciado por loc.id inexiste.', loc),
  ]);
  // Everything was validated above; the types are the standard's.
  return {
    calendario: { dataDeVencimento: String(due), validadeAposVencimento: Number(validity) },
    devedor: devedor as DueTerms['devedor'],
    valor: valor as DueValue,
    chave: String(chave),
    ...(solicitacaoPagador === undefined ? {} : { solicitacaoPagador: String(solicitacaoPagador) }),
    ...(infoAdicionais === undefined
      ? {}
      : { infoAdicionais: infoAdicionais as NonNullable<DueTerms['infoAdicionais']> }),
  };
}

/** A revision: either the removal of the charge, alone, or new terms. Throws 400 `CobVOperacaoInvalida`. */
export function readDueRevision(given: unknown, current: DueTerms, today: string): 'remove' | DueTerms {
  const { status, ...changes } = bodyOf(given);
  if (status === undefined) return readDueCharge({ ...current, ...changes }, today);
  refuse('CobVOperacaoInvalida', [
    ...when(status !== 'REMOVIDA_PELO_USUARIO_RECEBEDOR', 'cobv.status', SHAPE, status),
    ...when(
      Object.keys(changes).length > 0,
      'cobv.status',
      'A remoção não pode vir junto com outras alterações.',
      changes,
    ),
  ]);
  return 'remove';
}
