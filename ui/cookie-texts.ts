/** Words of the question about cookies. */
export const cookieTexts = {
  title: 'Cookies',
  text: 'Usamos cookies para o site funcionar. Se você quiser, medimos visitas e anúncios.',
  all: 'Aceitar todos',
  necessary: 'Somente necessários',
  customise: 'Personalizar',
} as const;
