import { ApiError, addressOf, headers, NetworkError, refusalOf, sessionRenewed } from '../app/api.ts';
import { institutionOf } from '../app/institution-codes.ts';
import { session } from '../app/session.ts';

const PATH = '/candidate/subscriptions/{id}/documents/{documentId}/files';

export type Sending = {
  subscriptionId: number;
  documentId: number;
  file: Blob;
  name: string;
  onProgress: (sent: number) => void;
  signal: AbortSignal;
};

/**
 * Sends one file and reports its progress, which `fetch` cannot do. Throws `ApiError` on an error answer, `NetworkError`
 * when the connection was lost, `AbortError` when it was cancelled.
 */
export function sendFile(sending: Sending): Promise<void> {
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
        if (await sessionRenewed(error, token)) sendFile(sending).then(done, failed);
        else failed(error);
      });
    };
    request.onerror = () => failed(new NetworkError());
    request.ontimeout = () => failed(new NetworkError());
    request.onabort = () => failed(new DOMException('Cancelled', 'AbortError'));
    signal.addEventListener('abort', () => request.abort(), { once: true });
    const form = new FormData();
    form.append('file', file, name);
    request.send(form);
  });
}

/** Errors that a retry with the same file cannot change. */
export const isFinal = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.status < 500 && error.status !== 429 && error.status !== 401;
