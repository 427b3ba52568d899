import { textOf } from '@orbita/client/errors.ts';
import { ActionList } from '@orbita/ui/action-list';
import { Button } from '@orbita/ui/button';
import { Dialog } from '@orbita/ui/dialog';
import { FileIcon } from '@orbita/ui/icons/file';
import { LoadFailed } from '@orbita/ui/load-failed';
import { LoadingForm } from '@orbita/ui/skeleton';
import { useQuery } from '@tanstack/react-query';
import { subscriptionsQuery } from '../../subscription/queries.ts';
import { stepRoute } from '../../subscription/routes.ts';
import { appTexts } from '../../texts/app.ts';
import { privacyDialogTexts as texts } from '../../texts/privacy.ts';

const REFUSED = 9;
const t = texts.review;

/** Links to the result of each refused application, where a review is requested (S-38, D-78). */
export function PrivacyReview({ onClose }: { onClose: () => void }) {
  const list = useQuery(subscriptionsQuery());
  const refused = list.data?.filter(({ subscriptionStatus }) => subscriptionStatus === REFUSED);
  return (
    <Dialog
      open
      onClose={onClose}
      title={t.title}
      foot={
        <Button block kind="quiet" onClick={onClose}>
          {texts.back}
        </Button>
      }
    >
      <p>{t.text}</p>
      {refused ? (
        refused.length === 0 ? (
          <p>
            <b>{t.none}</b>
          </p>
        ) : (
          <ActionList
            items={refused.map((card) => ({
              key: String(card.id),
              icon: FileIcon,
              title: card.courseName,
              note: appTexts.number(card.id),
              href: stepRoute(card),
            }))}
          />
        )
      ) : list.isLoadingError ? (
        <LoadFailed title={t.failed} onRetry={() => list.refetch()}>
          <p>{textOf(list.error)}</p>
        </LoadFailed>
      ) : (
        <LoadingForm fields={1} />
      )}
    </Dialog>
  );
}
