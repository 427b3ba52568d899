/** Texts of the sign-up panel. */
export const signUpTexts = {
  title: 'Criar conta',
  lead: 'Leva uns 2 minutos. Depois você escolhe o curso.',
  name: 'Nome completo',
  socialName: 'Nome social',
  birthDate: 'Data de nascimento',
  nationality: 'Nacionalidade',
  select: 'Selecione',
  email: 'E-mail',
  cellPhone: 'Celular',
  cellPhoneHint: 'Com DDD. De outro país: + e o código do país',
  dateExample: 'dd/mm/aaaa',
  confirmPassword: 'Confirmar senha',
  /** What the button beside it reveals. */
  confirmation: 'confirmação da senha',
  passwordRules: 'A senha precisa ter',
  privacyBefore: 'Li o ',
  privacyLink: 'Aviso de Privacidade',
  privacyLabel: 'Aviso de Privacidade',
  marketing: 'Quero novidades por e-mail, SMS ou WhatsApp',
  whatsapp: 'Quero receber os avisos da minha inscrição também pelo WhatsApp',
  optional: '(opcional)',
  submit: 'Criar conta',
  submitting: 'Criando conta…',
  haveAccount: 'Já tem conta?',
  enter: 'Entrar',
  enterWithDocument: 'Entrar com este documento',
} as const;

/** Texts of the step that confirms a sign-up by e-mail. */
export const confirmTexts = {
  title: 'Confirme seu e-mail',
  sent: (masked: string) => `Mandamos um código para ${masked}. Vale por 10 minutos.`,
  code: 'Código',
  confirm: 'Confirmar e entrar',
  confirming: 'Confirmando…',
  back: 'Voltar ao formulário',
} as const;
