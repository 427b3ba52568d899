/** Texts of social sign-in (S-01, S-04). */
export const socialTexts = {
  connecting: 'Conectando…',
  unlinked: 'Nenhum usuário vinculado a esta conta.',
  unlinkedHelp: (provider: string) =>
    `Para entrar com ${provider}, vincule essa conta à sua. É só uma vez: depois você entra direto.`,
  title: 'Vincular conta',
  link: 'Vincular e entrar',
  linking: 'Vinculando…',
  byCode: 'Confirmar com um código',
  byPassword: 'Confirmar com a senha',
  codeLead: 'Mandamos um código para o e-mail ou o celular da sua conta.',
  firstTime: 'Ainda não tem conta?',
  createAccount: 'Criar conta',
  back: 'Voltar para a entrada',
  failed: 'Não foi possível entrar. Fale com a instituição.',
  linkedSignUp: (provider: string) => `Ao criar a conta, ela será vinculada ao seu ${provider}.`,
} as const;
