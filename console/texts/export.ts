import { EXPORT_LISTS, type ExportList } from '@orbita/domain/export';

const count = (of: number): string => of.toLocaleString('pt-BR');

/** Exported files of lists (spec 25.3.6). */
export const exportTexts = {
  export: 'Exportar',
  title: (list: ExportList) => `Exportar ${EXPORT_LISTS[list].label.toLowerCase()}`,
  lead: 'O arquivo leva as linhas da lista com os filtros de agora.',
  format: 'Formato',
  formats: { csv: 'CSV', xlsx: 'XLSX' },
  limit: 'A planilha XLSX comporta até 200.000 linhas.',
  columns: 'Colunas',
  personal: 'dado pessoal',
  noColumn: 'Escolha ao menos uma coluna.',
  reason: 'Por que você precisa dos dados pessoais?',
  reasonHelp: 'O motivo fica guardado com seu nome.',
  reasonShort: 'Escreva ao menos 3 letras.',
  make: 'Gerar arquivo',
  making: 'Gerando…',
  cancel: 'Cancelar',
  cancelling: 'Cancelando…',
  exports: 'Exportações',
  none: 'Nenhum arquivo ainda.',
  noneHelp: 'Abra uma lista e use “Exportar”.',
  again: 'Tentar novamente',
  download: 'Baixar',
  downloading: 'Baixando…',
  file: (list: ExportList, format: 'csv' | 'xlsx') => `${EXPORT_LISTS[list].label} · ${format.toUpperCase()}`,
  asked: (at: string) => `Pedido ${at}`,
  waiting: 'Na fila',
  running: (rows: number, estimated: number | null) =>
    estimated === null ? 'Preparando…' : `Preparando… ${count(rows)} de cerca de ${count(estimated)} linhas`,
  progress: (list: ExportList) => `${EXPORT_LISTS[list].label}: quanto está pronto`,
  ready: (at: string) => `Pronto até ${at}.`,
  rows: (rows: number) => (rows === 1 ? '1 linha' : `${count(rows)} linhas`),
  cancelled: 'Cancelado.',
  failed: 'Não foi possível gerar o arquivo.',
  expired: 'O arquivo expirou. Gere outro.',
  share: (percent: number) => `${percent}%`,
  key: 'Exportar a lista',
  lists: 'Listas',
} as const;
