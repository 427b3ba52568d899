/** What the candidate does next, as shown on their page: one button and one sentence (spec 7.2). */
export const nextTexts = {
  essay: { action: 'Fazer redação', next: 'Agora é a vez da redação. Reserve 1 hora.' },
  test: { action: 'Agendar prova', next: 'Escolha o dia e a hora da sua prova.' },
  exam: { action: 'Informar nota do ENEM', next: 'Informe sua nota do ENEM e entre na seleção.' },
  selectionDocuments: {
    action: 'Enviar documentos',
    next: 'Faltam os documentos da inscrição. Mande por aqui.',
  },
  start: { action: 'Continuar', next: 'Siga de onde parou.' },
  essayInReview: {
    action: 'Acompanhar',
    next: 'Sua redação chegou! O resultado sai em até 24 horas.',
  },
  examInReview: {
    action: 'Acompanhar',
    next: 'Estamos vendo sua nota do ENEM. Leva cerca de 20 minutos.',
  },
  testInReview: {
    action: 'Acompanhar',
    next: 'Sua prova já passou. Quando o resultado sair, mandamos um e-mail.',
  },
  documentsInReview: {
    action: 'Ver documentos',
    next: 'Já temos seus documentos. Quando a resposta sair, mandamos um e-mail.',
  },
  interviewAwaited: {
    action: 'Ver entrevista',
    next: 'Seu pedido de entrevista já chegou ao curso. Veja como está.',
  },
  inReview: {
    action: 'Acompanhar',
    next: 'Seus dados chegaram. Quando a resposta sair, mandamos um e-mail.',
  },
  scheduled: { action: 'Ver prova', next: 'Sua prova está marcada. Confira o local e o que levar.' },
  approved: { action: 'Ver resultado', next: 'O resultado saiu. Veja e complete seus dados.' },
  data: { action: 'Continuar', next: 'Complete seus dados e aceite o contrato.' },
  termsAccepted: { action: 'Continuar', next: 'Contrato aceito. Agora é a matrícula.' },
  documents: { action: 'Enviar documentos', next: 'Mande os documentos que faltam para a matrícula.' },
  payment: { action: 'Pagar', next: 'Falta o primeiro pagamento. Com ele, a vaga é sua.' },
  waitingPayment: { action: 'Ver pagamento', next: 'Falta o banco confirmar que você pagou.' },
  paymentFailure: { action: 'Pagar', next: 'O pagamento não deu certo. Tente de novo.' },
  tax: { action: 'Pagar', next: 'Falta a taxa de inscrição.' },
  enrolled: { action: 'Ver matrícula', next: 'Tudo certo. Sua matrícula foi concluída.' },
  classesStart: (when: string) => `Tudo certo. As aulas começam em ${when}.`,
  blocked: {
    action: 'Ver detalhes',
    next: 'A inscrição está bloqueada e não pode seguir. Fale com a instituição.',
  },
  unqualified: { action: 'Ver resultado', next: 'O resultado saiu. Veja suas opções.' },
  manualPayment: { action: 'Acompanhar', next: 'Estamos conferindo seu pagamento.' },
  pendingCancel: {
    action: 'Ver cancelamento',
    next: 'Seu pedido para cancelar está em análise.',
  },
  canceled: { action: 'Ver detalhes', next: 'Sua inscrição foi cancelada.' },
  information: { action: 'Completar dados', next: 'Faltam alguns dados seus.' },
  questionnaire: { action: 'Responder questionário', next: 'Responda o questionário da seleção.' },
  interview: { action: 'Marcar entrevista', next: 'Diga quando podemos conversar com você.' },
  chooseClass: { action: 'Escolher turma', next: 'Escolha a turma em que você vai estudar.' },
  expired: 'O prazo do seu processo terminou.',
  processing: { action: 'Ver detalhes', next: 'Sua inscrição está em andamento.' },
} as const;

/** Sentence about refused documents, for portal, page and message: "Histórico escolar: precisamos de um novo arquivo." */
export const newFileText = (names: readonly string[]): string => {
  const [first = '', second] = names;
  if (second === undefined) return `${first}: precisamos de um novo arquivo.`;
  const which = names.length === 2 ? `${first} e ${second}` : `${names.length} documentos`;
  return `${which}: precisamos de um novo arquivo de cada.`;
};
