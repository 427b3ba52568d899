/** Texts of a session that ends, of hand-offs and of the sign-in test (U12, S-05, S-06). */
export const sessionTexts = {
  endsTitle: 'Sua sessão está terminando',
  endsAt: (time: string) =>
    `Por segurança, ela termina às ${time}. Continue para não precisar entrar de novo.`,
  stay: 'Continuar',
  staying: 'Continuando…',
  exit: 'Sair agora',
  leaving: 'Saindo…',
  overTitle: 'Sua sessão expirou. Entre novamente.',
  overHelp: 'O que você digitou continua nesta página. Depois de entrar, você segue de onde parou.',
  otherWay: 'Entrar de outro jeito',
  otherWayHint: 'Abre em outra aba. Depois volte para esta.',
  giveUp: 'Sair sem salvar',
  partTitle: 'Uma parte da página não carregou',
  partHelp:
    'O que você digitou continua aqui. Tente de novo ou copie seu texto antes de recarregar a página.',
  partRetry: 'Tentar de novo',
  partReload: 'Recarregar sem salvar',
} as const;

export const handoffTexts = {
  connecting: 'Conectando…',
  failed: 'Não foi possível entrar. Fale com a instituição.',
  toStart: 'Ir para a página de entrada',
} as const;

export const testLoginTexts = {
  title: 'Teste de login',
  lead: 'Mostra os dados deste endereço e testa a entrada, sem abrir o portal.',
  host: 'Endereço',
  tenant: 'Mantenedora',
  providers: 'Provedores configurados',
  none: 'Nenhum',
  captcha: 'Verificação de segurança',
  captchaStates: {
    off: 'Não configurada',
    loading: 'Carregando…',
    ready: 'Carregada',
    failed: 'Não carregou',
  },
  form: 'Entrar',
  done: 'Login realizado.',
  user: (masked: string) => `Usuário ${masked}`,
} as const;
