import { Field } from '@orbita/ui/field';
import { TextArea } from '@orbita/ui/text-area';
import { typing } from '@orbita/ui/typing.ts';
import { useState } from 'react';
import { actTexts as t } from '../texts/subscription-acts.ts';

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
      <Field label={t.reason} hint={hint} error={missing ? t.reasonMissing : undefined}>
        <TextArea rows={3} maxLength={LONGEST} {...typing(reason, setReason)} />
      </Field>
    ),
  };
}
