import { useCallback, useRef, useState } from 'react';
import { call } from '../base/api.ts';
import type { ContactChannel, Sent } from '../identity/codes/types.ts';
import type { Demand } from './queries.ts';

/** How a code is requested and verified; candidate and guardian use different addresses. */
export type ConfirmationCalls = {
  ask: (channel: ContactChannel) => Promise<Omit<Sent, 'id'> & { challengeId: string }>;
  verify: (challengeId: string, code: string) => Promise<{ acceptanceToken: string }>;
};

/** Calls of the signed-in candidate, for whichever party has to accept. */
export const candidateCodes = (
  subscriptionId: number,
  demand: Demand | null | undefined,
): ConfirmationCalls => ({
  ask: (channel) =>
    call('POST /candidate/subscriptions/{id}/acceptance-challenges', {
      params: { id: subscriptionId },
      body: { party: demand?.party ?? 'candidate', channel },
    }),
  verify: (challengeId, code) =>
    call('POST /candidate/subscriptions/{id}/acceptance-challenges/{challengeId}/verify', {
      params: { id: subscriptionId, challengeId },
      body: { code },
    }),
});

/** State of the confirmation code: where it was sent and the token it yielded; kept when the dialog closes. */
export function useConfirmation({ ask, verify }: ConfirmationCalls) {
  const [sent, setSent] = useState<Sent & { at: number }>();
  const token = useRef<string>(undefined);
  const channel = useRef<ContactChannel>(undefined);

  const send = async (to: ContactChannel) => {
    channel.current = to;
    const { challengeId, ...rest } = await ask(to);
    setSent({ id: challengeId, ...rest, at: performance.now() });
  };
  const answer = async (challengeId: string, code: string) => {
    const { acceptanceToken } = await verify(challengeId, code);
    token.current = acceptanceToken;
    return acceptanceToken;
  };
  const forget = useCallback(() => {
    token.current = undefined;
    setSent(undefined);
  }, []);
  return {
    sent,
    send,
    resend: () => send(channel.current ?? 'email'),
    verify: answer,
    /** Token of a verified code, kept until the acceptance itself has succeeded. */
    token: () => token.current,
    /** The server requires a new code: the old one was used, expired or belonged to another person. */
    forget,
  };
}
export type Confirmation = ReturnType<typeof useConfirmation>;
