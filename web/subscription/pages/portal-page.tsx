import { textOf } from '@orbita/client/errors.ts';
import { serverNow } from '@orbita/client/server-clock.ts';
import { ENDED_LINK } from '@orbita/domain/identity';
import { ActionBar } from '@orbita/ui/action-bar';
import { Disclosure } from '@orbita/ui/disclosure';
import { Empty } from '@orbita/ui/empty';
import { HelpCard } from '@orbita/ui/help';
import { PlusIcon } from '@orbita/ui/icons/plus';
import { LinkAction } from '@orbita/ui/link-action';
import { LoadFailed } from '@orbita/ui/load-failed';
import { Notice } from '@orbita/ui/notice';
import { OrbitField } from '@orbita/ui/orbit';
import { Page, PageHead } from '@orbita/ui/page';
import { Loading } from '@orbita/ui/skeleton';
import { SkeletonCard } from '@orbita/ui/skeleton-card';
import { TaskCards } from '@orbita/ui/task-card';
import { WithName } from '@orbita/ui/with-name';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { chunk } from '../../base/chunk-reload.ts';
import { settings } from '../../base/settings.ts';
import { useTitle } from '../../base/title.ts';
import { fetchWhenIdle } from '../../base/when-settled.ts';
import { personDataQuery } from '../../person/queries.ts';
import { InstitutionFilter } from '../../tenancy/institution-filter.tsx';
import { NewApplication } from '../../tenancy/new-application.tsx';
import { helpOf, useSupport } from '../../tenancy/support.ts';
import {
  type InstitutionFilter as Filter,
  useInstitutionFilter,
} from '../../tenancy/use-institution-filter.ts';
import { portalTexts as t } from '../../texts/portal.ts';
import { institutionTexts } from '../../texts/tenancy.ts';
import { PortalCard } from '../portal-card.tsx';
import { PortalLayout, useGreetingName } from '../portal-layout.tsx';
import { portalLead } from '../portal-lead.ts';
import { portalOrder } from '../portal-order.ts';
import { subscriptionsQuery } from '../queries.ts';
import { isUrgent, taskOf } from '../task.ts';
import { fetchStepOf } from './step-chunks.ts';
import './portal.css';
import { WelcomeModal } from '../welcome-modal.tsx';

const coursePage = () => import('../../offering/course-page.tsx');
const contactDialog = () => import('../../person/contact-dialog.tsx');
const ContactDialog = lazy(() => chunk(contactDialog).then((found) => ({ default: found.ContactDialog })));

/** A person without an application gets the support contact of the host's own institution. */
const ownInstitution = settings.institution ? { institutionId: settings.institution.id } : undefined;

/** Where somebody without an application starts; on a host of several institutions one must be chosen first (S-10b). */
const firstCourses = settings.institution ? '/course' : undefined;

const PasskeyOffer = lazy(() => chunk(() => import('../../identity/passkeys/passkey-offer.tsx')));

/** The applications with their next action. */
function usePortal() {
  const list = useQuery(subscriptionsQuery());
  const items = (list.data ?? []).map((card) => ({ card, task: taskOf(card, card.steps) }));
  return { list, items, loading: list.isPending };
}

/** S-10: the state of every application and its next action. */
export default function PortalPage() {
  useTitle(t.title);
  const name = useGreetingName();
  const { pathname, search } = useLocation();
  const ended = pathname + search === ENDED_LINK;
  const { list, items, loading } = usePortal();
  const now = serverNow();
  const filter = useInstitutionFilter();
  const shown = items.filter(({ card }) => filter.shows(card.institutionId));
  const first = shown[0]?.card;
  const support = useSupport(first ?? (list.data && ownInstitution));
  const next = first?.page;
  const isKnown = list.data !== undefined;
  useEffect(() => {
    if (next) fetchStepOf(next, () => import('./shell-page.tsx'));
    if (isKnown) fetchWhenIdle(coursePage);
  }, [next, isKnown]);
  const help = helpOf(support, first?.id);
  return (
    <PortalLayout help={help}>
      <Page gap="section">
        <OrbitField />
        <PageHead
          title={name ? <WithName text={t.greeting} name={name} /> : t.greetingAlone}
          lead={list.isLoadingError ? undefined : loading ? LEAD_TO_COME : leadOf(shown, now)}
        />
        {ended && (
          <Notice kind="warning" title={t.endedLink}>
            {t.endedLinkNow}
          </Notice>
        )}
        <section className="stack stack--wide" aria-labelledby="inscricoes">
          <h2 id="inscricoes" className="visually-hidden">
            {t.list}
          </h2>
          {list.isLoadingError ? (
            <Failed error={list.error} onRetry={() => list.refetch()} />
          ) : loading ? (
            <Shapes />
          ) : items.length === 0 ? (
            <Empty title={t.empty} action={<NewApplication>{t.emptyAction}</NewApplication>} />
          ) : (
            <>
              <InstitutionFilter filter={filter} />
              {shown.length === 0 ? (
                <Empty title={institutionTexts.noneHere} />
              ) : (
                <Cards items={shown} filter={filter} now={now} />
              )}
            </>
          )}
          <div className="portal-more">
            {(items.length > 0 || list.isLoadingError) && (
              <ActionBar>
                <NewApplication kind="outline" block icon={PlusIcon}>
                  {t.create}
                </NewApplication>
              </ActionBar>
            )}
            {help && <HelpCard {...help} />}
          </div>
        </section>
        <EmailLine />
        <Suspense>
          <PasskeyOffer />
        </Suspense>
      </Page>
      <WelcomeModal first={list.data?.length === 0 ? firstCourses : undefined} />
    </PortalLayout>
  );
}

type CardsProps = { items: ReturnType<typeof usePortal>['items']; filter: Filter; now: number };

function Cards({ items, filter, now }: CardsProps) {
  const { open, ended } = portalOrder(items, now);
  const alone = items.length === 1;
  const urgent = open.findIndex(({ task }) => isUrgent(task, now) || (alone && task.kind === 'act'));
  const draw = (some: CardsProps['items'], filled: number) => (
    <TaskCards alone={alone}>
      {some.map((item, at) => (
        <PortalCard
          key={item.card.id}
          {...item}
          institution={filter.nameOf(item.card.institutionId)}
          urgent={isUrgent(item.task, now)}
          filled={at === filled}
          alone={alone}
          now={now}
        />
      ))}
    </TaskCards>
  );
  return (
    <>
      {draw(open, urgent)}
      {ended.length > 0 && <Disclosure summary={t.ended(ended.length)}>{draw(ended, -1)}</Disclosure>}
    </>
  );
}

const leadOf = (shown: ReturnType<typeof usePortal>['items'], now: number) =>
  portalLead(
    shown.map(({ task }) => task),
    now,
  );

/** Placeholder of the sentence, so that the content below does not move when it appears. */
const LEAD_TO_COME = '\u00a0';

const Shapes = () => (
  <Loading>
    <TaskCards>
      <SkeletonCard />
      <SkeletonCard />
    </TaskCards>
  </Loading>
);

function Failed({ error, onRetry }: { error: unknown; onRetry: () => unknown }) {
  return (
    <LoadFailed title={t.failed} onRetry={onRetry}>
      <p>{textOf(error)}</p>
    </LoadFailed>
  );
}

/** Quiet hint while the e-mail is unconfirmed: direct-access links are sent to confirmed contacts only (spec 5.1). */
function EmailLine() {
  const { data } = useQuery(personDataQuery());
  const [open, setOpen] = useState(false);
  const asks = data?.email && !data.emailConfirmed;
  useEffect(() => {
    if (asks) fetchWhenIdle(contactDialog);
  }, [asks]);
  if (!data?.email || (data.emailConfirmed && !open)) return null;
  return (
    <div className="portal-email">
      <p className="small muted">{t.confirmEmailLine}</p>
      <LinkAction onClick={() => setOpen(true)}>{t.confirmEmail}</LinkAction>
      {open && (
        <Suspense>
          <ContactDialog
            personId={data.personId}
            kind="email"
            value={data.email}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </div>
  );
}
