import { LinkAction } from '@orbita/ui/link-action';
import { Notice } from '@orbita/ui/notice';
import { refusedTexts as t } from '../texts/refused.ts';
import type { Captcha } from './captcha.ts';

/** Says that the security check did not load, and offers to retry; `note` says what still works. */
export function CaptchaTrouble({ captcha, note }: { captcha: Captcha; note?: string }) {
  if (captcha.state !== 'failed') return null;
  return (
    <Notice kind="warning" role="status">
      <p>{t.captchaFailed}</p>
      {note && <p>{note}</p>}
      <LinkAction onClick={captcha.retry}>{t.captchaRetry}</LinkAction>
    </Notice>
  );
}
