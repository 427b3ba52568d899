import { failureTexts } from './failure.ts';

/** Texts that only the server paints. */
export const paintTexts = {
  ...failureTexts,
  traceId: (id: string) => `Código do atendimento: ${id}`,
  waiting: 'A página ainda está abrindo. Seus dados serão enviados logo.',
  unknownHost: 'Instituição não encontrada para este endereço.',
  scriptsTitle: 'Falta ligar o JavaScript',
  scriptsLead: 'O portal só funciona com o JavaScript do navegador ligado.',
  scriptsHelp:
    'Abra os ajustes do navegador, ligue o JavaScript e abra esta página de novo. Se não der, use outro navegador ou outro celular.',
} as const;
