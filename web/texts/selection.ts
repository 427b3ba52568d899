import { formatDate } from '@orbita/domain/foundation';

const articleOf = (place: string): string => {
  if (/^(Campus|Polo|Centro)\b/.test(place)) return 'no';
  return /^Unidade\b/.test(place) ? 'na' : 'em';
};

/** Texts of the result (spec 9.4). */
export const selectionTexts = {
  approvedTitle: 'Parabéns! Você passou na seleção.',
  approvedLead: (course: string, place: string | null) =>
    place
      ? `Sua vaga em ${course}, ${articleOf(place)} ${place}, está esperando por você.`
      : `Sua vaga em ${course} está esperando por você.`,
  approvedPage: 'Resultado: aprovado(a)',
  rejectedTitle: 'Você não foi aprovado(a) desta vez.',
  rejectedPage: 'Resultado',
  rejectedLead: 'Isso não impede você de tentar outra vez.',
  forGoodLead: 'Se tiver dúvidas, fale com a instituição.',
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
  noAttempts: 'Você já usou todas as tentativas. Fale com a instituição.',
  plagiarism: 'A redação teve plágio, por isso não há nova tentativa nesta inscrição.',
  loading: 'Carregando o resultado',
} as const;

/** Texts of the review of a refusal (D-78). */
export const reviewTexts = {
  heading: 'Revisão da decisão',
  offer: (until: string) =>
    `Não concorda com o resultado? Até ${until} você pode pedir que outra pessoa da instituição reavalie a decisão. Dá para pedir uma vez.`,
  ask: 'Pedir revisão',
  dialog: 'Pedir revisão da decisão',
  dialogText:
    'Quem decidiu não participa da revisão, e a nota nunca diminui. A resposta sai em até 15 dias e avisamos por e-mail.',
  why: 'Por que a decisão deve ser revista?',
  send: 'Enviar pedido',
  sending: 'Enviando…',
  back: 'Voltar',
  byLink: (until: string) =>
    `Não concorda com o resultado? Até ${until} você pode pedir a revisão da decisão. Para pedir, entre com a sua conta.`,
  signIn: 'Entrar com a minha conta',
  asked: (date: string) => `Pedida em ${date}`,
  due: (date: string) => `Resposta até ${date}`,
  answered: (date: string) => `Respondida em ${date}`,
  said: 'Seu pedido',
  answer: 'Resposta da instituição',
  outcome: { granted: 'Decisão mudada', upheld: 'Decisão mantida' },
  states: { received: 'Recebida', 'in-review': 'Em análise', concluded: 'Concluída', denied: 'Negada' },
  score: (before: string, after: string) => `A nota mudou de ${before} para ${after}.`,
} as const;

const WEEKDAYS = [
  'domingo',
  'segunda-feira',
  'terça-feira',
  'quarta-feira',
  'quinta-feira',
  'sexta-feira',
  'sábado',
];

/** `20/01/2026, terça-feira`, of a day (`YYYY-MM-DD`). */
export const withWeekday = (day: string): string =>
  `${formatDate(day)}, ${WEEKDAYS[new Date(`${day}T12:00:00Z`).getUTCDay()]}`;

/** Texts of the test at the institution, booked or held (S-14). */
export const testTexts = {
  booked: { title: 'Prova marcada', text: 'Sua prova está marcada.' },
  held: {
    title: 'Prova em correção',
    text: 'Sua prova já passou.',
    next: 'Quando o resultado sair, mandamos um e-mail. Pode fechar a página.',
  },
  mayMove: (date: string, hour: string, left: number) =>
    `Não pode nesse dia? Você pode reagendar até ${date}, ${hour} (${left === 1 ? 'mais uma vez' : `mais ${left} vezes`}).`,
  noneLeft: 'Você já reagendou a prova todas as vezes possíveis.',
  tooLate: 'O prazo para reagendar terminou.',
  move: 'Reagendar',
  date: 'Data',
  hour: 'Horário',
  place: 'Local',
  address: 'Endereço',
  bring: 'O que levar',
  bringWhat: 'RG ou outro documento com foto e caneta azul ou preta',
} as const;

/** Texts of the choice of a slot (S-14). */
export const bookTexts = {
  title: 'Agendar prova',
  lead: 'Escolha onde e quando quer fazer a prova.',
  moveTitle: 'Reagendar prova',
  now: (date: string, hour: string, place: string) =>
    `Sua prova está marcada para ${date}, ${hour}, ${place}. Ela só muda quando você confirmar.`,
  back: 'Voltar sem mudar',
  more: (count: number) => (count === 1 ? 'Ver mais 1 horário' : `Ver mais ${count} horários`),
  closed: { full: 'Lotado', own: 'Seu horário atual' },
  send: 'Confirmar agendamento',
  sending: 'Confirmando…',
  failed: 'Não foi possível salvar o agendamento.',
  loading: 'Carregando os horários',
  loadFailed: 'Não foi possível carregar os horários.',
  empty: 'Não há horários livres agora. Tente mais tarde.',
  refresh: 'Atualizar horários',
  refreshing: 'Atualizando…',
  elsewhere: 'Há horários em outros locais',
  elsewhereChange: 'Para fazer a prova em outro local, escolha outro polo na sua inscrição.',
  elsewhereAsk: 'Para fazer a prova em outro local, fale com a instituição.',
} as const;

/** Texts of the test in a calendar (S-14). */
export const calendarTexts = {
  heading: 'Adicionar ao calendário',
  google: 'Google Agenda',
  outlook: 'Outlook.com',
  file: 'Baixar arquivo (.ics)',
  newTab: '(abre em outra aba)',
  fileName: 'prova.ics',
  title: (course: string) => `Prova – ${course}`,
  bring: (what: string) => `O que levar: ${what}.`,
  end: 'Confirme com a instituição a hora do término.',
  number: (id: number) => `Inscrição nº ${id}`,
} as const;

/** Texts of the ENEM score (S-15). */
export const examTexts = {
  title: 'Nota do ENEM',
  lead: 'Com o número de inscrição e o ano, buscamos a sua nota.',
  registration: 'Número de inscrição do ENEM',
  registrationHint: 'São 12 números: veja no seu boletim do ENEM.',
  year: 'Ano do ENEM',
  select: 'Selecione',
  truth: 'Declaro que as informações são verdadeiras',
  ask: 'Consultar minha nota',
  asking: 'Consultando…',
  left: (count: number) =>
    count === 1 ? 'Esta é a sua última consulta.' : `Você ainda pode fazer ${count} consultas.`,
  noneLeft: 'Você já usou todas as consultas desta inscrição.',
  back: 'Voltar',
  again: 'Consultar de novo',
  options: 'Outras opções',
  analysing: {
    title: 'Nota do ENEM em análise',
    text: 'Estamos verificando sua nota.',
    next: 'A análise leva cerca de 20 minutos. Pode fechar a página.',
  },
  late: {
    title: 'Nota do ENEM em análise',
    text: 'A análise está demorando mais do que o previsto.',
    next: 'Avisaremos por e-mail.',
  },
  expected: 'Tempo restante da análise',
  notFound: {
    title: 'Nota do ENEM não encontrada',
    text: 'Não encontramos sua nota do ENEM.',
    next: 'Confira o número de inscrição e o ano.',
  },
  usedUp: {
    title: 'Nota do ENEM',
    text: 'Você já usou todas as consultas da nota do ENEM.',
    next: 'Escolha outra forma de ingresso ou fale com a instituição.',
  },
  failed: 'Não foi possível consultar sua nota do ENEM. Tente de novo.',
  bulletin:
    'Confira o número e o ano e consulte de novo, ou envie o boletim: com ele a instituição analisa sua nota.',
  bulletinOnly: 'Envie o boletim: a instituição vê nele a sua nota.',
  byBulletin: 'Enviar o boletim',
  waiting: 'Aguardando o resultado…',
  loading: 'Carregando a nota do ENEM',
  losingLookUp: 'A consulta que está aberta vai parar. Ela não conta como usada.',
  losingResult: 'A consulta feita não vale mais nesta inscrição, mas conta como usada.',
  average: 'Média',
  outOf: 'de 1.000',
  table: (year: number | null) => (year === null ? 'Notas do ENEM' : `Notas do ENEM ${year}`),
  essayZero: 'A redação do ENEM teve nota zero, e isso elimina.',
  belowMinimum: 'Sua nota do ENEM não alcançou o mínimo deste processo.',
} as const;

/** Texts of the change to another form of ingress (spec 9.2). */
export const switchTexts = {
  to: {
    'online-essay': 'Prefiro fazer a redação online',
    'exam-score': 'Usar minha nota do ENEM',
  },
  title: 'Trocar a forma de ingresso?',
  confirm: 'Trocar',
  keep: 'Voltar',
  changing: 'Trocando…',
  failed: 'Não foi possível trocar a forma de ingresso. Tente de novo.',
  losingEssay:
    'A redação feita não vale mais nesta inscrição. As tentativas que você usou contam do mesmo jeito.',
  losingScore: 'A nota do ENEM deixa de valer nesta inscrição. As consultas usadas continuam contando.',
} as const;
