import type { Cell } from '../export/index.ts';
import { formatDate } from '../foundation/index.ts';
import { leftOf } from './findings.ts';
import type { FunnelRow } from './funnel.ts';
import type { CampaignRow, DailyRow, VacancyRow } from './kinds.ts';

/** Figures as the API returns them. */
export type Figures =
  | { report: 'daily'; before: string | null; rows: readonly DailyRow[] }
  | { report: 'funnel'; created: number; enrolled: number; rows: readonly FunnelRow[] }
  | { report: 'vacancies'; rows: readonly VacancyRow[] }
  | { report: 'campaigns'; rows: readonly CampaignRow[] };

/** A table of figures: headings and cells, texts before numbers. */
export type FigureTable = { heads: readonly string[]; rows: readonly (readonly Cell[])[] };

/** Share rounded to a whole percentage; null when the total is zero. */
const hundredths = (part: number, whole: number): number | null =>
  whole === 0 ? null : Math.round((part / whole) * 100);

const OTHERS = '(outras)';
const campaignCells = ({ channel, campaign, others, created, ...counts }: CampaignRow): Cell[] => [
  others ? OTHERS : (channel ?? '(sem canal)'),
  others ? OTHERS : (campaign ?? '(sem campanha)'),
  ...[created, counts.approved, counts.paid, counts.enrolled],
  hundredths(counts.enrolled, created),
];

/** The figures as a table, for people who cannot read a chart and for the file: page and CSV show the same table. */
export function tableOf(figures: Figures): FigureTable {
  switch (figures.report) {
    case 'daily': {
      const { before, rows } = figures;
      const compared = before !== null;
      return {
        heads: ['Dia', 'Inscrições', ...(compared ? [`Mesmo dia de ${before}`] : [])],
        rows: rows.map((row) => [formatDate(row.day), row.created, ...(compared ? [row.before] : [])]),
      };
    }
    case 'funnel':
      return {
        heads: ['Etapa', 'Chegaram', 'Estão aqui', 'Pararam aqui', 'Seguiram (%)'],
        rows: figures.rows.map(({ step, label, reached, here, ended }) => [
          label,
          ...[reached, here, ended],
          step === 'enrolled' ? null : hundredths(reached - here - ended, reached),
        ]),
      };
    case 'vacancies':
      return {
        heads: ['Curso', 'Polo', 'Instituição', 'Vagas', 'Ocupadas', 'Restam'],
        rows: figures.rows.map((row) => [
          ...[row.course, row.pole, row.institutionCode, row.vacancies, row.taken],
          leftOf(row).left,
        ]),
      };
    case 'campaigns':
      return {
        heads: [
          'Canal',
          'Campanha',
          'Inscrições',
          'Aprovadas',
          'Pagaram',
          'Matriculadas',
          'Matriculadas (%)',
        ],
        rows: figures.rows.map(campaignCells),
      };
  }
}
