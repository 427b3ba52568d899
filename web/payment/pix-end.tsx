import { serverNow } from '@orbita/client/server-clock.ts';
import { Countdown } from '@orbita/ui/countdown';
import { Deadline } from '@orbita/ui/deadline';
import { momentText } from '../subscription/deadline.ts';
import { pixTexts as t } from '../texts/payment.ts';

/** Time left of a code; its end time while the server's time is not known. */
export const PixEnd = ({ expiresAt, remaining }: { expiresAt: string; remaining: number | undefined }) =>
  remaining === undefined ? (
    <Deadline>{t.validUntil(momentText(expiresAt, serverNow()))}</Deadline>
  ) : (
    <Countdown label={t.expiresIn} remainingMs={remaining} />
  );
