import { textOf } from '@orbita/client/errors.ts';
import { check, maxLength, required } from '@orbita/domain/foundation';
import { Button } from '@orbita/ui/button';
import { Dialog } from '@orbita/ui/dialog';
import { ErrorSummary } from '@orbita/ui/error-summary';
import { Field } from '@orbita/ui/field';
import { Notice } from '@orbita/ui/notice';
import { TextArea } from '@orbita/ui/text-area';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../base/api.ts';
import { useDomainForm } from '../base/form.ts';
import { reviewTexts as t } from '../texts/selection.ts';
import { reviewQuery } from './queries.ts';

const LONGEST = 2000;

/** Explains what a review is and requests it (D-78). */
export function AskReview({ id, onClose }: { id: number; onClose: () => void }) {
  const client = useQueryClient();
  const form = useDomainForm<{ details: string }>(
    (values) => check(values, { details: [required, maxLength(LONGEST)] }),
    { details: '' },
    { labels: { details: t.why } },
  );
  const send = async ({ details }: { details: string }) => {
    await call('POST /candidate/subscriptions/{id}/decision-review', { params: { id }, body: { details } });
    await client.invalidateQueries({ queryKey: reviewQuery(id).queryKey });
    onClose();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={t.dialog}
      foot={
        <>
          <Button block type="submit" form="ask-review" busy={form.busy && t.sending}>
            {t.send}
          </Button>
          <Button block kind="quiet" onClick={onClose}>
            {t.back}
          </Button>
        </>
      }
    >
      <form id="ask-review" className="stack" noValidate onSubmit={form.submit(send)}>
        <ErrorSummary errors={form.summary} focusOn={form.attempts} />
        {form.failure !== undefined && <Notice kind="danger" role="alert" title={textOf(form.failure)} />}
        <p>{t.dialogText}</p>
        <Field {...form.field('details')} label={t.why}>
          <TextArea {...form.register('details')} />
        </Field>
      </form>
    </Dialog>
  );
}
