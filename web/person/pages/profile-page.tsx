import { adoptAnswer } from '@orbita/client/adopt-answer.ts';
import { ApiError, textOf } from '@orbita/client/errors.ts';
import { formatPhone, normaliseEmail, normalisePhone } from '@orbita/domain/foundation';
import { safeRedirect } from '@orbita/domain/identity';
import type { PersonalData } from '@orbita/domain/person';
import { ActionBar } from '@orbita/ui/action-bar';
import { Button } from '@orbita/ui/button';
import { Dialog } from '@orbita/ui/dialog';
import { ErrorSummary } from '@orbita/ui/error-summary';
import { useHeadingFocus } from '@orbita/ui/heading-focus.ts';
import { LoadFailed } from '@orbita/ui/load-failed';
import { Notice } from '@orbita/ui/notice';
import { Page, PageHead } from '@orbita/ui/page';
import { LoadingForm } from '@orbita/ui/skeleton';
import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useId, useState } from 'react';
import type { Path } from 'react-hook-form';
import { useBlocker, useNavigate, useParams, useSearchParams } from 'react-router';
import { call } from '../../base/api.ts';
import { chunk } from '../../base/chunk-reload.ts';
import { useDomainForm } from '../../base/form.ts';
import { checkQuery } from '../../base/guard.ts';
import { NotFoundPage } from '../../base/not-found-page.tsx';
import { BASE } from '../../base/settings.ts';
import { useTitle } from '../../base/title.ts';
import { today as dayOfToday } from '../../base/today.ts';
import { fetchWhenIdle } from '../../base/when-settled.ts';
import { PortalLayout } from '../../subscription/portal-layout.tsx';
import { personTexts as t } from '../../texts/person.ts';
import type { ContactKind } from '../contact-dialog.tsx';
import { homeBody, homeProblems, homeValues, type WithHome } from '../home-form.ts';
import { HomeGroup, homeLabels } from '../home-group.tsx';
import { personalLabels } from '../personal-fields.tsx';
import { personalBody, personalProblems, personalValues, typedSince } from '../personal-form.ts';
import { inGroupOrder, PersonalGroups } from '../personal-groups.tsx';
import { ProfileTabs } from '../profile-tabs.tsx';
import { type PersonData, personDataQuery, useUfOf } from '../queries.ts';
import { ACCESS_TAB, MESSAGES_TAB, PRIVACY_TAB, TAB } from '../tabs.ts';

type Values = PersonalData & WithHome;

const privacyPage = () => import('./privacy-page.tsx');
const messagesPage = () => import('../../messaging/messages-page.tsx');
const accessPage = () => import('../../identity/access/access-page.tsx');
const contactDialog = () => import('../contact-dialog.tsx');
const PrivacyPage = lazy(() => chunk(privacyPage));
const MessagesPage = lazy(() => chunk(messagesPage));
const AccessPage = lazy(() => chunk(accessPage));
const ContactDialog = lazy(() => chunk(contactDialog).then((found) => ({ default: found.ContactDialog })));

/** S-37: one's own data; anybody else's page does not exist. */
export default function ProfilePage() {
  const { id } = useParams();
  const { data: check } = useQuery(checkQuery);
  if (id !== undefined && check && id !== String(check.payloadToken.personId)) return <NotFoundPage />;
  return <OwnProfile />;
}

function OwnProfile() {
  const person = useQuery(personDataQuery());
  const tab = useSearchParams()[0].get(TAB);
  // Each part is a page: its heading takes the focus that was lost with the link of the previous part.
  useHeadingFocus(tab ?? '', { preventScroll: true });
  useEffect(() => fetchWhenIdle(privacyPage, messagesPage, accessPage, contactDialog), []);
  return (
    <PortalLayout>
      <Suspense fallback={<PartToCome />}>
        {tab === PRIVACY_TAB ? (
          <PrivacyPage />
        ) : tab === MESSAGES_TAB ? (
          <MessagesPage />
        ) : tab === ACCESS_TAB ? (
          <AccessPage />
        ) : person.data ? (
          <Profile data={person.data} />
        ) : (
          <ProfileToCome person={person} />
        )}
      </Suspense>
    </PortalLayout>
  );
}

const PartToCome = () => (
  <Page width="parts">
    <LoadingForm fields={6} />
  </Page>
);

function ProfileToCome({ person }: { person: UseQueryResult }) {
  useTitle(t.title);
  return (
    <Page width="parts">
      <PageHead title={t.title} lead={t.lead} />
      {person.isLoadingError ? (
        <LoadFailed title={t.loadFailed} onRetry={() => person.refetch()}>
          <p>{textOf(person.error)}</p>
        </LoadFailed>
      ) : (
        <LoadingForm fields={6} />
      )}
    </Page>
  );
}

const valuesOf = (data: PersonData): Values => ({
  ...personalValues(data),
  ...homeValues(data),
});

/** Contacts count only once confirmed, so a changed one is kept aside until its code was entered (spec 6.1). */
const changedContacts = (data: PersonData, values: Values): ContactKind[] => [
  ...(data.email && data.email !== normaliseEmail(values.email) ? (['email'] as const) : []),
  ...(data.cellPhone && data.cellPhone !== normalisePhone(values.cellPhone) ? (['cellPhone'] as const) : []),
];

type Saved = 'idle' | 'saved' | 'failed';

function Profile({ data }: { data: PersonData }) {
  const client = useQueryClient();
  const formId = useId();
  const ufOf = useUfOf();
  const [saved, setSaved] = useState<Saved>('idle');
  const [confirming, setConfirming] = useState<{ kind: ContactKind; value: string }[]>([]);
  const goOn = useWayOn();
  const today = dayOfToday();
  const form = useDomainForm<Values>(
    (values) => [
      ...inGroupOrder(personalProblems(values, { today, place: 'profile' })),
      ...homeProblems(values, ufOf(values.personAddress.stateId)),
    ],
    valuesOf(data),
    { labels: { ...personalLabels(data.documentType), ...homeLabels } },
  );
  const dirty = form.form.formState.isDirty;
  useTitle(t.title, form.summary.length > 0);

  const save = async (typed: Values) => {
    // A copy, because typing may continue while the request is running.
    const values = {
      ...typed,
      personAddress: { ...typed.personAddress },
      foreignAddress: { ...typed.foreignAddress },
    };
    setSaved('idle');
    try {
      const stored = await call('PUT /candidate/users/{personId}/person-data', {
        params: { personId: data.personId },
        body: { ...personalBody(values, 'profile', data.locked), ...homeBody(values) },
      });
      adoptAnswer(client, personDataQuery().queryKey, stored);
      void client.invalidateQueries({ queryKey: checkQuery.queryKey });
      const kinds = changedContacts(stored, values);
      const meanwhile = typedSince(values, form.form.getValues());
      form.form.reset(valuesOf(stored));
      for (const [field, value] of meanwhile)
        form.form.setValue(field as Path<Values>, value as never, { shouldDirty: true });
      setConfirming(
        kinds.map((kind) => ({
          kind,
          value: kind === 'email' ? normaliseEmail(values.email) : normalisePhone(values.cellPhone),
        })),
      );
      setSaved('saved');
      if (kinds.length === 0) goOn();
    } catch (error) {
      setSaved('failed');
      // A lost connection or a 5xx only shows a short line (spec 6.1); other errors show their own text.
      if (error instanceof ApiError && error.status < 500) throw error;
    }
  };
  const refused = form.failure;
  const [contact] = confirming;
  return (
    <Page width="parts">
      <PageHead title={t.title} lead={t.lead} />
      <ProfileTabs current={undefined} />
      <form id={formId} className="stack stack--section" noValidate onSubmit={form.submit(save)}>
        <ErrorSummary errors={form.summary} focusOn={form.attempts} />
        <PersonalGroups form={form} place="profile" locked={data.locked} />
        <HomeGroup form={form} />
        {refused !== undefined && <Notice kind="danger" role="alert" title={textOf(refused)} />}
      </form>
      <ActionBar sticky>
        <p className="small muted" role="status">
          {saved === 'saved' && !dirty ? t.saved : saved === 'failed' ? t.notSaved : ''}
        </p>
        <Button type="submit" form={formId} block busy={form.busy && t.saving}>
          {t.save}
        </Button>
      </ActionBar>
      {contact && (
        <Suspense>
          <ContactDialog
            key={contact.kind}
            personId={data.personId}
            kind={contact.kind}
            value={contact.value}
            shown={contact.kind === 'email' ? contact.value : formatPhone(contact.value)}
            onClose={() => {
              setConfirming(confirming.slice(1));
              if (confirming.length === 1) goOn();
            }}
          />
        </Suspense>
      )}
      <LeaveDialog dirty={dirty && !form.busy} />
    </Page>
  );
}

/** After the last save the page continues to `?redirectTo`, if it was opened on the way to another page. */
function useWayOn(): () => void {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const target = safeRedirect(params.get('redirectTo'));
  return () => {
    // Deferred until the form is clean, otherwise the warning about unsaved changes would open.
    if (target) setTimeout(() => void navigate(target.slice(BASE.length)));
  };
}

/** Warns before changes are lost, by navigation or by closing the tab. */
function LeaveDialog({ dirty }: { dirty: boolean }) {
  const blocker = useBlocker(
    ({ currentLocation: here, nextLocation: there }) =>
      dirty && here.pathname + here.search !== there.pathname + there.search,
  );
  useEffect(() => {
    if (!dirty) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [dirty]);
  if (blocker.state !== 'blocked') return null;
  return (
    <Dialog
      open
      onClose={() => blocker.reset()}
      title={t.unsaved}
      foot={
        <>
          <Button block onClick={() => blocker.reset()}>
            {t.stay}
          </Button>
          <Button block kind="danger" onClick={() => blocker.proceed()}>
            {t.leave}
          </Button>
        </>
      }
    >
      <p>{t.unsavedHelp}</p>
    </Dialog>
  );
}
