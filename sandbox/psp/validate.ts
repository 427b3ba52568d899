import { Problem, type ProblemName, type Violation } from './problem.ts';
import type { AdditionalInfo, ChargeTerms, Debtor } from './types.ts';

export type Json = Record<string, unknown>;

const DAY_SECONDS = 86_400;
export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
export const isText = (value: unknown, limit: number): value is string =>
  typeof value === 'string' && value.length > 0 && value.length <= limit;
const shown = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value)) ?? '';
/** Returns one violation of a message. */
export const no = (propriedade: string, razao: string, valor: unknown): Violation => ({
  razao,
  propriedade,
  valor: shown(valor),
});

/** Keys of the DICT: e-mail, phone, CPF, CNPJ or random key. */
export const isPixKey = (key: string): boolean =>
  key.length <= 77 &&
  [
    /^[^\s@]+@[^\s@]+$/,
    /^\+[1-9]\d{10,13}$/,
    /^\d{11}$/,
    /^[0-9A-Z]{14}$/,
    /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i,
  ].some((shape) => shape.test(key));

export const isTxid = (txid: string): boolean => /^[a-zA-Z0-9]{26,35}$/.test(txid);

const calendarViolations = (value: unknown): Violation[] => {
  if (!isObject(value)) return [no('cob.calendario', 'O objeto não respeita o schema.', value)];
  const seconds = value.expiracao ?? DAY_SECONDS;
  return Number.isInteger(seconds) && (seconds as number) > 0
    ? []
    : [no('cob.calendario.expiracao', 'O campo deve ser um inteiro maior que zero.', seconds)];
};

const amountViolations = (value: unknown): Violation[] => {
  const original = isObject(value) ? value.original : undefined;
  if (typeof original !== 'string' || !/^\d{1,10}\.\d{2}$/.test(original))
    return [no('cob.valor.original', 'O campo não respeita o schema.', original)];
  return Number(original) === 0 ? [no('cob.valor.original', 'O valor não pode ser zero.', original)] : [];
};

const keyViolations = (value: unknown): Violation[] =>
  typeof value === 'string' && isPixKey(value)
    ? []
    : [no('cob.chave', 'O campo não corresponde a uma chave DICT válida.', value)];

const debtorViolations = (value: unknown): Violation[] => {
  if (value === undefined) return [];
  const valid =
    isObject(value) &&
    isText(value.nome, 200) &&
    (value.cpf === undefined) !== (value.cnpj === undefined) &&
    (value.cpf === undefined || /^\d{11}$/.test(String(value.cpf))) &&
    (value.cnpj === undefined || /^[0-9A-Z]{14}$/.test(String(value.cnpj)));
  return valid ? [] : [no('cob.devedor', 'O objeto não respeita o schema.', value)];
};

const requestViolations = (value: unknown): Violation[] =>
  value === undefined || (typeof value === 'string' && value.length <= 140)
    ? []
    : [no('cob.solicitacaoPagador', 'O campo não respeita o schema.', value)];

const infoViolations = (value: unknown): Violation[] => {
  if (value === undefined) return [];
  const valid =
    Array.isArray(value) &&
    value.length <= 50 &&
    value.every((item) => isObject(item) && isText(item.nome, 50) && isText(item.valor, 200));
  return valid ? [] : [no('cob.infoAdicionais', 'O objeto não respeita o schema.', value)];
};

const locationViolations = (value: unknown): Violation[] =>
  value === undefined ? [] : [no('cob.loc.id', 'O location referenciado por loc.id inexiste.', value)];

const refuse = (violations: Violation[]): void => {
  if (violations.length > 0)
    throw new Problem(400, 'CobOperacaoInvalida', 'A cobrança não respeita o schema.', violations);
};

const termsFrom = (body: Json): ChargeTerms => {
  const valor = body.valor as ChargeTerms['valor'];
  return {
    calendario: { expiracao: ((body.calendario as Json).expiracao as number | undefined) ?? DAY_SECONDS },
    valor: {
      original: valor.original,
      ...(valor.modalidadeAlteracao === undefined ? {} : { modalidadeAlteracao: valor.modalidadeAlteracao }),
    },
    chave: body.chave as string,
    ...(body.devedor ? { devedor: body.devedor as Debtor } : {}),
    ...(body.solicitacaoPagador ? { solicitacaoPagador: body.solicitacaoPagador as string } : {}),
    ...(body.infoAdicionais ? { infoAdicionais: body.infoAdicionais as AdditionalInfo[] } : {}),
  };
};

/** Reads the body of a new charge. Throws 400 `CobOperacaoInvalida` with every violation found. */
export function readCharge(body: unknown): ChargeTerms {
  if (!isObject(body)) throw new Problem(400, 'RequisicaoInvalida', 'O corpo deve ser um objeto JSON.');
  refuse([
    ...calendarViolations(body.calendario),
    ...amountViolations(body.valor),
    ...keyViolations(body.chave),
    ...debtorViolations(body.devedor),
    ...requestViolations(body.solicitacaoPagador),
    ...infoViolations(body.infoAdicionais),
    ...locationViolations(body.loc),
  ]);
  return termsFrom(body);
}

/** A revision: either the removal of the charge, alone, or new terms. Throws 400 `CobOperacaoInvalida`. */
export function readRevision(body: unknown, current: ChargeTerms): 'remove' | ChargeTerms {
  if (!isObject(body)) throw new Problem(400, 'RequisicaoInvalida', 'O corpo deve ser um objeto JSON.');
  const { status, ...changes } = body;
  if (status === undefined) return readCharge({ ...current, ...changes });
  if (status !== 'REMOVIDA_PELO_USUARIO_RECEBEDOR')
    refuse([no('cob.status', 'O campo não respeita o schema.', status)]);
  if (Object.keys(changes).length > 0)
    refuse([no('cob.status', 'A remoção não pode vir junto com outras alterações.', status)]);
  return 'remove';
}

export const isRfc3339 = (text: string): boolean =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(z|[+-]\d\d:\d\d)$/i.test(text) && !Number.isNaN(Date.parse(text));

export interface Page {
  inicio: string;
  fim: string;
  paginaAtual: number;
  itensPorPagina: number;
}

const pageNumber = (text: string | undefined, fallback: number): number =>
  text === undefined ? fallback : /^\d{1,6}$/.test(text) ? Number(text) : Number.NaN;

/** Period and page of a list. Throws 400 of the given type. */
export function readPage(query: Record<string, string | undefined>, type: ProblemName): Page {
  const { inicio = '', fim = '' } = query;
  const paginaAtual = pageNumber(query['paginacao.paginaAtual'], 0);
  const itensPorPagina = pageNumber(query['paginacao.itensPorPagina'], 100);
  const violations = [
    ...(isRfc3339(inicio) ? [] : [no('inicio', 'O parâmetro não respeita o schema.', inicio)]),
    ...(isRfc3339(fim) ? [] : [no('fim', 'O parâmetro não respeita o schema.', fim)]),
    ...(Date.parse(fim) < Date.parse(inicio) ? [no('fim', 'O parâmetro é anterior a inicio.', fim)] : []),
    ...(query.cpf && query.cnpj ? [no('cpf', 'cpf e cnpj não podem vir juntos.', query.cpf)] : []),
    ...(Number.isNaN(paginaAtual)
      ? [no('paginacao.paginaAtual', 'O parâmetro é negativo ou inválido.', query['paginacao.paginaAtual'])]
      : []),
    ...(itensPorPagina >= 1 && itensPorPagina <= 1000
      ? []
      : [
          no(
            'paginacao.itensPorPagina',
            'O parâmetro deve estar entre 1 e 1000.',
            query['paginacao.itensPorPagina'],
          ),
        ]),
  ];
  if (violations.length > 0)
    throw new Problem(400, type, 'Os parâmetros da consulta são inválidos.', violations);
  return { inicio, fim, paginaAtual, itensPorPagina };
}
