const grouped = (count: number): string => String(count).replace(/\B(?=(\d{3})+$)/g, '.');
const counted = (count: number, capped: boolean): string => `${grouped(count)}${capped ? '+' : ''}`;

/** Words of the daily message (spec 25.19, NE-04). */
export const digestTexts = {
  summary: (items: number, capped: boolean) =>
    items === 1 ? '1 item espera a equipe.' : `${counted(items, capped)} itens esperam a equipe.`,
  waiting: (count: number, capped: boolean) =>
    count === 1 ? '1 espera' : `${counted(count, capped)} esperam`,
  late: (count: number) => `${count} fora do prazo`,
  atRisk: (count: number) => `${count} perto do prazo`,
  uncounted: 'não foi possível contar',
} as const;
