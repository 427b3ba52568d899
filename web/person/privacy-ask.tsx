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
import { session } from '../base/session.ts';
import { privacyDialogTexts as t } from '../texts/privacy.ts';
import { type PrivacyKind, privacyRequestsQuery } from './privacy-queries.ts';

const LONGEST = 2000;

type Props = { kind: PrivacyKind; onClose: () => void; onDone: () => void };

/** Explains the effect of a request, then makes it (S-38). */
export function PrivacyAsk({ kind, onClose, onDone }: Props) {
  const client = useQueryClient();
  const form = useDomainForm<{ details: string }>(
    (values) =>
      check(values, { details: [...(kind === 'correction' ? [required] : []), maxLength(LONGEST)] }),
    { details: '' },
    { labels: { details: t.details } },
  );
  const { title, text, act } = t[kind];
  const send = async ({ details }: { details: string }) => {
    await call('POST /candidate/users/{uuid}/privacy-requests', {
      params: { uuid: session.uuid() },
      body: { kind, details: details.trim() || null },
    });
    await client.invalidateQueries({ queryKey: privacyRequestsQuery().queryKey });
    onDone();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      foot={
        <>
          <Button
            block
            type="submit"
            form="privacy-ask"
            kind={kind === 'deletion' ? 'danger' : 'primary'}
            busy={form.busy && t.sending}
          >
            {act}
          </Button>
          <Button block kind="quiet" onClick={onClose}>
            {t.back}
          </Button>
        </>
      }
    >
      <form id="privacy-ask" className="stack" noValidate onSubmit={form.submit(send)}>
        <ErrorSummary errors={form.summary} focusOn={form.attempts} />
        {form.failure !== undefined && <Notice kind="danger" role="alert" title={textOf(form.failure)} />}
        {text.map((line) => (
          <p key={line}>{line}</p>
        ))}
        {(kind === 'correction' || kind === 'sharing-info') && (
          <Field
            {...form.field('details')}
            label={kind === 'correction' ? t.details : t.more}
            optional={kind !== 'correction'}
          >
            <TextArea {...form.register('details')} />
          </Field>
        )}
      </form>
    </Dialog>
  );
}
