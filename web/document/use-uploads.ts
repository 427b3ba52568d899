import { isFinal } from '@orbita/client/final.ts';
import { randomId } from '@orbita/client/random-id.ts';
import { stemOf } from '@orbita/domain/document';
import { useEffect, useSyncExternalStore } from 'react';
import { queryClient } from '../base/query.ts';
import { whenSettled } from '../base/when-settled.ts';
import { problemOf, shrink } from './prepare-file.ts';
import { documentsQuery, type RequiredDocument, type Stage, unfinishedQuery } from './queries.ts';
import { giveUp, prepareSending, sendFile } from './send-file.ts';
import { isBusy, type News, type Upload } from './upload-queue.ts';
import { type UploadStore, uploadStore } from './upload-store.ts';

const stores = new Map<string, UploadStore>();

const filesOf = (documents: readonly RequiredDocument[] | undefined, documentId: number) =>
  documents?.find((one) => one.documentId === documentId)?.files ?? [];

function storeOf(subscriptionId: number, stage: Stage): UploadStore {
  const key = `${subscriptionId}:${stage}`;
  const known = stores.get(key);
  if (known) return known;
  const { queryKey } = documentsQuery(subscriptionId, stage);
  const made = uploadStore(
    subscriptionId,
    {
      problemOf,
      shrink,
      send: sendFile,
      giveUp,
      isFinal,
      randomId,
      known: (documentId) =>
        filesOf(queryClient.getQueryData<RequiredDocument[]>(queryKey), documentId).map(
          ({ fileId }) => fileId,
        ),
      arrived: async ({ documentId, name, size }, before) => {
        const documents = await queryClient.fetchQuery({
          ...documentsQuery(subscriptionId, stage),
          staleTime: 0,
        });
        return filesOf(documents, documentId).some(
          (file) => stemOf(file.name) === stemOf(name) && file.size === size && !before.includes(file.fileId),
        );
      },
    },
    () => {
      void queryClient.invalidateQueries({ queryKey });
      void queryClient.invalidateQueries({ queryKey: unfinishedQuery(subscriptionId).queryKey });
    },
  );
  stores.set(key, made);
  return made;
}

/** Interrupted uploads are retried on `online` and periodically, because phones do not always fire that event. */
const RESUME_MS = 10_000;

/** Uploads of an application; warns before the window is closed while some are running. */
export function useUploads(
  subscriptionId: number,
  stage: Stage,
): { queue: readonly Upload[]; news: News | undefined; store: UploadStore } {
  const store = storeOf(subscriptionId, stage);
  const queue = useSyncExternalStore(store.watch, store.read);
  const news = useSyncExternalStore(store.watch, store.news);
  const busy = isBusy(queue);
  const cut = queue.some(({ state }) => state === 'offline');
  useEffect(() => whenSettled(prepareSending), []);
  useEffect(() => {
    if (!busy) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [busy]);
  useEffect(() => {
    if (!cut) return;
    addEventListener('online', store.resume);
    const timer = setInterval(() => {
      if (navigator.onLine) store.resume();
    }, RESUME_MS);
    return () => {
      removeEventListener('online', store.resume);
      clearInterval(timer);
    };
  }, [cut, store]);
  return { queue, news, store };
}
