import { formatDate } from '@orbita/domain/foundation';
import type { Answer } from '@orbita/protocol';
import { cancellationTexts as t } from '../texts/cancellation.ts';

export type Cancellation = Answer<'GET /operations/cancellations'>['data'][number];
export type Leaving = Answer<'GET /operations/cancellations/{id}'>;

export const LEAVING_QUEUE = 'cancellations';

/** Address of the queue, or of one request in it, which leads back there. */
export const addressOfLeaving = (queue: typeof LEAVING_QUEUE, id?: number): string =>
  `/cancelamentos${id === undefined ? '' : `/${id}`}?fila=${queue}`;

/** The legal term that applies to a cancellation request. */
export const termOf = ({ withdrawalRight, withdrawalUntil }: Cancellation): string =>
  withdrawalRight ? t.withdrawal(withdrawalUntil && formatDate(withdrawalUntil)) : t.noWithdrawal;
