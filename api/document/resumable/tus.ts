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

/** One request at a time per upload on this node; between nodes its offset in the database decides. */
const locker = new MemoryLocker();

const PATH = '/orbita/api/candidate/uploads';

const ASKED = ['tus-resumable', 'upload-offset', 'upload-length', 'upload-metadata', 'content-length'];
/** Protocol headers included in responses; those the library sets for other origins are left out. */
const ANSWERED = ['location', 'tus-resumable', 'upload-length', 'upload-metadata', 'upload-offset'];

/** Our error code for each status the library refuses with; any other means a request that can't be read. */
const CODES: Readonly<Record<number, ErrorCode>> = {
  404: 'NOT_FOUND',
  409: 'UPLOAD_MOVED',
  412: 'UPLOAD_PROTOCOL',
  413: 'FILE_TOO_BIG',
  500: 'UPLOAD_FAILED',
};

type More = {
  holding: Holding;
  /** The upload in the address; absent when one begins. */
  id?: string;
  begin?: Begin;
};

const nothingBegins: Begin = async () => fail('NOT_FOUND');

/** The body as it arrives; what the library doesn't read stays unread, so that a response still gets through. */
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

/** The call's method, which may have been overridden (`X-HTTP-Method-Override`). */
const methodOf = ({ request }: CandidateContext): Method =>
  addressOf(request.routeOptions.config.key ?? '').method;

/** True if the body contains bytes of the upload; any other type of body has already been read. */
const bringsBytes = (ctx: CandidateContext): boolean =>
  ctx.request.headers['content-type'] === UPLOAD_BYTES && ['POST', 'PATCH'].includes(methodOf(ctx));

/** The request as the library sees it: nothing about the caller, and the body only if it contains upload bytes. */
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

/** OPTIONS: what this server supports of tus 1.0; the same for everybody, so that no session is needed. */
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
 * Handles a tus 1.0 request (spec 15.9). The library parses and checks the protocol; access control and error messages are
 * ours. The caller has checked that the upload belongs to the session.
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
  // Our own refusals reach the error handler unchanged, as does a database failure.
  if (problem instanceof Error) throw problem;
  return refused(ctx, answer.status);
}
