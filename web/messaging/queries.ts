import type { Answer } from '@orbita/protocol';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { call } from '../base/api.ts';
import { session } from '../base/session.ts';

type MessagePage = Answer<'GET /candidate/users/{uuid}/messages'>;
export type OwnMessage = MessagePage['data'][number];

/** Messages sent to the person, page by page (spec 16.3). */
export const messagesQuery = () =>
  infiniteQueryOptions({
    queryKey: ['messages'],
    queryFn: ({ pageParam: page }) =>
      call('GET /candidate/users/{uuid}/messages', { params: { uuid: session.uuid() }, query: { page } }),
    initialPageParam: 1,
    getNextPageParam: ({ page, pageSize, total }: MessagePage) =>
      page * pageSize < total ? page + 1 : undefined,
  });
