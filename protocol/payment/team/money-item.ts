import { WAYS_OUT } from '@orbita/domain/payment';
import { z } from 'zod';
import { id, money, text } from '../../foundation/index.ts';
import { ownItem } from '../../work/index.ts';

/** Marks of some money, each with the ways out that lead somewhere now, the likeliest first (spec 25.11). */
export const markWays = <Mark extends z.ZodType>(mark: Mark) =>
  z.array(z.object({ mark, ways: z.array(z.enum(WAYS_OUT)) }));

/** What is known of a payment or a month besides itself, on the page where it is looked after. */
export const moneyItem = {
  version: z.number().int().positive(),
  /** What could still be given back. */
  left: money,
  institutionCode: text,
  courseName: text,
  person: z.object({ personId: id, name: text }),
  /** How it waits in a queue of the caller; null where it waits in none. */
  work: ownItem.nullable(),
};
