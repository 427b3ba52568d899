/** Texts that only the server renders. */
export const paintTexts = {
  waiting: 'Espere um pouco. A página está abrindo.',
  scriptsTitle: 'Ligue o JavaScript para entrar',
  scriptsLead: 'O portal só funciona com o JavaScript do navegador ligado.',
  scriptsHelp:
    'Abra os ajustes do navegador, ligue o JavaScript e abra esta página de novo. Se não der, use outro navegador ou outro celular.',
  oldTitle: 'Este navegador é antigo demais',
  oldLead: 'O portal não abre nele. Você pode continuar de outro jeito:',
  oldWays: [
    'No Android ou no computador, atualize o Chrome, o Edge ou o Firefox e abra esta página de novo.',
    'No iPhone, o sistema precisa ser o iOS 15 ou mais novo. Veja em Ajustes, Geral, Atualização.',
    'Se não der, abra esta página em outro celular ou em outro computador. Pode ser o de um amigo.',
  ],
  oldKept: 'O que você já enviou está guardado. É só entrar com os mesmos dados.',
} as const;
