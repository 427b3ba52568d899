import { listPath } from '@orbita/domain/work';
import { FileIcon } from '@orbita/ui/icons/file';
import type { Screen } from '../base/screen.ts';

/** E-04: documents sent by candidates (spec 25.8). */
export const documentScreens: readonly Screen[] = [
  {
    path: '/documentos',
    title: 'Documentos',
    parts: ['documents.read', 'documents.review'],
    group: 'enrolment',
    icon: FileIcon,
    letter: 'd',
    queues: ['enrolment-documents', 'selection-documents'],
    queuePath: listPath,
    itemPath: (itemId) => `/documentos/${itemId}`,
    load: () => import('./list-page.tsx'),
  },
  {
    path: '/documentos/:id',
    title: 'Documento',
    parts: ['documents.read', 'documents.review'],
    review: true,
    load: () => import('./review-page.tsx'),
  },
];
