import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { textOf } from '../app/api.ts';
import { PortalLayout } from '../app/portal-layout.tsx';
import { useTitle } from '../app/title.ts';
import { ChooseInstitution } from '../tenancy/choose-page.tsx';
import { type ChosenInstitution, useChosenInstitution } from '../tenancy/institution.ts';
import { offeringTexts as t } from '../texts/offering.ts';
import { institutionTexts } from '../texts/tenancy.ts';
import { Button } from '../ui/button.tsx';
import { LinkAction } from '../ui/link-action.tsx';
import { Notice } from '../ui/notice.tsx';
import { Page, PageHead } from '../ui/page.tsx';
import { Loading, SkeletonCard } from '../ui/skeleton.tsx';
import { ApplicationForm } from './application-form.tsx';
import { coursesOf } from './catalogue.ts';
import { CourseList } from './course-list.tsx';
import './course-page.css';
import { FilterBar } from './filter-bar.tsx';
import { type OfferFilters, offersQuery } from './queries.ts';
import { type CourseSearch, useWanted } from './use-wanted.ts';

const everything = { type: null, ingress: null, modality: null } as const;

/** What the server narrows; the rest is narrowed here, at once. */
const filtersOf = ({ q, wanted }: CourseSearch): OfferFilters => ({
  ...(q ? { q } : {}),
  ...(wanted.poleId === null ? {} : { poleId: wanted.poleId }),
});

/** Focuses the heading when list and form change places, as on a change of page. */
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
  const all = useQuery(offersQuery({}, chosen.code));
  const offers = all.data?.data ?? [];
  const courses = coursesOf(offers, everything);
  const known = courses.find(({ id }) => id === courseId);
  useHeadingFocus(known ? known.id : null);

  if (known) {
    const ways = known.offers.filter(
      ({ ingressMode }) => !wanted.ingress || ingressMode.kind === wanted.ingress,
    );
    return (
      <ApplicationForm
        key={known.id}
        offers={offers}
        courses={courses}
        courseId={known.id}
        offerId={ways.length === 1 ? (ways[0]?.id ?? 0) : 0}
        onBack={() => open(null)}
      />
    );
  }
  return <Catalogue search={search} offers={offers} chosen={chosen} />;
}

type CatalogueProps = { search: CourseSearch; offers: Parameters<typeof coursesOf>[0]; chosen: Chosen };

function Catalogue({ search, offers, chosen: { code, institution } }: CatalogueProps) {
  useTitle(t.title);
  const found = useQuery({ ...offersQuery(filtersOf(search), code), placeholderData: (before) => before });
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
      <FilterBar search={search} offers={offers} />
      <section className="stack" aria-labelledby="resultado" aria-busy={found.isFetching || undefined}>
        <h2 id="resultado" className="visually-hidden">
          {t.results}
        </h2>
        {found.isError ? (
          <Notice kind="danger" role="alert" title={t.failed}>
            <p>{textOf(found.error)}</p>
            <div>
              <Button kind="outline" small onClick={() => void found.refetch()}>
                {t.retry}
              </Button>
            </div>
          </Notice>
        ) : found.isPending ? (
          <Loading>
            <SkeletonCard />
            <SkeletonCard />
          </Loading>
        ) : (
          <CourseList
            courses={coursesOf(found.data.data, search.wanted)}
            more={found.data.total > found.data.data.length}
            onOpen={search.open}
            onClear={search.clear}
          />
        )}
      </section>
    </Page>
  );
}
