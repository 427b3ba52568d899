import { adoptAnswer } from '@orbita/client/adopt-answer.ts';
import { ApiError, textOf } from '@orbita/client/errors.ts';
import { toAmount } from '@orbita/domain/foundation';
import { applicationType } from '@orbita/domain/subscription';
import { ActionBar } from '@orbita/ui/action-bar';
import { Button } from '@orbita/ui/button';
import { ErrorSummary } from '@orbita/ui/error-summary';
import { LinkAction } from '@orbita/ui/link-action';
import { Notice } from '@orbita/ui/notice';
import { Page, PageHead } from '@orbita/ui/page';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useId, useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import { call } from '../base/api.ts';
import { type DomainForm, useDomainForm } from '../base/form.ts';
import { useTitle } from '../base/title.ts';
import { today as dayOfToday } from '../base/today.ts';
import { stepRoute } from '../subscription/routes.ts';
import { reportableCampaign, track, trackedBecame, trackedFacts } from '../tenancy/tracking.ts';
import { applyTexts as t } from '../texts/offering.ts';
import {
  type ApplicationValues,
  applicationBody,
  applicationField,
  applicationProblems,
  asksAccessibility,
  blankApplication,
} from './application.ts';
import { AccessibilityFields, PlaceAndWay, SchoolingFields, VoucherField } from './application-fields.tsx';
import { type CourseEntry, coursesOf, priceOf } from './catalogue.ts';
import { CourseFacts } from './course-facts.tsx';
import type { Offer } from './queries.ts';
import { type OfferChoice, useOfferChoice } from './use-offer-choice.ts';
import { useOffersOf } from './use-offers-of.ts';

const labels: Record<string, string> = {
  courseId: t.course,
  poleId: t.pole,
  offerId: t.ingress,
  level: t.schooling,
  expectedYear: t.expectedYear,
  kinds: t.accessibilityKinds,
  notes: t.accessibilityNotes,
  voucher: t.voucher,
};

export type ApplicationFormProps = {
  offers: readonly Offer[];
  courses: readonly CourseEntry[];
  courseId: number;
  /** Offer of the ingress mode by which the list was filtered; 0 if none. */
  offerId: number;
  institutionCode: string | undefined;
  onBack: () => void;
};

/** The form of S-11: where and how the candidate wants to enter the course. */
export default function ApplicationForm(props: ApplicationFormProps) {
  const { courses, courseId: first, offerId, institutionCode, onBack } = props;
  const [courseId, setCourseId] = useState(first);
  const offers = useOffersOf(courseId, props.offers, institutionCode);
  const formId = useId();
  const today = dayOfToday();
  const form = useDomainForm<ApplicationValues>(
    (values) =>
      applicationProblems(
        values,
        offers.find(({ id }) => id === values.offerId),
        today,
      ),
    blankApplication(first, offerId),
    { labels, fromServer: applicationField },
  );
  const ingressOfferId = form.form.watch('offerId');
  const choice = useOfferChoice(offers, courseId, ingressOfferId);
  useKnownPole(form, choice);
  const course = useMemo(() => coursesOf(offers).find(({ id }) => id === courseId), [offers, courseId]);
  const send = useSend(offers);
  const sending = useSubmitOnceKnown(`${courseId}:${ingressOfferId}`, choice, form.submit(send));
  useTrackedStart(course);
  useTitle(t.title(course?.name ?? ''), form.summary.length > 0);

  const changeCourse = (id: number) => {
    setCourseId(id);
    const ways = offers.filter((offer) => offer.courses.some((one) => one.id === id));
    form.form.setValue('poleId', 0);
    form.form.setValue('offerId', ways.length === 1 ? (ways[0]?.id ?? 0) : 0);
  };
  const asked = choice.offer ? [choice.offer] : choice.offers;
  const full = asked.length > 0 && asked.every(({ id }) => choice.vacancies.get(id) === 'full');
  return (
    <Page className="course-page">
      <div className="course-page__facts stack stack--wide">
        <div className="stack stack--tight">
          <div className="row row--close">
            <LinkAction onClick={onBack}>{t.back}</LinkAction>
          </div>
          <PageHead title={course?.name ?? t.course} lead={t.lead} />
        </div>
        <CourseFacts course={course} choice={choice} poleId={form.form.watch('poleId')} />
      </div>
      <div className="course-page__form stays-beside">
        <h2 className="h3 only-wide">{t.form}</h2>
        <form id={formId} className="stack stack--wide" noValidate onSubmit={sending.submit}>
          <ErrorSummary errors={form.summary} focusOn={form.attempts} />
          <PlaceAndWay form={form} courses={courses} choice={choice} onCourse={changeCourse} />
          <SchoolingFields form={form} offer={choice.offer} />
          {asksAccessibility(choice.offer) && <AccessibilityFields form={form} />}
          <VoucherField form={form} />
          {form.failure !== undefined && <Refusal error={form.failure} />}
        </form>
        <ActionBar sticky>
          {full && (
            <p className="small muted" role="status">
              {t.full} {t.fullHelp}
            </p>
          )}
          <Button
            type="submit"
            form={formId}
            block
            busy={(form.busy || sending.waits) && t.submitting}
            aria-disabled={full || undefined}
          >
            {t.submit}
          </Button>
        </ActionBar>
      </div>
    </Page>
  );
}

/** Clears a pole that the chosen ingress mode does not have; selects it if there is only one. */
function useKnownPole(
  { form, attempts }: DomainForm<ApplicationValues>,
  { poles, offer }: OfferChoice,
): void {
  const poleId = form.watch('poleId');
  const settled = offer !== undefined && !poles.loading && !poles.failed;
  const only = poles.list.length === 1 ? (poles.list[0]?.id ?? 0) : 0;
  const known = poles.list.some(({ id }) => id === poleId);
  useEffect(() => {
    if (settled && !known && poleId !== only) form.setValue('poleId', only, { shouldValidate: attempts > 0 });
  }, [settled, known, poleId, only, form, attempts]);
}

/**
 * If the button is pressed while the poles are loading, the application is sent once they are there, with the only pole
 * selected. Choosing something else in the meantime cancels that.
 */
function useSubmitOnceKnown(
  chosen: string,
  { poles }: OfferChoice,
  submit: (event?: { preventDefault(): void }) => void,
): { waits: boolean; submit: (event: { preventDefault(): void }) => void } {
  const [asked, setAsked] = useState<string>();
  useEffect(() => {
    if (asked === undefined || (asked === chosen && poles.loading)) return;
    setAsked(undefined);
    if (asked === chosen) submit();
  }, [asked, chosen, poles.loading, submit]);
  return {
    waits: asked === chosen,
    submit(event) {
      if (!poles.loading) return submit(event);
      event.preventDefault();
      setAsked(chosen);
    },
  };
}

/** Lowest first instalment in BRL, for tracking events; null if unknown. */
function amountOf(courseId: number, offers: readonly Offer[]): number | null {
  const cents = priceOf(courseId, offers);
  return cents === null ? null : toAmount(cents);
}

/** Tracks the start of an application for a course. */
function useTrackedStart(course: CourseEntry | undefined): void {
  useEffect(() => {
    const offer = course?.offers[0];
    if (!course || !offer) return;
    void track('inscricao_iniciada', `course:${course.id}`, {
      courseName: course.name,
      applicationType: applicationType(offer.type, offer.ingressMode.kind),
      statusCode: null,
      value: amountOf(course.id, course.offers),
    });
  }, [course]);
}

/** Sends the application and goes to its first step. */
function useSend(offers: readonly Offer[]) {
  const client = useQueryClient();
  const navigate = useNavigate();
  return async (values: ApplicationValues) => {
    const offer = offers.find(({ id }) => id === values.offerId);
    try {
      const tracking = await reportableCampaign();
      const created = await call('POST /candidate/subscriptions', {
        body: { ...applicationBody(values, offer), ...(tracking && { tracking }) },
        institutionCode: offer?.institutionCode,
      });
      trackedBecame(created.courseId, created.id);
      await track('inscricao_criada', created.id, {
        ...trackedFacts(created),
        value: offer ? amountOf(created.courseId, [offer]) : null,
        coupon: values.voucher.trim().toUpperCase() || null,
      });
      adoptAnswer(client, ['subscription', created.id], created);
      void client.invalidateQueries({ queryKey: ['subscriptions'] });
      await navigate(stepRoute(created));
    } catch (error) {
      // Places and intakes may have changed in the meantime, so they are refetched.
      if (error instanceof ApiError && error.status === 409)
        void client.invalidateQueries({ queryKey: ['offers'] });
      throw error;
    }
  };
}

/** Why the application was refused, beside the button; an existing one is one press away. */
function Refusal({ error }: { error: unknown }) {
  const id = error instanceof ApiError && error.code === 'SUBSCRIPTION_EXISTS' ? error.more.id : undefined;
  return (
    <Notice kind="danger" role="alert" title={textOf(error)}>
      {typeof id === 'number' && <LinkAction href={`/subscriptions/${id}`}>{t.openExisting}</LinkAction>}
    </Notice>
  );
}
