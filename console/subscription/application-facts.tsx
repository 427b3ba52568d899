import { formatDate } from '@orbita/domain/foundation';
import { Anchor } from '@orbita/ui/link';
import { Loading, Skeleton } from '@orbita/ui/skeleton';
import { documentText } from '../act/person-facts.ts';
import { usePerson } from '../act/queries.ts';
import type { Application } from '../act/status.tsx';
import { Failed } from '../base/states.tsx';
import { Contacts } from '../person/contacts.tsx';
import { HeldContacts } from '../person/held-contacts.tsx';
import { applicationTexts as t } from '../texts/subscription.ts';
import { Section } from '../ui/page.tsx';

/** The applicant, beside the application: civil name, document, contacts. */
export function ApplicationFacts({ application }: { application: Pick<Application, 'personId'> }) {
  const { personId } = application;
  const { data: person, error, refetch } = usePerson(personId);
  return (
    <Section
      title={t.facts}
      aside={
        <Anchor className="link-quiet" href={`/pessoas/${personId}`}>
          {t.applications(person?.applications.length ?? 1)}
        </Anchor>
      }
    >
      {error && <Failed error={error} onRetry={() => refetch()} />}
      {!person && !error && (
        <Loading>
          <Skeleton width="90%" />
          <Skeleton width="80%" />
        </Loading>
      )}
      {person && (
        <>
          <dl className="facts--list">
            {person.socialName && (
              <div>
                <dt>{t.civilName}</dt>
                <dd translate="no">{person.name}</dd>
              </div>
            )}
            {person.documents.map((document) => (
              <div key={document.type}>
                <dt>{t.documents[document.type]}</dt>
                <dd className="numbers">{documentText(document)}</dd>
              </div>
            ))}
            {person.birthDate && (
              <div>
                <dt>{t.birth}</dt>
                <dd className="numbers">{formatDate(person.birthDate)}</dd>
              </div>
            )}
            <Contacts contacts={person.contacts} />
          </dl>
          {person.contacts.length === 0 && <p className="meta">{t.noContact}</p>}
          <HeldContacts person={person} />
          <p className="meta">{t.audited}</p>
        </>
      )}
    </Section>
  );
}
