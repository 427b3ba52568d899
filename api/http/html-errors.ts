import { escapeHtml } from '@orbita/domain/foundation';
import type { FastifyReply } from 'fastify';
import { AppError } from '../platform/http/errors.ts';

/** Refusals of the request itself; those of the session and of the server keep the envelope that pages act upon. */
const SHOWN: readonly number[] = [403, 404, 409, 422];

/** Whether a call with `htmlErrors: 'paragraphs'` sends this refusal as paragraphs (spec 7.5). */
export const isShownAsHtml = (error: unknown): error is AppError =>
  error instanceof AppError && SHOWN.includes(error.status);

/** Sends a refusal as paragraphs: what is wrong with each field, otherwise its own text. */
export function sendHtml(response: FastifyReply, error: AppError): FastifyReply {
  response.request.refusal = error.code;
  const texts = error.errors?.length ? error.errors.map(({ message }) => message) : [error.message];
  return response
    .code(error.status)
    .type('text/html; charset=utf-8')
    .send([...new Set(texts)].map((text) => `<p>${escapeHtml(text)}</p>`).join(''));
}
