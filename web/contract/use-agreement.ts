import { useState } from 'react';
import { contractTexts as t } from '../texts/contract.ts';
import type { Contract } from './queries.ts';
import type { Confirmation } from './use-confirmation.ts';

export const READ_BUTTON = 'ler-contrato';
/** The text itself, in its dialog or on the page. */
export const TEXT = 'texto-do-contrato';
export const AGREE = 'aceite';

/** The box can be ticked only after reading to the end; a different text resets both. */
function useReading(text: string | undefined) {
  const [state, setState] = useState<{ text: string | undefined; read: boolean; agreed: boolean }>();
  const now = state?.text === text && state ? state : { text, read: false, agreed: false };
  return {
    read: now.read,
    agreed: now.agreed,
    setRead: () => !now.read && setState({ ...now, read: true }),
    setAgreed: (agreed: boolean) => setState({ ...now, agreed }),
    clear: () => setState(undefined),
  };
}

/**
 * State of reading, ticking and confirming a contract. `submit` leads to whatever is still missing and, once nothing is, calls
 * `send`, with the code's token if one is required.
 */
export function useAgreement(
  contract: Contract | undefined,
  confirmation: Confirmation,
  send: (contract: Contract, token: string | undefined) => void,
) {
  const reading = useReading(contract?.hash);
  const [open, setOpen] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [confirming, setConfirming] = useState(false);
  const sendNow = (token?: string) => {
    setConfirming(false);
    if (contract) send(contract, token);
  };
  const submit = () => {
    if (!contract) return;
    if (!reading.read || !reading.agreed) {
      setProblem(reading.read ? t.required : t.readFirst);
      // The text keeps its scroll position in its dialog; on the page it may be out of view.
      document.getElementById(reading.read ? AGREE : TEXT)?.focus({ preventScroll: open });
      return;
    }
    setProblem(null);
    setOpen(false);
    const token = confirmation.token();
    if (contract.acceptance?.code && !token) setConfirming(true);
    else sendNow(token);
  };
  return {
    reading,
    open,
    setOpen,
    problem,
    confirming,
    confirmation,
    submit,
    sendNow,
    stopConfirming: () => setConfirming(false),
    markRead: () => {
      reading.setRead();
      setProblem(null);
    },
    agree: (agreed: boolean) => {
      reading.setAgreed(agreed);
      setProblem(null);
    },
    /** Something has to be done before the acceptance can be sent. */
    isRefused: problem !== null,
  };
}
export type Agreement = ReturnType<typeof useAgreement>;
