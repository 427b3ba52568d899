import type { Answer } from '@orbita/protocol';
import { differenceTexts as t } from '../texts/payment.ts';
import { moneyText } from './money-text.ts';

export type Difference = Answer<'GET /operations/reconciliation-differences'>['data'][number];

/** What one side's records say about a charge. */
export function sideText(side: Difference['ours']): string {
  if (!side) return t.nothing;
  const said = t.side(t.stages[side.stage], moneyText(side.asked), moneyText(side.received));
  return side.refunded > 0 ? said + t.sideBack(moneyText(side.refunded)) : said;
}
