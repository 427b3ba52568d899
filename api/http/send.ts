import { type CallKey, callOf } from '@orbita/protocol';
import type { FastifyReply } from 'fastify';
import type { Reply } from '../platform/http/context.ts';
import { fail } from '../platform/http/errors.ts';
import type { Platform } from '../platform/platform.ts';

/** Sends only what the protocol promises: unknown fields are dropped, a missing one is a server error. */
export function send(platform: Platform, key: CallKey, response: FastifyReply, answer: Reply): FastifyReply {
  const shape = callOf(key).responses[answer.status];
  // The reply may itself be a refusal, or the replay of a stored one.
  if (answer.status >= 400) response.request.refusal = (answer.body as { code?: string } | undefined)?.code;
  response.code(answer.status);
  if (answer.headers) response.headers(answer.headers);
  for (const { name, value, maxAge, path, httpOnly, sameSite } of answer.cookies ?? []) {
    response.setCookie(name, value, {
      path,
      sameSite,
      httpOnly: httpOnly ?? false,
      secure: response.request.protocol === 'https' || !platform.config.development,
      ...(maxAge === undefined ? {} : { maxAge }),
    });
  }
  if (answer.body === undefined) return response.send();
  if (
    answer.body instanceof Buffer ||
    (typeof answer.body === 'object' && answer.body !== null && 'pipe' in answer.body)
  ) {
    return response.send(answer.body);
  }
  // A refusal replayed from the idempotency store has the shape of the error envelope, not of the call.
  if (!shape && answer.status >= 400) return response.send(answer.body);
  const checked = shape?.safeParse(answer.body);
  if (!checked?.success) {
    platform.log.error(
      { key, status: answer.status, issues: checked?.error?.issues },
      'answer breaks the protocol',
    );
    fail('INTERNAL');
  }
  return response.send(checked.data);
}
