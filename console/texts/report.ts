import { inThousands } from '@orbita/domain/report';

/** Texts of E-09 (spec 25.13). */
export const reportTexts = {
  title: 'Painéis',
  intake: (code: string, before: string | null) =>
    before === null
      ? `Processo ${code}.`
      : `Processo ${code}, comparado com o mesmo dia do processo ${before}.`,
  noIntake: 'Nenhum processo seletivo começou ainda.',
  none: 'Ainda não há números para este período.',
  counting: (title: string) => `Contando: ${title}`,
  table: 'Ver tabela',
  hide: 'Esconder tabela',
  tableOf: (title: string) => `Tabela: ${title}`,
  file: 'Baixar CSV',
  fileOf: (title: string) => `Baixar CSV: ${title}`,
  saving: 'Baixando…',
  asOf: (hour: string) => `Contado até ${hour}`,
  mostRows: (shown: number, all: number) =>
    `As ${shown} primeiras linhas de ${inThousands(all)}. O CSV tem todas.`,
  titles: {
    daily: 'Inscrições por dia',
    funnel: 'Funil por etapa',
    vacancies: 'Vagas que restam',
    campaigns: 'Canais e campanhas',
  },
  lastDays: (days: number) => `No celular, os últimos ${days} dias.`,
  today: 'hoje',
  sameDay: (code: string) => `${code}, mesmo dia`,
  wentOn: 'seguiram',
  here: 'estão aqui',
  ended: 'pararam aqui',
  arrived: 'chegaram',
  most: 'onde mais param',
  taken: 'ocupadas',
  free: 'livres',
  left: (left: number, all: number) => ({ left: inThousands(left), all: `de ${inThousands(all)}` }),
  full: 'lotado',
  last: (left: number) => `últimas ${left}`,
  moreCourses: (count: number) =>
    count === 1 ? 'Mais 1 curso na tabela.' : `Mais ${count} cursos na tabela.`,
  notOfCampaign: 'Vagas não são de um dia nem de uma campanha: aqui esses filtros não contam.',
  enrolled: 'viraram matrícula',
  applied: 'inscrições',
  moreCampaigns: (count: number) =>
    count === 1 ? 'Mais 1 linha na tabela.' : `Mais ${count} linhas na tabela.`,
  noCampaign: 'sem campanha',
  otherCampaigns: 'outras',
  filters: 'Filtros',
  filter: 'Filtrar',
  clear: 'Limpar filtros',
  type: 'Tipo',
  anyType: 'Todos os tipos',
  campaign: 'Campanha',
  anyCampaign: 'Todas as campanhas',
  campaignIs: (name: string) => `Campanha: ${name}`,
  from: 'Inscrições desde',
  to: 'Inscrições até',
  since: (day: string) => `Desde ${day}`,
  until: (day: string) => `Até ${day}`,
  apply: 'Aplicar',
} as const;
