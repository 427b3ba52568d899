import { Button, ButtonLink } from '@orbita/ui/button';
import { Notice } from '@orbita/ui/notice';
import { WithName } from '@orbita/ui/with-name';
import type { ReactNode } from 'react';
import { Asked } from '../approval/asked.tsx';
import type { Approval } from '../approval/state.tsx';
import { DialogFailure } from '../base/states.tsx';
import { exactly } from '../base/zone.ts';
import { catalogueTexts as t } from '../texts/catalogue.ts';
import { unknownOutcomeTexts } from '../texts/subscription-money.ts';
import { Content, Section } from '../ui/page.tsx';
import { ChangesInBrief, Outcome } from './plan.tsx';
import type { useSave } from './use-save.ts';
import { fieldLabel } from './values.ts';

type Props = {
  of: ReturnType<typeof useSave>;
  title?: string;
  verb?: string;
  onDiscard: () => void;
  /** Reloads the entry after somebody else changed it. */
  onReload: () => void;
};

/** A message with the name of the field it refers to. */
function labelled(path: string, message: string): string {
  const name = path.split('.').findLast((part) => fieldLabel(part) !== undefined);
  return name ? `${fieldLabel(name)}: ${message}` : message;
}

/** Beside a form: old and new values, and the one button that saves. */
export function SavePanel({ of, title, verb, onDiscard, onReload }: Props) {
  const { plan, planError, conflict, unknown } = of;
  const count = plan?.changes.length ?? 0;
  const errors = plan?.errors ?? [];
  const mayTry = unknown !== undefined || (count > 0 && errors.length === 0 && plan?.outcome !== 'refused');
  return (
    <Section title={errors.length > 0 ? t.toFix(errors.length) : (title ?? t.summary(count))}>
      <div className="save-panel">
        {conflict && (
          <Notice
            kind="warning"
            title={<WithName text={(by) => t.conflict(by, exactly(conflict.at))} name={conflict.by} />}
          >
            <Button small kind="outline" onClick={onReload}>
              {t.reload}
            </Button>
          </Notice>
        )}
        {of.error !== null && of.error !== undefined && <DialogFailure error={of.error} />}
        {planError && <DialogFailure error={planError} />}
        {count === 0 && errors.length === 0 && <p className="muted">{t.notSaved}</p>}
        {plan && count > 0 && (
          <>
            <ChangesInBrief changes={plan.changes} caption={t.summary(count)} />
            <Outcome outcome={plan.outcome} />
          </>
        )}
        {errors.map(({ field, message }) => (
          <Notice key={`${field} ${message}`} kind="danger" title={labelled(field, message)} />
        ))}
        {plan?.warnings.map(({ field, message }) => (
          <Notice key={`${field} ${message}`} kind="warning" title={message} />
        ))}
        {mayTry && (
          <div className="row">
            <Button busy={of.isPending && t.saving} onClick={of.save}>
              {unknown
                ? unknownOutcomeTexts.again
                : plan?.outcome === 'second-person'
                  ? t.ask
                  : (verb ?? t.save(count))}
            </Button>
            {!unknown && (
              <Button kind="quiet" onClick={onDiscard}>
                {t.discard}
              </Button>
            )}
          </div>
        )}
      </div>
    </Section>
  );
}

type SavedProps = { saved: { plan?: { version: number } } | undefined; undo: () => void; busy: boolean };
/** After saving: the version, and a way to undo it. */
export const SavedNotice = ({ saved, undo, busy }: SavedProps) =>
  saved?.plan ? (
    <Notice kind="success" title={t.saved(saved.plan.version)}>
      <div className="row">
        <Button small kind="outline" busy={busy && t.undone} onClick={undo}>
          {t.undo}
        </Button>
      </div>
    </Notice>
  ) : undefined;

/** Replaces a form that was sent to a second person for approval. */
export const Waiting = ({ head, approval }: { head: ReactNode; approval: Approval }) => (
  <Content>
    {head}
    <div role="status">
      <Asked approval={approval} />
    </div>
    <div className="row">
      <ButtonLink kind="outline" href="/catalogo">
        {t.toList}
      </ButtonLink>
    </div>
  </Content>
);
