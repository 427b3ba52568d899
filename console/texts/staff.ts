import type { PersonName } from '@orbita/ui/person-name.ts';
/** E-00: signing in, and what is asked over a page (spec 25.2). */
export const entryTexts = {
  signInTitle: 'Entrar',
  title: 'Entre para trabalhar',
  lead: 'Use o acesso que a sua instituição já deu a você.',
  slogan: 'Órbita Equipe',
  brand: 'Instituição',
  note: (tenant: string) => `${tenant}. O que você faz aqui fica em seu nome.`,
  withCode: 'Entrar com código por e-mail',
  noAccess: 'Sem acesso? Peça um convite a quem cuida da administração na sua instituição.',
  ended: 'Você saiu.',
  accessEnded: 'Seu acesso foi encerrado pela administração.',
  email: 'E-mail',
  emailMissing: 'Escreva seu e-mail.',
  sendCode: 'Enviar código',
  sending: 'Enviando…',
  sent: 'Se este e-mail for de alguém da equipe, enviamos um código.',
  sentTo: (email: string) => `Enviamos um código para ${email}.`,
  /** Shown when many codes were requested in this name. */
  late: 'Ele pode demorar alguns minutos.',
  code: 'Código de 6 números',
  codeShort: 'Digite os 6 números.',
  enter: 'Entrar',
  entering: 'Entrando…',
  resend: 'Enviar outro código',
  resendIn: (seconds: number) => `Outro código em ${seconds} s`,
  otherEmail: 'Usar outro e-mail',
  back: 'Voltar',
  connecting: 'Conectando…',
} as const;

/** Sign-in through the institution's own provider. */
export const providerTexts = {
  enterWith: (name: string) => `Entrar com ${name}`,
  confirmWith: (name: string) => `Confirmar com ${name}`,
  confirmHelp: (name: string) => `Abrimos ${name} em outra aba. Depois de confirmar, volte para esta página.`,
  signInHelp: (name: string) => `Abrimos ${name} em outra aba. Depois de entrar, volte para esta página.`,
} as const;

export const inviteTexts = {
  pageTitle: 'Convite',
  title: (name: PersonName) => `Olá, ${name}`,
  lead: (tenant: string) => `Você foi convidada(o) para a equipe de ${tenant}.`,
  roles: 'Suas funções',
  everywhere: 'todas as instituições',
  email: 'Seu e-mail',
  accept: 'Aceitar com código por e-mail',
  acceptDemo: 'Aceitar e entrar',
  demoHint: 'Aqui você entra direto, sem código.',
  accepting: 'Enviando o código…',
  acceptWith: (name: string) => `Aceitar com ${name}`,
  leaving: 'Conectando…',
  providerHint: (name: string) => `Entre em ${name} com o e-mail deste convite.`,
  hint: 'Vamos enviar um código para provar que o e-mail é seu.',
  over: 'Convite expirado ou já usado. Peça outro.',
  overTitle: 'Este convite não vale mais',
  toSignIn: 'Ir para a entrada',
} as const;

export const sessionTexts = {
  overTitle: 'Sua sessão terminou',
  overHelp: 'Entre novamente; o que você digitou continua aqui.',
  leave: 'Sair desta página',
  confirmTitle: 'Confirme que é você para continuar.',
  confirmHelp: (email: string) => `Enviaremos um código para ${email}.`,
  confirm: 'Confirmar',
  confirming: 'Confirmando…',
  cancel: 'Cancelar',
  idleTitle: (minutes: number) => `Sua sessão termina em ${minutes} ${minutes === 1 ? 'minuto' : 'minutos'}.`,
  idleHelp: 'Você está sem usar a página há algum tempo.',
  stay: 'Continuar',
  devicesTitle: 'Meus acessos',
  devicesHelp: 'Onde sua conta está aberta. Encerre o que você não conhece.',
  here: 'Este acesso',
  lastUsed: (when: string) => `Usado ${when}`,
  end: 'Encerrar',
  ending: 'Encerrando…',
} as const;
