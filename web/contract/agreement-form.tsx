import { CONTRACT_TEXTS } from '@orbita/domain/contract';
import { contractTexts as t } from '../texts/contract.ts';
import { Button } from '../ui/button.tsx';
import { Check } from '../ui/check.tsx';
import { FileIcon } from '../ui/icons/file.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { ContractDialog } from './contract-dialog.tsx';
import type { Contract } from './queries.ts';
import { AGREE, type Agreement, DECLARE, READ_BUTTON } from './use-agreement.ts';

type AgreementFormProps = {
  contract: Contract;
  agreement: Agreement;
  /** The guardian herself reads: the texts address her. */
  byGuardian?: boolean;
};

/** The contract to read, the tick, and the code or declaration that goes with it (spec 13.2, 13.3). */
export function AgreementForm({ contract, agreement, byGuardian = false }: AgreementFormProps) {
  const { reading, problem } = agreement;
  const demand = contract.acceptance;
  return (
    <section className="stack stack--tight" aria-label={t.contract}>
      <Button
        kind="outline"
        block
        id={READ_BUTTON}
        icon={FileIcon}
        aria-describedby={problem ? `${AGREE}-aviso` : undefined}
        onClick={() => agreement.setOpen(true)}
      >
        {t.read}
      </Button>
      <Check
        id={AGREE}
        checked={reading.agreed}
        disabled={!reading.read}
        error={problem}
        aria-describedby="aceite-antes"
        onChange={(event) => agreement.agree(event.target.checked)}
      >
        {CONTRACT_TEXTS.accept}
      </Check>
      {!reading.read && !problem && (
        <p className="small muted" id="aceite-antes">
          {t.readFirst}
        </p>
      )}
      {demand?.declaration && demand.guardian && (
        <Check
          id={DECLARE}
          checked={agreement.declared}
          error={agreement.undeclared && t.required}
          onChange={(event) => agreement.declare(event.target.checked)}
        >
          {CONTRACT_TEXTS.declaration(demand.guardian)}
        </Check>
      )}
      <p className="small muted">{t.place}</p>
      <ContractDialog
        html={contract.FormatedContract}
        open={agreement.open}
        read={reading.read}
        onRead={agreement.markRead}
        onClose={() => agreement.setOpen(false)}
      />
      {agreement.confirming && demand && (
        <ConfirmDialog
          demand={demand}
          confirmation={agreement.confirmation}
          byGuardian={byGuardian}
          onConfirmed={agreement.sendNow}
          onClose={agreement.stopConfirming}
        />
      )}
    </section>
  );
}
