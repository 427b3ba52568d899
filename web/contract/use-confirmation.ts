import { useCallback, useRef, useState } from 'react';
import { call } from '../app/api.ts';
import type { Channel, Sent } from '../identity/codes/types.ts';
import type { Demand } from './queries.ts';

/** State of the confirmation code: where it was sent and the token it gave; kept when the dialog closes. */
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
    /** Token of a verified code, kept while the acceptance itself has not succeeded. */
    token: () => token.current,
    /** The server requires a new code: the old one was used, expired or belonged to another person. */
    forget,
  };
}
export type Confirmation = ReturnType<typeof useConfirmation>;
