import { isCnpj, isCpf, isRealDay } from '@orbita/domain/foundation';
import { BankProblem, type Violation } from './problem.ts';
import type { SlipTerms } from './types.ts';

type Json = Record<string, unknown>;
type Test = (value: unknown) => boolean;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const text =
  (least: number, most: number): Test =>
  (value) =>
    typeof value === 'string' && value.length >= least && value.length <= most;
const optional =
  (test: Test): Test =>
  (value) =>
    value === undefined || test(value);
const number =
  (least: number, most: number): Test =>
  (value) =>
    typeof value === 'number' && value >= least && value <= most;
const matching =
  (shape: RegExp): Test =>
  (value) =>
    typeof value === 'string' && shape.test(value);
const one =
  (...values: string[]): Test =>
  (value) =>
    typeof value === 'string' && values.includes(value);

const isDocument: Test = (value) => typeof value === 'string' && (isCpf(value) || isCnpj(value));
const isDay: Test = (value) => typeof value === 'string' && isRealDay(value);
const isWays: Test = (value) => Array.isArray(value) && value.includes('BOLETO');

const PAYER: Record<string, Test> = {
  cpfCnpj: isDocument,
  tipoPessoa: one('FISICA', 'JURIDICA'),
  nome: text(1, 100),
  endereco: text(1, 100),
  numero: optional(text(0, 10)),
  complemento: optional(text(0, 30)),
  bairro: optional(text(0, 60)),
  cidade: text(1, 60),
  uf: matching(/^[A-Z]{2}$/),
  cep: matching(/^[0-9]{8}$/),
};
const DISCOUNT: Record<string, Test> = {
  codigo: one('VALORFIXODATAINFORMADA', 'PERCENTUALDATAINFORMADA'),
  quantidadeDias: number(0, 60),
  valor: optional(number(0.01, 99_999_999.99)),
  taxa: optional(number(0.01, 99.99)),
};
const MESSAGE: Record<string, Test> = Object.fromEntries(
  [1, 2, 3, 4, 5].map((line) => [`linha${line}`, optional(text(0, 78))]),
);
const TERMS: Record<string, Test> = {
  seuNumero: text(1, 15),
  valorNominal: number(2.5, 99_999_999.99),
  dataVencimento: isDay,
  numDiasAgenda: number(0, 60),
  formasRecebimento: optional(isWays),
};

const violations = (value: unknown, tests: Record<string, Test>, path: string): Violation[] => {
  if (!isObject(value)) return [{ razao: 'O objeto é obrigatório.', propriedade: path }];
  return Object.entries(tests)
    .filter(([name, test]) => !test(value[name]))
    .map(([name]) => ({ razao: 'O campo não respeita o schema.', propriedade: `${path}.${name}` }));
};

const within = (value: unknown, tests: Record<string, Test>, path: string): Violation[] =>
  value === undefined ? [] : violations(value, tests, path);

/** The terms of a new slip. Throws 400 with everything that the API would refuse. */
export function readTerms(body: unknown, today: string): SlipTerms {
  const given = isObject(body) ? body : {};
  const found = [
    ...violations(body, TERMS, 'cobranca'),
    ...violations(given.pagador, PAYER, 'cobranca.pagador'),
    ...within(given.desconto, DISCOUNT, 'cobranca.desconto'),
    ...within(given.mensagem, MESSAGE, 'cobranca.mensagem'),
  ];
  if (isDay(given.dataVencimento) && String(given.dataVencimento) < today)
    found.push({ razao: 'A data já passou.', propriedade: 'cobranca.dataVencimento' });
  if (found.length > 0)
    throw new BankProblem(400, 'Requisição inválida', 'Um ou mais campos não respeitam o schema.', found);
  return { formasRecebimento: ['BOLETO', 'PIX'], ...given } as SlipTerms;
}

export interface Search {
  from: string;
  to: string;
  by: 'VENCIMENTO' | 'EMISSAO' | 'PAGAMENTO';
  page: number;
  size: number;
}

const whole = (value: string | undefined, fallback: number, most: number): number => {
  const given = value === undefined ? fallback : Number(value);
  return Number.isInteger(given) && given >= 0 && given <= most ? given : Number.NaN;
};

/** Period and page of a list. Throws 400 for what the API would refuse. */
export function readSearch(query: Record<string, string | undefined>): Search {
  const { dataInicial = '', dataFinal = '', filtrarDataPor = 'VENCIMENTO' } = query;
  const page = whole(query['paginacao.paginaAtual'], 0, 1_000_000);
  const size = whole(query['paginacao.itensPorPagina'], 100, 1_000);
  const isBy = one('VENCIMENTO', 'EMISSAO', 'PAGAMENTO')(filtrarDataPor);
  if (
    !isDay(dataInicial) ||
    !isDay(dataFinal) ||
    dataInicial > dataFinal ||
    !isBy ||
    Number.isNaN(page) ||
    !size
  )
    throw new BankProblem(400, 'Requisição inválida', 'Período ou paginação inválidos.');
  return { from: dataInicial, to: dataFinal, by: filtrarDataPor as Search['by'], page, size };
}

/** The address of a webhook. The bank itself accepts only https; here the product may run on this machine without it. */
export function readWebhookUrl(body: unknown): string {
  const url = isObject(body) ? body.webhookUrl : undefined;
  if (typeof url === 'string' && URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)) return url;
  throw new BankProblem(400, 'Requisição inválida', 'O webhook não é um endereço.', [
    { razao: 'O campo não respeita o schema.', propriedade: 'webhook.webhookUrl' },
  ]);
}
