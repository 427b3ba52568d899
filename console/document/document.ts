import { keepFile } from '@orbita/client/keep-file.ts';
import { ownName } from '@orbita/domain/document';
import type { Answer } from '@orbita/protocol';
import { call, fileOf } from '../base/api.ts';
import { queryClient } from '../base/query.ts';
import { type Conflict, conflictOf } from '../work/conflict.ts';
import { forgetQueues } from '../work/queues.ts';

export type { Conflict };
export type DocumentPage = Answer<'GET /operations/documents/{id}'>;
export type DocumentRow = Answer<'GET /operations/documents'>['data'][number];
/** Queues of documents, in the order in which they are offered. */
export const DOCUMENT_QUEUES = ['enrolment-documents', 'selection-documents'] as const;
export type DocumentQueue = (typeof DOCUMENT_QUEUES)[number];

/** How often an open item is looked at again without a socket (spec 25.19). */
export const WATCH_MS = 15_000;

/** By then the next document stands on the paper. */
const PAINTED_MS = 500;

export const queueOf = ({ stage }: Pick<DocumentRow, 'stage'>): DocumentQueue =>
  stage === 'enrollment' ? 'enrolment-documents' : 'selection-documents';

/** Files that can be looked at; what is in verification comes later. */
export const cleanFiles = <F extends { scan: string }>(files: readonly F[]): F[] =>
  files.filter(({ scan }) => scan === 'clean');

/** Nothing is decided about it. */
export const isUndecided = ({ state }: Pick<DocumentRow, 'state'>): boolean =>
  state === 'sent' || state === 'pending';

/** Waits for a decision, and somebody can look at it. */
export const isOpen = ({ state, files }: Pick<DocumentRow, 'state' | 'files'>): boolean =>
  state === 'sent' && cleanFiles(files).length > 0;

export const documentQuery = (id: number, background = false) => ({
  queryKey: ['documents', id] as const,
  queryFn: () => call('GET /operations/documents/{id}', { params: { id }, background }),
});

/** The other documents of an application. */
export const siblingsQuery = (subscriptionId: number) => ({
  queryKey: ['documents', 'of', subscriptionId] as const,
  queryFn: () =>
    call('GET /operations/documents', { query: { subscriptionId, pageSize: 100 }, background: true }),
});

export const queueQuery = (queue: DocumentQueue, institution: string | undefined) => ({
  queryKey: ['queues', 'items', queue, institution ?? ''] as const,
  queryFn: () =>
    call('GET /operations/queues/{queue}', {
      params: { queue },
      query: { institution, pageSize: 25 },
      background: true,
    }),
});

/** Everything that was read of documents and queues is old: something was decided. */
export const forgetDocuments = (): void => {
  queryClient.removeQueries({ queryKey: ['documents', 'pages'], type: 'inactive' });
  void queryClient.invalidateQueries({ queryKey: ['documents'] });
  forgetQueues();
};

/** The same once what comes next is painted: five answers that are read meanwhile would be in its way. */
export const forgetDocumentsAfterPaint = (): void => {
  // A page that is not shown paints nothing, and a timer runs there as well.
  let isDone = false;
  const once = () => {
    if (isDone) return;
    isDone = true;
    forgetDocuments();
  };
  requestAnimationFrame(() => setTimeout(once));
  setTimeout(once, PAINTED_MS);
};

/** Bytes of a file for the viewer. */
export const bytesOf = async (fileId: number): Promise<ArrayBuffer> => {
  const blob = await fileOf('GET /operations/documents/files/{fileId}', {
    params: { fileId },
    background: true,
  });
  return blob.arrayBuffer();
};

/** Saves the original under a name of our own. */
export async function saveOriginal(document: DocumentPage, file: number): Promise<void> {
  const known = cleanFiles(document.files)[file];
  if (!known) return;
  const blob = await fileOf('GET /operations/documents/files/{fileId}', { params: { fileId: known.fileId } });
  keepFile(blob, ownName(document.name, document.subscriptionId, blob.type, file));
}

/** Name with which the person is meant in a sentence: the first of what is shown to compare. */
export const firstName = ({ compare }: Pick<DocumentPage, 'compare'>): string =>
  compare.find(({ label }) => /^nome/i.test(label))?.value.split(' ')[0] ?? 'a pessoa';

export const fullName = ({ compare }: Pick<DocumentPage, 'compare'>): string =>
  compare.find(({ label }) => /^nome/i.test(label))?.value ?? '';

/** Where nobody decided it, its file went, or the new one is still being checked. */
export const conflictIn = (error: unknown): Conflict | undefined => conflictOf(error, ['sent', 'pending']);
