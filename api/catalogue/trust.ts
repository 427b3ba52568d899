import type { ParameterName } from '@orbita/domain/tenancy';
import { consoleShape } from './console.ts';
import { free, money, type Table, type Touch, type Touched, touchesIn, trust } from './described.ts';
import { KINDS, type Kind, shapes, tenantShape } from './model.ts';

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
  DocumentDeadlineDays: free,
  DocumentReuseDays: free,
  ClassHoldMinutes: free,
  ShowClassInfo: free,
  PaymentSettings: money('Formas de pagamento'),
  PaymentDeadlineDays: free,
  SlipDueDays: free,
  PixExpirationMinutes: free,
  LateResultGraceDays: free,
  CardAttemptLimit: trust('Tentativas com cartão'),
  MinInstallmentAmount: money('Menor parcela'),
  InstallmentDueDay: free,
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
  Holidays: free,
} as const satisfies Record<ParameterName, Touched>;

const tableOf = (shape: Parameters<typeof touchesIn>[0]): Table => {
  const table = touchesIn(shape);
  return 'parameters' in table ? { ...table, parameters: PARAMETERS } : table;
};

/**
 * Which fields of every section affect trust or money, with the labels shown to a second person: taken from their declarations
 * and, for settings, from their names (spec 25.4.4).
 */
export const TOUCHES = {
  tenant: tableOf(tenantShape),
  console: tableOf(consoleShape),
  ...Object.fromEntries(KINDS.map((kind) => [kind, tableOf(shapes[kind])])),
} as Readonly<Record<Kind | 'tenant' | 'console', Table>>;

/**
 * Sections whose removal affects something: people are no longer sent there, nothing is owed, or an account no longer receives.
 */
export const ENDS: Partial<Record<keyof typeof TOUCHES, Touch>> = {
  institutions: 'money',
  hosts: 'trust',
  prices: 'money',
  vouchers: 'money',
};

/** Display names of sections; those without any field affecting trust or money are never named. */
export const SECTIONS: Partial<Record<keyof typeof TOUCHES, string>> = {
  tenant: 'instituição toda',
  console: 'equipe',
  institutions: 'instituição',
  hosts: 'endereço',
  contracts: 'contrato',
  offers: 'oferta',
  prices: 'preço',
  vouchers: 'voucher',
  support: 'atendimento',
};
