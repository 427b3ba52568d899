import { Button } from '@orbita/ui/button';
import { Dialog } from '@orbita/ui/dialog';
import { useMe } from '../base/me.ts';
import { passkeyTexts as t } from '../texts/passkeys.ts';
import { strengthTexts } from '../texts/strength.ts';
import { PasskeyButton } from './passkey-button.tsx';
import { confirmed, dismissed } from './session-keeper.ts';

/**
 * Offers a passkey to a person who signed in by code and wants what a code does not open; the waiting call is sent afterwards.
 * People who may no longer create their first one read whom to ask (spec 25.2.4).
 */
export default function StrongerDialog() {
  const mayMake = useMe().session.passkey !== 'none';
  return (
    <Dialog
      open
      onClose={() => dismissed('stronger')}
      title={mayMake ? t.strongerTitle : strengthTexts.askTitle}
      foot={
        <>
          {mayMake && (
            <PasskeyButton
              label={t.add}
              run={async ({ registerPasskey }) => {
                await registerPasskey();
                confirmed('stronger');
              }}
            />
          )}
          <Button kind="quiet" onClick={() => dismissed('stronger')}>
            {t.notNow}
          </Button>
        </>
      }
    >
      <p>{mayMake ? t.strongerHelp : strengthTexts.askHelp}</p>
    </Dialog>
  );
}
