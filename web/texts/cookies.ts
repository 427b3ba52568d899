/** Texts of the cookie preferences (S-44). */
export const cookieTexts = {
  title: 'Preferências de cookies',
  lead: 'Escolha o que podemos usar. Você pode mudar de ideia quando quiser, em Meus dados e privacidade.',
  necessary: 'Necessários: mantêm você conectado(a) e guardam esta escolha. Sempre ativos.',
  analytics: 'Análise: mostram, sem identificar você, o que funciona bem no portal.',
  marketing: 'Marketing: medem o resultado das campanhas da instituição.',
  save: 'Salvar escolha',
  back: 'Voltar',
} as const;
