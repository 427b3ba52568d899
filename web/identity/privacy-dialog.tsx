import { Dialog } from '@orbita/ui/dialog';
import { LinkAction } from '@orbita/ui/link-action';
import { useEffect, useState } from 'react';
import { call } from '../base/api.ts';
import { settings } from '../base/settings.ts';
import { privacyTexts as t } from '../texts/privacy-notice.ts';

/** Address of the institution's own notice, if it has one. */
function usePolicyAddress(): string | undefined {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    const iesCode = settings.institution?.code;
    if (!iesCode) return;
    call('GET /candidate/parameters/by-internal-values', {
      query: { iesCode, internalValues: 'PrivacyPolicyUrl' },
    }).then(
      ({ Data }) => {
        const value = Data[0]?.value;
        if (typeof value === 'string' && value.startsWith('https://')) setAddress(value);
      },
      // The summary below is complete without it; a missing link is not worth a message.
      () => undefined,
    );
  }, []);
  return address;
}

/** The privacy notice in plain language, with a link to the full text. */
export function PrivacyDialog({ onClose }: { onClose: () => void }) {
  const address = usePolicyAddress();
  return (
    <Dialog open onClose={onClose} title={t.title} bodyLabel={t.title}>
      {t.parts.map(({ title, text }) => (
        <section key={title}>
          <h3>{title}</h3>
          <p>{text}</p>
        </section>
      ))}
      {address && (
        <LinkAction href={address} target="_blank" rel="noopener">
          {t.whole}
        </LinkAction>
      )}
    </Dialog>
  );
}
