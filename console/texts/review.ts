/** Texts shared by all reviews, besides their own (spec 25.4). */
export const reviewTexts = {
  skip: 'Pular',
  giveBack: 'Soltar',
  following: 'Próximo',
  openNext: 'Abrir o próximo',
  cancel: 'Voltar',
  sending: 'Enviando…',
  waitsForLine: 'Sem conexão. A decisão será enviada quando ela voltar.',
  notSent: 'Sua decisão não foi enviada. Vale a decisão que está registrada.',
  nothingWritten: 'Nada foi gravado. Confira outra vez antes de decidir.',
  taken: 'Outra pessoa está com este item.',
  takenHelp: 'Sua decisão não foi enviada. Você pode assumir o item ou abrir outro.',
  open: 'Abrir inscrição',
  number: (id: number) => `nº ${id}`,
  course: 'Curso',
  application: 'Inscrição',
  place: 'Instituição',
  waiting: 'Espera desde',
  due: 'Prazo',
  skipped: 'Você pulou este item',
  start: 'Próximo',
  late: (late: number, atRisk: number) =>
    [
      ...(late > 0 ? [`${late} fora do prazo nesta página`] : []),
      ...(atRisk > 0 ? [`${atRisk} perto do prazo`] : []),
    ].join(' · '),
} as const;
