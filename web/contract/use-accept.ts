import { CONTRACT_TEXTS, describeDevice } from '@orbita/domain/contract';
import { STATUS } from '@orbita/domain/subscription';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { ApiError, call, randomId } from '../app/api.ts';
import type { PartProps } from '../enrolment/data-step.tsx';
import { stepRoute } from '../subscription/routes.ts';
import { track, trackedFacts } from '../tenancy/tracking.ts';
import { contractTexts as t } from '../texts/contract.ts';
import { locate } from './locate.ts';
import { type Contract, type ContractBody, contractQuery, priceExistsQuery } from './queries.ts';

export type Missing = keyof typeof t.missing;

const PARTS = Object.keys(t.missing) as Missing[];

function missingOf(error: ApiError): Missing[] {
  if (error.code === 'GUARDIAN_REQUIRED') return ['guardian'];
  const told =
    error.code === 'DATA_INCOMPLETE' && Array.isArray(error.more.missing) ? error.more.missing : [];
  return PARTS.filter((part) => told.includes(part));
}

type Reactions = {
  /** The server has a newer text. */
  onChanged: () => void;
  /** The code was not accepted, or one is required now. */
  onUnconfirmed: () => void;
};

const bodyOf = (contract: Contract, place: string): ContractBody => ({
  FormatedContract: contract.FormatedContract,
  Contract: contract.Contract,
  ...describeDevice(navigator.userAgent, navigator.maxTouchPoints),
  // A browser does not know its own IP address; the server records the one it sees.
  IP: '',
  Address: place,
});

/** Posts the acceptance and interprets a refusal. A retry sends the same body and idempotency key until it is answered. */
export function useAccept({ subscription, reload }: Pick<PartProps, 'subscription' | 'reload'>) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const attempt = useRef<{ text: string; body: ContractBody; key: string } | null>(null);
  const place = useRef<string>(undefined);
  const [busy, setBusy] = useState<string | false>(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [missing, setMissing] = useState<Missing[]>([]);
  const [full, setFull] = useState(false);

  const leave = async () => {
    await reload();
    void navigate(stepRoute(subscription), { replace: true });
  };

  const refused = async (error: unknown, { onChanged, onUnconfirmed }: Reactions) => {
    if (!(error instanceof ApiError) || error.status >= 500) return setFailure(t.failed);
    attempt.current = null;
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
        client.setQueryData(priceExistsQuery(subscription.id).queryKey, false);
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
    try {
      const text = `${contract.hash} ${acceptanceToken ?? ''}`;
      if (attempt.current?.text !== text) {
        setBusy(t.locating);
        place.current ??= await locate(navigator.geolocation);
        const body = { ...bodyOf(contract, place.current), ...(acceptanceToken ? { acceptanceToken } : {}) };
        attempt.current = { text, body, key: randomId() };
      }
      setBusy(t.accepting);
      await call('POST /candidate/subscriptions/{id}/contract', {
        params: { id: subscription.id },
        body: attempt.current.body,
        idempotencyKey: attempt.current.key,
      });
      await track('contrato_aceito', subscription.id, {
        ...trackedFacts(subscription),
        statusCode: STATUS.TermsAccepted,
      });
      await leave();
    } catch (error) {
      await refused(error, reactions);
    } finally {
      setBusy(false);
    }
  };
  return { accept, busy, failure, missing, full };
}
