import type { Answer } from '@orbita/protocol';
import { Button } from '@orbita/ui/button';
import { Dialog } from '@orbita/ui/dialog';
import { Notice } from '@orbita/ui/notice';
import { Loading, Skeleton } from '@orbita/ui/skeleton';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../base/api.ts';
import { Confirm } from '../base/confirm.tsx';
import { Failed } from '../base/states.tsx';
import { exactly, when } from '../base/zone.ts';
import { passkeyTexts as t } from '../texts/passkeys.ts';
import { PasskeyButton } from './passkey-button.tsx';

type OwnPasskey = Answer<'GET /operations/staff/me/passkeys'>['data'][number];

const KEY = ['staff', 'me', 'passkeys'] as const;

/** The person's passkeys on this host: add or remove one (spec 25.2.2). */
export default function PasskeysDialog({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const { data, error, refetch } = useQuery({
    queryKey: KEY,
    queryFn: () => call('GET /operations/staff/me/passkeys'),
    staleTime: 0,
  });
  const [leaving, setLeaving] = useState<OwnPasskey>();
  const [said, setSaid] = useState('');
  const renew = () => client.invalidateQueries({ queryKey: KEY });
  return (
    <Dialog
      open
      onClose={onClose}
      title={t.title}
      bodyLabel={t.title}
      foot={
        <PasskeyButton
          label={t.add}
          run={async ({ registerPasskey }) => {
            setSaid('');
            await registerPasskey();
            await renew();
            setSaid(t.added);
          }}
        />
      }
    >
      <p className="muted">{t.help}</p>
      {said && <Notice kind="success" role="status" title={said} />}
      {error && <Failed error={error} onRetry={() => refetch()} />}
      {!data && !error && (
        <Loading>
          <Skeleton />
          <Skeleton />
        </Loading>
      )}
      {data?.data.length === 0 && <p>{t.none}</p>}
      {data && data.data.length > 0 && (
        <ul className="lines">
          {data.data.map((key) => (
            <li key={key.id} className="lines__item">
              <div>
                <b>{key.label}</b>
                <small title={exactly(key.createdAt)}>
                  {t.made(when(key.createdAt))}, {key.lastUsedAt ? t.used(when(key.lastUsedAt)) : t.unused}
                </small>
              </div>
              <Button
                kind="outline"
                small
                aria-label={`${t.remove}: ${key.label}`}
                onClick={() => setLeaving(key)}
              >
                {t.remove}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {leaving && (
        <RemoveDialog
          passkey={leaving}
          onClose={() => setLeaving(undefined)}
          onDone={async () => {
            await renew();
            setLeaving(undefined);
            setSaid(t.removed);
          }}
        />
      )}
    </Dialog>
  );
}

type RemoveDialogProps = { passkey: OwnPasskey; onClose: () => void; onDone: () => Promise<void> };

function RemoveDialog({ passkey, onClose, onDone }: RemoveDialogProps) {
  return (
    <Confirm
      title={t.removeTitle}
      yes={t.remove}
      no={t.keep}
      busy={t.removing}
      run={() => call('DELETE /operations/staff/me/passkeys/{id}', { params: { id: passkey.id } })}
      onDone={onDone}
      onClose={onClose}
    >
      <p>{t.removeHelp(passkey.label)}</p>
    </Confirm>
  );
}
