import { Notice } from '@orbita/ui/notice';
import { WithName } from '@orbita/ui/with-name';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { waitingIn } from '../approval/asked.tsx';
import type { Approval } from '../approval/state.tsx';
import { call } from '../base/api.ts';
import { Confirm } from '../base/confirm.tsx';
import { DialogFailure } from '../base/states.tsx';
import { personTexts as t, teamTexts } from '../texts/team.ts';
import { showMissing } from '../ui/announce.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { LongText } from '../ui/long-text.tsx';
import { GrantFields } from './grant-fields.tsx';
import { editable } from './grants.ts';
import type { StaffMember } from './state.tsx';

export type PersonAct = 'grants' | 'end' | 'passkeys' | 'disable' | 'enable';

type PersonDialogProps = {
  act: PersonAct;
  person: StaffMember;
  onClose: () => void;
  /** Called when the server has done it, with the text to show. */
  onDone: (said: string, waits?: Approval) => Promise<void>;
};

/** One act on a person's access, each confirmed once: what happens, then the verb (spec 25.16). */
export function PersonDialog(props: PersonDialogProps) {
  if (props.act === 'grants') return <GrantsDialog {...props} />;
  if (props.act === 'end') return <EndDialog {...props} />;
  if (props.act === 'passkeys') return <PasskeysDialog {...props} />;
  return <StateDialog {...props} />;
}

function GrantsDialog({ person, onClose, onDone }: PersonDialogProps) {
  const [grants, setGrants] = useState(() => editable(person.grants));
  const [reason, setReason] = useState('');
  const [tried, setTried] = useState(false);
  const fields = useRef<HTMLFormElement>(null);
  const incomplete = grants.some(({ institutions }) => institutions?.length === 0);
  const save = useMutation({
    mutationFn: () =>
      call('PUT /operations/staff/{staffId}/grants', {
        params: { staffId: person.staffId },
        body: { grants, version: person.version, reason: reason.trim() },
      }),
    onSuccess: (answer) => onDone(t.saved, waitingIn(answer)),
  });
  const send = () => {
    setTried(true);
    const find = (field: string) => fields.current?.querySelector<HTMLElement>(field);
    if (incomplete) showMissing(find('.grant-places[data-missing] [type=checkbox]'), teamTexts.placesMissing);
    else if (!reason.trim()) showMissing(find('[name=reason]'), t.reasonMissing);
    else save.mutate();
  };
  return (
    <FormDialog
      onClose={onClose}
      title={<WithName text={t.changeTitle} name={person.name} />}
      onSend={send}
      fields={fields}
      verb={t.save}
      busy={save.isPending && t.changing}
    >
      {save.error && <DialogFailure error={save.error} />}
      <GrantFields grants={grants} onChange={setGrants} />
      <LongText
        label={t.reason}
        hint={teamTexts.reasonHint}
        error={tried && !reason.trim() ? t.reasonMissing : undefined}
        name="reason"
        most={500}
        value={reason}
        onType={setReason}
      />
      {person.grants.some(({ source }) => source === 'idp') && <Notice title={t.kept} />}
    </FormDialog>
  );
}

function EndDialog({ person, onClose, onDone }: PersonDialogProps) {
  return (
    <Confirm
      title={t.endTitle}
      yes={t.endSessions}
      busy={t.ending}
      run={() => call('DELETE /operations/staff/{staffId}/sessions', { params: { staffId: person.staffId } })}
      onDone={() => onDone(t.ended)}
      onClose={onClose}
    >
      <p>
        <WithName text={t.endHelp} name={person.name} />
      </p>
    </Confirm>
  );
}

/** Recovery for a person who lost their passkey: they create a new one at their next sign-in (spec 25.2.4). */
function PasskeysDialog({ person, onClose, onDone }: PersonDialogProps) {
  return (
    <Confirm
      title={t.resetTitle}
      yes={t.resetPasskeys}
      busy={t.resetting}
      run={() => call('DELETE /operations/staff/{staffId}/passkeys', { params: { staffId: person.staffId } })}
      onDone={() => onDone(t.reset)}
      onClose={onClose}
    >
      <p>
        <WithName text={t.resetHelp} name={person.name} />
      </p>
    </Confirm>
  );
}

function StateDialog({ act, person, onClose, onDone }: PersonDialogProps) {
  const disables = act === 'disable';
  const [reason, setReason] = useState('');
  const [tried, setTried] = useState(false);
  return (
    <Confirm
      title={disables ? t.disableTitle : t.enableTitle}
      yes={disables ? t.disable : t.enable}
      busy={disables ? t.disabling : t.enabling}
      run={() =>
        call('POST /operations/staff/{staffId}/state', {
          params: { staffId: person.staffId },
          body: { state: disables ? 'disabled' : 'active', reason: reason.trim() },
        })
      }
      onDone={(answer) => onDone('state' in answer ? teamTexts.states[answer.state] : '', waitingIn(answer))}
      onClose={onClose}
      ready={() => {
        setTried(true);
        return reason.trim() !== '';
      }}
    >
      <p>
        <WithName text={disables ? t.disableHelp : t.enableHelp} name={person.name} />
      </p>
      <LongText
        label={t.reason}
        error={tried && !reason.trim() ? t.reasonMissing : undefined}
        most={500}
        value={reason}
        onType={setReason}
      />
    </Confirm>
  );
}
