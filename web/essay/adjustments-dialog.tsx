import { adoptAnswer } from '@orbita/client/adopt-answer.ts';
import { check, isBlank, maxLength } from '@orbita/domain/foundation';
import { ACCESSIBILITY_KINDS } from '@orbita/domain/offering';
import type { Answer } from '@orbita/protocol';
import { Button } from '@orbita/ui/button';
import { Check } from '@orbita/ui/check';
import { Choices } from '@orbita/ui/choice';
import { Dialog } from '@orbita/ui/dialog';
import { ErrorSummary } from '@orbita/ui/error-summary';
import { Field } from '@orbita/ui/field';
import { TextArea } from '@orbita/ui/text-area';
import { useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { call } from '../base/api.ts';
import { FailureNotice } from '../base/failure-notice.tsx';
import { useDomainForm } from '../base/form.ts';
import { adjustmentTexts as t } from '../texts/adjustments.ts';

type Request = Answer<'GET /candidate/subscriptions/{id}/accommodation-request'>['request'];
type Values = { kinds: string[]; notes: string; reportLater: boolean };
type Props = { subscriptionId: number; before: Request; onClose: () => void };

const LONGEST = 1000;

/** Requests more time or another condition; an earlier request is prefilled for changes. */
export function AdjustmentsDialog({ subscriptionId: id, before, onClose }: Props) {
  const client = useQueryClient();
  const formId = useId();
  const [{ kinds, notes, reportLater }] = useState(
    () => before ?? { kinds: [], notes: null, reportLater: false },
  );
  const form = useDomainForm<Values>(
    (values) =>
      values.kinds.length === 0 && isBlank(values.notes)
        ? [{ field: 'kinds', message: t.missing }]
        : check(values, { notes: maxLength(LONGEST) }),
    { kinds, notes: notes ?? '', reportLater },
    { labels: { kinds: t.kinds, notes: t.notes } },
  );
  const send = async (values: Values) => {
    const answer = await call('PUT /candidate/subscriptions/{id}/accommodation-request', {
      params: { id },
      body: { ...values, notes: values.notes.trim() || null },
    });
    adoptAnswer(client, ['subscription', id, 'accommodation-request'], answer);
    onClose();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={t.dialogTitle}
      foot={
        <>
          <Button block type="submit" form={formId} busy={form.busy && t.sending}>
            {t.send}
          </Button>
          <Button block kind="quiet" onClick={onClose}>
            {t.cancel}
          </Button>
        </>
      }
    >
      <form className="stack" id={formId} noValidate onSubmit={form.submit(send)}>
        <ErrorSummary errors={form.summary} focusOn={form.attempts} />
        <FailureNotice error={form.failure} title={t.failed} />
        <Choices {...form.field('kinds')} legend={t.kinds}>
          {ACCESSIBILITY_KINDS.map(({ code, label }) => (
            <Check key={code} value={code} {...form.register('kinds')}>
              {label}
            </Check>
          ))}
        </Choices>
        <Field {...form.field('notes')} label={t.notes} optional>
          <TextArea rows={3} {...form.register('notes')} />
        </Field>
        <Check {...form.register('reportLater')}>{t.report}</Check>
        <p className="small muted">{t.privacy}</p>
      </form>
    </Dialog>
  );
}
