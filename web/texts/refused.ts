/** Shown when sign-in is refused, or its security check does not load. */
export const refusedTexts = {
  maybeEnded: 'Sua senha antiga não funciona mais? Entre com um código.',
  fillAll: 'Preencha todos os campos.',
  captchaFailed: 'A verificação não abriu. Abra a página de novo.',
  captchaRetry: 'Tentar de novo',
  captchaByEmail: 'Você ainda pode criar a conta: vamos confirmar seu e-mail com um código.',
} as const;
