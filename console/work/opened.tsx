import { courseName } from '@orbita/domain/foundation';
import { Anchor } from '@orbita/ui/link';
import { Loading, Skeleton } from '@orbita/ui/skeleton';
import { WithName } from '@orbita/ui/with-name';
import { useQuery } from '@tanstack/react-query';
import { call } from '../base/api.ts';
import { useInstitution } from '../base/institution.ts';
import { Failed } from '../base/states.tsx';
import { exactly, when } from '../base/zone.ts';
import { homeMoreTexts as t } from '../texts/home.ts';
import { Section } from '../ui/page.tsx';

/** The applications that the person opened last, to find the way back (spec 25.5). */
export function Opened() {
  const institution = useInstitution()?.code;
  const { data, error, refetch } = useQuery({
    queryKey: ['opened', institution ?? ''],
    queryFn: ({ signal }) => call('GET /operations/opened-subscriptions', { query: { institution }, signal }),
    staleTime: 0,
  });
  return (
    <Section title={t.opened}>
      {error && !data && <Failed error={error} onRetry={() => refetch()} />}
      {!data && !error && (
        <Loading label={t.openedLoading}>
          <Skeleton width="80%" />
          <Skeleton width="60%" />
        </Loading>
      )}
      {data?.length === 0 && <p className="muted">{t.openedNone}</p>}
      {data && data.length > 0 && (
        <ul className="lines">
          {data.map((one) => (
            <li key={one.subscriptionId} className="lines__item">
              <div>
                <Anchor href={`/inscricoes/${one.subscriptionId}`}>
                  <b>
                    <WithName text={(name) => t.openedName(name, one.subscriptionId)} name={one.name} />
                  </b>
                </Anchor>
                <small>
                  {courseName(one.courseName)} · {one.statusName} ·{' '}
                  <time dateTime={one.openedAt} title={exactly(one.openedAt)}>
                    {t.openedAt(when(one.openedAt))}
                  </time>
                </small>
              </div>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}
