import { call } from '../base/api.ts';
import { essayTexts as t } from '../texts/essay.ts';
import { ReasonDialog } from './reason-dialog.tsx';

export type Asked = 'recusal' | 'second';

type Props = {
  asked: Asked | undefined;
  essayId: number;
  onClose: () => void;
  onRecused: () => void;
  /** Called with the essay's new version. */
  onSecond: (version: number) => void;
};

/** Confirms a recusal, or the lead's request for a second mark (spec 25.7). */
export function AskedDialogs({ asked, essayId, onClose, onRecused, onSecond }: Props) {
  const params = { id: essayId };
  if (asked === 'recusal')
    return (
      <ReasonDialog
        title={t.recuseTitle}
        help={t.recuseHelp}
        yes={t.recuseYes}
        busy={t.givingBack}
        run={(reason) => call('POST /operations/essays/{id}/recusal', { params, body: { reason } })}
        onDone={onRecused}
        onClose={onClose}
      />
    );
  if (asked === 'second')
    return (
      <ReasonDialog
        title={t.askSecondTitle}
        help={t.askSecondHelp}
        yes={t.second}
        busy={t.asking}
        run={(reason) => call('POST /operations/essays/{id}/second-grade', { params, body: { reason } })}
        onDone={({ version }) => onSecond(version)}
        onClose={onClose}
      />
    );
  return null;
}
