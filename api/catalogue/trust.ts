import type { ParameterName } from '@orbita/domain/tenancy';
import type { ConsoleEntry } from './console.ts';
import type { Entry, Kind, TenantEntry } from './model.ts';
import { free, money, spoken, type Table, type Touched, trust } from './touched.ts';

/** A decision for each field of an entry; a field without one doesn't compile. */
type Decided<E> = { readonly [F in keyof E & string]-?: Touched | Table };

const PARAMETERS = {
  AllowPoleUpdate: free,
  CourseChangeAfterContract: free,
  DisplayCampus: free,
  EnemCheckEnabled: free,
  DisciplineDocumentCheckEnabled: free,
  EnemOldestYear: free,
  EnemLatestYear: free,
  EnemMinAverage: free,
  EnemMinEssayScore: free,
  TestMinScore: free,
  EssayMinWords: free,
  EssayMaxWords: free,
  EssayMaxCharacters: free,
  EssayTimeMinutes: free,
  EssayAutosaveSeconds: free,
  EssayMaxAttempts: free,
  EssayTimeoutMode: free,
  EssayMinScore: free,
  EssayGradingMode: trust('Como a redação é corrigida'),
  EssaySecondGrade: trust('Quando há segunda correção'),
  EssaySecondGradeMargin: free,
  EssaySecondGradeMaxDifference: free,
  EssayRubric: free,
  QuestionnaireApprovalRequired: free,
  InterviewChannels: free,
  InterviewEmail: trust('E-mail que recebe os pedidos de entrevista'),
  RescheduleLimitHours: free,
  RescheduleMaxTimes: free,
  GuardianAcceptanceMode: trust('Como o responsável aceita o contrato'),
  DocumentStage: free,
  DocumentDeadlineDays: trust('Prazo dos documentos, em dias'),
  DocumentReuseDays: free,
  ClassHoldMinutes: free,
  ShowClassInfo: free,
  PaymentSettings: money('Formas de pagamento'),
  PaymentDeadlineDays: money('Prazo para pagar, em dias'),
  SlipDueDays: money('Vencimento do boleto, em dias'),
  PixExpirationMinutes: free,
  LateResultGraceDays: free,
  CardAttemptLimit: trust('Tentativas com cartão'),
  MinInstallmentAmount: money('Menor parcela'),
  InstallmentDueDay: money('Dia do vencimento das parcelas'),
  ManualPaymentEnabled: money('Pagamento na instituição'),
  SelfRegistrationEnabled: free,
  CodeLoginEnabled: trust('Entrada por código'),
  TestLoginEnabled: trust('Entrada de teste'),
  RevealUnknownUser: trust('Dizer se um documento é conhecido'),
  AccessKeyTtlDays: trust('Validade dos links de acesso'),
  MaxActiveSubscriptions: free,
  SupportWhatsapp: trust('WhatsApp de atendimento'),
  PrivacyPolicyUrl: trust('Endereço da política de privacidade'),
  DpoContact: trust('Contato de privacidade'),
  RetentionMonthsNotEnrolled: trust('Meses de guarda dos dados'),
  ClaimMinutes: free,
  ExportKeepHours: trust('Horas de guarda dos arquivos'),
  ReviewTargetHours: free,
  RemindersPerDay: trust('Lembretes por dia'),
  StaffMayCopyAccessLinks: trust('A equipe copia links de acesso'),
  RefundSecondPersonAbove: trust('Devolução com segunda pessoa acima de'),
  ManualSettlementSecondPersonAbove: trust('Recebimento com segunda pessoa acima de'),
  DeadlineSecondPersonAboveDays: trust('Prazo com segunda pessoa acima de, em dias'),
  DiscountSecondPersonAbove: trust('Desconto com segunda pessoa acima de'),
  StaffSessionHours: trust('Horas de sessão da equipe'),
  StaffIdleMinutes: trust('Minutos sem uso até sair'),
  StaffReauthMinutes: trust('Minutos até confirmar de novo'),
  StaffDigestHour: free,
  StaffReadAlert: trust('Aviso de muitas fichas abertas'),
  StaffIdpRecheckMinutes: trust('Minutos até perguntar ao acesso da instituição'),
  TimeZone: free,
  Holidays: money('Feriados'),
} as const satisfies Record<ParameterName, Touched>;

const PAYMENT = {
  variant: money('Modo de pagamento'),
  creditCard: money('Aceita cartão'),
  slip: money('Aceita boleto'),
  pix: money('Aceita Pix'),
  automaticPix: money('Aceita Pix automático'),
  disableSlipDaysBeforeIntakeEnd: free,
  cardProvider: money('Adquirente do cartão'),
  acquirersConfig: money('Contas nas adquirentes'),
  threeDSecure: money('Autenticação do cartão'),
  pixKey: money('Chave Pix'),
  receiver: money('Quem recebe o Pix'),
  slipAgreement: money('Convênio do boleto'),
  slipProvider: money('Banco do boleto'),
  cnab: money('Conta dos arquivos de boleto'),
} as const satisfies Decided<Entry<'institutions'>['payment']>;

const MAIL = {
  fromName: trust('Nome de quem envia e-mails'),
  replyTo: trust('E-mail que recebe respostas'),
  signature: trust('Assinatura das mensagens'),
  paragraphs: trust('Parágrafo próprio em mensagens'),
} as const satisfies Decided<Entry<'institutions'>['mail']>;

/** Courses with their places; how many are admitted there changes in daily work. */
const placesOf = (value: unknown): string[] =>
  ((value ?? []) as Entry<'offers'>['courses'])
    .map(
      ({ course, poles }) =>
        `${course}: ${poles
          .map(({ pole }) => pole)
          .sort()
          .join(', ')}`,
    )
    .sort();

const LEVELS = {
  1: 'Graduação',
  2: 'Pós-graduação',
  3: 'Extensão',
  4: 'Pós-graduação com taxa de inscrição',
};
const CHARGES = {
  tax: 'Taxa de inscrição',
  enrollment: 'Matrícula',
  semester: 'Semestre',
  total: 'Curso inteiro',
};
const WAYS = {
  'online-essay': 'Redação',
  'scheduled-test': 'Prova com dia marcado',
  'exam-score': 'Nota do ENEM',
  'document-analysis': 'Análise de documentos',
  none: 'Sem avaliação',
};
const INSTALMENTS = { first: 'Primeira', others: 'Da segunda em diante', all: 'Todas' };

/**
 * Which fields of a catalogue need a second person, with the labels that person reads (spec 25.4.4). A new field or setting
 * doesn't compile until it is decided here. An entry with a field that always needs one also does when it is created or removed.
 *
 * - `money`, `trust`: what is owed, what is signed and what is inserted into its text, where people are sent, and what is said in
 *   the institution's name; references as well as what they refer to.
 * - `spoken`: texts that change in daily work; they wait if they name a contact or a way to pay.
 * - `free`: dates, places to be had, who is asked for what, help to read, and the look.
 */
export const TOUCHES = {
  tenant: {
    alias: free,
    name: trust('Nome de todas as instituições juntas'),
    flags: trust('Rastreamento e passaporte'),
    timeZone: free,
    // A deadline never ends on a holiday.
    holidays: money('Feriados'),
    parameters: PARAMETERS,
  },
  console: {
    hosts: trust('Endereços da equipe'),
    signIn: trust('Formas de entrar da equipe'),
    identityProvider: trust('Acesso próprio da instituição'),
    groups: trust('Grupos que dão funções'),
    otherConsoles: trust('Outras equipes'),
  },
  institutions: {
    code: free,
    acronym: trust('Sigla'),
    name: trust('Nome'),
    alias: free,
    chargeFullSaleAmount: money('Cobra o valor inteiro'),
    semesterFullSaleAmount: money('Cobra o semestre inteiro'),
    subscriptionLoginDisabled: trust('Inscrição sem entrada'),
    googleTagManagerId: trust('Google Tag Manager'),
    googleOptimizeId: trust('Google Optimize'),
    introductionVideo: trust('Vídeo de boas-vindas'),
    mail: MAIL,
    parameters: PARAMETERS,
    payment: PAYMENT,
  },
  hosts: {
    host: trust('Endereço do portal'),
    application: free,
    institution: trust('Instituição do endereço'),
    theme: free,
    captchaKey: trust('Chave do captcha'),
    captchaSecret: trust('Segredo do captcha'),
    social: trust('Entrada por redes sociais'),
    parameters: PARAMETERS,
  },
  poles: {
    code: free,
    institution: free,
    description: trust('Nome'),
    city: trust('Cidade (código do IBGE)'),
    address: trust('Endereço'),
    kind: free,
  },
  courses: {
    code: free,
    institution: free,
    name: trust('Nome'),
    level: free,
    modality: trust('Modalidade'),
    description: spoken('Texto do curso'),
    duration: trust('Duração'),
  },
  intakes: {
    code: free,
    institution: free,
    start: free,
    // One that is over has the prices and contracts of its time.
    end: money('Reabre as inscrições até', { reopens: true }),
    classStart: free,
    suspended: free,
  },
  ingressModes: {
    code: free,
    name: trust('Nome'),
    kind: trust('O que se faz para entrar', { words: WAYS }),
    useDisciplines: free,
  },
  contracts: {
    code: free,
    title: trust('Título do contrato'),
    html: trust('Texto do contrato', { long: true }),
  },
  documentSets: { code: free, items: spoken('Documentos pedidos') },
  questionnaires: { code: free, sections: free, approval: free },
  essayThemes: { code: free, title: spoken('Título do tema'), texts: spoken('Textos do tema') },
  offers: {
    code: free,
    institution: money('Instituição'),
    name: trust('Nome'),
    type: money('Tipo', { words: LEVELS }),
    intake: money('Processo'),
    ingressMode: trust('Forma de ingresso'),
    courses: money('Cursos e polos', { part: placesOf }),
    essayThemes: free,
    contract: trust('Contrato', { contract: true }),
    documents: free,
    questionnaire: free,
    interview: free,
    requiresClass: free,
    warningPopup: trust('Aviso na primeira página'),
    requiredSchooling: free,
    active: free,
    parameters: PARAMETERS,
  },
  disciplines: {
    code: free,
    course: free,
    intake: free,
    module: free,
    name: spoken('Nome'),
    workload: free,
    mandatory: free,
    electiveGroup: spoken('Grupo'),
    active: free,
  },
  electives: { course: free, intake: free, module: free, min: free, max: free },
  classes: {
    code: free,
    offer: free,
    name: spoken('Nome'),
    pole: free,
    shift: free,
    weekdays: spoken('Dias da semana'),
    start: free,
    startTime: free,
    endTime: free,
    place: spoken('Lugar'),
    slots: free,
  },
  schedules: { code: free, offer: free, pole: free, place: spoken('Lugar'), at: free, capacity: free },
  prices: {
    code: free,
    institution: money('Instituição'),
    course: money('Curso'),
    intake: money('Processo'),
    pole: money('Polo'),
    kind: money('O que o preço cobra', { words: CHARGES }),
    description: money('Nome do plano'),
    plan: money('Parcelas'),
    discount: money('Desconto'),
    conditionalDiscount: money('Desconto condicional'),
    next: money('Preço novo a partir de um dia'),
  },
  vouchers: {
    code: free,
    percent: money('Desconto em %'),
    amount: money('Desconto em R$'),
    appliesTo: money('Parcelas com desconto', { words: INSTALMENTS }),
    kinds: money('Cobranças com desconto', { words: CHARGES }),
    institutions: money('Instituições do voucher'),
    courses: money('Cursos do voucher'),
    from: money('Começo do voucher'),
    to: money('Fim do voucher'),
    maxUses: money('Usos do voucher'),
  },
  support: {
    institution: free,
    title: trust('Título'),
    description: trust('Texto'),
    phone: trust('Telefone de atendimento'),
    message: trust('Primeira mensagem'),
    hours: trust('Horário'),
  },
} as const satisfies { tenant: Decided<TenantEntry>; console: Decided<ConsoleEntry> } & {
  [K in Kind]: Decided<Entry<K>>;
};

export type Section = keyof typeof TOUCHES;

/** Names of the sections, as the second person reads them. */
export const SECTIONS: Readonly<Record<Section, string>> = {
  tenant: 'instituição toda',
  console: 'equipe',
  institutions: 'instituição',
  hosts: 'endereço',
  poles: 'polo',
  courses: 'curso',
  intakes: 'processo',
  ingressModes: 'forma de ingresso',
  contracts: 'contrato',
  documentSets: 'lista de documentos',
  questionnaires: 'questionário',
  essayThemes: 'tema de redação',
  offers: 'oferta',
  disciplines: 'disciplina',
  electives: 'eletivas',
  classes: 'turma',
  schedules: 'prova',
  prices: 'preço',
  vouchers: 'voucher',
  support: 'atendimento',
};
