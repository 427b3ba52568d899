import { isForPeople } from '@orbita/client/errors.ts';
import { Notice } from '@orbita/ui/notice';

/** States above the button what could not be done, with the reason if the server refused it. Typed text stays. */
export function FailureNotice({ error, title }: { error: unknown; title: string }) {
  if (error === undefined) return null;
  const reason = isForPeople(error) ? error.message : undefined;
  return (
    <Notice kind="danger" role="alert" title={title}>
      {reason}
    </Notice>
  );
}
