/** "Corrigir dados" (spec 25.6.3). */
export const identityTexts = {
  title: 'Corrigir dados',
  name: 'Nome civil',
  birthDate: 'Nascimento',
  documentType: 'Documento para entrar',
  documentTypes: { cpf: 'CPF', rne: 'RNE', passport: 'Passaporte' },
  document: 'Número do documento',
  rg: 'RG',
  rgIssuer: 'Órgão emissor',
  rgState: 'UF',
  noState: 'Nenhuma',
  nothing: 'Mude ao menos um dado.',
  proof: 'O que prova o dado novo',
  proofs: {
    'identity-card': 'Documento de identidade',
    'civil-record': 'Certidão de nascimento ou casamento',
    'cpf-record': 'Comprovante do CPF',
    'foreign-document': 'Passaporte ou RNE',
    'court-order': 'Decisão da Justiça',
  },
  happens: 'Os dados mudam em todas as inscrições da pessoa.',
  happensDocument:
    'Os dados mudam em todas as inscrições da pessoa. Ela sai de onde estiver e entra com o documento novo. A senha continua a mesma.',
  locked: (at: string) =>
    `O contrato foi aceito em ${at}. O texto aceito fica como era, mesmo que estes dados mudem.`,
  without: 'Nenhuma mensagem: a pessoa não tem e-mail.',
} as const;

/** "Trocar curso ou polo" (spec 25.6.2). */
export const courseTexts = {
  title: 'Trocar curso ou polo',
  loading: 'Carregando os cursos…',
  course: 'Curso',
  courseHint: 'Só os cursos da mesma oferta que ainda têm vaga.',
  pole: 'Polo',
  poleMissing: 'Escolha o polo.',
  current: 'É onde a inscrição está',
  left: (count: number) => (count === 1 ? '1 vaga' : `${count} vagas`),
  none: 'Nenhum polo deste curso tem vaga agora.',
  happens:
    'A inscrição segue na mesma etapa, com o curso e o polo novos. Prova marcada em outro polo e disciplinas escolhidas são desfeitas.',
  happensAfterContract:
    'A inscrição volta para “Aprovado”. O contrato aceito perde o valor, as cobranças abertas são canceladas, e a vaga e a turma ficam livres. A pessoa aceita um contrato novo.',
  message: 'Nada agora. Na página dela, ela lê que a instituição fez a troca.',
  audience: 'A equipe vê na linha do tempo, com seu nome e o motivo.',
} as const;

/** "Agendar prova". */
export const testTexts = {
  title: 'Agendar prova',
  loading: 'Carregando os horários…',
  place: 'Local',
  date: 'Dia',
  hour: 'Horário',
  hourMissing: 'Escolha o horário.',
  full: 'Sem lugar',
  none: 'Nenhum horário aberto neste polo.',
  happens:
    'A pessoa fica com este horário. Se já tinha outro, ele fica livre, pelas mesmas regras de quando ela muda.',
  message: 'Um e-mail com dia, hora e local. Escolha o horário para ver.',
} as const;

/** "Consultar ENEM". */
export const examTexts = {
  title: 'Consultar ENEM',
  registration: 'Número de inscrição no ENEM',
  registrationHint: 'São 12 números.',
  year: 'Ano da prova',
  happens:
    'Pedimos a nota com o CPF da pessoa. A resposta pode levar alguns minutos, e ela aprova ou não a inscrição. A consulta conta nas tentativas.',
  message: 'Nada agora. Assim que a nota chega, ela recebe o resultado.',
} as const;

/** "Enviar documento". */
export const fileTexts = {
  title: 'Enviar documento',
  document: 'Documento',
  file: 'Arquivo',
  fileHint: 'PDF ou JPEG, até 30 MB.',
  fileMissing: 'Escolha o arquivo.',
  happens: 'O arquivo vai para a fila. Quem envia não aprova: outra pessoa da equipe olha.',
  message: 'Nada agora. Na página dela, ela lê que a instituição mandou o arquivo.',
  how: 'Como',
  byFile: 'Enviar um arquivo',
  byOther: 'Ele já consta em outro documento',
  says: (label: string) => `A pessoa diria: “${label}”.`,
  cover: 'Salvar',
  covering: 'Salvando…',
  happensCovered: (name: string) =>
    `Este documento fica dispensado quando “${name}” for aprovado; se já foi, fica agora. Se for recusado, volta a faltar.`,
  messageCovered: 'Nada agora. Na página dela, ela lê que a instituição fez a escolha.',
  covered: 'Documento marcado como já presente em outro.',
} as const;

/** "Escolher disciplinas". */
export const disciplineTexts = {
  title: 'Escolher disciplinas',
  loading: 'Carregando as disciplinas…',
  hours: (count: number) => `${count} horas`,
  none: 'Não há disciplina para escolher.',
  fixed: (names: readonly string[]) => `Já entram: ${names.join(', ')}.`,
  happens:
    'Estas disciplinas passam a valer para a matrícula. A escolha pode mudar até o aceite do contrato.',
  message: 'Nada agora. Na página dela, ela lê que a instituição fez a escolha.',
} as const;

/** "Responder questionário". */
export const questionnaireTexts = {
  title: 'Responder questionário',
  loading: 'Carregando o questionário…',
  part: 'Parte',
  section: (label: string, state: 'done' | 'missing' | 'empty') =>
    `${label}${{ done: ' · preenchida', missing: ' · falta', empty: '' }[state]}`,
  all: 'Enviar as respostas',
  row: (label: string, at: number) => `${label}, ${at}`,
  add: 'Mais um item',
  remove: (name: string) => `Tirar ${name}`,
  select: 'Escolha',
  month: 'mm/aaaa',
  save: 'Salvar parte',
  saving: 'Salvando…',
  saved: (label: string) => `Parte salva: ${label}.`,
  savedPart: (label: string) => `Parte salva: ${label}. Ainda falta o que está marcado.`,
  returned: 'A instituição devolveu com este pedido',
  happens: 'A parte fica salva no lugar do que a pessoa tinha escrito. Ela ainda pode mudar até o envio.',
  happensSent: 'As respostas seguem para a instituição e não mudam mais, a não ser que voltem com um pedido.',
  message: 'Nada agora. Na página dela, ela lê que a instituição fez.',
} as const;

/** "Recursos de acessibilidade". */
export const accommodationTexts = {
  title: 'Recursos de acessibilidade',
  loading: 'Carregando o pedido…',
  asked: (kinds: readonly string[]) => `A pessoa pediu: ${kinds.join(', ')}.`,
  nothingAsked: 'A pessoa não pediu nada na inscrição.',
  request: (kinds: readonly string[]) =>
    kinds.length > 0 ? `Pedido aberto: ${kinds.join(', ')}.` : 'Pedido aberto.',
  report: 'Diz que tem laudo e pode mandar depois.',
  answer: 'Resposta',
  grant: 'Conceder',
  refuse: 'Recusar',
  refuseVerb: 'Recusar pedido',
  refusing: 'Recusando…',
  reply: 'O que a pessoa lê',
  reason: 'Motivo, que a pessoa lê',
  reasonMissing: 'Escreva o motivo.',
  refuseHappens: 'O pedido fecha. A pessoa pode fazer outro antes de começar.',
  replied: 'A resposta aparece na página da redação ou da prova.',
  minutes: 'Minutos a mais para a redação',
  minutesWrong: 'De 0 a 60.',
  notes: 'Como a prova deve ser feita',
  notesHint: 'Só lê isto quem cuida de provas e redações.',
  happens: 'O tempo a mais vale para as próximas redações e também para a que está aberta agora.',
  message: 'Nada agora. Ela vê o tempo novo quando abre a redação.',
  audience: 'Quem cuida de provas e redações.',
} as const;

/** "Registrar análise de disciplinas". */
export const analysisTexts = {
  title: 'Registrar análise de disciplinas',
  loading: 'Carregando as disciplinas…',
  result: 'Resultado da análise',
  resultMissing: 'Escolha o resultado.',
  favourable: 'Favorável',
  unfavourable: 'Não favorável',
  accepted: 'Disciplinas que a pessoa já fez',
  term: 'Período em que ela começa',
  termWrong: 'De 1 a 20.',
  happens:
    'Com todos os documentos aprovados, a pessoa passa na seleção. Com algum em aberto, ela espera por ele.',
  happensNot: 'A inscrição fica onde está. Se for o fim, recuse depois, com o motivo.',
  message: 'Nada agora. Se ela passa, o resultado chega.',
  refuseNext: 'Análise registrada: não favorável. Se for o fim, recuse a inscrição.',
} as const;
