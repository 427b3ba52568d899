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
  /** What is done with the device; its code is loaded at the first press. */
  run: (device: typeof import('./ceremonies.ts')) => Promise<void>;
  kind?: 'primary' | 'outline' | 'quiet';
  block?: boolean;
};

/** Text for what the server or the device refused with. */
function troubleOf(error: unknown): string {
  if (error instanceof ApiError || error instanceof NetworkError) return textOf(error);
  return error instanceof Error && error.name === 'InvalidStateError' ? t.known : t.failed;
}

/** An act by a passkey of this device; a browser that knows none says so in its place. */
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
