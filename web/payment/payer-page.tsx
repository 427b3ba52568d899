import { formatMoney, toCents } from '@orbita/domain/foundation';
import { METHOD_LABELS } from '@orbita/domain/payment';
import { Amount } from '@orbita/ui/amount';
import { Card } from '@orbita/ui/card';
import { type Fact, Facts } from '@orbita/ui/facts';
import { GoodNews } from '@orbita/ui/good-news';
import { LiveLine } from '@orbita/ui/live-line';
import { Page, PageHead } from '@orbita/ui/page';
import { useQuery } from '@tanstack/react-query';
import { call } from '../base/api.ts';
import { BrandBar } from '../base/brand-bar.tsx';
import { linkKey, PAYER_PAGE } from '../base/link-key.ts';
import { isOver, LinkEnded, LinkWaiting, retryLink } from '../base/link-page.tsx';
import { useTitle } from '../base/title.ts';
import { tenantDateTime } from '../base/zone.ts';
import { payerTexts as t } from '../texts/payer.ts';
import { pixTexts, slipTexts } from '../texts/payment.ts';
import { PixCode } from './pix-code.tsx';
import { PixEnd } from './pix-end.tsx';
import { type PayerCharge, payerChargeQuery } from './queries.ts';
import { pollWait } from './remaining.ts';
import { SlipCard, SlipPix } from './slip-card.tsx';
import { SlipDownload } from './slip-download.tsx';
import { useRemaining } from './use-remaining.ts';

/** S-54: somebody who pays for the candidate sees one charge, by a link and without a session (spec 14.9). */
export default function PayerPage() {
  const key = linkKey(PAYER_PAGE);
  const { data, error, refetch } = useQuery({
    ...payerChargeQuery(key),
    enabled: key !== '',
    retry: retryLink,
    // A paid or closed charge no longer changes.
    refetchInterval: (query) =>
      query.state.data?.state === 'open' &&
      !isOver(query.state.error) &&
      pollWait(query.state.dataUpdateCount),
  });
  useTitle(t.pageTitle);
  return (
    <>
      <BrandBar narrow />
      {key === '' || isOver(error) ? (
        <LinkEnded title={t.overTitle} lead={t.overLead} />
      ) : data ? (
        <Shown link={key} charge={data} />
      ) : (
        <LinkWaiting texts={t} error={error} onRetry={refetch} />
      )}
    </>
  );
}

type ShownProps = { link: string; charge: PayerCharge };

function Shown({ link, charge }: ShownProps) {
  if (charge.state === 'paid') return <Done charge={charge} />;
  if (charge.state === 'refunded') return <LinkEnded title={t.refundedTitle} lead={t.refundedLead} />;
  if (charge.state === 'over') return <LinkEnded title={t.closedTitle} lead={t.closedLead} />;
  if (charge.slip) return <OpenSlip link={link} charge={charge} slip={charge.slip} />;
  if (charge.pix) return <OpenPix charge={charge} pix={charge.pix} />;
  return <LinkEnded title={t.closedTitle} lead={t.closedLead} />;
}

function whatOf({ purpose, installments }: PayerCharge): string {
  if (purpose === 'tax') return t.fee;
  return installments > 1 ? t.part(installments) : t.enrolment;
}

const whatFact = (charge: PayerCharge): Fact => ({ label: t.what, value: whatOf(charge) });

function Waiting({ text }: { text: string }) {
  return (
    <Card look="soft" className="stack stack--tight">
      <LiveLine>{text}</LiveLine>
      <p className="small">{t.waitingHelp}</p>
    </Card>
  );
}

function OpenPix({ charge, pix }: { charge: PayerCharge; pix: NonNullable<PayerCharge['pix']> }) {
  const remaining = useRemaining(charge.createdAt, pix.expiresAt);
  if (remaining === 0) return <LinkEnded title={t.closedTitle} lead={t.closedLead} />;
  return (
    <Page width="task">
      <PageHead title={t.title(charge.institution)} />
      <div className="row row--between row--end">
        <Amount cents={toCents(charge.amount)} />
        <PixEnd expiresAt={pix.expiresAt} remaining={remaining} />
      </div>
      <Facts inline facts={[whatFact(charge)]} />
      <PixCode pix={pix} />
      <Waiting text={pixTexts.waiting} />
    </Page>
  );
}

function OpenSlip({ link, charge, slip }: ShownProps & { slip: NonNullable<PayerCharge['slip']> }) {
  return (
    <Page width="task">
      <PageHead title={t.title(charge.institution)} />
      <Facts inline facts={[whatFact(charge)]} />
      <SlipCard amount={charge.amount} slip={slip}>
        <SlipDownload
          name="boleto.pdf"
          load={() => call('GET /candidate/payer-charge/slip', { bearer: link })}
        />
      </SlipCard>
      {charge.pix && <SlipPix pix={charge.pix} />}
      <Waiting text={pixTexts.waiting} />
      <p className="small muted">{slipTexts.steps.confirm}</p>
    </Page>
  );
}

function Done({ charge }: { charge: PayerCharge }) {
  return (
    <Page width="task">
      <GoodNews mark="check" title={t.paidTitle} lead={t.paidLead} />
      <Card>
        <Facts
          inline
          facts={[
            { label: t.amount, value: formatMoney(toCents(charge.amount)) },
            whatFact(charge),
            { label: t.to, value: charge.institution },
            { label: t.how, value: METHOD_LABELS[charge.method] },
            ...(charge.paidAt ? [{ label: t.when, value: tenantDateTime(charge.paidAt) }] : []),
          ]}
        />
      </Card>
    </Page>
  );
}
