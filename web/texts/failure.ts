/** Texts of S-43, with and without the router. */
export const failureTexts = {
  errorTitle: 'Algo deu errado aqui. Tente mais tarde.',
  errorHelp: 'O que você já enviou está guardado.',
  retry: 'Tentar de novo',
  backToStart: 'Voltar ao início',
  cookiesOffTitle: 'Os cookies estão desligados',
  cookiesOffHelp: 'Para entrar, ligue os cookies deste site. Depois, tente de novo.',
  cookiesOffWays: [
    ['No Android', 'toque no ícone ao lado do endereço e ligue os cookies.'],
    ['No iPhone', 'abra os Ajustes, toque em Safari e ligue os cookies.'],
  ],
  cookiesOffElse: 'Você veio por um link de outro app? Abra esta página no seu navegador.',
} as const;
