import { ApiError, NetworkError, refusalOf } from '@orbita/client/errors.ts';
import { addressOf } from '@orbita/client/request.ts';
import { uiTexts } from '@orbita/ui/texts.ts';
import { Upload } from 'tus-js-client';
import { call, headers, sessionRenewed } from '../base/api.ts';
import { session } from '../base/session.ts';
import { FIRST_CHUNK, nextChunk } from './chunk-size.ts';
import type { Sending } from './sending.ts';

const PATH = '/candidate/subscriptions/{id}/documents/{documentId}/uploads';
const ADDRESS = '/candidate/uploads/{uploadId}';
/** A connection that accepts no data for this long counts as lost; phones do not always report it. */
const STALLED_MS = 25_000;
/** Checking and storing the largest file takes some seconds on a busy server. */
const FINISH_MS = 60_000;
/** Attempts before giving up: another request may be continuing the same upload, or the session is renewed. */
const TRIES = 3;

/** Upload address of each file, as long as the page is open. */
const addresses = new WeakMap<Blob, string>();

const idOf = (address: string): string => address.split('/').at(-1) ?? '';

/** Hash of a file; undefined if the browser offers none: the file is then not recognised after a reload. */
async function hashOf(file: Blob): Promise<string | undefined> {
  if (!crypto.subtle) return undefined;
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', await file.arrayBuffer()));
  return [...hash].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Address of an upload of the same file that was begun before a reload, or in another browser. */
async function begunBefore(sending: Sending, sha256: string | undefined): Promise<string | undefined> {
  if (!sha256) return undefined;
  const { subscriptionId, documentId, file } = sending;
  const begun = await call('GET /candidate/subscriptions/{id}/uploads', { params: { id: subscriptionId } });
  const same = begun.find(
    (one) => one.documentId === documentId && one.size === file.size && one.sha256 === sha256,
  );
  return same && addressOf(ADDRESS, { params: { uploadId: same.uploadId } });
}

const cancelled = () => new DOMException('Cancelled', 'AbortError');

/** Sends the missing bytes; returns the address of the upload. */
function sendBytes(sending: Sending, sha256: string | undefined): Promise<string> {
  const { subscriptionId, documentId, file, name, onProgress, signal } = sending;
  return new Promise((done, failed) => {
    let stall: ReturnType<typeof setTimeout> | undefined;
    let startedAt = performance.now();
    const watch = () => {
      clearTimeout(stall);
      stall = setTimeout(() => {
        void upload.abort();
        end(() => failed(new NetworkError(uiTexts)));
      }, STALLED_MS);
    };
    const stop = () => {
      void upload.abort();
      end(() => failed(cancelled()));
    };
    const end = (settle: () => void) => {
      clearTimeout(stall);
      signal.removeEventListener('abort', stop);
      settle();
    };
    const upload = new Upload(file, {
      endpoint: addressOf(PATH, { params: { id: subscriptionId, documentId } }),
      uploadUrl: addresses.get(file) ?? null,
      metadata: { filename: name, ...(sha256 ? { sha256 } : {}) },
      chunkSize: FIRST_CHUNK,
      // The upload queue waits for the connection and retries.
      retryDelays: null,
      storeFingerprintForResuming: false,
      onBeforeRequest: (request) => {
        for (const [header, value] of Object.entries(headers())) request.setHeader(header, value);
        startedAt = performance.now();
      },
      onUploadUrlAvailable: () => {
        if (upload.url) addresses.set(file, upload.url);
      },
      onProgress: (sent) => {
        watch();
        onProgress(sent);
      },
      onChunkComplete: () => {
        upload.options.chunkSize = nextChunk(
          upload.options.chunkSize ?? FIRST_CHUNK,
          performance.now() - startedAt,
        );
      },
      onSuccess: () => end(() => done(upload.url ?? '')),
      onError: (error) => {
        const answer = 'originalResponse' in error ? error.originalResponse : null;
        if (!answer?.getStatus()) return end(() => failed(new NetworkError(uiTexts)));
        const refusal = new Response(answer.getBody(), { status: answer.getStatus() });
        void refusalOf(refusal).then((refused) => end(() => failed(refused)));
      },
    });
    if (signal.aborted) return failed(cancelled());
    signal.addEventListener('abort', stop, { once: true });
    watch();
    upload.start();
  });
}

/**
 * Sends one file resumably, continuing from where the server stopped (spec 15.9). Throws as `sendFile` does; called again with
 * the same file, or after a reload with an equal one, it sends only what is missing.
 */
export async function sendResumable(sending: Sending): Promise<void> {
  const { file } = sending;
  const sha256 = await hashOf(file);
  if (!addresses.has(file)) {
    const begun = await begunBefore(sending, sha256);
    if (begun) addresses.set(file, begun);
  }
  for (let tries = 1; ; tries += 1) {
    const token = session.token();
    try {
      const uploadId = idOf(await sendBytes(sending, sha256));
      await call('POST /candidate/uploads/{uploadId}/file', {
        params: { uploadId },
        timeoutMs: FINISH_MS,
      });
      addresses.delete(file);
      return;
    } catch (error) {
      if (!(error instanceof ApiError) || tries === TRIES) throw error;
      const goesOn = error.code === 'UPLOAD_MOVED' || error.code === 'UPLOAD_UNFINISHED';
      if (!goesOn && !(await sessionRenewed(error, token))) throw error;
    }
  }
}

/** Abandons an upload by its address; whatever the answer, the server forgets it within a day. */
const terminate = (address: string): Promise<void> =>
  Upload.terminate(address, { headers: headers(), retryDelays: null }).catch(() => undefined);

/** Abandons the upload of a file. */
export async function giveUp(file: Blob): Promise<void> {
  const address = addresses.get(file);
  addresses.delete(file);
  if (address) await terminate(address);
}

/** Abandons an upload listed by the server. */
export const giveUpUpload = (uploadId: string): Promise<void> =>
  terminate(addressOf(ADDRESS, { params: { uploadId } }));
