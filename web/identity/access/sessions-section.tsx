import { textOf } from '@orbita/client/errors.ts';
import type { Answer } from '@orbita/protocol';
import { AskDialog } from '@orbita/ui/ask-dialog';
import { Button } from '@orbita/ui/button';
import { Group } from '@orbita/ui/group';
import { LoadFailed } from '@orbita/ui/load-failed';
import { Notice } from '@orbita/ui/notice';
import { LoadingForm } from '@orbita/ui/skeleton';
import { StatusChip } from '@orbita/ui/status-chip';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../base/api.ts';
import { tenantDate, tenantDateTime } from '../../base/zone.ts';
import { accessTexts as t } from '../../texts/access.ts';
import { sessionsQuery } from './queries.ts';
import './access.css';

type OwnSession = Answer<'GET /platform/auth/sessions'>[number];

const nameOf = ({ device }: OwnSession): string => device ?? t.unknownDevice;

/** Where the account is open: this browser first, then the others, each with a way to end it. */
export function SessionsSection() {
  const { data, isLoadingError, error, refetch } = useQuery(sessionsQuery);
  const cache = useQueryClient();
  const [asked, setAsked] = useState<OwnSession | 'others'>();
  const [done, setDone] = useState('');
  const others = data?.filter(({ current }) => !current) ?? [];
  const sorted = data?.toSorted((a, b) => Number(b.current) - Number(a.current)) ?? [];
  return (
    <Group title={t.sessions} lead={t.sessionsLead}>
      {done && <Notice kind="success" role="status" title={done} />}
      {isLoadingError ? (
        <LoadFailed title={t.sessionsFailed} onRetry={() => refetch()}>
          <p>{textOf(error)}</p>
        </LoadFailed>
      ) : !data ? (
        <LoadingForm fields={2} />
      ) : (
        <>
          <ul className="access-list">
            {sorted.map((one) => (
              <SessionRow key={one.sessionId} session={one} onEnd={() => setAsked(one)} />
            ))}
          </ul>
          <p className="small muted">{t.networkHelp}</p>
          {others.length === 0 ? (
            <p>{t.onlyHere}</p>
          ) : (
            <div>
              <Button kind="outline" onClick={() => setAsked('others')}>
                {t.endAll}
              </Button>
            </div>
          )}
        </>
      )}
      {asked && (
        <EndDialog
          asked={asked}
          onClose={() => setAsked(undefined)}
          onEnded={async () => {
            await cache.invalidateQueries({ queryKey: sessionsQuery.queryKey });
            setDone(asked === 'others' ? t.endedAll : t.ended);
            setAsked(undefined);
          }}
        />
      )}
    </Group>
  );
}

function SessionRow({ session, onEnd }: { session: OwnSession; onEnd: () => void }) {
  const { current, createdAt, lastUsedAt, endsAt, method, network, sameNetwork } = session;
  const began = tenantDateTime(createdAt);
  return (
    <li className="access-list__row">
      <span className="access-list__what">
        <b>{nameOf(session)}</b>
        {current && (
          <span>
            <StatusChip status="approved">{t.here}</StatusChip>
          </span>
        )}
        <small className="muted">{t.entered(began, t.methods[method])}</small>
        <small className="muted">
          {t.used(tenantDateTime(lastUsedAt))}. {t.ends(tenantDate(endsAt))}.
        </small>
        {network && (
          <small className="muted">{sameNetwork && !current ? t.sameNetwork : t.network(network)}</small>
        )}
      </span>
      {!current && (
        <Button kind="quiet" small aria-label={t.endLabel(nameOf(session), began)} onClick={onEnd}>
          {t.end}
        </Button>
      )}
    </li>
  );
}

type EndProps = { asked: OwnSession | 'others'; onEnded: () => Promise<void>; onClose: () => void };

function EndDialog({ asked, onEnded, onClose }: EndProps) {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState('');
  const end = async () => {
    setBusy(true);
    setFailure('');
    try {
      if (asked === 'others') await call('DELETE /platform/auth/sessions');
      else
        await call('DELETE /platform/auth/sessions/{sessionId}', { params: { sessionId: asked.sessionId } });
      await onEnded();
    } catch (error) {
      setBusy(false);
      setFailure(textOf(error, t.failed));
    }
  };
  return (
    <AskDialog
      open
      title={asked === 'others' ? t.endAllTitle : t.endTitle}
      yes={asked === 'others' ? t.endAll : t.end}
      no={t.keep}
      busy={busy && t.ending}
      failure={failure}
      onYes={() => void end()}
      onNo={onClose}
    >
      <p>{asked === 'others' ? t.endAllText : t.endText(nameOf(asked))}</p>
    </AskDialog>
  );
}
