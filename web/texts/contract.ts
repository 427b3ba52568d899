import type { PersonName } from '@orbita/ui/person-name.ts';

/** Texts of the public page that verifies an accepted contract (spec 13.9). */
export const verifyTexts = {
  title: 'Verificar contrato',
  lead: 'Digite o código que está na última página do contrato em PDF. A consulta não mostra dados pessoais.',
  code: 'Código de verificação',
  hint: 'São 28 letras e números. Tanto faz maiúscula ou minúscula, com ou sem espaço.',
  wrong: 'O código tem 28 letras e números. Confira se copiou todos.',
  verify: 'Verificar',
  another: 'Verificar outro código',
  loading: 'Verificando o código',
  failed: 'Não foi possível verificar o código. Tente de novo.',
  unknown: 'Não encontramos nenhum contrato com este código.',
  unknownHelp:
    'Confira o código e o endereço do site. Cada instituição só mostra os seus contratos: use o endereço que está no PDF.',
  valid: 'Este aceite é válido.',
  void: (when: string) => `Este aceite perdeu a validade em ${when}.`,
  voidHelp: 'A inscrição mudou depois do aceite. Peça à instituição ou ao candidato o contrato mais recente.',
  institution: 'Instituição',
  contract: 'Contrato e versão',
  acceptedAt: 'Momento do aceite',
  details: 'Ver detalhes técnicos',
  hash: 'SHA-256 do texto',
  compare: 'Compare estes dados com os da última página do contrato.',
} as const;

/** Texts of the review and the contract (spec 13.3); those shared with the server are in the domain. */
export const contractTexts = {
  pageTitle: 'Revisão e contrato',
  title: 'Confira e aceite o contrato',
  lead: 'Está tudo certo? Ainda dá para mudar.',
  course: 'Curso',
  classStart: 'Início das aulas',
  classRules: 'Você escolhe depois do contrato. A vaga fica com você enquanto paga.',
  disciplines: 'Disciplinas',
  personal: 'Dados pessoais',
  schooling: 'Escolaridade e endereço',
  guardian: 'Responsável financeiro',
  edit: 'Editar',
  /** Shorter than the form's labels, for use beside the other answers of a group. */
  short: {
    birthDate: 'Nascimento',
    motherName: 'Mãe',
    conclusionYear: 'Conclusão em',
    fies: 'Quer usar FIES:',
  },
  kinds: { mandatory: 'Obrigatórias:', elective: 'Eletivas:', accepted: 'Aproveitadas:' },

  price: 'Valores',
  plan: (count: number, first: string, equal: boolean) =>
    count === 1
      ? `1 parcela de ${first}`
      : `${count} parcelas${equal ? ` de ${first}` : `, a primeira de ${first}`}`,
  discount: (value: string, whole: boolean) =>
    whole ? `− ${value} pagando em dia` : `− ${value} em cada uma paga em dia`,
  voucher: (value: string) => `− ${value} com o seu cupom`,
  noInterest: 'Sem juros',
  total: 'no total',
  totalInTime: 'pagando em dia',
  pricesLoading: 'Carregando os valores',

  read: 'Ler contrato',
  contract: 'Contrato',
  contractText: 'Texto do contrato',
  toTheEnd: 'Role até o fim para poder aceitar.',
  seenWhole: 'Você chegou ao fim do contrato.',
  end: 'Fim do contrato.',
  print: 'Imprimir',
  readFirst: 'Leia o contrato até o fim para poder aceitar.',
  required: 'Obrigatório.',
  place:
    'Ao aceitar, o navegador pode perguntar onde você está. Isso fica guardado como prova do aceite. Se não quiser, é só dizer não.',
  withdrawal: 'Você tem 7 dias para desistir com devolução total.',
  acceptance: 'Aceite do contrato',
  accept: 'Aceitar contrato',
  locating: 'Localizando…',
  accepting: 'Enviando…',
  failed: 'Não foi possível confirmar o aceite. Tente de novo.',
  missingTitle: 'Faltam dados para aceitar o contrato:',
  missing: {
    personal: 'Dados pessoais',
    schooling: 'Escolaridade e endereço',
    guardian: 'Responsável financeiro',
    disciplines: 'Disciplinas',
  },
  loading: 'Carregando o contrato',

  confirmTitle: 'Confirme o aceite',
  confirmOwn: 'Para ter certeza de que é você, mandamos um código para um contato que já temos.',
  confirmGuardian: (name: PersonName) =>
    `Quem aceita o contrato é ${name}, que responde pelo pagamento. Vamos mandar um código para essa pessoa.`,
  channel: {
    email: (masked: string) => `E-mail ${masked}`,
    sms: (masked: string) => `SMS ${masked}`,
  },
  noContact: 'Não há e-mail ou celular cadastrado para receber o código. Fale com a instituição.',
  confirmAndAccept: 'Confirmar e aceitar',
  confirming: 'Confirmando…',
  confirmAgain: 'Confirme o aceite com um novo código.',
} as const;
