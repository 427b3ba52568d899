import { ApiError } from '@orbita/client/errors.ts';
import { randomId } from '@orbita/client/random-id.ts';
import { describeDevice } from '@orbita/domain/contract';
import { useRef, useState } from 'react';
import { contractTexts as t } from '../texts/contract.ts';
import { locate } from './locate.ts';
import type { Contract, ContractBody } from './queries.ts';

const bodyOf = (contract: Contract, place: string): ContractBody => ({
  FormatedContract: contract.FormatedContract,
  Contract: contract.Contract,
  ...describeDevice(navigator.userAgent, navigator.maxTouchPoints),
  // A browser does not know its own IP address; the server records the one it sees.
  IP: '',
  Address: place,
});

/**
 * Posts an acceptance with device and place. Until it is answered, a retry sends the same body and idempotency key, so that it
 * takes effect once.
 */
export function usePost(send: (body: ContractBody, idempotencyKey: string) => Promise<unknown>) {
  const attempt = useRef<{ text: string; body: ContractBody; key: string } | null>(null);
  const place = useRef<string>(undefined);
  const [busy, setBusy] = useState<string | false>(false);

  const post = async (contract: Contract, acceptanceToken: string | undefined): Promise<void> => {
    const text = `${contract.hash} ${acceptanceToken ?? ''}`;
    try {
      if (attempt.current?.text !== text) {
        setBusy(t.locating);
        place.current ??= await locate(navigator.geolocation);
        const body = { ...bodyOf(contract, place.current), ...(acceptanceToken ? { acceptanceToken } : {}) };
        attempt.current = { text, body, key: randomId() };
      }
      setBusy(t.accepting);
      await send(attempt.current.body, attempt.current.key);
    } catch (error) {
      if (error instanceof ApiError && error.status < 500) attempt.current = null;
      throw error;
    } finally {
      setBusy(false);
    }
  };
  return { post, busy };
}
