import type { Scope } from '../staff/index.ts';

/** A column that can be chosen for an export. */
export type ExportColumn = {
  readonly key: string;
  readonly label: string;
  /** Identifies a person or their contacts, so it requires a reason and a recent sign-in (spec-console 25.3.6). */
  readonly personal?: true;
  /**
   * Scopes of which one is needed in addition to those of the list: data that somebody may not see on a page is not exported
   * either.
   */
  readonly parts?: readonly [Scope, ...Scope[]];
};

type Definition = {
  readonly label: string;
  /** Base of the file name. */
  readonly file: string;
  /** Scopes of which one opens the list; `exports` is also needed. */
  readonly parts: readonly [Scope, ...Scope[]];
  /** Belongs to the tenant, not to an institution: only people who hold the scopes for all institutions may export it. */
  readonly ofTenant?: true;
  readonly columns: readonly ExportColumn[];
};

/**
 * Lists that can be exported. Essays have no personal column and no application number, because the person exporting may be a
 * grader (spec-console 25.7).
 */
export const EXPORT_LISTS = {
  subscriptions: {
    label: 'Inscrições',
    file: 'inscricoes',
    parts: ['subscriptions.read'],
    columns: [
      { key: 'number', label: 'Inscrição' },
      { key: 'name', label: 'Nome', personal: true },
      { key: 'document', label: 'CPF ou documento', personal: true },
      { key: 'email', label: 'E-mail', personal: true },
      { key: 'cellPhone', label: 'Celular', personal: true },
      { key: 'institution', label: 'Instituição' },
      { key: 'course', label: 'Curso' },
      { key: 'pole', label: 'Polo' },
      { key: 'offer', label: 'Oferta' },
      { key: 'intake', label: 'Processo seletivo' },
      { key: 'status', label: 'Situação' },
      { key: 'waiting', label: 'Na situação desde' },
      { key: 'waits', label: 'Espera' },
      { key: 'waitsSince', label: 'Espera desde' },
      { key: 'created', label: 'Criada em' },
      { key: 'changed', label: 'Mudou em' },
      { key: 'birthDate', label: 'Nascimento', personal: true },
      { key: 'studentNumber', label: 'Número de matrícula', personal: true },
      { key: 'missing', label: 'Documentos que faltam', parts: ['documents.read'] },
      { key: 'grade', label: 'Nota', parts: ['essays.lead'] },
      { key: 'payment', label: 'Última cobrança', parts: ['payments.read'] },
      { key: 'amount', label: 'Valor da última cobrança (R$)', parts: ['payments.read'] },
      { key: 'campaign', label: 'Campanha' },
      { key: 'externalId', label: 'Número em outro sistema' },
    ],
  },
  documents: {
    label: 'Documentos',
    file: 'documentos',
    parts: ['documents.read'],
    columns: [
      { key: 'number', label: 'Documento' },
      { key: 'application', label: 'Inscrição' },
      { key: 'institution', label: 'Instituição' },
      { key: 'document', label: 'Nome do documento' },
      { key: 'stage', label: 'Pedido para' },
      { key: 'required', label: 'Obrigatório' },
      { key: 'state', label: 'Situação' },
      { key: 'waiting', label: 'Aguardando desde' },
      { key: 'due', label: 'Conferir até' },
      { key: 'changed', label: 'Mudou em' },
    ],
  },
  essays: {
    label: 'Redações',
    file: 'redacoes',
    parts: ['essays.grade', 'essays.lead'],
    columns: [
      { key: 'number', label: 'Redação' },
      { key: 'institution', label: 'Instituição' },
      { key: 'course', label: 'Curso' },
      { key: 'theme', label: 'Tema' },
      { key: 'attempt', label: 'Tentativa' },
      { key: 'state', label: 'Situação' },
      { key: 'round', label: 'Correção' },
      { key: 'delivered', label: 'Entregue em' },
      { key: 'due', label: 'Resultado até' },
      { key: 'timedOut', label: 'Entregue pelo fim do tempo' },
    ],
  },
  audit: {
    label: 'Auditoria',
    file: 'auditoria',
    parts: ['audit', 'privacy'],
    ofTenant: true,
    columns: [
      { key: 'number', label: 'Linha' },
      { key: 'at', label: 'Quando' },
      { key: 'who', label: 'Quem', personal: true },
      { key: 'role', label: 'Função' },
      { key: 'token', label: 'Token' },
      { key: 'act', label: 'O que fez' },
      { key: 'outcome', label: 'Resposta' },
      { key: 'subject', label: 'Endereço' },
      { key: 'times', label: 'Vezes' },
    ],
  },
} as const satisfies Record<string, Definition>;

export type ExportList = keyof typeof EXPORT_LISTS;
export const EXPORT_LIST_NAMES = Object.keys(EXPORT_LISTS) as [ExportList, ...ExportList[]];

export const EXPORT_FORMATS = ['csv', 'xlsx'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** `waiting` for the tenant's other exports to finish; only `ready` has a file. */
export const EXPORT_STATES = ['waiting', 'running', 'ready', 'failed', 'cancelled', 'expired'] as const;
export type ExportState = (typeof EXPORT_STATES)[number];

/** Minimum and maximum length in characters of the reason for exporting personal columns. */
export const EXPORT_REASON = { least: 3, most: 200 } as const;

/** Columns of any list, in order. */
export const columnsOf = (list: ExportList): readonly ExportColumn[] => EXPORT_LISTS[list].columns;

/** Whether a list belongs to the tenant and not to an institution. */
export const isOfTenant = (list: ExportList): boolean => 'ofTenant' in EXPORT_LISTS[list];

/** The chosen columns in the order of the list, without duplicates; undefined when a key is not one of its columns. */
export function chosenColumns(list: ExportList, keys: readonly string[]): ExportColumn[] | undefined {
  const known = columnsOf(list);
  if (keys.some((key) => !known.some((column) => column.key === key))) return undefined;
  return known.filter(({ key }) => keys.includes(key));
}

/** Name of the file: the list and the day of the request, `YYYY-MM-DD`, and nothing about the filters. */
export const exportFileName = (list: ExportList, day: string, format: ExportFormat): string =>
  `orbita-${EXPORT_LISTS[list].file}-${day}.${format}`;
