import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { FILE_LIMIT } from '@orbita/domain/document';
import { UPLOAD_BYTES } from '@orbita/protocol/document';
import { addressOf, type ErrorCode, type Method } from '@orbita/protocol/foundation';
import { MemoryLocker, Server, TUS_RESUMABLE, TUS_VERSION } from '@tus/server';
import type { CandidateContext, Reply } from '../../platform/http/context.ts';
import { AppError, fail } from '../../platform/http/errors.ts';
import { reply } from '../../platform/http/route.ts';
import type { Holding } from '../budget.ts';
import { type Begin, EXTENSIONS, PieceStore } from './pieces.ts';

/** One request at a time for an upload of this node; between nodes its position in the database decides. */
const locker = new MemoryLocker();

const PATH = '/orbita/api/candidate/uploads';

const ASKED = ['tus-resumable', 'upload-offset', 'upload-length', 'upload-metadata', 'content-length'];
/** Headers of the protocol that are answered; those the library sets for other origins stay out. */
const ANSWERED = ['location', 'tus-resumable', 'upload-length', 'upload-metadata', 'upload-offset'];

/** Our code of each refusal of the library; any other one is a request that cannot be read. */
const CODES: Readonly<Record<number, ErrorCode>> = {
  404: 'NOT_FOUND',
  409: 'UPLOAD_MOVED',
  412: 'UPLOAD_PROTOCOL',
  413: 'FILE_TOO_BIG',
  500: 'UPLOAD_FAILED',
};

type More = {
  holding: Holding;
  /** The upload of the address; absent where one begins. */
  id?: string;
  begin?: Begin;
};

const nothingBegins: Begin = async () => fail('NOT_FOUND');

/** The body as it arrives; what the library does not read stays unread, so that an answer still gets through. */
function bytesOf(raw: IncomingMessage): ReadableStream<Uint8Array> {
  const chunks = raw.iterator({ destroyOnReturn: false });
  return new ReadableStream<Uint8Array>({
    pull: async (to) => {
      const { done, value } = await chunks.next();
      if (done) to.close();
      else to.enqueue(value);
    },
  });
}

/** The method of the call, which may have come as another one (`X-HTTP-Method-Override`). */
const methodOf = ({ request }: CandidateContext): Method =>
  addressOf(request.routeOptions.config.key ?? '').method;

/** True where the body is bytes of the upload; another type of body has been read already. */
const bringsBytes = (ctx: CandidateContext): boolean =>
  ctx.request.headers['content-type'] === UPLOAD_BYTES && ['POST', 'PATCH'].includes(methodOf(ctx));

/** The request as the library reads it: nothing of who called, and the body only where bytes are sent. */
function asked(ctx: CandidateContext, id = ''): Request {
  const headers = new Headers();
  for (const name of ASKED) {
    const value = ctx.header(name);
    if (value !== undefined) headers.set(name, value);
  }
  const method = methodOf(ctx);
  const address = `http://upload${PATH}/${id}`;
  if (!bringsBytes(ctx)) return new Request(address, { method, headers });
  headers.set('content-type', UPLOAD_BYTES);
  const init: RequestInit & { duplex: 'half' } = {
    method,
    headers,
    body: bytesOf(ctx.request.raw),
    duplex: 'half',
  };
  return new Request(address, init);
}

/** OPTIONS: what this server can of tus 1.0; the same for everybody, so that nobody needs a session to ask. */
export const tusOptions = async (): Promise<Reply> =>
  reply(204, undefined, {
    headers: {
      'tus-version': TUS_VERSION.join(','),
      'tus-extension': EXTENSIONS.join(','),
      'tus-max-size': String(FILE_LIMIT),
    },
  });

const refused = (ctx: CandidateContext, status: number): Reply => {
  const error = new AppError(CODES[status] ?? 'MALFORMED');
  return reply(error.status, error.envelope(ctx.requestId), {
    headers: { 'tus-resumable': TUS_RESUMABLE, 'tus-version': TUS_VERSION.join(',') },
  });
};

/**
 * Answers a request of tus 1.0 (spec 15.9). The library reads and checks the protocol; who may
 * call, and the words of a refusal, are ours. The caller has checked that the upload is the session's own.
 */
export async function answerTus(
  ctx: CandidateContext,
  { holding, id, begin = nothingBegins }: More,
): Promise<Reply> {
  const { raw } = ctx.request;
  if (methodOf(ctx) === 'PATCH' && !bringsBytes(ctx)) return refused(ctx, 400);
  let problem: unknown;
  const note = (error: unknown) => {
    problem ??= error;
  };
  const server = new Server({
    path: PATH,
    datastore: new PieceStore(ctx, holding, begin),
    locker,
    maxSize: FILE_LIMIT,
    relativeLocation: true,
    namingFunction: () => randomUUID(),
    getFileIdFromRequest: () => id,
    onResponseError: (_request, error) => {
      note(error);
      return undefined;
    },
  });
  raw.once('error', note);
  const answer = await server.handleWeb(asked(ctx, id)).finally(() => {
    raw.off('error', note);
    holding.release();
  });
  if (answer.status < 400) {
    const answered = ANSWERED.flatMap((name) => {
      const value = answer.headers.get(name);
      return value === null ? [] : [[name, value]];
    });
    return reply(answer.status, undefined, { headers: Object.fromEntries(answered) });
  }
  // What we refused ourselves reaches the error handler as it is, and so does a failure of the database.
  if (problem instanceof Error) throw problem;
  return refused(ctx, answer.status);
}
