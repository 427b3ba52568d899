import type { Answer } from '@orbita/protocol';
import { call } from '../base/api.ts';

export type RequiredDocument = Answer<'GET /candidate/subscriptions/{id}/documents'>[number];
export type DocumentFile = RequiredDocument['files'][number];

/** The key begins with that of the application, so that reloading the application reloads this too. */
const documentsKey = (id: number) => ['subscription', id, 'documents'] as const;

export type Stage = RequiredDocument['stage'];

const SCAN_POLL_MS = 4_000;

/** Documents of a stage; polled while a file is being scanned. */
export const documentsQuery = (id: number, stage: Stage = 'enrollment') => ({
  queryKey: [...documentsKey(id), stage],
  queryFn: () => call('GET /candidate/subscriptions/{id}/documents', { params: { id }, query: { stage } }),
  refetchInterval: ({ state }: { state: { data?: RequiredDocument[] | undefined } }) =>
    state.data?.some(({ files }) => files.some(({ scan }) => scan === 'pending')) ? SCAN_POLL_MS : false,
});

/** An interrupted upload that can be continued with the same file. */
export type UnfinishedUpload = Answer<'GET /candidate/subscriptions/{id}/uploads'>[number];

/** Unfinished uploads of the application. */
export const unfinishedQuery = (id: number) => ({
  queryKey: [...documentsKey(id), 'uploads'],
  queryFn: () => call('GET /candidate/subscriptions/{id}/uploads', { params: { id } }),
});
