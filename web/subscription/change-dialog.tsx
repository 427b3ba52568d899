import { ApiError, NetworkError } from '@orbita/client/errors.ts';
import { Button } from '@orbita/ui/button';
import { Dialog } from '@orbita/ui/dialog';
import { ErrorSummary } from '@orbita/ui/error-summary';
import { Field } from '@orbita/ui/field';
import { LoadFailed } from '@orbita/ui/load-failed';
import { Notice } from '@orbita/ui/notice';
import { Select } from '@orbita/ui/select';
import { Spinner } from '@orbita/ui/spinner';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { call } from '../base/api.ts';
import { parseHtml } from '../base/parse-html.ts';
import { queryClient } from '../base/query.ts';
import { safeElements } from '../base/safe-html.ts';
import { summaryText } from '../base/summary-text.ts';
import { changeTexts as t } from '../texts/leaving.ts';
import './change-dialog.css';
import { hasOtherChoice } from './other-choice.ts';
import { reloadSubscription, type Subscription } from './queries.ts';

type Own = Pick<Subscription, 'offerId' | 'institutionCode'>;
const coursesOf = ({ offerId, institutionCode }: Own) => ({
  queryKey: ['change', offerId, 'courses'],
  queryFn: () => call('GET /candidate/offers/{offerId}/courses', { params: { offerId }, institutionCode }),
  staleTime: 0,
});
const polesOf = ({ offerId, institutionCode }: Own, courseId: number) => ({
  queryKey: ['change', offerId, 'poles', courseId],
  queryFn: () =>
    call('GET /candidate/offers/{offerId}/poles', {
      params: { offerId },
      query: { c: courseId },
      institutionCode,
    }),
  staleTime: 0,
  enabled: courseId > 0,
});

/**
 * After a change everything that depends on the course is refetched in the seed's order (S-35): the application, the courses of
 * the offer, the poles of offer and course, the disciplines. A failure does not stop the rest.
 */
async function readAnew(own: Subscription, courseId: number): Promise<void> {
  const reads: (() => Promise<unknown>)[] = [
    () => reloadSubscription(own.id),
    () => queryClient.fetchQuery(coursesOf(own)),
    () => queryClient.fetchQuery(polesOf(own, courseId)),
    () =>
      call('GET /candidate/courses/{courseId}/intakes/{intakeId}', {
        params: { courseId, intakeId: own.intakeId },
        query: { module: 1, active: 'true' },
      }),
  ];
  for (const read of reads) await read().catch(() => undefined);
}

const reasonOf = (error: unknown): ReactNode => {
  if (error instanceof NetworkError) return error.message;
  if (!(error instanceof ApiError)) return t.failed;
  if (error.code === 'HTML') {
    const nodes = parseHtml(String(error.more.html ?? ''));
    return nodes.some(({ textContent }) => textContent?.trim()) ? safeElements(nodes) : t.failed;
  }
  return error.fields[0]?.message ?? (error.status >= 500 ? t.failed : error.message);
};

const DONE_MS = 3000;
/** Statuses after the contract, in which a change revokes the acceptance (TR-84). */
const AFTER_CONTRACT: readonly number[] = [4, 5, 6, 21];

/** S-35: choose course and pole of the same offer. */
export default function ChangeDialog({
  subscription,
  onClose,
}: {
  subscription: Subscription;
  onClose: () => void;
}) {
  const [courseId, setCourseId] = useState(subscription.courseId);
  const [poleId, setPoleId] = useState(subscription.poleId);
  /** Number of presses, each of which shows what is missing. */
  const [tried, setTried] = useState(0);
  const [saving, setSaving] = useState(false);
  const [trouble, setTrouble] = useState<ReactNode>();
  const [done, setDone] = useState(false);
  // The application is refetched after the change; the choice was between its old course and the rest.
  const [before] = useState(subscription);
  const courses = useQuery(coursesOf(before));
  const poles = useQuery(polesOf(before, courseId));
  const ownPoles = useQuery(polesOf(before, before.courseId));

  useEffect(() => {
    if (!done) return;
    const timer = setTimeout(onClose, DONE_MS);
    return () => clearTimeout(timer);
  }, [done, onClose]);

  const chooseCourse = (chosen: number) => {
    setCourseId(chosen);
    setPoleId(chosen === subscription.courseId ? subscription.poleId : 0);
    setTrouble(undefined);
  };
  const save = async () => {
    setTried(tried + 1);
    if (!courseId || !poleId || saving) return;
    setSaving(true);
    setTrouble(undefined);
    try {
      await call('PUT /candidate/subscriptions/{id}', {
        params: { id: subscription.id },
        body: { courseId, poleId, subscriptionId: subscription.id },
      });
      await readAnew(subscription, courseId);
      setDone(true);
    } catch (error) {
      setTrouble(reasonOf(error));
    } finally {
      setSaving(false);
    }
  };
  const missing = [
    ...(courseId ? [] : [{ id: 'curso', message: summaryText(t.course, t.required) }]),
    ...(poleId ? [] : [{ id: 'polo', message: summaryText(t.pole, t.required) }]),
  ];
  const others = hasOtherChoice(before, courses.data, ownPoles.data);
  const foot =
    done || !others ? (
      <Button block kind="outline" onClick={onClose}>
        {done ? 'OK' : t.back}
      </Button>
    ) : (
      <>
        <Button block onClick={() => void save()}>
          {t.save}
        </Button>
        <Button block kind="quiet" disabled={saving} onClick={onClose}>
          {t.back}
        </Button>
      </>
    );
  return (
    <Dialog open onClose={saving ? () => undefined : onClose} title={t.title} foot={foot}>
      {done ? (
        <Notice kind="success" role="status" title={t.done} />
      ) : (
        <>
          {trouble !== undefined && (
            <div role="alert">
              <Notice kind="danger">
                <div>{trouble}</div>
              </Notice>
            </div>
          )}
          {courses.error && !courses.data ? (
            <LoadFailed title={t.notLoaded} onRetry={() => courses.refetch()} />
          ) : others ? (
            <>
              <ErrorSummary errors={tried > 0 ? missing : []} focusOn={tried} />
              <p>{t.lead}</p>
              {AFTER_CONTRACT.includes(subscription.subscriptionStatus) && (
                <Notice kind="warning">{t.voids}</Notice>
              )}
              <Field label={t.course} id="curso" error={tried > 0 && !courseId && t.required}>
                <Select
                  value={courseId || ''}
                  disabled={!courses.data || saving}
                  placeholder={t.choose}
                  onChange={(event) => chooseCourse(Number(event.target.value))}
                  options={(courses.data ?? []).map(({ id, name, vacanciesState }) => ({
                    value: id,
                    label: vacanciesState === 'full' ? t.full(name) : name,
                    disabled: vacanciesState === 'full' && id !== subscription.courseId,
                  }))}
                />
              </Field>
              <Field label={t.pole} id="polo" error={tried > 0 && !poleId && t.required}>
                <Select
                  value={poleId || ''}
                  disabled={!poles.data || saving}
                  placeholder={t.choose}
                  onChange={(event) => setPoleId(Number(event.target.value))}
                  options={(poles.data ?? []).map(({ id, description }) => ({
                    value: id,
                    label: description,
                  }))}
                />
              </Field>
            </>
          ) : (
            <p>{t.none}</p>
          )}
          {saving && (
            <div className="change-saving" role="status">
              <Spinner />
              <span>{t.saving}</span>
            </div>
          )}
        </>
      )}
    </Dialog>
  );
}
