import { ApiError } from '@orbita/client/errors.ts';
import { ActionBar } from '@orbita/ui/action-bar';
import { AskDialog } from '@orbita/ui/ask-dialog';
import { Button, type ButtonKind } from '@orbita/ui/button';
import { Notice } from '@orbita/ui/notice';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../base/api.ts';
import { forgetEssays } from '../essay/queries.ts';
import type { StepProps } from '../subscription/step-props.ts';
import { switchTexts as t } from '../texts/selection.ts';
import { examScoreQuery } from './queries.ts';

type Kind = keyof typeof t.to;

/** True when the server allows this application to change to a form of ingress (spec 9.2). */
export const mayTurnTo = ({ permissions }: StepProps['subscription'], to: Kind): boolean =>
  permissions.switchTo.includes(to);

type Props = Pick<StepProps, 'subscription' | 'reload'> & {
  to: Kind;
  kind?: ButtonKind;
  /** What the change gives up; without it no confirmation is asked. */
  losing?: string | undefined;
};

/** Changes the form of ingress, if that is offered; the frame then opens the page of the new form (spec 9.2). */
export function SwitchIngress({ subscription, reload, to, kind = 'outline', losing }: Props) {
  const client = useQueryClient();
  const { id } = subscription;
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  if (!mayTurnTo(subscription, to)) return null;

  const change = async () => {
    setAsking(false);
    setBusy(true);
    setFailure(undefined);
    try {
      await call('POST /candidate/subscriptions/{id}/ingress-switch', { params: { id }, body: { kind: to } });
      // Cached data from an earlier use of this form is outdated.
      if (to === 'online-essay') forgetEssays(client, id);
      else client.removeQueries({ queryKey: examScoreQuery(id).queryKey });
      await reload();
    } catch (error) {
      setFailure(error instanceof ApiError && error.status < 500 ? error.message : t.failed);
      if (error instanceof ApiError && error.code === 'TRANSITION_NOT_ALLOWED') await reload();
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      {failure && <Notice kind="danger" role="alert" title={failure} />}
      <Button
        block
        kind={kind}
        busy={busy && t.changing}
        onClick={() => (losing ? setAsking(true) : void change())}
      >
        {t.to[to]}
      </Button>
      <AskDialog
        open={asking}
        title={t.title}
        yes={t.confirm}
        no={t.keep}
        onYes={() => void change()}
        onNo={() => setAsking(false)}
      >
        <p>{losing}</p>
      </AskDialog>
    </>
  );
}

/** The change in a bar of its own; nothing if it is not offered. */
export const SwitchBar = (props: Props) =>
  mayTurnTo(props.subscription, props.to) && (
    <ActionBar>
      <SwitchIngress {...props} />
    </ActionBar>
  );
