import { adoptAnswer } from '@orbita/client/adopt-answer.ts';
import { textOf } from '@orbita/client/errors.ts';
import { serverNow } from '@orbita/client/server-clock.ts';
import { formatMoney, toCents } from '@orbita/domain/foundation';
import type { Answer } from '@orbita/protocol';
import { Button, ButtonLink } from '@orbita/ui/button';
import { Card } from '@orbita/ui/card';
import { CopyButton } from '@orbita/ui/copy-code';
import { ShareIcon } from '@orbita/ui/icons/share';
import { Notice } from '@orbita/ui/notice';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { call } from '../base/api.ts';
import { useSettled } from '../base/use-settled.ts';
import { momentText } from '../subscription/deadline.ts';
import { payerLinkTexts as t } from '../texts/payer.ts';
import { type Payment, payerLinksQuery } from './queries.ts';

type Link = Answer<'POST /candidate/payments/{paymentId}/payer-links'>;

/** Creates and ends links to a charge: several stay valid at once, because somebody may be about to pay by one. */
function usePayerLink({ paymentId }: Payment) {
  const client = useQueryClient();
  const query = payerLinksQuery(paymentId);
  const { data } = useQuery({ ...query, enabled: useSettled() });
  const [link, setLink] = useState<Link>();
  const [doing, setDoing] = useState<'make' | 'end'>();
  const [ended, setEnded] = useState(false);
  const [problem, setProblem] = useState<string>();
  const act = async (what: 'make' | 'end', failed: string, work: () => Promise<Link | undefined>) => {
    if (doing) return;
    setDoing(what);
    setProblem(undefined);
    try {
      setLink(await work());
      setEnded(what === 'end');
      const valid = what === 'end' ? 0 : (data?.valid ?? 0) + 1;
      adoptAnswer(client, query.queryKey, { valid });
    } catch (error) {
      setProblem(textOf(error, failed));
    }
    setDoing(undefined);
    // Not awaited: on a slow connection the next click would come while nothing seems to be happening, and be ignored.
    void client.invalidateQueries({ queryKey: query.queryKey });
  };
  const params = { paymentId };
  return {
    link,
    doing,
    ended,
    problem,
    /** A link exists, made here or elsewhere. */
    some: link !== undefined || (data?.valid ?? 0) > 0,
    make: () =>
      act('make', t.failed, () => call('POST /candidate/payments/{paymentId}/payer-links', { params })),
    end: () =>
      act('end', t.notEnded, async () => {
        await call('DELETE /candidate/payments/{paymentId}/payer-links', { params });
        return undefined;
      }),
  };
}

/** Lets somebody else pay the charge (spec 14.9). */
export function PayerLinkCard({ payment }: { payment: Payment }) {
  const { link, doing, ended, problem, some, make, end } = usePayerLink(payment);
  const title = useId();
  const status = link
    ? t.ready(momentText(link.expiresAt, serverNow()))
    : some
      ? t.before
      : ended
        ? t.ended
        : '';
  return (
    <Card look="soft" className="stack stack--tight" aria-labelledby={title}>
      <h2 className="h3" id={title}>
        {t.title}
      </h2>
      <p>{t.lead}</p>
      <p role="status">{status}</p>
      {link ? (
        <Send link={link} payment={payment} />
      ) : (
        <Button kind="outline" block busy={doing === 'make' && t.making} onClick={() => void make()}>
          {some ? t.again : t.make}
        </Button>
      )}
      {some && (
        <Button kind="quiet" block busy={doing === 'end' && t.ending} onClick={() => void end()}>
          {t.end}
        </Button>
      )}
      {problem && <Notice kind="danger" role="alert" title={problem} />}
    </Card>
  );
}

/** Ways to share a link; the device's own share sheet comes first if there is one. */
function Send({ link: { link, institution }, payment }: { link: Link; payment: Payment }) {
  const message = t.message(formatMoney(toCents(payment.amount)), institution, link);
  // Closing the share sheet rejects the promise; there is nothing to do.
  const share = () => void navigator.share({ text: message }).catch(() => undefined);
  return (
    <>
      {typeof navigator.share === 'function' && (
        <Button kind="tonal" block icon={ShareIcon} onClick={share}>
          {t.share}
        </Button>
      )}
      <ButtonLink
        kind="outline"
        block
        href={`https://wa.me/?text=${encodeURIComponent(message)}`}
        target="_blank"
        rel="noopener noreferrer"
      >
        {t.whatsapp}
      </ButtonLink>
      <CopyButton kind="outline" value={link} label={t.copy} copiedLabel={t.copied} />
    </>
  );
}
