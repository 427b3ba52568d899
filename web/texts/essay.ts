/** Texts of the online essay (spec 10.3). */
export const essayTexts = {
  rulesTitle: 'Antes de começar',
  rulesLead: 'Leia com calma. O relógio só anda depois que você iniciar.',
  rules: ({
    minutes,
    minWords,
    maxWords,
    maxCharacters,
  }: {
    minutes: number;
    minWords: number;
    maxWords: number;
    maxCharacters: number;
  }) => [
    {
      title: `Tempo total: ${minutes} minutos`,
      note: 'De uma vez só: o relógio não para se você fechar a página.',
    },
    {
      title: `De ${minWords} a ${maxWords} palavras`,
      note: `Até ${maxCharacters.toLocaleString('pt-BR')} caracteres, com título.`,
    },
    { title: 'O tema aparece no início', note: 'O sorteio é feito quando você começa.' },
    { title: 'O texto é seu', note: 'Plágio zera a nota e não permite nova redação.' },
    { title: 'Salvamos enquanto você escreve', note: 'Se a conexão cair, o texto fica guardado aqui.' },
    { title: 'Resultado em até 24 horas', note: 'Avisamos por e-mail assim que sair.' },
  ],
  required: 'Obrigatório.',
  agree: 'Li e concordo com as regras da redação',
  start: 'Iniciar redação',
  starting: 'Iniciando…',
  startFailed: 'Não foi possível iniciar a redação. Tente de novo.',
  noAttempts: 'Você já usou todas as tentativas. Fale com a instituição.',
  attemptsLeft: (count: number) =>
    count === 1 ? 'Esta é a sua última tentativa.' : `Você tem ${count} tentativas.`,
  loading: 'Carregando a redação',

  runningTitle: 'Sua redação está em andamento',
  runningLead: 'O texto está salvo e o relógio continua correndo.',
  continue: 'Continuar redação',
  timeLeft: 'Tempo restante',
  endsAt: (time: string) => `Termina às ${time}`,
  received: 'Sua redação chegou! O resultado sai em até 24 horas.',
  late: 'A correção está demorando mais que o normal. Quando o resultado sair, mandamos um e-mail.',
  analysisTitle: 'Redação em análise',
  mayLeave: 'Pode fechar a página. A resposta sai aqui e vai por e-mail.',
  waiting: 'Aguardando o resultado…',
  deliveredAt: 'Entregue em',
  expectedBy: 'Resultado até',
  seeText: 'Ver meu texto',

  timeOver: 'O tempo acabou.',
  delivered: 'Seu último texto salvo foi entregue para correção.',
  notDelivered: 'Seu texto não foi enviado.',
  followResult: 'Acompanhar o resultado',
  startAnew: 'Iniciar nova redação',
  discardTitle: 'Iniciar nova redação?',
  discard: 'Vamos apagar o texto que você entregou. Quer mesmo?',
  attemptsAfter: (left: number) =>
    left === 1
      ? 'A que você fez conta: a próxima é a última.'
      : `A que você fez conta. Você ainda tem ${left}.`,
  keepDelivered: 'Manter o texto entregue',

  pageTitle: 'Redação',
  editorTitle: 'Redação do vestibular online',
  title: 'Título',
  essay: 'Redação',
  theme: 'Tema',
  placeholder: 'Escreva seu texto aqui.',
  counts: 'Contagem da redação',
  words: (count: number) => `${count.toLocaleString('pt-BR')} ${count === 1 ? 'palavra' : 'palavras'}`,
  wordRange: (min: number, max: number) => `(mínimo ${min}, máximo ${max})`,
  characters: (count: number, max: number) =>
    `${count.toLocaleString('pt-BR')} de ${max.toLocaleString('pt-BR')} caracteres`,

  courseFacts: 'Dados da inscrição',
  courseFactsFailed: 'Não foi possível carregar os dados da inscrição.',
  course: 'Curso',

  saveFailed: 'Não foi possível salvar. Vamos tentar de novo.',
  keptWaits: 'Guardado aqui. Para finalizar, espere a conexão.',
  savedWaits: 'Tudo salvo. Para finalizar, espere a conexão.',
  tooLong: 'Não salvo: o texto passou do limite.',

  stale: 'Sua redação foi aberta em outra janela.',
  staleHelp: 'Continue lá, ou traga para esta janela o texto que está salvo.',
  takeOver: 'Continuar nesta janela',
  other: 'Há um texto diferente guardado nesta janela.',
  otherHelp: 'O texto abaixo é o que está salvo. Você pode trocar pelo desta janela.',
  useOther: 'Usar o texto desta janela',
  keepServer: 'Manter o texto salvo',

  timeOverHelp: 'O texto não pode mais mudar. Esta página avança sozinha em instantes.',
  finished: 'Sua redação já foi finalizada.',
  timeIsUp: 'O tempo acabou. Vamos mandar seu último texto.',

  finish: 'Finalizar',
  finishRest: ' redação',
  finishTitle: 'Finalizar redação?',
  finishWarning: 'Depois de finalizar você não poderá alterar o texto.',
  finishLeft: (time: string) => `Ainda restam ${time}. O resultado sai em até 24 horas.`,
  finishYes: 'Finalizar redação',
  finishing: 'Finalizando…',
  finishNo: 'Continuar escrevendo',
  finishWaits: 'Sem conexão não dá para finalizar. O texto fica aqui.',
  finishFailed: 'Não foi possível finalizar a redação. Tente de novo.',

  back: 'Voltar à inscrição',
  readOnlyLead: 'Este texto não pode mais ser alterado.',
  empty: 'Nenhum texto foi salvo.',
} as const;
