import { ApiError } from '@orbita/client/errors.ts';
import { CONTRACT_TEXTS } from '@orbita/domain/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../base/api.ts';
import { contractTexts as t } from '../texts/contract.ts';
import { type Contract, guardianQuery } from './queries.ts';
import { usePost } from './use-post.ts';

/** Accepts the contract as the guardian who has the link, and interprets a refusal. */
export function useGuardianAccept(key: string) {
  const client = useQueryClient();
  const { post, busy } = usePost((body, idempotencyKey) =>
    call('POST /candidate/guardian-acceptance/contract', { body, idempotencyKey, bearer: key }),
  );
  const [failure, setFailure] = useState<string | null>(null);
  const reload = () => client.invalidateQueries({ queryKey: guardianQuery(key).queryKey });

  const refused = async (
    error: unknown,
    { onChanged, onUnconfirmed }: Record<'onChanged' | 'onUnconfirmed', () => void>,
  ) => {
    if (!(error instanceof ApiError) || error.status >= 500) return setFailure(t.failed);
    switch (error.code) {
      case 'GUARDIAN_LINK_INVALID':
      case 'ALREADY_ACCEPTED':
      case 'TRANSITION_NOT_ALLOWED':
        return reload();
      case 'CONTRACT_CHANGED':
        await reload();
        onChanged();
        return setFailure(CONTRACT_TEXTS.changed);
      case 'CONFIRMATION_REQUIRED':
        await reload();
        onUnconfirmed();
        return setFailure(t.confirmAgain);
      default:
        return setFailure(error.message);
    }
  };

  const accept = async (
    contract: Contract,
    reactions: Parameters<typeof refused>[1],
    acceptanceToken: string | undefined,
  ) => {
    if (busy) return;
    setFailure(null);
    try {
      await post(contract, acceptanceToken);
      await reload();
    } catch (error) {
      await refused(error, reactions);
    }
  };
  return { accept, busy, failure };
}
