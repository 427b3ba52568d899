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
/** Queues of documents, in display order. */
export const DOCUMENT_QUEUES = ['enrolment-documents', 'selection-documents'] as const;
export type DocumentQueue = (typeof DOCUMENT_QUEUES)[number];

/** How often an open item is refetched without a socket (spec 25.19). */
export const WATCH_MS = 15_000;

/** By then the next document has been painted. */
const PAINTED_MS = 500;

export const queueOf = ({ stage }: Pick<DocumentRow, 'stage'>): DocumentQueue =>
  stage === 'enrollment' ? 'enrolment-documents' : 'selection-documents';

/** Files that can be viewed; those still being scanned are left out. */
export const cleanFiles = <F extends { scan: string }>(files: readonly F[]): F[] =>
  files.filter(({ scan }) => scan === 'clean');

/** Nothing has been decided about it. */
export const isUndecided = ({ state }: Pick<DocumentRow, 'state'>): boolean =>
  state === 'sent' || state === 'pending';

/** It awaits a decision, and can be viewed. */
export const isOpen = ({ state, files }: Pick<DocumentRow, 'state' | 'files'>): boolean =>
  state === 'sent' && cleanFiles(files).length > 0;

export const documentQuery = (id: number) => ({
  queryKey: ['documents', id] as const,
  queryFn: () => call('GET /operations/documents/{id}', { params: { id }, background: true }),
});

/** The other documents of an application. */
export const siblingsQuery = (subscriptionId: number) => ({
  queryKey: ['documents', 'of', subscriptionId] as const,
  queryFn: () =>
    call('GET /operations/documents', { query: { subscriptionId, pageSize: 100 }, background: true }),
});

/** Invalidates everything read about documents and queues: something was decided. Resolves when what is shown was read again. */
export const forgetDocuments = (): Promise<void> => {
  queryClient.removeQueries({ queryKey: ['documents', 'pages'], type: 'inactive' });
  forgetQueues();
  return queryClient.invalidateQueries({ queryKey: ['documents'] });
};

let rereading: Promise<void> | undefined;

/** Resolves when what is shown contains the person's last decision; undefined if it does. */
export const untilReread = (): Promise<void> | undefined => rereading;

/** The same after the next item has been painted: five answers arriving meanwhile would delay that. */
export const forgetDocumentsAfterPaint = (): void => {
  const reread = new Promise<void>((done) => {
    // A hidden page is never painted, so a timer runs as well.
    let isBegun = false;
    const once = () => {
      if (isBegun) return;
      isBegun = true;
      void forgetDocuments().finally(done);
    };
    requestAnimationFrame(() => setTimeout(once));
    setTimeout(once, PAINTED_MS);
  }).then(() => {
    if (rereading === reread) rereading = undefined;
  });
  rereading = reread;
};

/** Bytes of a file for the viewer. */
export const bytesOf = async (fileId: number): Promise<ArrayBuffer> => {
  const blob = await fileOf('GET /operations/documents/files/{fileId}', {
    params: { fileId },
    background: true,
  });
  return blob.arrayBuffer();
};

/** Downloads the original under a name of our own. */
export async function saveOriginal(document: DocumentPage, file: number): Promise<void> {
  const known = cleanFiles(document.files)[file];
  if (!known) return;
  const blob = await fileOf('GET /operations/documents/files/{fileId}', { params: { fileId: known.fileId } });
  keepFile(blob, ownName(document.name, document.subscriptionId, blob.type, file));
}

/** Name for the person in a sentence: the first name among the data to compare. */
export const firstName = ({ compare }: Pick<DocumentPage, 'compare'>): string =>
  compare.find(({ label }) => /^nome/i.test(label))?.value.split(' ')[0] ?? 'a pessoa';

export const fullName = ({ compare }: Pick<DocumentPage, 'compare'>): string =>
  compare.find(({ label }) => /^nome/i.test(label))?.value ?? '';

/** A document in one of these states was decided by nobody: its file is gone, or the new one is still being scanned. */
export const conflictIn = (error: unknown): Conflict | undefined => conflictOf(error, ['sent', 'pending']);
