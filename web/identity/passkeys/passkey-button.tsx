import { knowsPasskeys } from '@orbita/client/passkey-support.ts';
import { Button } from '@orbita/ui/button';
import { KeyIcon } from '@orbita/ui/icons/key';
import { Notice } from '@orbita/ui/notice';
import { useState, useSyncExternalStore } from 'react';
import { identityTexts as t } from '../../texts/identity.ts';

export type PasskeyButtonProps = {
  remember: { readonly current: boolean };
  onDone: () => Promise<void>;
};

const never = () => () => undefined;

/**
 * Sign-in by passkey, if the browser supports them; its code is loaded on the first click. A server-rendered page includes the
 * button, and a browser without passkeys hides it before it is seen (`hold.ts`).
 */
export function PasskeyButton({ remember, onDone }: PasskeyButtonProps) {
  const [busy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState('');
  const known = useSyncExternalStore(never, knowsPasskeys, () => true);
  if (!known) return null;
  const press = async () => {
    setBusy(true);
    setTrouble('');
    try {
      const { tryPasskey } = await import('./ceremonies.ts');
      const trouble = await tryPasskey(remember.current);
      if (trouble === undefined) await onDone();
      else setTrouble(trouble);
    } catch {
      setTrouble(t.passkeyFailed);
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <Button
        className="passkey-button"
        kind="outline"
        block
        icon={KeyIcon}
        busy={busy && t.passkeyWaiting}
        onClick={() => void press()}
      >
        {t.passkey}
      </Button>
      {trouble && <Notice kind="danger" role="alert" title={trouble} />}
    </>
  );
}
