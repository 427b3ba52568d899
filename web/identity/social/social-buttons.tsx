import { SOCIAL_LABELS, SOCIAL_TEXTS, type SocialProvider } from '@orbita/domain/identity';
import type { IconComponent } from '@orbita/ui/icon';
import { FacebookIcon } from '@orbita/ui/icons/facebook';
import { GoogleIcon } from '@orbita/ui/icons/google';
import { LinkedinIcon } from '@orbita/ui/icons/linkedin';
import { Notice } from '@orbita/ui/notice';
import { Divider, SocialButtons } from '@orbita/ui/sign-in-layout';
import { useState } from 'react';
import { identityTexts as t } from '../../texts/identity.ts';
import { configuredProviders, type Unlinked } from './providers.ts';

const ICONS: Record<SocialProvider, IconComponent> = {
  google: GoogleIcon,
  facebook: FacebookIcon,
  linkedin: LinkedinIcon,
};

export type SocialSignInProps = {
  /** Read when a sign-in starts: the form's check box applies to every sign-in method. */
  remember: { readonly current: boolean };
  onUnlinked: (account: Unlinked) => void;
  onDone: () => Promise<void>;
};

/** Sign-in with an account of another platform, for those configured on this host. Their code is loaded on the first click. */
export function SocialSignIn({ remember, onUnlinked, onDone }: SocialSignInProps) {
  const [trouble, setTrouble] = useState('');
  const [busy, setBusy] = useState<SocialProvider>();
  const providers = configuredProviders();
  if (providers.length === 0) return null;

  const press = async (provider: SocialProvider) => {
    if (busy) return;
    setBusy(provider);
    setTrouble('');
    try {
      const { enterBy } = await import('./enter.ts');
      const { trouble, unlinked, done } = await enterBy(provider, remember.current);
      if (trouble) setTrouble(trouble);
      if (unlinked) onUnlinked(unlinked);
      if (done) await onDone();
    } catch {
      setTrouble(SOCIAL_TEXTS.notLoaded(provider));
    } finally {
      setBusy(undefined);
    }
  };
  return (
    <div className="stack">
      <Divider>{t.orSocial}</Divider>
      {trouble && <Notice kind="danger" role="alert" title={trouble} />}
      <SocialButtons
        items={providers.map((provider) => ({
          label: SOCIAL_LABELS[provider],
          icon: ICONS[provider],
          busy: busy === provider,
          onClick: () => void press(provider),
        }))}
      />
    </div>
  );
}
