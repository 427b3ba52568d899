import { textOf } from '@orbita/client/errors.ts';
import { SOCIAL_LABELS } from '@orbita/domain/identity';
import type { Answer } from '@orbita/protocol';
import { AskDialog } from '@orbita/ui/ask-dialog';
import { Button } from '@orbita/ui/button';
import { Group } from '@orbita/ui/group';
import { LoadFailed } from '@orbita/ui/load-failed';
import { Notice } from '@orbita/ui/notice';
import { LoadingForm } from '@orbita/ui/skeleton';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../base/api.ts';
import { tenantDate } from '../../base/zone.ts';
import { accessTexts as t } from '../../texts/access.ts';
import { socialAccountsQuery } from './queries.ts';
import './access.css';

type Linked = Answer<'GET /platform/auth/social-accounts'>[number];

/** Accounts of other platforms that open this one, and how to remove them. */
export function SocialSection() {
  const { data, isLoadingError, error, refetch } = useQuery(socialAccountsQuery);
  const cache = useQueryClient();
  const [asked, setAsked] = useState<Linked>();
  const [done, setDone] = useState(false);
  return (
    <Group title={t.social} lead={t.socialLead}>
      {done && <Notice kind="success" role="status" title={t.unlinked} />}
      {isLoadingError ? (
        <LoadFailed title={t.socialFailed} onRetry={() => refetch()}>
          <p>{textOf(error)}</p>
        </LoadFailed>
      ) : !data ? (
        <LoadingForm fields={1} />
      ) : data.length === 0 ? (
        <p>{t.socialNone}</p>
      ) : (
        <ul className="access-list">
          {data.map((one) => (
            <li key={one.id} className="access-list__row">
              <span className="access-list__what">
                <b>{SOCIAL_LABELS[one.provider]}</b>
                <small className="muted">{t.linked(tenantDate(one.linkedAt))}</small>
              </span>
              <Button
                kind="quiet"
                small
                aria-label={t.unlinkLabel(SOCIAL_LABELS[one.provider])}
                onClick={() => setAsked(one)}
              >
                {t.unlink}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {asked && (
        <UnlinkDialog
          linked={asked}
          onClose={() => setAsked(undefined)}
          onDone={async () => {
            await cache.invalidateQueries({ queryKey: socialAccountsQuery.queryKey });
            setDone(true);
            setAsked(undefined);
          }}
        />
      )}
    </Group>
  );
}

type UnlinkProps = { linked: Linked; onDone: () => Promise<void>; onClose: () => void };

function UnlinkDialog({ linked, onDone, onClose }: UnlinkProps) {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState('');
  const unlink = async () => {
    setBusy(true);
    setFailure('');
    try {
      await call('DELETE /platform/auth/social-accounts/{id}', { params: { id: linked.id } });
      await onDone();
    } catch (error) {
      setBusy(false);
      setFailure(textOf(error, t.failed));
    }
  };
  return (
    <AskDialog
      open
      title={t.unlinkTitle(SOCIAL_LABELS[linked.provider])}
      yes={t.unlink}
      no={t.keep}
      busy={busy && t.unlinking}
      failure={failure}
      onYes={() => void unlink()}
      onNo={onClose}
    >
      <p>{t.unlinkText}</p>
    </AskDialog>
  );
}
