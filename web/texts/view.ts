import { VIEW_ONLY_TEXT } from '@orbita/domain/staff';

/** A candidate's pages as the institution's team looks at them (spec 25.6.3). */
export const viewTexts = {
  banner: 'Visualização da equipe. Nada pode ser alterado.',
  until: (hour: string) => `Termina às ${hour}.`,
  refused: VIEW_ONLY_TEXT,
  opening: 'Abrindo a visualização…',
  over: {
    title: 'Esta visualização terminou',
    lead: 'Ela dura 15 minutos e termina quando você recarrega a página ou sai da Órbita Equipe. Abra outra na inscrição.',
  },
  used: {
    title: 'Não deu para abrir a visualização',
    lead: 'O endereço abre uma vez só, em até 1 minuto. Abra outra visualização na inscrição.',
  },
  failed: {
    title: 'Não deu para abrir a visualização',
    lead: 'O sistema não respondeu. Tente de novo em instantes.',
  },
  retry: 'Tentar de novo',
} as const;
