import type { FastifyReply } from 'fastify';

/** A file that the browser saves instead of showing. */
export const download = (
  reply: FastifyReply,
  { name, type, content }: { name: string; type: string; content: Buffer },
): FastifyReply =>
  reply
    .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(name)}`)
    .header('x-content-type-options', 'nosniff')
    .type(type)
    .send(content);
