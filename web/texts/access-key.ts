/** Texts of links that open one application (spec 4.2, 4.3, 5.2). */
export const accessKeyTexts = {
  opening: 'Abrindo sua inscrição…',
  failedTitle: 'Não foi possível abrir o link',
  failed: 'Sistema indisponível. Tente mais tarde.',
  retry: 'Tentar de novo',
  end: 'Encerrar acesso',
  ending: 'Encerrando o acesso…',
  endedTitle: 'Acesso encerrado',
  endedLead: 'Até logo! Você já pode fechar esta aba.',
  endedHelp: 'Para voltar à sua inscrição, abra de novo o link que enviamos ou entre com sua conta.',
  kept: 'Para alterar este dado, entre com sua conta.',
  enter: 'Entrar com minha conta',
} as const;
