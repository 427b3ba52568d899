/** Texts of the cookie question. */
export const cookieTexts = {
  title: 'Cookies',
  text: 'O site usa cookies para funcionar e, se você quiser, medir visitas e anúncios.',
  all: 'Aceitar todos',
  necessary: 'Somente necessários',
  customise: 'Personalizar',
} as const;
