import type { Acts } from './approval/act.ts';
import { cancellationAct, refundAct, settlementAct } from './operations/approved-money.ts';
import { catalogueAct } from './operations/catalogue/second.ts';
import { webhookAct } from './operations/messages/second-webhook.ts';
import { tokenAct } from './operations/provisioning/approved-token.ts';
import { slipReturnAct } from './operations/second-slip-return.ts';
import { erasureAct } from './privacy/decide.ts';
import { accessAct, grantAct } from './staff/approved.ts';

/** How acts are done that a second person approved; a kind without its act is a compile error. */
export const allApprovals: Acts = {
  refund: refundAct,
  cancellation: cancellationAct,
  settlement: settlementAct,
  'slip-return': slipReturnAct,
  erasure: erasureAct,
  token: tokenAct,
  catalogue: catalogueAct,
  grant: grantAct,
  access: accessAct,
  webhook: webhookAct,
};
