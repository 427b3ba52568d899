/** Upload state of one file. */
type UploadState =
  /** Being checked and reduced. */
  | 'preparing'
  | 'waiting'
  | 'sending'
  /** The connection was lost; resent when it returns. */
  | 'offline'
  /** May be retried with the same file. */
  | 'failed'
  /** The file will never be accepted; a different one is needed. */
  | 'refused';

export type Upload = {
  key: string;
  documentId: number;
  name: string;
  /** Bytes to send; after reduction fewer than were picked. */
  size: number;
  sent: number;
  state: UploadState;
  error?: string;
};

export type UploadAct =
  | { act: 'picked'; uploads: readonly Pick<Upload, 'key' | 'documentId' | 'name' | 'size'>[] }
  | { act: 'ready'; key: string; size: number }
  | { act: 'refused'; key: string; text: string }
  | { act: 'started'; key: string }
  | { act: 'progress'; key: string; sent: number }
  | { act: 'lost'; key: string }
  | { act: 'failed'; key: string; text: string }
  | { act: 'again'; key: string }
  | { act: 'online' }
  | { act: 'delivered'; key: string }
  /** Cancelled or dropped. */
  | { act: 'gone'; key: string };

const change = (queue: readonly Upload[], key: string, what: Partial<Upload>): readonly Upload[] =>
  queue.map((one) => (one.key === key ? { ...one, ...what } : one));

/** Files being uploaded, in the order they were picked. */
export function uploads(queue: readonly Upload[], act: UploadAct): readonly Upload[] {
  switch (act.act) {
    case 'picked':
      return [...queue, ...act.uploads.map((one): Upload => ({ ...one, sent: 0, state: 'preparing' }))];
    case 'ready':
      return change(queue, act.key, { state: 'waiting', size: act.size });
    case 'refused':
      return change(queue, act.key, { state: 'refused', error: act.text });
    case 'started':
      return change(queue, act.key, { state: 'sending', sent: 0, error: undefined });
    case 'progress':
      return change(queue, act.key, { sent: act.sent });
    case 'lost':
      return change(queue, act.key, { state: 'offline', sent: 0 });
    case 'failed':
      return change(queue, act.key, { state: 'failed', error: act.text });
    case 'again':
      return change(queue, act.key, { state: 'waiting', sent: 0, error: undefined });
    case 'online':
      return queue.map((one) => (one.state === 'offline' ? { ...one, state: 'waiting' } : one));
    case 'delivered':
    case 'gone':
      return queue.filter(({ key }) => key !== act.key);
  }
}

/** An announcement about a file; between start and end, one per quarter. */
export type News = { name: string; percent: number };

/**
 * The announcement that an action calls for (spec 15.9): the start, each quarter and the end; nothing twice, undefined if none.
 */
export function newsOf(queue: readonly Upload[], act: UploadAct, last: News | undefined): News | undefined {
  const upload = 'key' in act ? queue.find(({ key }) => key === act.key) : undefined;
  if (!upload) return undefined;
  const { name } = upload;
  if (act.act === 'delivered') return { name, percent: 100 };
  const sent = act.act === 'progress' ? act.sent : 0;
  if (act.act !== 'started' && act.act !== 'progress') return undefined;
  // Even with all bytes sent, the file is not yet delivered.
  const percent = Math.min(75, Math.floor(progressOf({ sent, size: upload.size }).percent / 25) * 25);
  return last && last.percent >= percent ? undefined : { name, percent };
}

/** Files sent at the same time; few, so that on a slow connection some finish early. */
const AT_ONCE = 2;

/** Files to start sending now. */
export function nextUploads(queue: readonly Upload[]): readonly Upload[] {
  const sending = queue.filter(({ state }) => state === 'sending').length;
  return queue.filter(({ state }) => state === 'waiting').slice(0, Math.max(0, AT_ONCE - sending));
}

/** True while leaving the page would lose something. */
export const isBusy = (queue: readonly Upload[]): boolean =>
  queue.some(({ state }) => state !== 'failed' && state !== 'refused');

const megabytes = (bytes: number) => (bytes / 1_048_576).toFixed(1).replace('.', ',');

/** Percent and amounts as displayed: `62`, `1,9`, `3,1`. */
export const progressOf = ({ sent, size }: Pick<Upload, 'sent' | 'size'>) => ({
  percent: size === 0 ? 0 : Math.min(100, Math.floor((sent / size) * 100)),
  sent: megabytes(Math.min(sent, size)),
  total: megabytes(size),
});

/** `1,8 MB`, `240 KB`. */
export const sizeText = (bytes: number): string =>
  bytes < 104_858 ? `${Math.max(1, Math.round(bytes / 1024))} KB` : `${megabytes(bytes)} MB`;
