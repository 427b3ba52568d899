import { ApiError, NetworkError } from '@orbita/client/errors.ts';
import { ActionBar } from '@orbita/ui/action-bar';
import { Button } from '@orbita/ui/button';
import { ErrorSummary } from '@orbita/ui/error-summary';
import { LoadFailed } from '@orbita/ui/load-failed';
import { Notice } from '@orbita/ui/notice';
import { PageHead } from '@orbita/ui/page';
import { LoadingForm } from '@orbita/ui/skeleton';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useEffect, useId, useRef } from 'react';
import { call } from '../base/api.ts';
import { useDomainForm } from '../base/form.ts';
import { useTitle } from '../base/title.ts';
import { tenantDate, tenantHour } from '../base/zone.ts';
import { Adjustments, useToldFirst } from '../essay/adjustments.tsx';
import { BackAction } from '../subscription/step-form.tsx';
import { StepFrame } from '../subscription/step-frame.tsx';
import type { StepProps } from '../subscription/step-props.ts';
import { adjustmentTexts } from '../texts/adjustments.ts';
import { bookTexts as t, testTexts } from '../texts/selection.ts';
import { NoSlots } from './no-slots.tsx';
import { testPlacesQuery } from './queries.ts';
import { SlotFields } from './slot-fields.tsx';
import { anyOpen, type SlotValues, slotProblems, stillPossible } from './slots.ts';

const labels = { hour: testTexts.hour };

type Props = StepProps & {
  /** Set if there is a booking to go back to. */
  onBack?: () => void;
};

/** Choice of a slot for the test, initially or to move it (S-14). */
export function BookTest({ subscription, steps, reload, onBack }: Props) {
  const formId = useId();
  const places = useQuery(testPlacesQuery(subscription));
  const own = onBack && subscription.hour?.id;
  const form = useDomainForm<SlotValues>(
    slotProblems,
    { hour: '' },
    { labels, fromServer: (field) => (field === 'hourId' ? 'hour' : field) },
  );
  useTitle(onBack ? t.moveTitle : t.title, form.summary.length > 0);
  const { setValue, watch } = form.form;
  const hour = watch('hour');
  useEffect(() => {
    if (places.data && stillPossible({ hour }, places.data, own).hour !== hour) setValue('hour', '');
  }, [places.data, own, hour, setValue]);
  const send = async (values: SlotValues) => {
    try {
      await call('PUT /candidate/subscriptions/{id}/scheduling', {
        params: { id: subscription.id },
        body: { hourId: Number(values.hour) },
      });
    } finally {
      // Also after a refusal: the free slots have changed.
      await reload();
    }
  };
  const told = useToldFirst(subscription.id, form.submit(send), adjustmentTexts.test);
  const begin = (event: FormEvent) => {
    event.preventDefault();
    told.begin();
  };
  const open = places.data && anyOpen(places.data, own);
  const bar = open && (
    <ActionBar sticky>
      <Button block type="submit" form={formId} busy={form.busy && t.sending}>
        {t.send}
      </Button>
    </ActionBar>
  );
  return (
    <StepFrame subscription={subscription} steps={steps} bar={bar}>
      <div className="stack stack--tight">
        <BackAction onBack={onBack}>{t.back}</BackAction>
        <Head subscription={subscription} moving={onBack !== undefined} choosing={open !== false} />
      </div>
      <SaveFailure error={form.failure} />
      <Adjustments subscriptionId={subscription.id} />
      {told.question}
      {open && places.data ? (
        <form className="stack" id={formId} noValidate onSubmit={begin}>
          <ErrorSummary errors={form.summary} focusOn={form.attempts} />
          <SlotFields places={places.data} own={own} form={form} />
        </form>
      ) : places.data ? (
        <NoSlots subscription={subscription} places={places.data} refetch={places.refetch} />
      ) : places.isLoadingError ? (
        <LoadFailed title={t.loadFailed} onRetry={() => places.refetch()} />
      ) : (
        <LoadingForm label={t.loading} fields={3} />
      )}
    </StepFrame>
  );
}

type HeadProps = Pick<StepProps, 'subscription'> & { moving: boolean; choosing: boolean };

function Head({ subscription, moving, choosing }: HeadProps) {
  const { hour, campusScheduling } = subscription;
  if (!moving || !hour) return <PageHead title={t.title} lead={choosing && t.lead} />;
  const now = t.now(tenantDate(hour.dataHora), tenantHour(hour.dataHora), campusScheduling ?? '');
  return <PageHead title={t.moveTitle} lead={now} />;
}

/** Stays until the next attempt; it gets the focus, because the pressed button is far below. */
function SaveFailure({ error }: { error: unknown }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (error !== undefined) box.current?.focus();
  }, [error]);
  if (error === undefined) return null;
  const refused = error instanceof ApiError && error.status < 500;
  return (
    <div ref={box} tabIndex={-1}>
      <Notice kind="danger" role="alert" title={refused ? error.message : t.failed}>
        {error instanceof NetworkError && error.message}
      </Notice>
    </div>
  );
}
