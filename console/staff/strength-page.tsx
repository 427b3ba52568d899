import { Button } from '@orbita/ui/button';
import { Notice } from '@orbita/ui/notice';
import { useState } from 'react';
import { textOf } from '../base/api.ts';
import { type Me, renewMe } from '../base/me.ts';
import { useSignOut } from '../base/sign-out.ts';
import { pageTitle, useDocumentTitle } from '../base/title.ts';
import { strengthTexts as t } from '../texts/strength.ts';
import { Gate } from './gate.tsx';
import { PasskeyButton } from './passkey-button.tsx';

type Step = 'show' | 'make' | 'ask';
const STEPS = {
  show: { title: t.showTitle, help: t.showHelp, other: t.lost },
  make: { title: t.makeTitle, help: t.makeHelp, other: t.otherDevice },
  ask: { title: t.askTitle, help: t.askHelp, other: undefined },
} as const;
const STEP_OF = { has: 'show', 'may-make': 'make', none: 'ask' } as const satisfies Record<string, Step>;

/**
 * Replaces the pages for a person who signed in by e-mail code only, or by a provider without further assurance, and whose
 * roles open more than that: they use or create a passkey, or learn whom to ask for one (spec 25.2.4). `onLater` continues to
 * the pages that open anyway.
 */
export default function StrengthPage({ me, onLater }: { me: Me; onLater: () => void }) {
  useDocumentTitle(pageTitle(t.title, undefined));
  const [made, setMade] = useState(false);
  const { signOut, leaving, error } = useSignOut();
  const step: Step = made ? 'show' : STEP_OF[me.session.passkey];
  const { title, help, other } = STEPS[step];
  return (
    <Gate title={t.title} lead={t.lead}>
      <section className="stack">
        <h2>{title}</h2>
        <p>{help}</p>
        {step === 'show' && (
          <PasskeyButton
            block
            label={t.show}
            run={async ({ confirmByPasskey }) => {
              await confirmByPasskey();
              await renewMe();
            }}
          />
        )}
        {step === 'make' && (
          <PasskeyButton
            block
            label={t.make}
            run={async ({ registerPasskey }) => {
              await registerPasskey();
              setMade(true);
            }}
          />
        )}
        {other && <p className="muted">{other}</p>}
        {error !== null && <Notice kind="danger" role="alert" title={textOf(error)} />}
        <Button kind="outline" block onClick={onLater}>
          {t.later}
        </Button>
        <Button kind="quiet" block busy={leaving && t.leaving} onClick={signOut}>
          {t.leave}
        </Button>
      </section>
    </Gate>
  );
}
