import { toCents } from '@orbita/domain/foundation';
import { Amount } from '@orbita/ui/amount';
import { Button } from '@orbita/ui/button';
import { Card } from '@orbita/ui/card';
import { RefreshIcon } from '@orbita/ui/icons/refresh';
import { LinkAction } from '@orbita/ui/link-action';
import { LiveLine } from '@orbita/ui/live-line';
import { Notice } from '@orbita/ui/notice';
import type { ReactNode } from 'react';
import { confirmedTexts, pixTexts as t } from '../texts/payment.ts';
import type { Payment } from './queries.ts';
import type { Charge } from './use-charge.ts';

/** Title and amount of a charge. */
export function Head({ payment, title, end }: { payment: Payment; title: string; end?: ReactNode }) {
  return (
    <div className="row row--between row--end">
      <div className="stack stack--tight">
        <h1 className="title-small" tabIndex={-1}>
          {title}
        </h1>
        <Amount cents={toCents(payment.amount)} />
      </div>
      {end}
    </div>
  );
}

/** Why a new code or slip could not be made; a charge that is already open shows itself. */
function RenewProblem({ charge: { problem } }: { charge: Charge }) {
  if (!problem || problem.kind === 'open') return null;
  const paid = problem.kind === 'paid';
  return <Notice kind={paid ? 'success' : 'danger'} role="alert" title={problem.text} />;
}

type RenewProps = {
  payment: Payment;
  charge: Charge;
  texts: { renew: string; renewing: string };
  onOtherMethod: () => void;
};

/** After a charge has ended: another one of the same method, or another method. */
export function RenewOrOther({ payment, charge, texts, onOtherMethod }: RenewProps) {
  return (
    <>
      <RenewProblem charge={charge} />
      <div className="row">
        <Button
          icon={RefreshIcon}
          busy={charge.busy && texts.renewing}
          onClick={() => void charge.renew(payment)}
        >
          {texts.renew}
        </Button>
        <Button kind="quiet" onClick={onOtherMethod}>
          {t.otherMethod}
        </Button>
      </div>
    </>
  );
}

/** Shown briefly between the confirmation and the next page. */
export function Paid({ payment, title }: { payment: Payment; title: string }) {
  return (
    <>
      <Head payment={payment} title={title} />
      <Card look="soft">
        <LiveLine done>{confirmedTexts.title}</LiveLine>
      </Card>
    </>
  );
}

/** A charge whose provider has not answered; after half an hour it says that the institution knows, and what to do. */
export function Unanswered({
  payment,
  texts,
}: {
  payment: Payment;
  texts: { now: string; help: string; late: string; lateHelp: string };
}) {
  return payment.answerLate ? (
    <Notice kind="warning" role="status" title={texts.late}>
      {texts.lateHelp}
    </Notice>
  ) : (
    <Card look="soft" className="stack stack--tight">
      <LiveLine>{texts.now}</LiveLine>
      <p className="small">{texts.help}</p>
    </Card>
  );
}

const CHECKING = { now: t.checking, help: t.checkingHelp, late: t.late, lateHelp: t.lateHelp };

/** It is unknown whether the Pix exists at the bank. Nobody can have paid it, because its code was not shown. */
export function Checking({ payment, onOtherMethod }: { payment: Payment; onOtherMethod: () => void }) {
  return (
    <>
      <Head payment={payment} title={t.otherTitle} />
      <Unanswered payment={payment} texts={CHECKING} />
      {payment.answerLate && (
        <div className="row row--acts">
          <LinkAction onClick={onOtherMethod}>{t.otherMethod}</LinkAction>
        </div>
      )}
    </>
  );
}
