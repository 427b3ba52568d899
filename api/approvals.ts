import type { Acts } from './approval/act.ts';
import { tokenAct } from './caller/team/approved-token.ts';
import { catalogueAct } from './catalogue/second.ts';
import { webhookAct } from './messaging/team/second-webhook.ts';
import { discountAct } from './payment/team/discounts.ts';
import { slipReturnAct } from './payment/team/second-slip-return.ts';
import { erasureAct } from './privacy/decide.ts';
import { accessAct, grantAct } from './staff/approved.ts';
import { extensionAct } from './subscription/team/deadlines/act.ts';
import { cancellationAct, refundAct, settlementAct } from './subscription/team/leaving/approved-money.ts';

/** The functions that execute acts approved by a second person; a kind without one is a compile error. */
export const allApprovals: Acts = {
  refund: refundAct,
  cancellation: cancellationAct,
  settlement: settlementAct,
  'slip-return': slipReturnAct,
  extension: extensionAct,
  discount: discountAct,
  erasure: erasureAct,
  token: tokenAct,
  catalogue: catalogueAct,
  grant: grantAct,
  access: accessAct,
  webhook: webhookAct,
};
