/** Texts of the cookie preferences (S-44). */
export const cookieTexts = {
  title: 'Preferências de cookies',
  lead: 'Escolha o que podemos usar. Você pode mudar de ideia quando quiser, em Meus dados, na parte Privacidade.',
  necessary: 'Necessários: sem eles você não entra nem guarda esta escolha. Ficam sempre ligados.',
  analytics: 'Análise: mostram o que funciona bem no portal, sem dizer quem é você.',
  marketing: 'Marketing: medem se os anúncios da instituição dão certo.',
  save: 'Salvar escolha',
  back: 'Voltar',
} as const;
