import type { Answer } from '@orbita/protocol';
import { Button } from '@orbita/ui/button';
import { Dialog } from '@orbita/ui/dialog';
import { Notice } from '@orbita/ui/notice';
import { Loading, Skeleton } from '@orbita/ui/skeleton';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call, textOf } from '../base/api.ts';
import { Failed } from '../base/states.tsx';
import { exactly, when } from '../base/zone.ts';
import { sessionTexts as t } from '../texts/staff.ts';

type OwnSession = Answer<'GET /operations/staff/me/sessions'>['data'][number];

const KEY = ['staff', 'me', 'sessions'] as const;

/** Where the person's account is signed in; every other place can be ended (spec 25.2.3). */
export default function DevicesDialog({ onClose }: { onClose: () => void }) {
  const { data, error, refetch } = useQuery({
    queryKey: KEY,
    queryFn: () => call('GET /operations/staff/me/sessions'),
    staleTime: 0,
  });
  return (
    <Dialog open onClose={onClose} title={t.devicesTitle} bodyLabel={t.devicesTitle}>
      <p className="muted">{t.devicesHelp}</p>
      {error && <Failed error={error} onRetry={() => refetch()} />}
      {!data && !error && (
        <Loading>
          <Skeleton />
          <Skeleton />
        </Loading>
      )}
      {data && (
        <ul className="lines">
          {data.data.map((session) => (
            <Device key={session.id} session={session} />
          ))}
        </ul>
      )}
    </Dialog>
  );
}

function Device({ session }: { session: OwnSession }) {
  const client = useQueryClient();
  const end = useMutation({
    mutationFn: () => call('DELETE /operations/staff/me/sessions/{id}', { params: { id: session.id } }),
    onSettled: () => client.invalidateQueries({ queryKey: KEY }),
  });
  return (
    <li className="lines__item">
      <div>
        <b>{session.place}</b>
        <small title={exactly(session.lastInputAt)}>
          {session.current ? t.here : t.lastUsed(when(session.lastInputAt))}
        </small>
        {end.error && <Notice kind="danger" role="alert" title={textOf(end.error)} />}
      </div>
      {!session.current && (
        <Button
          kind="outline"
          small
          busy={end.isPending && t.ending}
          aria-label={`${t.end}: ${session.place}`}
          onClick={() => end.mutate()}
        >
          {t.end}
        </Button>
      )}
    </li>
  );
}
