import { NetworkError, textOf } from '@orbita/client/errors.ts';
import { FILE_TEXTS, type FileFormat } from '@orbita/domain/document';
import type { Sending } from './sending.ts';
import { type News, newsOf, nextUploads, type Upload, type UploadAct, uploads } from './upload-queue.ts';

export type UploadTools = {
  problemOf: (file: File, accepted: readonly FileFormat[]) => Promise<string | undefined>;
  shrink: (file: File) => Promise<Blob>;
  send: (sending: Sending) => Promise<void>;
  /** Frees what the server stores of a file that is no longer wanted. */
  giveUp: (file: Blob) => Promise<void>;
  isFinal: (error: unknown) => boolean;
  /** Ids of the files a document already has. */
  known: (documentId: number) => readonly number[];
  /** True when a file of this name and size, not among `before`, has reached the server. */
  arrived: (upload: Upload, before: readonly number[]) => Promise<boolean>;
  randomId: () => string;
};

export type UploadStore = {
  read: () => readonly Upload[];
  /** The latest announcement. */
  news: () => News | undefined;
  watch: (changed: () => void) => () => void;
  add: (documentId: number, files: readonly File[], accepted: readonly FileFormat[]) => void;
  cancel: (key: string) => void;
  again: (key: string) => void;
  /** The network is back. */
  resume: () => void;
};

/**
 * Uploads of one application. They exist outside the page, so that they continue while the person visits other pages of the
 * application; `onDelivered` is called when the server has a new file.
 */
export function uploadStore(
  subscriptionId: number,
  tools: UploadTools,
  onDelivered: (documentId: number) => void,
): UploadStore {
  let queue: readonly Upload[] = [];
  const blobs = new Map<string, Blob>();
  const cancels = new Map<string, AbortController>();
  /** Files whose answer was lost, each with the ids the document had before: the file may have arrived nevertheless. */
  const lost = new Map<string, readonly number[]>();
  const watchers = new Set<() => void>();

  let news: News | undefined;
  /** The last announcement of each file. */
  const announced = new Map<string, News>();

  const put = (act: UploadAct) => {
    const fresh = 'key' in act ? newsOf(queue, act, announced.get(act.key)) : undefined;
    if (fresh && 'key' in act) {
      news = fresh;
      announced.set(act.key, fresh);
    }
    queue = uploads(queue, act);
    for (const changed of watchers) changed();
  };
  const has = (key: string) => queue.some((one) => one.key === key);
  const forget = (key: string, act: 'delivered' | 'gone') => {
    put({ act, key });
    blobs.delete(key);
    cancels.delete(key);
    lost.delete(key);
    announced.delete(key);
  };

  const prepare = async (key: string, file: File, accepted: readonly FileFormat[]) => {
    // A file can be deleted on the device after it was picked.
    const problem = await tools.problemOf(file, accepted).catch(() => FILE_TEXTS.damaged);
    if (!has(key)) return;
    if (problem) return put({ act: 'refused', key, text: problem });
    const blob = await tools.shrink(file);
    if (!has(key)) return;
    blobs.set(key, blob);
    put({ act: 'ready', key, size: blob.size });
    pump();
  };

  const settle = (key: string, error: unknown) => {
    if (!has(key)) return;
    if (error instanceof NetworkError) return put({ act: 'lost', key });
    const text = textOf(error, FILE_TEXTS.uploadFailed);
    put({ act: tools.isFinal(error) ? 'refused' : 'failed', key, text });
  };
  const start = async (upload: Upload) => {
    const { key, documentId, name } = upload;
    const file = blobs.get(key);
    if (!file) return;
    const before = lost.get(key) ?? tools.known(documentId);
    const cancel = new AbortController();
    cancels.set(key, cancel);
    put({ act: 'started', key });
    try {
      // If the answer was lost, check whether the file arrived before sending it a second time.
      if (lost.has(key) && (await tools.arrived(upload, before))) {
        onDelivered(documentId);
        forget(key, 'delivered');
        return pump();
      }
      const onProgress = (sent: number) => put({ act: 'progress', key, sent });
      await tools.send({ subscriptionId, documentId, file, name, onProgress, signal: cancel.signal });
      onDelivered(documentId);
      forget(key, 'delivered');
    } catch (error) {
      if (error instanceof NetworkError) lost.set(key, before);
      settle(key, error);
    }
    pump();
  };
  const pump = () => {
    for (const upload of nextUploads(queue)) void start(upload);
  };

  return {
    read: () => queue,
    news: () => news,
    watch: (changed) => {
      watchers.add(changed);
      return () => watchers.delete(changed);
    },
    add: (documentId, files, accepted) => {
      const picked = files.map((file) => ({ key: tools.randomId(), file }));
      put({
        act: 'picked',
        uploads: picked.map(({ key, file }) => ({ key, documentId, name: file.name, size: file.size })),
      });
      for (const { key, file } of picked) void prepare(key, file, accepted);
    },
    cancel: (key) => {
      const sending = cancels.get(key);
      const file = blobs.get(key);
      forget(key, 'gone');
      sending?.abort();
      // If the server cannot be reached, it forgets the rest by itself.
      if (file) void tools.giveUp(file).catch(() => undefined);
      pump();
    },
    again: (key) => {
      if (!blobs.has(key)) return;
      put({ act: 'again', key });
      pump();
    },
    resume: () => {
      put({ act: 'online' });
      pump();
    },
  };
}
