import { VIEW_ONLY_TEXT } from '@orbita/domain/staff';

/** The pages of the portal with an invented person, in a brand that is being chosen (spec 25.14). */
export const sampleTexts = {
  label: 'Aviso da prévia',
  banner: 'Prévia da marca. Os dados são inventados.',
  pages: 'Páginas da prévia',
  names: { entry: 'Entrada', portal: 'Portal', payment: 'Pagamento', documents: 'Documentos' },
} as const;

/** A candidate's pages as the institution's team looks at them (spec 25.6.3). */
export const viewTexts = {
  label: 'Aviso da visualização',
  banner: 'Visualização da equipe. Nada pode ser alterado.',
  until: (hour: string) => `Termina às ${hour}.`,
  refused: VIEW_ONLY_TEXT,
  opening: 'Abrindo a visualização…',
  over: {
    title: 'Esta visualização terminou',
    lead: 'Ela dura 15 minutos. Também termina se a página carrega de novo ou se você sai da Órbita Equipe.',
  },
  used: {
    title: 'Não deu para abrir',
    lead: 'Ela só abre uma vez, em até 1 minuto. Volte e abra outra.',
  },
  failed: {
    title: 'Não deu para abrir',
    lead: 'O sistema não respondeu. Tente de novo em instantes.',
  },
  retry: 'Tentar de novo',
} as const;
