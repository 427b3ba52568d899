import { LinkAction } from '@orbita/ui/link-action';
import { VisuallyHidden } from '@orbita/ui/visually-hidden';
import { enrolmentTexts as t } from '../texts/enrolment.ts';
import type { PartProps } from './part-props.ts';
import { type Part, partPath, partsOf } from './way.ts';

/** Position among the parts, and the link to the previous one. */
export function BackLink({ part, step }: { part: Pick<PartProps, 'data' | 'subscription'>; step: Part }) {
  const parts = partsOf(part.data);
  const at = parts.findIndex((one) => one.step === step);
  const before = parts[at - 1];
  return (
    <div className="row row--between row--close">
      <span className="small muted">{t.position(at + 1, parts.length)}</span>
      {before && (
        <LinkAction href={partPath(part.subscription, before.step)}>
          <span>
            {t.back}
            <VisuallyHidden>{t.backTo(before.label)}</VisuallyHidden>
          </span>
        </LinkAction>
      )}
    </div>
  );
}
