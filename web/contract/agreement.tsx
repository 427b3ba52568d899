import { CONTRACT_TEXTS } from '@orbita/domain/contract';
import { Button } from '@orbita/ui/button';
import { Card } from '@orbita/ui/card';
import { Check } from '@orbita/ui/check';
import { FileIcon } from '@orbita/ui/icons/file';
import { type ReactNode, Suspense, useEffect } from 'react';
import { part } from '../base/part.tsx';
import { contractTexts as t } from '../texts/contract.ts';
import { ContractDialog } from './contract-dialog.tsx';
import { ContractSheet, PrintContract } from './contract-text.tsx';
import type { Contract } from './queries.ts';
import { AGREE, type Agreement, READ_BUTTON } from './use-agreement.ts';

/** Only for acceptances that need a code; fetched while the contract is read. */
const ConfirmDialog = part(() => import('./confirm-dialog.tsx'));

type AgreementProps = { contract: Contract; agreement: Agreement };

/** The check box of an acceptance, enabled at the end of the text; a guardian ticks the declaration instead (spec 13.2). */
function Tick({ contract, agreement }: { contract: Contract | undefined; agreement: Agreement }) {
  const { reading, problem } = agreement;
  const demand = contract?.acceptance;
  return (
    <div>
      <Check
        id={AGREE}
        checked={reading.agreed}
        disabled={!reading.read}
        error={problem}
        aria-describedby="aceite-antes"
        onChange={(event) => agreement.agree(event.target.checked)}
      >
        {demand?.declaration && demand.guardian
          ? CONTRACT_TEXTS.declaration(demand.guardian)
          : CONTRACT_TEXTS.accept}
      </Check>
      <p className="small muted" id="aceite-antes" role="status">
        {reading.read ? t.seenWhole : t.toTheEnd}
      </p>
    </div>
  );
}

/**
 * The contract to read: on a wide page as part of it, else in the seed's dialog, where it is also ticked and accepted; plus the
 * code that some acceptances need (spec 13.2, 13.3).
 */
export function ContractToRead({
  contract,
  agreement,
  wide,
  byGuardian = false,
}: AgreementProps & {
  wide: boolean;
  /** The guardian is reading: the texts address them. */
  byGuardian?: boolean;
}) {
  const demand = contract.acceptance;
  const asksCode = demand?.code === true;
  useEffect(() => {
    if (asksCode) void ConfirmDialog.fetch().catch(() => undefined);
  }, [asksCode]);
  return (
    <>
      {wide ? (
        <ContractSheet html={contract.FormatedContract} onRead={agreement.markRead} />
      ) : (
        <ContractDialog
          html={contract.FormatedContract}
          open={agreement.open}
          onRead={agreement.markRead}
          onClose={() => agreement.setOpen(false)}
          note={t.place}
        >
          <Tick contract={contract} agreement={agreement} />
          <Button onClick={agreement.submit}>{t.accept}</Button>
        </ContractDialog>
      )}
      {agreement.confirming && demand && (
        <Suspense>
          <ConfirmDialog
            demand={demand}
            confirmation={agreement.confirmation}
            byGuardian={byGuardian}
            onConfirmed={agreement.sendNow}
            onClose={agreement.stopConfirming}
          />
        </Suspense>
      )}
    </>
  );
}

type AcceptActsProps = {
  contract: Contract | undefined;
  agreement: Agreement;
  wide: boolean;
  busy: string | false;
  /** Why the contract cannot be accepted, or what went wrong. */
  children: ReactNode;
  /** Nothing can be accepted: the button still shows what it is for. */
  off?: boolean;
};

/** The button of the acceptance: it opens the text first if that is not on the page. */
export function AcceptActs({ contract, agreement, wide, busy, children, off = false }: AcceptActsProps) {
  const { reading } = agreement;
  const accepts = wide || off || (reading.agreed && !agreement.open);
  return (
    <>
      {wide && !off && <Tick contract={contract} agreement={agreement} />}
      {children}
      <Button
        block
        id={READ_BUTTON}
        {...(accepts ? {} : { icon: FileIcon })}
        disabled={off || !contract}
        busy={busy}
        onClick={accepts ? agreement.submit : () => agreement.setOpen(true)}
      >
        {accepts ? t.accept : t.read}
      </Button>
      {wide && !off && <PrintContract />}
    </>
  );
}

/** The acceptance beside the text. */
export function AcceptCard({ children }: { children: ReactNode }) {
  return (
    <Card className="stack accept-card" aria-label={t.acceptance}>
      {children}
      <p className="small muted">{t.place}</p>
    </Card>
  );
}
