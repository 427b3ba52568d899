import { adoptAnswer } from '@orbita/client/adopt-answer.ts';
import { ApiError } from '@orbita/client/errors.ts';
import { CONTRACT_TEXTS } from '@orbita/domain/contract';
import { STATUS } from '@orbita/domain/subscription';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { call } from '../base/api.ts';
import type { PartProps } from '../enrolment/part-props.ts';
import { stepRoute } from '../subscription/routes.ts';
import { track, trackedFacts } from '../tenancy/tracking.ts';
import { contractTexts as t } from '../texts/contract.ts';
import { type Contract, contractQuery, priceExistsQuery } from './queries.ts';
import { usePost } from './use-post.ts';

export type Missing = keyof typeof t.missing;

const PARTS = Object.keys(t.missing) as Missing[];

function missingOf(error: ApiError): Missing[] {
  if (error.code === 'GUARDIAN_REQUIRED') return ['guardian'];
  const text =
    error.code === 'DATA_INCOMPLETE' && Array.isArray(error.more.missing) ? error.more.missing : [];
  return PARTS.filter((part) => text.includes(part));
}

type Reactions = {
  /** The server has a newer text. */
  onChanged: () => void;
  /** The code was not accepted, or one is required now. */
  onUnconfirmed: () => void;
};

/** Accepts the candidate's contract and interprets a refusal. */
export function useAccept({ subscription, reload }: Pick<PartProps, 'subscription' | 'reload'>) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { post, busy: posting } = usePost((body, idempotencyKey) =>
    call('POST /candidate/subscriptions/{id}/contract', {
      params: { id: subscription.id },
      body,
      idempotencyKey,
    }),
  );
  const [leaving, setLeaving] = useState<string | false>(false);
  const busy = posting || leaving;
  const [failure, setFailure] = useState<string | null>(null);
  const [missing, setMissing] = useState<Missing[]>([]);
  const [full, setFull] = useState(false);

  const leave = async () => {
    await reload();
    // The next step may be shown long before the last answer arrives, and the person may have moved on within it.
    void navigate(stepRoute(subscription), { replace: true, preventScrollReset: true });
  };

  const refused = async (error: unknown, { onChanged, onUnconfirmed }: Reactions) => {
    if (!(error instanceof ApiError) || error.status >= 500) return setFailure(t.failed);
    switch (error.code) {
      case 'ALREADY_ACCEPTED':
      case 'TRANSITION_NOT_ALLOWED':
        return leave();
      case 'CONTRACT_CHANGED':
        await client.invalidateQueries({ queryKey: contractQuery(subscription.id).queryKey });
        onChanged();
        return setFailure(CONTRACT_TEXTS.changed);
      case 'CONFIRMATION_REQUIRED':
        // The accepting party may have changed, so the page refetches.
        await client.invalidateQueries({ queryKey: contractQuery(subscription.id).queryKey });
        onUnconfirmed();
        return setFailure(t.confirmAgain);
      case 'PRICE_NOT_REGISTERED':
        adoptAnswer(client, priceExistsQuery(subscription.id).queryKey, false);
        return setFailure(CONTRACT_TEXTS.noPrice);
      case 'DATA_INCOMPLETE':
      case 'GUARDIAN_REQUIRED':
        return setMissing(missingOf(error));
      default:
        setFull(error.code === 'NO_VACANCIES');
        return setFailure(error.message);
    }
  };

  /** Accepts this text, with the confirmation token if a code is required. */
  const accept = async (contract: Contract, reactions: Reactions, acceptanceToken?: string) => {
    if (busy) return;
    setFailure(null);
    setMissing([]);
    setFull(false);
    setLeaving(t.accepting);
    try {
      await post(contract, acceptanceToken);
      await track('contrato_aceito', subscription.id, {
        ...trackedFacts(subscription),
        statusCode: STATUS.TermsAccepted,
      });
      await leave();
    } catch (error) {
      await refused(error, reactions);
    } finally {
      setLeaving(false);
    }
  };
  return { accept, busy, failure, missing, full };
}
