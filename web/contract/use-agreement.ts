import { useState } from 'react';
import { contractTexts as t } from '../texts/contract.ts';
import type { Contract } from './queries.ts';
import type { Confirmation } from './use-confirmation.ts';

export const READ_BUTTON = 'ler-contrato';
export const AGREE = 'aceite';
export const DECLARE = 'declaracao';

/** The box can be ticked only after reading to the end; another text resets both. */
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
 * State of reading, ticking and confirming a contract. `submit` leads to whatever is still missing, and calls `send`
 * once nothing is, with the token of the code where one is asked.
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
  const [declared, setDeclared] = useState(false);
  const [undeclared, setUndeclared] = useState(false);
  const demand = contract?.acceptance;
  const lead = (id: string) => document.getElementById(id)?.focus();
  const sendNow = (token?: string) => {
    setConfirming(false);
    if (contract) send(contract, token);
  };
  const submit = () => {
    if (!contract) return;
    if (!reading.read || !reading.agreed) {
      setProblem(reading.read ? t.required : t.readFirst);
      return lead(reading.read ? AGREE : READ_BUTTON);
    }
    setProblem(null);
    if (demand?.declaration && !declared) {
      setUndeclared(true);
      return lead(DECLARE);
    }
    const token = confirmation.token();
    if (demand?.code && !token) setConfirming(true);
    else sendNow(token);
  };
  return {
    reading,
    open,
    setOpen,
    problem,
    confirming,
    declared,
    undeclared,
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
    declare: (done: boolean) => {
      setDeclared(done);
      setUndeclared(false);
    },
    /** Something has to be done before the acceptance can be sent. */
    isRefused: problem !== null || undeclared,
  };
}
export type Agreement = ReturnType<typeof useAgreement>;
