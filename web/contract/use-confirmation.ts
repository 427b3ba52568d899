import { useCallback, useRef, useState } from 'react';
import { call } from '../app/api.ts';
import type { Channel, Sent } from '../identity/codes/types.ts';
import type { Demand } from './queries.ts';

/** The code that confirms an acceptance: where it went, and the token it gave; both outlive the dialog. */
export function useConfirmation(subscriptionId: number, demand: Demand | null | undefined) {
  const [sent, setSent] = useState<Sent & { at: number }>();
  const token = useRef<string>(undefined);
  const channel = useRef<Channel>(undefined);

  const send = async (to: Channel) => {
    channel.current = to;
    const { challengeId, ...rest } = await call('POST /candidate/subscriptions/{id}/acceptance-challenges', {
      params: { id: subscriptionId },
      body: { party: demand?.party ?? 'candidate', channel: to },
    });
    setSent({ id: challengeId, ...rest, at: performance.now() });
  };
  const verify = async (challengeId: string, code: string) => {
    const answer = await call(
      'POST /candidate/subscriptions/{id}/acceptance-challenges/{challengeId}/verify',
      { params: { id: subscriptionId, challengeId }, body: { code } },
    );
    token.current = answer.acceptanceToken;
    return answer.acceptanceToken;
  };
  const forget = useCallback(() => {
    token.current = undefined;
    setSent(undefined);
  }, []);
  return {
    sent,
    send,
    resend: () => send(channel.current ?? 'email'),
    verify,
    /** The code given before, while the acceptance itself did not get through. */
    token: () => token.current,
    /** The server wants a new code: the old one was used, is over, or was another person's. */
    forget,
  };
}
export type Confirmation = ReturnType<typeof useConfirmation>;
