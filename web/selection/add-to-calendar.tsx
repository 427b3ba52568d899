import { keepFile } from '@orbita/client/keep-file.ts';
import { serverNow } from '@orbita/client/server-clock.ts';
import { Button, ButtonLink } from '@orbita/ui/button';
import { Group } from '@orbita/ui/group';
import { DownloadIcon } from '@orbita/ui/icons/download';
import { VisuallyHidden } from '@orbita/ui/visually-hidden';
import { BASE, settings } from '../base/settings.ts';
import type { Subscription } from '../subscription/queries.ts';
import { stepRoute } from '../subscription/routes.ts';
import { calendarTexts as t } from '../texts/selection.ts';
import { entryOf, googleLink, outlookLink } from './calendar.ts';
import { calendarFile } from './calendar-file.ts';

type Props = { subscription: Subscription };

/** Ways to add the booked test to the candidate's own calendar (S-14). */
export function AddToCalendar({ subscription }: Props) {
  const entry = entryOf(subscription);
  if (!entry) return null;
  const download = () => {
    const file = calendarFile(entry, {
      uid: `prova-${subscription.id}@${location.hostname}`,
      sequence: subscription.version,
      writtenAt: new Date(serverNow()),
      url: `${location.origin}${BASE}${stepRoute(subscription)}`,
    });
    keepFile(new Blob([file], { type: 'text/calendar;charset=utf-8' }), t.fileName);
  };
  const away = { kind: 'outline', small: true, target: '_blank', rel: 'noopener' } as const;
  return (
    <Group title={t.heading}>
      <div className="row">
        <ButtonLink {...away} href={googleLink(entry, settings.timeZone)}>
          {t.google}
          <VisuallyHidden> {t.newTab}</VisuallyHidden>
        </ButtonLink>
        <ButtonLink {...away} href={outlookLink(entry)}>
          {t.outlook}
          <VisuallyHidden> {t.newTab}</VisuallyHidden>
        </ButtonLink>
        <Button kind="outline" small icon={DownloadIcon} onClick={download}>
          {t.file}
        </Button>
      </div>
    </Group>
  );
}
