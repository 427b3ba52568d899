/** Texts of sign-in, sign-up and leaving (S-01, S-02, S-09). */
export const identityTexts = {
  slogan: 'Sua graduação começa com um passo de cada vez.',
  note: 'Seus dados são usados só para a sua inscrição e matrícula.',
  titleEnter: 'Entrar',
  headingEnter: 'Entre para continuar sua inscrição',
  afterRedirect: 'Entre para continuar.',
  afterRedirectNext: 'Depois levamos você à página que queria abrir.',
  document: 'Documento',
  password: 'Senha',
  remember: 'Lembrar de mim',
  enter: 'Entrar',
  entering: 'Entrando…',
  forgot: 'Esqueci minha senha',
  enterByCode: 'Entrar com código',
  fillAll: 'Preencha todos os campos.',
  firstTime: 'Primeira vez aqui?',
  createAccount: 'Criar conta',
  disabled: 'O portal está fechado agora. Use o link que mandamos por e-mail ou fale com a instituição.',
  captchaFailed: 'A checagem de segurança não abriu. Abra a página de novo.',
  captchaRetry: 'Tentar de novo',
  captchaByEmail: 'Você ainda pode criar a conta: vamos confirmar seu e-mail com um código.',
  leaving: 'Saindo…',
  orSocial: 'ou use sua conta',
  passkey: 'Usar chave de acesso',
  passkeyWaiting: 'Esperando seu dispositivo…',
  passkeyFailed: 'Não foi possível entrar com a chave de acesso. Entre de outra forma.',
} as const;

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
  cellPhoneHint: 'Com DDD',
  cellPhoneForeignHint: 'Com o código do país, como +54',
  dateExample: 'dd/mm/aaaa',
  confirmPassword: 'Confirmar senha',
  passwordRules: 'A senha precisa ter',
  privacyBefore: 'Li o ',
  privacyLink: 'Aviso de Privacidade',
  privacyLabel: 'Aviso de Privacidade',
  marketing: 'Quero novidades por e-mail, SMS ou WhatsApp',
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

/** Plain-language summary of the privacy notice (LGPD art. 9 and 14 §6), for people of any age. */
export const privacyTexts = {
  title: 'Aviso de Privacidade',
  whole: 'Ler o aviso completo',
  parts: [
    {
      title: 'O que pedimos',
      text: 'Seu documento, nome, data em que nasceu, e-mail e celular. Na matrícula, também onde você mora, onde estudou e seus documentos.',
    },
    {
      title: 'Para que usamos',
      text: 'Para fazer sua inscrição, aplicar a seleção, firmar o contrato e concluir a matrícula. Nada além disso sem a sua permissão.',
    },
    {
      title: 'Quem vê',
      text: 'A instituição em que você se inscreve e quem presta serviço para ela, como o banco que recebe o pagamento. Não vendemos seus dados.',
    },
    {
      title: 'Por quanto tempo',
      text: 'Enquanto durar o processo. Contrato, notas fiscais e registros acadêmicos ficam pelo prazo que a lei manda.',
    },
    {
      title: 'Seus direitos',
      text: 'Você pode ver, corrigir, baixar ou pedir a exclusão dos seus dados, e desistir das novidades quando quiser.',
    },
    {
      title: 'Se você tem menos de 18 anos',
      text: 'Você pode criar a conta. Os dados de um responsável só são pedidos na matrícula, e não enviamos propaganda para você.',
    },
  ],
} as const;
