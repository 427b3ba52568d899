import { Card } from './card.tsx';
import { Skeleton } from './skeleton.tsx';

/** The shape of a task card. */
export function SkeletonCard() {
  return (
    <Card as="div" className="stack">
      <div className="row row--between">
        <Skeleton shape="chip" width="9rem" />
        <Skeleton shape="ring" />
      </div>
      <Skeleton width="70%" height="1.4rem" />
      <Skeleton width="45%" />
      <Skeleton shape="button" />
    </Card>
  );
}
