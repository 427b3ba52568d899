import { ApiError } from '@orbita/client/errors.ts';
import { isSectionKey, type SectionKey } from '@orbita/domain/admission';
import { useState } from 'react';
import { call } from '../base/api.ts';
import { questionnaireTexts as t } from '../texts/admission.ts';
import { type SectionNow, saveAll } from './use-questionnaire.ts';

/** Sections that the server requires before it accepts the questionnaire, with its message. */
export type Incomplete = { message: string; keys: readonly SectionKey[] };

const incompleteOf = ({ message, more }: ApiError): Incomplete => ({
  message,
  keys: Array.isArray(more.sections) ? more.sections.filter(isSectionKey) : [],
});

/** Submits the questionnaire after saving unsaved text; `onSent` is also called when it turns out to have been sent elsewhere. */
export function useSubmit(id: number, sections: readonly SectionNow[], onSent: () => Promise<void>) {
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [incomplete, setIncomplete] = useState<Incomplete | null>(null);

  const failed = async (error: unknown) => {
    if (!(error instanceof ApiError) || error.status >= 500) return setFailure(t.sendFailed);
    if (error.code === 'INCOMPLETE') {
      setIncomplete(incompleteOf(error));
      return setAsking(false);
    }
    if (error.code !== 'READ_ONLY') return setFailure(error.message);
    setAsking(false);
    await onSent();
  };
  const send = async () => {
    setBusy(true);
    setFailure(null);
    try {
      if (!(await saveAll(sections))) return setFailure(t.saveFailed);
      await call('POST /candidate/subscriptions/{id}/questionnaire/submit', { params: { id } });
      setAsking(false);
      await onSent();
    } catch (error) {
      await failed(error);
    } finally {
      setBusy(false);
    }
  };
  return {
    asking,
    busy,
    failure,
    incomplete,
    ask: () => {
      setFailure(null);
      setIncomplete(null);
      setAsking(true);
    },
    cancel: () => !busy && setAsking(false),
    send: () => void send(),
  };
}
