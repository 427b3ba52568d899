import { Button } from '@orbita/web/ui/button';
import { Dialog } from '@orbita/web/ui/dialog';
import { confirmed, dismissed } from '../app/session-keeper.ts';
import { passkeyTexts as t } from '../texts/passkeys.ts';
import { PasskeyButton } from './passkey-button.tsx';

/** Offers a passkey to who came in by a code and wants what a code does not open; what waited is sent after it (spec 25.2.4). */
export default function StrongerDialog() {
  return (
    <Dialog
      open
      onClose={() => dismissed('stronger')}
      title={t.strongerTitle}
      foot={
        <>
          <PasskeyButton
            label={t.add}
            run={async ({ registerPasskey }) => {
              await registerPasskey();
              confirmed('stronger');
            }}
          />
          <Button kind="quiet" onClick={() => dismissed('stronger')}>
            {t.notNow}
          </Button>
        </>
      }
    >
      <p>{t.strongerHelp}</p>
    </Dialog>
  );
}
