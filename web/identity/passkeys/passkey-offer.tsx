import { textOf } from '@orbita/client/errors.ts';
import { hasOwnAuthenticator, isChangeOfMind } from '@orbita/client/passkey-support.ts';
import { deviceStore, keepsOnDevice } from '@orbita/client/storage.ts';
import { Button } from '@orbita/ui/button';
import { Card } from '@orbita/ui/card';
import { Notice } from '@orbita/ui/notice';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { BASE } from '../../base/settings.ts';
import { passkeyTexts as t } from '../../texts/passkeys.ts';
import { passkeysQuery } from './queries.ts';

const DISMISSED = 'orbita-passkey-offer';

const isDismissed = (): boolean => deviceStore.getItem(DISMISSED) !== null || !keepsOnDevice();
const dismiss = (): void => deviceStore.setItem(DISMISSED, BASE);

/** Offers a passkey to a person without one, on a device that can create one; "Agora não" is permanent in this browser. */
export default function PasskeyOffer() {
  const [able, setAble] = useState(false);
  const [gone, setGone] = useState(isDismissed);
  useEffect(() => {
    if (!gone) void hasOwnAuthenticator().then(setAble);
  }, [gone]);
  const { data } = useQuery({ ...passkeysQuery, enabled: able && !gone });
  const [made, setMade] = useState(false);
  if (made) return <Notice kind="success" role="status" title={t.created} />;
  if (gone || !able || !data || data.length > 0) return null;
  return (
    <Offer
      onMade={() => {
        setMade(true);
        dismiss();
      }}
      onLater={() => {
        setGone(true);
        dismiss();
      }}
    />
  );
}

function Offer({ onMade, onLater }: { onMade: () => void; onLater: () => void }) {
  const cache = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState('');
  const create = async () => {
    setBusy(true);
    setTrouble('');
    try {
      const { createPasskey } = await import('./ceremonies.ts');
      await createPasskey();
      onMade();
      void cache.invalidateQueries({ queryKey: passkeysQuery.queryKey });
    } catch (error) {
      setBusy(false);
      if (!isChangeOfMind(error)) setTrouble(textOf(error, t.createFailed));
    }
  };
  return (
    <Card look="soft" className="stack" aria-labelledby="oferta-chave">
      <div className="stack stack--tight">
        <h2 id="oferta-chave" className="h3">
          {t.offerTitle}
        </h2>
        <p>{t.offer}</p>
      </div>
      {trouble && <Notice kind="danger" role="alert" title={trouble} />}
      <div className="row">
        <Button kind="tonal" busy={busy && t.creating} onClick={() => void create()}>
          {t.create}
        </Button>
        <Button kind="quiet" onClick={onLater}>
          {t.later}
        </Button>
      </div>
    </Card>
  );
}
