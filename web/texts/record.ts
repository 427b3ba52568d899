/** Texts of completed steps when they are reread (spec 8.4). */
export const recordTexts = {
  titles: {
    subscription: 'Sua inscrição',
    data: 'Seus dados e contrato',
    class: 'Sua turma',
  } as Partial<Record<string, string>>,
  doneAt: (when: string) => `Etapa pronta em ${when}. Aqui é só para ler.`,
  readOnly: 'Etapa pronta: aqui é só para ler.',
  backTo: (label: string) => `Voltar para ${label}`,
  back: 'Voltar à inscrição',
  loading: 'Carregando a etapa',
  failed: 'Não foi possível carregar estas informações.',

  number: 'Número da inscrição',
  course: 'Curso',
  classStart: 'Início das aulas',

  contract: 'Contrato',
  acceptedAt: 'Aceito em',
  seeContract: 'Ver contrato',
  opening: 'Abrindo…',

  noPayment: 'Não há pagamento nesta etapa.',
  noPaymentHelp: 'A instituição pode ter dispensado o valor.',
  paymentOf: (at: number, of: number) => (of === 1 ? 'Recibo' : `Recibo ${at}`),
  refunded: 'Devolvido',

  notSent: 'Opcional, não enviado',
  noDocuments: 'Não há documento para enviar.',

  essayEmpty: 'Não há redação aqui.',
  theme: 'Tema',
  deliveredAt: 'Entregue em',
  length: 'Tamanho',

  noTest: 'Não há prova marcada nesta inscrição.',
  registration: 'Número de inscrição no ENEM',
  year: 'Ano do ENEM',
  average: 'Média',
  noScore: 'Nenhuma nota do ENEM foi informada.',
  approved: 'Você passou na seleção.',
  printResult: 'Imprimir resultado',

  noAnswers: 'Nada foi respondido.',
  noInterview: 'Não houve entrevista marcada por aqui.',

  noClass: 'Você não escolheu turma.',
  className: 'Turma',
  shift: 'Turno',
  weekdays: 'Dias',
  hours: 'Horário',
  place: 'Local',
} as const;
