import { WAYS_OUT } from '@orbita/domain/payment';
import { z } from 'zod';
import { id, money, text } from '../../foundation/index.ts';
import { ownItem } from '../../work/index.ts';

/** Marks of a payment or month, each with the ways out that are currently available, the likeliest first (spec 25.11). */
export const markWays = <Mark extends z.ZodType>(mark: Mark) =>
  z.array(z.object({ mark, ways: z.array(z.enum(WAYS_OUT)) }));

/** Context of a payment or month on the page where it is handled. */
export const moneyItem = {
  version: z.number().int().positive(),
  /** Amount that can still be refunded. */
  left: money,
  institutionCode: text,
  courseName: text,
  person: z.object({ personId: id, name: text }),
  /** Its state as an item of a queue of the caller; null if it is in none. */
  work: ownItem.nullable(),
};
