import { AskDialog } from '@orbita/ui/ask-dialog';
import { Button } from '@orbita/ui/button';
import { Dialog } from '@orbita/ui/dialog';
import { Field } from '@orbita/ui/field';
import { Select } from '@orbita/ui/select';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { waitingIn } from '../approval/asked.tsx';
import type { Approval } from '../approval/state.tsx';
import { call, textOf } from '../base/api.ts';
import { Confirm } from '../base/confirm.tsx';
import { Secret } from '../base/secret.tsx';
import { integrationTexts as t } from '../texts/integration.ts';
import { secretTexts } from '../texts/secret.ts';
import { shellTexts } from '../texts/shell.ts';
import { asIs, type Endpoint } from './endpoint.tsx';

export type EndpointAct = 'secret' | 'on' | 'off' | 'remove';

type Props = {
  act: EndpointAct;
  endpoint: Endpoint;
  onClose: () => void;
  /** Called when the server has done it, or awaits a second person, with the text to show. */
  onDone: (said: string, waits?: Approval) => void;
};

const WORDS = {
  on: { title: t.turnOnTitle, help: t.turnOnHelp, yes: t.turnOn, busy: t.turningOn, done: t.saved },
  off: { title: t.turnOffTitle, help: t.turnOffHelp, yes: t.turnOff, busy: t.turningOff, done: t.saved },
  remove: { title: t.removeTitle, help: t.removeHelp, yes: t.remove, busy: t.removing, done: t.removed },
} as const;

/** Confirms an act on an endpoint (spec 25.15). */
export function EndpointActDialog(props: Props) {
  const { act } = props;
  return act === 'secret' ? <SecretDialog {...props} /> : <PlainAct {...props} act={act} />;
}

function PlainAct({ act, endpoint, onClose, onDone }: Props & { act: keyof typeof WORDS }) {
  const words = WORDS[act];
  const params = { id: endpoint.id };
  const run = async (): Promise<Approval | undefined> => {
    if (act === 'remove') {
      await call('DELETE /operations/webhook-endpoints/{id}', { params });
      return undefined;
    }
    const state = act === 'on' ? ('active' as const) : ('disabled' as const);
    const body = { ...asIs(endpoint), state };
    return waitingIn(await call('PUT /operations/webhook-endpoints/{id}', { params, body }));
  };
  return (
    <Confirm {...words} run={run} onDone={(waits) => onDone(words.done, waits)} onClose={onClose}>
      <p>{words.help}</p>
    </Confirm>
  );
}

const OVERLAPS = [0, 24, 72, 168] as const;

function SecretDialog({ endpoint, onClose, onDone }: Props) {
  const [overlap, setOverlap] = useState<number>(24);
  const rotate = useMutation({
    mutationFn: () =>
      call('POST /operations/webhook-endpoints/{id}/rotation', {
        params: { id: endpoint.id },
        body: { overlapHours: overlap },
      }),
    gcTime: 0,
  });
  if (rotate.data)
    return (
      <Dialog
        open
        title={t.secretMade}
        foot={<Button onClick={() => onDone('')}>{secretTexts.close}</Button>}
      >
        <Secret label={t.secretMade} value={rotate.data.secret} />
      </Dialog>
    );
  return (
    <AskDialog
      open
      title={t.secretTitle}
      yes={t.secret}
      no={shellTexts.cancel}
      busy={rotate.isPending && t.changing}
      failure={rotate.error && textOf(rotate.error)}
      onYes={() => !rotate.isPending && rotate.mutate()}
      onNo={onClose}
    >
      <p>{t.secretHelp}</p>
      <Field label={t.overlap}>
        <Select
          value={String(overlap)}
          options={OVERLAPS.map((hours) => ({ value: String(hours), label: t.overlaps[hours] }))}
          onChange={(event) => setOverlap(Number(event.currentTarget.value))}
        />
      </Field>
    </AskDialog>
  );
}
