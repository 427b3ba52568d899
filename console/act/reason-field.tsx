import { useState } from 'react';
import { actTexts as t } from '../texts/subscription-acts.ts';
import { LongText } from '../ui/long-text.tsx';

const LONGEST = 2000;

/** A required reason, and whether the candidate reads it. */
export function useReason(hint: string = t.reasonRead, before = '') {
  const [reason, setReason] = useState(before);
  const [tried, setTried] = useState(false);
  const missing = tried && !reason.trim();
  return {
    /** The text so far, for an act that requires no reason. */
    text: reason.trim(),
    /** The reason to send; undefined, with an error at the field, while it is empty. */
    take: (): string | undefined => {
      setTried(true);
      return reason.trim() || undefined;
    },
    field: (
      <LongText
        label={t.reason}
        hint={hint}
        error={missing ? t.reasonMissing : undefined}
        rows={3}
        most={LONGEST}
        value={reason}
        onType={setReason}
      />
    ),
  };
}
