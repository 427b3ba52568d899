import { ApiError, textOf } from '@orbita/client/errors.ts';
import { maxLength, required } from '@orbita/domain/foundation';
import { CANCELLATION_REASONS, type CancellationReason } from '@orbita/domain/subscription';
import { Button } from '@orbita/ui/button';
import { Choice, Choices } from '@orbita/ui/choice';
import { Dialog } from '@orbita/ui/dialog';
import { ErrorSummary } from '@orbita/ui/error-summary';
import { Field } from '@orbita/ui/field';
import { LoadFailed } from '@orbita/ui/load-failed';
import { Notice } from '@orbita/ui/notice';
import { Skeleton } from '@orbita/ui/skeleton';
import { TextInput } from '@orbita/ui/text-input';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../base/api.ts';
import { summaryText } from '../base/summary-text.ts';
import { cancelTexts as t } from '../texts/leaving.ts';
import { reloadSubscription } from './queries.ts';
import { type Leaving, refundText } from './refund-text.ts';

// Always refetched, because a payment may have arrived since the dialog was last open.
const moneyQuery = (id: number) => ({
  queryKey: ['subscription', id, 'leaving'],
  queryFn: () => call('GET /candidate/subscriptions/{id}/cancellation', { params: { id } }),
  staleTime: 0,
  gcTime: 0,
});

const LONGEST = 2000;

/** S-36: cancel an application, after showing what is refunded. */
export default function CancelDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const money = useQuery(moneyQuery(id));
  const [reason, setReason] = useState<CancellationReason>();
  const [details, setDetails] = useState('');
  /** Number of presses, each of which shows what is missing. */
  const [tried, setTried] = useState(0);
  const [busy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState<string>();
  const wrongDetails = reason === 'other' && (required(details) ?? maxLength(LONGEST)(details));
  const missing = !reason
    ? [{ id: 'motivo', message: summaryText(t.reason, t.required) }]
    : wrongDetails
      ? [{ id: 'detalhes', message: summaryText(t.details, wrongDetails) }]
      : [];

  const confirm = async () => {
    setTried(tried + 1);
    if (!reason || wrongDetails) return;
    setBusy(true);
    setTrouble(undefined);
    try {
      await call('POST /candidate/subscriptions/{id}/cancellation', {
        params: { id },
        body: { reason, details: details.trim() || null },
      });
      await reloadSubscription(id);
      onClose();
    } catch (error) {
      setTrouble(error instanceof ApiError ? textOf(error, t.failed) : textOf(error));
    } finally {
      setBusy(false);
    }
  };
  const foot = (
    <>
      {/* The button needs the refund text to be loaded. */}
      <Button
        block
        kind="danger"
        disabled={!money.data}
        busy={busy && t.confirming}
        onClick={() => void confirm()}
      >
        {t.confirm}
      </Button>
      <Button block kind="quiet" onClick={onClose}>
        {t.back}
      </Button>
    </>
  );
  return (
    <Dialog open onClose={onClose} title={t.title} foot={foot}>
      <ErrorSummary errors={tried > 0 ? missing : []} focusOn={tried} />
      {trouble && <Notice kind="danger" role="alert" title={trouble} />}
      <Meaning money={money} />
      <Choices legend={t.reason} legendAs="h3" id="motivo" error={tried > 0 && !reason && t.required}>
        {CANCELLATION_REASONS.map(({ code, label }) => (
          <Choice
            key={code}
            name="reason"
            value={code}
            title={label}
            checked={reason === code}
            onChange={() => setReason(code)}
          />
        ))}
      </Choices>
      {reason === 'other' && (
        <Field label={t.details} id="detalhes" error={tried > 0 && wrongDetails}>
          <TextInput value={details} onChange={(event) => setDetails(event.target.value)} />
        </Field>
      )}
    </Dialog>
  );
}

function Meaning({ money }: { money: UseQueryResult<Leaving> }) {
  if (money.data) {
    const { kind, title, text } = refundText(money.data);
    return (
      <Notice kind={kind} title={title}>
        {text}
      </Notice>
    );
  }
  if (!money.isLoadingError) return <Skeleton width="100%" height="3rem" />;
  return (
    <LoadFailed title={t.unknown} onRetry={() => money.refetch()}>
      <p>{t.unknownHelp}</p>
    </LoadFailed>
  );
}
