import { textOf } from '@orbita/client/errors.ts';
import type { Answer } from '@orbita/protocol';
import { Button } from '@orbita/ui/button';
import { Dialog } from '@orbita/ui/dialog';
import { Group } from '@orbita/ui/group';
import { KeyIcon } from '@orbita/ui/icons/key';
import { PlusIcon } from '@orbita/ui/icons/plus';
import { Notice } from '@orbita/ui/notice';
import { LoadingForm } from '@orbita/ui/skeleton';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../base/api.ts';
import { tenantDate } from '../../base/zone.ts';
import { passkeyTexts as t } from '../../texts/passkeys.ts';
import './passkey-section.css';
import { isChangeOfMind, knowsPasskeys } from '@orbita/client/passkey-support.ts';
import { LoadFailed } from '@orbita/ui/load-failed';
import { passkeysQuery } from './queries.ts';

type Passkey = Answer<'GET /platform/auth/passkeys'>[number];

/** The person's passkeys: the list, adding one, removing one. */
export function PasskeySection() {
  const cache = useQueryClient();
  const { data, isLoadingError, refetch } = useQuery(passkeysQuery);
  const [busy, setBusy] = useState(false);
  const [notice, setNotice] = useState<{ kind: 'success' | 'danger'; text: string }>();
  const [leaving, setLeaving] = useState<Passkey>();
  const renew = () => cache.invalidateQueries({ queryKey: passkeysQuery.queryKey });

  const add = async () => {
    setBusy(true);
    setNotice(undefined);
    try {
      const { createPasskey } = await import('./ceremonies.ts');
      await createPasskey();
      await renew();
      setNotice({ kind: 'success', text: t.created });
    } catch (error) {
      if (!isChangeOfMind(error)) setNotice({ kind: 'danger', text: textOf(error, t.createFailed) });
    } finally {
      setBusy(false);
    }
  };
  const remove = async (key: Passkey) => {
    await call('DELETE /platform/auth/passkeys/{passkeyId}', { params: { passkeyId: key.passkeyId } });
    await renew();
    setLeaving(undefined);
    setNotice({ kind: 'success', text: t.removed });
  };
  return (
    <Group title={t.title} lead={t.lead}>
      {notice && (
        <Notice kind={notice.kind} role={notice.kind === 'danger' ? 'alert' : 'status'} title={notice.text} />
      )}
      {isLoadingError ? (
        <LoadFailed title={t.loadFailed} onRetry={() => refetch()} />
      ) : !data ? (
        <LoadingForm fields={1} />
      ) : data.length === 0 ? (
        <p>{t.none}</p>
      ) : (
        <ul className="passkeys">
          {data.map((key) => (
            <PasskeyRow key={key.passkeyId} passkey={key} onRemove={() => setLeaving(key)} />
          ))}
        </ul>
      )}
      {knowsPasskeys() ? (
        <div>
          <Button kind="outline" icon={PlusIcon} busy={busy && t.creating} onClick={() => void add()}>
            {t.add}
          </Button>
        </div>
      ) : (
        <p className="small muted">{t.unsupported}</p>
      )}
      {leaving && (
        <RemoveDialog
          passkey={leaving}
          onRemove={() => remove(leaving)}
          onClose={() => setLeaving(undefined)}
        />
      )}
    </Group>
  );
}

function PasskeyRow({ passkey, onRemove }: { passkey: Passkey; onRemove: () => void }) {
  const { label, createdAt, lastUsedAt } = passkey;
  return (
    <li className="passkeys__row">
      <KeyIcon />
      <span className="passkeys__what">
        <b>{label}</b>
        <small className="muted">{t.added(tenantDate(createdAt))}</small>
        <small className="muted">{lastUsedAt ? t.used(tenantDate(lastUsedAt)) : t.unused}</small>
      </span>
      <Button kind="quiet" small aria-label={t.removeLabel(label)} onClick={onRemove}>
        {t.remove}
      </Button>
    </li>
  );
}

type RemoveDialogProps = { passkey: Passkey; onRemove: () => Promise<void>; onClose: () => void };

function RemoveDialog({ passkey, onRemove, onClose }: RemoveDialogProps) {
  const [busy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState('');
  const remove = async () => {
    setBusy(true);
    setTrouble('');
    try {
      await onRemove();
    } catch (error) {
      setBusy(false);
      setTrouble(textOf(error, t.removeFailed));
    }
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={t.removeTitle}
      foot={
        <>
          <Button kind="danger" busy={busy && t.removing} onClick={() => void remove()}>
            {t.remove}
          </Button>
          <Button kind="quiet" onClick={onClose}>
            {t.keep}
          </Button>
        </>
      }
    >
      <p>{t.removeText(passkey.label)}</p>
      {trouble && <Notice kind="danger" role="alert" title={trouble} />}
    </Dialog>
  );
}
