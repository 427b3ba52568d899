import { textOf } from '@orbita/client/errors.ts';
import { LinkAction } from '@orbita/ui/link-action';
import { LoadFailed } from '@orbita/ui/load-failed';
import { Page, PageHead } from '@orbita/ui/page';
import { Loading } from '@orbita/ui/skeleton';
import { SkeletonCard } from '@orbita/ui/skeleton-card';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Suspense, useEffect, useMemo, useRef } from 'react';
import { LoadingPage } from '../base/loading-page.tsx';
import { part, useFirstPart } from '../base/part.tsx';
import { useTitle } from '../base/title.ts';
import { PortalLayout } from '../subscription/portal-layout.tsx';
import { ChooseInstitution } from '../tenancy/choose-page.tsx';
import { type ChosenInstitution, useChosenInstitution } from '../tenancy/institution.ts';
import { offeringTexts as t } from '../texts/offering.ts';
import { institutionTexts } from '../texts/tenancy.ts';
import type { ApplicationFormProps } from './application-form.tsx';
import { coursesOf, coursesOfPages, filtersOf } from './catalogue.ts';
import { CourseList } from './course-list.tsx';
import './course-page.css';
import { FilterBar } from './filter-bar.tsx';
import { offerFiltersQuery, offersQuery } from './queries.ts';
import { useOffersOf } from './use-offers-of.ts';
import { type CourseSearch, useWanted } from './use-wanted.ts';

/** Not needed while the list is being browsed. */
const ApplicationForm = part<ApplicationFormProps>(() => import('./application-form.tsx'));

/** Focuses the heading when list and form swap, as on a page change. */
function useHeadingFocus(open: number | null): void {
  const before = useRef(open);
  useEffect(() => {
    if (before.current === open) return;
    before.current = open;
    scrollTo(0, 0);
    document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
  }, [open]);
}

/** S-11: choose a course, then apply for it. */
export default function CoursePage() {
  const chosen = useChosenInstitution();
  return (
    <PortalLayout>
      {chosen.kind === 'asking' ? <ChooseInstitution /> : <Courses key={chosen.code} chosen={chosen} />}
    </PortalLayout>
  );
}

type Chosen = Extract<ChosenInstitution, { kind: 'chosen' }>;

function Courses({ chosen }: { chosen: Chosen }) {
  const search = useWanted();
  const { courseId, wanted, open } = search;
  const all = useInfiniteQuery(offersQuery({}, chosen.code));
  const loaded = useMemo(() => all.data?.pages.flatMap(({ data }) => data) ?? [], [all.data]);
  const offers = useOffersOf(courseId, loaded, chosen.code);
  const courses = useMemo(() => coursesOf(offers), [offers]);
  const known = courses.find(({ id }) => id === courseId);
  const hasForm = useFirstPart(ApplicationForm);
  useHeadingFocus(known && hasForm ? known.id : null);

  if (known) {
    const ways = known.offers.filter(
      ({ ingressMode }) => !wanted.ingress || ingressMode.kind === wanted.ingress,
    );
    if (!hasForm) return <LoadingPage below />;
    return (
      <Suspense fallback={<LoadingPage below />}>
        <ApplicationForm
          key={known.id}
          offers={offers}
          courses={courses}
          courseId={known.id}
          offerId={ways.length === 1 ? (ways[0]?.id ?? 0) : 0}
          institutionCode={chosen.code}
          onBack={() => open(null)}
        />
      </Suspense>
    );
  }
  return <Catalogue search={search} chosen={chosen} />;
}

type CatalogueProps = { search: CourseSearch; chosen: Chosen };

function Catalogue({ search, chosen: { code, institution } }: CatalogueProps) {
  useTitle(t.title);
  const filters = useQuery(offerFiltersQuery(code));
  const found = useInfiniteQuery({
    ...offersQuery(filtersOf(search.q, search.wanted), code),
    placeholderData: (before) => before,
  });
  return (
    <Page>
      <div className="stack stack--tight">
        <PageHead
          title={t.heading}
          {...(institution && { lead: institutionTexts.chosen(institution.name) })}
        />
        {institution && (
          <div className="row row--close">
            <LinkAction href="/course">{institutionTexts.change}</LinkAction>
          </div>
        )}
      </div>
      <FilterBar search={search} options={filters.data} />
      <section className="stack" aria-labelledby="resultado" aria-busy={found.isFetching || undefined}>
        <h2 id="resultado" className="visually-hidden">
          {t.results}
        </h2>
        {found.isLoadingError ? (
          <LoadFailed title={t.failed} onRetry={() => found.refetch()}>
            <p>{textOf(found.error)}</p>
          </LoadFailed>
        ) : found.isPending ? (
          <Loading>
            <SkeletonCard />
            <SkeletonCard />
          </Loading>
        ) : (
          <CourseList
            courses={coursesOfPages(found.data.pages)}
            more={found.hasNextPage ? () => void found.fetchNextPage() : undefined}
            loading={found.isFetchingNextPage}
            onOpen={search.open}
            onClear={search.clear}
          />
        )}
        {found.isFetchNextPageError && (
          <LoadFailed title={t.failed} onRetry={() => found.fetchNextPage()}>
            <p>{textOf(found.error)}</p>
          </LoadFailed>
        )}
      </section>
    </Page>
  );
}
