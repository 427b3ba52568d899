import { isForPeople } from '@orbita/client/errors.ts';
import { Notice } from '@orbita/ui/notice';

/** What could not be done, above the button; a refusal gives its reason too. What was typed stays. */
export function FailureNotice({ error, title }: { error: unknown; title: string }) {
  if (error === undefined) return null;
  const reason = isForPeople(error) ? error.message : undefined;
  return (
    <Notice kind="danger" role="alert" title={title}>
      {reason}
    </Notice>
  );
}
