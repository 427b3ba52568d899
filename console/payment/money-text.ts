import { formatMoney, toCents } from '@orbita/domain/foundation';
import type { Attention, MonthMark } from '@orbita/domain/payment';
import { markNames } from '../texts/payment.ts';
import { attentionTexts } from '../texts/subscription.ts';

/** An amount in BRL as displayed. */
export const moneyText = (amount: number): string => formatMoney(toCents(amount));

/** Label of a mark; one unknown to this console still asks for attention. */
export const markName = (code: string): string =>
  Object.hasOwn(markNames, code) ? markNames[code as Attention | MonthMark] : attentionTexts.other;

/** Labels of the marks of a queue item, whose title lists their codes. */
export const marksIn = (title: string): string => [...new Set(title.split(',').map(markName))].join(' · ');
