/** Words of the question about cookies. */
export const cookieTexts = {
  title: 'Cookies',
  text: 'Usamos cookies para o site funcionar e, se você quiser, medir visitas e anúncios.',
  all: 'Aceitar todos',
  necessary: 'Somente necessários',
  customise: 'Personalizar',
} as const;
