import { courseName, formatDate, formatZipCode } from '@orbita/domain/foundation';
import { SOCIAL_LABELS } from '@orbita/domain/identity';
import { foreignAddressLine } from '@orbita/domain/person';
import { Notice } from '@orbita/ui/notice';
import { WithName } from '@orbita/ui/with-name';
import { useParams } from 'react-router';
import { documentText } from '../act/person-facts.ts';
import { usePerson } from '../act/queries.ts';
import { ApplicationState, type Person } from '../act/status.tsx';
import { ItemPage } from '../base/awaited-item.tsx';
import { At, Fact } from '../base/facts.tsx';
import { PlaceName } from '../base/place.tsx';
import { useScreenTitle } from '../base/title.ts';
import { day, exactly } from '../base/zone.ts';
import { applicationTexts, personPageTexts as t } from '../texts/subscription.ts';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { Content, Head, Section } from '../ui/page.tsx';
import { Contacts } from './contacts.tsx';
import { DocumentCases } from './document-cases.tsx';
import { HeldContacts } from './held-contacts.tsx';
import '../styles/parts.css';
import '../styles/application.css';

/** E-02 `/pessoas/{id}`: a person, as known to the reader's institutions (spec 25.6.1). */
export default function PersonPage() {
  const personId = Number(useParams().personId);
  useScreenTitle(t.title);
  const { data, error, refetch } = usePerson(personId);
  return (
    <ItemPage
      id={personId}
      title={t.loadingTitle}
      of={{ data, error, refetch }}
      texts={{ ...t, toList: applicationTexts.toList }}
      list="/inscricoes"
    >
      {(found) => <Whole person={found} />}
    </ItemPage>
  );
}

type Card = Person['applications'][number];

const columns: readonly Column<Card>[] = [
  { key: 'course', title: t.course, cell: (card) => courseName(card.courseName) },
  { key: 'pole', title: t.pole, className: 'end', cell: ({ campusPolo }) => campusPolo },
  {
    key: 'institution',
    title: t.institution,
    className: 'end',
    cell: ({ institutionCode }) => <PlaceName code={institutionCode} />,
  },
  { key: 'status', title: t.status, cell: (card) => <ApplicationState of={card} /> },
  {
    key: 'created',
    title: t.created,
    className: 'num nowrap',
    inBlock: t.created,
    cell: ({ createdAt }) => (
      <time dateTime={createdAt} title={exactly(createdAt)}>
        {day(createdAt)}
      </time>
    ),
  },
];

function Whole({ person }: { person: Person }) {
  const { socialName, name, block, applications, othersCount } = person;
  return (
    <Content split facts>
      <Head
        title={<span translate="no">{socialName ?? name}</span>}
        lead={socialName ? <WithName text={t.civil} name={name} /> : undefined}
      />
      <div className="stack">
        {block && (
          <Notice kind="danger" title={t.blocked(day(block.since))}>
            {block.reason ? <p>{block.reason}</p> : undefined}
          </Notice>
        )}
        <DocumentCases person={person} />
        <Section title={t.applications}>
          <DataTable
            caption={t.applications}
            columns={columns}
            rows={applications}
            idOf={({ id }) => String(id)}
            hrefOf={({ id }) => `/inscricoes/${id}`}
            detailOf={({ id }) => applicationTexts.number(id)}
            empty={<p className="muted">{t.none}</p>}
          />
          {othersCount > 0 && <p className="muted">{t.others(othersCount)}</p>}
        </Section>
        <Requests requests={person.openRequests} />
      </div>
      <aside className="aside" aria-label={t.aside}>
        <Identity person={person} />
        <SignIn person={person} />
        <Consents consents={person.consents} />
        <p className="meta">{applicationTexts.audited}</p>
      </aside>
    </Content>
  );
}

function Identity({ person }: { person: Person }) {
  const { address, foreignAddress: abroad } = person;
  const place = address && [
    [address.street, address.number, address.complement].filter(Boolean).join(', '),
    address.neighborhood,
    `${address.city.name} / ${address.city.state.uf}`,
    formatZipCode(address.zipCode),
  ];
  return (
    <>
      <Section title={t.identity}>
        <dl className="facts--list facts--end">
          {person.documents.map((document) => (
            <Fact key={document.type} name={applicationTexts.documents[document.type]}>
              <span className="numbers">{documentText(document)}</span>
            </Fact>
          ))}
          {person.birthDate && (
            <Fact name={applicationTexts.birth}>
              <span className="numbers">{formatDate(person.birthDate)}</span>
            </Fact>
          )}
          <Fact name={t.address}>
            {place?.filter(Boolean).join(' · ') || (abroad ? foreignAddressLine(abroad) : t.noAddress)}
          </Fact>
        </dl>
        {person.identityLockedAt && <p className="meta">{t.locked(day(person.identityLockedAt))}</p>}
      </Section>
      <Section title={t.contacts}>
        <dl className="facts--list facts--end">
          <Contacts contacts={person.contacts} />
        </dl>
        {person.contacts.length === 0 && <p className="meta">{applicationTexts.noContact}</p>}
        <HeldContacts person={person} />
      </Section>
    </>
  );
}

function SignIn({ person: { signIn } }: { person: Person }) {
  const last = signIn.accounts
    .flatMap(({ lastAt }) => lastAt ?? [])
    .toSorted((one, other) => Date.parse(other) - Date.parse(one))[0];
  const ways = [
    ...(signIn.password ? [t.password] : []),
    ...(signIn.passkeys > 0 ? [t.passkeys(signIn.passkeys)] : []),
    ...signIn.providers.map((name) => (SOCIAL_LABELS as Readonly<Record<string, string>>)[name] ?? name),
  ];
  return (
    <Section title={t.signIn}>
      <dl className="facts--list facts--end">
        <Fact name={t.ways}>{ways.join(', ') || t.code}</Fact>
        <Fact name={t.lastAt}>{last ? <At instant={last} /> : t.never}</Fact>
      </dl>
    </Section>
  );
}

function Requests({ requests }: { requests: Person['openRequests'] }) {
  if (requests.length === 0) return null;
  return (
    <Section title={t.requests}>
      <ul className="lines">
        {requests.map(({ id, kind, requestedAt, dueAt }) => (
          <li key={id} className="lines__item">
            <span>
              {t.requestKinds[kind]}
              <small title={exactly(requestedAt)}>{day(requestedAt)}</small>
            </span>
            <span>{t.due(day(dueAt))}</span>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Consents({ consents }: Pick<Person, 'consents'>) {
  const { privacyNotice, marketing, cookies } = consents;
  const yes = (granted: boolean) => (granted ? t.granted : t.notGranted);
  return (
    <Section title={t.consents}>
      <dl className="facts--list facts--end">
        <Fact name={t.notice}>
          {privacyNotice ? t.noticeAt(privacyNotice.version, day(privacyNotice.acceptedAt)) : t.notGranted}
        </Fact>
        <Fact name={t.marketing}>{yes(marketing)}</Fact>
        <Fact name={t.cookies}>{yes(cookies.analytics)}</Fact>
        <Fact name={t.adCookies}>{yes(cookies.marketing)}</Fact>
      </dl>
    </Section>
  );
}
