import { NetworkError, refusalOf } from '@orbita/client/errors.ts';
import { addressOf } from '@orbita/client/request.ts';
import { uiTexts } from '@orbita/ui/texts.ts';
import { headers, sessionRenewed } from '../base/api.ts';
import { retriedImport } from '../base/chunk-reload.ts';
import { institutionOf } from '../base/institution-codes.ts';
import { session } from '../base/session.ts';
import type { Sending } from './sending.ts';

const PATH = '/candidate/subscriptions/{id}/documents/{documentId}/files';

/** Files up to this size are sent in one request: one round trip instead of three. */
const SMALL = 512 * 1024;

const load = retriedImport(() => import('./send-resumable.ts'));
const resumable = () =>
  load().catch(() => {
    throw new NetworkError(uiTexts);
  });

/** Prefetches the resumable uploader, so that it is available when the connection is not. */
export const prepareSending = (): void => void resumable().catch(() => undefined);

/** Sends one file: a small one in one request, a larger one resumably. */
export const sendFile = async (sending: Sending): Promise<void> =>
  sending.file.size > SMALL ? (await resumable()).sendResumable(sending) : sendForm(sending);

/** Abandons the upload of a file that is no longer to be sent. */
export async function giveUp(file: Blob): Promise<void> {
  if (file.size > SMALL) await (await resumable()).giveUp(file);
}

/** Abandons an upload listed by the server. */
export const giveUpUpload = async (uploadId: string): Promise<void> =>
  (await resumable()).giveUpUpload(uploadId);

/**
 * Sends one file and reports its progress, which `fetch` cannot do. Throws `ApiError` on an error answer, `NetworkError`
 * when the connection was lost, `AbortError` when it was cancelled.
 */
function sendForm(sending: Sending): Promise<void> {
  const { subscriptionId, documentId, file, name, onProgress, signal } = sending;
  const token = session.token();
  return new Promise((done, failed) => {
    if (signal.aborted) return failed(new DOMException('Cancelled', 'AbortError'));
    const request = new XMLHttpRequest();
    request.open('POST', addressOf(PATH, { params: { id: subscriptionId, documentId } }));
    for (const [header, value] of Object.entries(
      headers({ institutionCode: institutionOf(subscriptionId)?.code }),
    ))
      request.setRequestHeader(header, value);
    request.upload.onprogress = ({ loaded }) => onProgress(loaded);
    request.onload = () => {
      if (request.status === 201) return done();
      const answer = new Response(request.responseText, {
        status: request.status >= 200 ? request.status : 500,
      });
      void refusalOf(answer).then(async (error) => {
        if (await sessionRenewed(error, token)) sendForm(sending).then(done, failed);
        else failed(error);
      });
    };
    request.onerror = () => failed(new NetworkError(uiTexts));
    request.ontimeout = () => failed(new NetworkError(uiTexts));
    request.onabort = () => failed(new DOMException('Cancelled', 'AbortError'));
    signal.addEventListener('abort', () => request.abort(), { once: true });
    const form = new FormData();
    form.append('file', file, name);
    request.send(form);
  });
}
