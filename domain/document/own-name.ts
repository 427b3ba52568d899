import { entryOf } from '../foundation/index.ts';

const ENDINGS: Record<string, string> = {
  'application/pdf': 'pdf',
  'image/jpeg': 'jpg',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'xlsx',
};

/**
 * Our own name for a file sent as an attachment, `{documento}-{inscrição}.pdf`, because the candidate's name for it may hide what
 * it is (spec 25.8). `file`: zero-based index among the document's files.
 */
export const ownName = (name: string, subscriptionId: number, type: string, file: number): string => {
  const plain = name
    .normalize('NFD')
    .replace(/[^\w ]/g, '')
    .trim()
    .toLowerCase()
    .replaceAll(' ', '-');
  const further = file > 0 ? `-${file + 1}` : '';
  return `${plain || 'documento'}-${subscriptionId}${further}.${entryOf(ENDINGS, type) ?? 'bin'}`;
};
