import { ApiError, NetworkError } from '@orbita/client/errors.ts';
import { isChangeOfMind, knowsPasskeys } from '@orbita/client/passkey-support.ts';
import { Button } from '@orbita/ui/button';
import { KeyIcon } from '@orbita/ui/icons/key';
import { Notice } from '@orbita/ui/notice';
import { useMutation } from '@tanstack/react-query';
import { textOf } from '../base/api.ts';
import { passkeyTexts as t } from '../texts/passkeys.ts';

type PasskeyButtonProps = {
  label: string;
  /** What to do with the device; the code for it is loaded on the first press. */
  run: (device: typeof import('./ceremonies.ts')) => Promise<void>;
  kind?: 'primary' | 'outline' | 'quiet';
  block?: boolean;
};

/** Text for a refusal by the server or the device. */
function troubleOf(error: unknown): string {
  if (error instanceof ApiError || error instanceof NetworkError) return textOf(error);
  return error instanceof Error && error.name === 'InvalidStateError' ? t.known : t.failed;
}

/** An act with a passkey of this device; browsers without passkeys get an explanation instead. */
export function PasskeyButton({ label, run, kind = 'primary', block = false }: PasskeyButtonProps) {
  const act = useMutation({ mutationFn: async () => run(await import('./ceremonies.ts')) });
  if (!knowsPasskeys()) return <p className="muted">{t.unsupported}</p>;
  return (
    <>
      {act.error && !isChangeOfMind(act.error) && (
        <Notice kind="danger" role="alert" title={troubleOf(act.error)} />
      )}
      <Button
        kind={kind}
        block={block}
        icon={KeyIcon}
        busy={act.isPending && t.waiting}
        onClick={() => act.mutate()}
      >
        {label}
      </Button>
    </>
  );
}
