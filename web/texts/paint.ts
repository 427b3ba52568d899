/** Texts that only the server paints. */
export const paintTexts = {
  waiting: 'Espere um pouco. A página está abrindo.',
  scriptsTitle: 'Ligue o JavaScript para entrar',
  scriptsLead: 'O portal só funciona com o JavaScript do navegador ligado.',
  scriptsHelp:
    'Abra os ajustes do navegador, ligue o JavaScript e abra esta página de novo. Se não der, use outro navegador ou outro celular.',
} as const;
