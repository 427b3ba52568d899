import type { PersonName } from '@orbita/ui/person-name.ts';

/** Texts of every table (spec 25.3.4). */
export const tableTexts = {
  acts: 'Ações',
  from: 'De',
  until: 'Até',
  daysReversed: 'A data final vem antes da inicial.',
  application: 'Número da inscrição',
  choose: 'Escolher esta linha',
  choosePage: 'Escolher todos desta página',
  changed: '(mudou agora)',
  loading: 'Carregando…',
  changes: (count: number) => `${count} ${count === 1 ? 'mudança' : 'mudanças'}`,
  update: 'Atualizar',
  previous: 'Anterior',
  next: 'Próximas',
  size: 'Linhas por página',
  sizeOf: (rows: number) => `${rows} linhas`,
  row: 'linha',
  open: 'abrir',
  select: 'escolher',
  clear: 'Limpar filtros',
  noHits: 'Nada com estes filtros.',
  partial: 'Mostrando o que foi encontrado até aqui.',
  partialNone: 'Nada encontrado até aqui.',
  searchOn: 'Continuar procurando',
  total: (count: number, capped: boolean) =>
    capped ? `${count.toLocaleString('pt-BR')}+` : count.toLocaleString('pt-BR'),
  mine: 'Com você',
  claimed: (by: PersonName, since: string) => `Com ${by} desde ${since}`,
  decided: (by: PersonName, at: string) => `Decidido por ${by} às ${at}`,
  due: {
    over: (span: string) => `há ${span}`,
    soon: (span: string) => span,
    far: (span: string) => `em ${span}`,
  },
} as const;
