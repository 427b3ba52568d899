import { NetworkError, textOf } from '@orbita/client/errors.ts';
import { Button } from '@orbita/ui/button';
import { Check } from '@orbita/ui/check';
import { FieldError } from '@orbita/ui/field';
import { RepeatIcon } from '@orbita/ui/icons/repeat';
import { VisuallyHidden } from '@orbita/ui/visually-hidden';
import { useState } from 'react';
import { call } from '../base/api.ts';
import { tenantDate } from '../base/zone.ts';
import { documentTexts as t } from '../texts/document.ts';
import type { RequiredDocument } from './queries.ts';

const COVER = 'POST /candidate/subscriptions/{id}/documents/{documentId}/covered-by/{otherId}';
const UNCOVER = 'DELETE /candidate/subscriptions/{id}/documents/{documentId}/covered-by/{otherId}';

type Props = { subscriptionId: number; document: RequiredDocument; reload: () => Promise<void> };

const problemOf = (error: unknown, otherwise: string): string =>
  error instanceof NetworkError ? error.message : textOf(error, otherwise);

/** "Meu CPF consta no documento de identidade": another document makes this one unnecessary (spec 15.9). */
export function CoverCheck({ subscriptionId, document, reload, otherName }: Props & { otherName: string }) {
  const { documentId, cover } = document;
  /** The box's new state while the server has not answered. */
  const [wanted, setWanted] = useState<boolean>();
  const [problem, setProblem] = useState<string>();
  if (!cover) return null;
  const busy = wanted !== undefined;
  const change = async (chosen: boolean) => {
    const params = { id: subscriptionId, documentId, otherId: cover.documentId };
    setWanted(chosen);
    setProblem(undefined);
    try {
      await (chosen ? call(COVER, { params }) : call(UNCOVER, { params }));
      await reload();
    } catch (error) {
      setProblem(problemOf(error, t.coverFailed));
    } finally {
      setWanted(undefined);
    }
  };
  return (
    <div>
      <Check
        checked={wanted ?? cover.chosen}
        aria-disabled={busy}
        error={problem}
        onChange={({ currentTarget }) => {
          if (!busy) void change(currentTarget.checked);
        }}
      >
        {cover.label}
      </Check>
      <p role="status" className="small muted">
        {cover.chosen && t.covered(otherName)}
      </p>
    </div>
  );
}

/** "Usar documento já aprovado": files of an approved document of another application of the same person. */
export function ReuseButton({ subscriptionId, document, reload }: Props) {
  const { documentId, name, reusable } = document;
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  if (!reusable) return null;
  const reuse = async () => {
    setBusy(true);
    setProblem(undefined);
    try {
      await call('POST /candidate/subscriptions/{id}/documents/{documentId}/reused-from/{otherId}', {
        params: { id: subscriptionId, documentId, otherId: reusable.documentId },
        timeoutMs: 60_000,
      });
    } catch (error) {
      setProblem(problemOf(error, t.reuseFailed));
    } finally {
      await reload();
      setBusy(false);
    }
  };
  return (
    <div className="stack stack--tight">
      <Button kind="tonal" small icon={RepeatIcon} busy={busy && t.reusing} onClick={() => void reuse()}>
        {t.reuse}
        <VisuallyHidden>{t.of(name)}</VisuallyHidden>
      </Button>
      <p className="small muted">{t.reuseHelp(tenantDate(reusable.approvedAt))}</p>
      {problem && (
        <div role="alert">
          <FieldError>{problem}</FieldError>
        </div>
      )}
    </div>
  );
}
