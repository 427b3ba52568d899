const ENDINGS: Record<string, string> = {
  'application/pdf': 'pdf',
  'image/jpeg': 'jpg',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'xlsx',
};

/**
 * A name of our own for a file that leaves as an attachment, `{documento}-{inscrição}.pdf`: what the candidate called it may hide
 * what it is (spec 25.8). `file`: which of the document's files, from 0.
 */
export const ownName = (name: string, subscriptionId: number, type: string, file: number): string => {
  const plain = name
    .normalize('NFD')
    .replace(/[^\w ]/g, '')
    .trim()
    .toLowerCase()
    .replaceAll(' ', '-');
  const further = file > 0 ? `-${file + 1}` : '';
  return `${plain || 'documento'}-${subscriptionId}${further}.${ENDINGS[type] ?? 'bin'}`;
};
