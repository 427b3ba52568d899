import { type AcquirerDescriptor, originsOf } from '../acquirer-descriptor.ts';
import { reader } from '../notice-reader.ts';
import { type CieloAccount, cieloAccount } from './account.ts';
import { openCielo } from './calls.ts';
import { noticeShape } from './shapes.ts';

/** Cielo: E-commerce 3.0, with card fields by Silent Order Post and 3-D Secure. */
export const cielo: AcquirerDescriptor<CieloAccount> = {
  account: cieloAccount,
  shared: ({ silentOrderPost, threeDSecure, ...account }, named) => ({
    ...account,
    merchantId: named(account.merchantId),
    silentOrderPost: { ...silentOrderPost, clientId: named(silentOrderPost.clientId) },
    threeDSecure: threeDSecure && { ...threeDSecure, clientId: named(threeDSecure.clientId) },
  }),
  open: openCielo,
  origins(accounts) {
    // Silent Order Post sends the card to the host its script was loaded from.
    const hosts = originsOf(accounts.map(({ silentOrderPost }) => silentOrderPost.scriptUrl));
    // 3-D Secure does the same with its own host and those of the networks; the bank's page opens in a frame.
    const checks = accounts.flatMap(({ threeDSecure }) => threeDSecure ?? []);
    const networks = checks.flatMap(({ networkSources }) => networkSources);
    const asking = originsOf(checks.map(({ scriptUrl }) => scriptUrl));
    const places = [...new Set([...hosts, ...asking, ...networks])];
    const frames = checks.flatMap(({ networkSources, bankSources }) => [...networkSources, ...bankSources]);
    return { scripts: places, connections: places, frames: [...new Set(frames)] };
  },
  // Cielo's notices have no id: two different changes may produce identical notices.
  notices: {
    ...reader(
      (body) => [body],
      noticeShape,
      ({ PaymentId, ChangeType }) => `${PaymentId}:${ChangeType}`,
      ({ PaymentId }) => ({ reference: null, providerId: PaymentId, refund: true }),
    ),
    mayRepeat: true,
  },
};
