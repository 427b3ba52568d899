/** Texts of the result (spec 9.4). */
export const selectionTexts = {
  approvedTitle: 'Parabéns! Você foi aprovado(a) no processo seletivo.',
  approvedLead: (course: string, place: string | null) =>
    place
      ? `Sua vaga em ${course}, ${/^(Campus|Polo|Centro)\b/.test(place) ? 'no' : 'em'} ${place}, está esperando por você.`
      : `Sua vaga em ${course} está esperando por você.`,
  approvedPage: 'Resultado: aprovado(a)',
  rejectedTitle: 'Você não foi aprovado(a) desta vez.',
  rejectedPage: 'Resultado',
  rejectedLead: 'Isso não impede você de tentar outra vez.',
  essayScore: 'Nota da redação',
  outOf: 'de 1.000',
  feedback: 'Comentário da banca',
  reason: 'Motivo',
  until: 'Matrícula até',
  left: (count: number) => (count === 1 ? 'Falta 1 passo' : `Faltam ${count} passos`),
  steps: {
    data: { title: 'Seus dados', note: 'Cerca de 5 minutos. Tenha o CEP e o RG por perto.' },
    class: { title: 'Sua turma', note: 'Escolha o melhor horário para você.' },
    payment: { title: 'Primeiro pagamento', note: 'Pode ser feito por outra pessoa.' },
    documents: { title: 'Documentos', note: 'Fotos pelo celular servem.' },
  } as Record<string, { title: string; note: string }>,
  continue: 'Continuar matrícula',
  newEssay: 'Fazer nova redação',
  newEssayBusy: 'Abrindo…',
  newSubscription: 'Fazer nova inscrição',
  noAttempts: 'Você atingiu o limite de tentativas. Fale com a instituição.',
  plagiarism: 'A redação teve plágio, por isso não há nova tentativa nesta inscrição.',
  loading: 'Carregando o resultado',
} as const;
