import { formatDate, formatMoney } from '@orbita/domain/foundation';
import { VACANCY_LABELS } from '@orbita/domain/offering';
import { Chip } from '@orbita/ui/chip';
import { Facts } from '@orbita/ui/facts';
import { ClockIcon } from '@orbita/ui/icons/clock';
import { Paragraphs, paragraphsOf } from '@orbita/ui/paragraphs';
import { Loading, Skeleton } from '@orbita/ui/skeleton';
import { ClassList } from '../enrolment/class-lines.tsx';
import { applyTexts as t } from '../texts/offering.ts';
import { type CourseEntry, isMonthly, priceOf } from './catalogue.ts';
import { feeText, levelOf, selectionWords, waysText } from './told.ts';
import type { OfferChoice } from './use-offer-choice.ts';

type Props = {
  course: CourseEntry | undefined;
  choice: OfferChoice;
  /** Chosen pole; 0 while there is none. */
  poleId: number;
};

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** Everything shown about a course before applying: what it is, its price and requirements, and its classes. */
export function CourseFacts({ course, choice, poleId }: Props) {
  const offer = choice.offer ?? choice.offers[0];
  const state = choice.offer && choice.vacancies.get(choice.offer.id);
  if (!course || !offer) return null;
  const asked = choice.offer ? [choice.offer] : choice.offers;
  const { endDate, classStartDate } = offer.intake;
  const price = priceOf(course.id, asked);
  const fee = feeText(course.id, asked);
  return (
    <>
      {state && state !== 'open' && (
        <div>
          <Chip status="documentation-pending" icon={ClockIcon}>
            {VACANCY_LABELS[state]}
          </Chip>
        </div>
      )}
      <Description text={choice.description} />
      <Facts
        inline
        facts={[
          { label: t.level, value: levelOf(asked) },
          { label: t.modality, value: course.modality },
          ...(course.duration ? [{ label: t.duration, value: course.duration }] : []),
          ...(price === null
            ? []
            : [{ label: isMonthly(course) ? t.priceFrom : t.price, value: t.from(formatMoney(price)) }]),
          ...(fee ? [{ label: t.fee, value: fee }] : []),
          {
            label: t.selection,
            value: choice.offer ? capital(selectionWords(choice.offer)) : waysText(choice.offers),
          },
          { label: t.intakeEnd, value: formatDate(endDate) },
          ...(classStartDate ? [{ label: t.classStart, value: formatDate(classStartDate) }] : []),
        ]}
      />
      <Classes choice={choice} offers={asked} poleId={poleId} />
    </>
  );
}

/** Classes of the ingress modes and the pole chosen so far. */
function Classes({
  choice,
  offers,
  poleId,
}: {
  choice: OfferChoice;
  offers: OfferChoice['offers'];
  poleId: number;
}) {
  const poles = new Map(choice.poles.list.map(({ id, description }) => [id, description]));
  const classes = offers
    .flatMap((offer) => offer.classes)
    .filter((one) => poleId === 0 || one.poleId === poleId);
  if (classes.length === 0) return null;
  const several = new Set(classes.map((one) => one.poleId)).size > 1;
  return (
    <section className="stack stack--tight" aria-labelledby="turmas">
      <h2 id="turmas" className="h3">
        {t.classes}
      </h2>
      <p className="small muted">{t.classesLead}</p>
      <ClassList classes={classes} where={(one) => (several ? poles.get(one.poleId) : undefined)} />
    </section>
  );
}

/** What the course is about, in the institution's words. */
function Description({ text }: { text: string | null | undefined }) {
  if (text === undefined)
    return (
      <Loading>
        <Skeleton />
        <Skeleton width="60%" />
      </Loading>
    );
  const texts = paragraphsOf(text);
  return texts.length > 0 ? (
    <div className="stack stack--tight">
      <Paragraphs texts={texts} />
    </div>
  ) : null;
}
