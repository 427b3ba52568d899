import { formatMoney, toCents } from '@orbita/domain/foundation';
import type { Attention, MonthMark } from '@orbita/domain/payment';
import { markNames } from '../texts/payment.ts';
import { attentionTexts } from '../texts/subscription.ts';

/** An amount of BRL as people read it. */
export const moneyText = (amount: number): string => formatMoney(toCents(amount));

/** What a mark is called; one that this console does not know yet still asks for attention. */
export const markName = (code: string): string =>
  Object.hasOwn(markNames, code) ? markNames[code as Attention | MonthMark] : attentionTexts.other;

/** Marks of an item of a queue, which names them by their codes. */
export const marksIn = (title: string): string => [...new Set(title.split(',').map(markName))].join(' · ');
