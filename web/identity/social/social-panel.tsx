import { ApiError, NetworkError, textOf } from '@orbita/client/errors.ts';
import { SOCIAL_TEXTS } from '@orbita/domain/identity';
import { Button } from '@orbita/ui/button';
import { Notice } from '@orbita/ui/notice';
import { PageHead } from '@orbita/ui/page';
import { LoadingForm } from '@orbita/ui/skeleton';
import { useEffect, useRef, useState } from 'react';
import { useTitle } from '../../base/title.ts';
import { socialTexts as t } from '../../texts/social.ts';
import { keepUnlinked } from './kept.ts';
import { LinkForm, type LinkFormProps } from './link-form.tsx';
import { type OpenIdProvider, takeReturn } from './openid.ts';
import type { Unlinked } from './providers.ts';
import { signInSocial } from './session.ts';

export type SocialPanelProps = Omit<LinkFormProps, 'account'> & {
  /** Account waiting to be linked, from here or from a popup of the first page. */
  unlinked: { current: Unlinked | undefined };
  /** Back to the start without a message, when the person cancelled. */
  onCancel: () => void;
};

/** Error text of a failed return from the provider. */
const troubleOf = (error: unknown, provider: OpenIdProvider): string => {
  if (error instanceof NetworkError) return textOf(error);
  if (error instanceof ApiError && error.status >= 500) return SOCIAL_TEXTS.notLoaded(provider);
  return error instanceof ApiError ? error.message : t.failed;
};

/** S-04: completes a sign-in at a provider, or links an account that is not linked yet. */
export default function SocialPanel({ unlinked, onCancel, ...rest }: SocialPanelProps) {
  const [account, setAccount] = useState(unlinked.current);
  const [trouble, setTrouble] = useState('');
  const begun = useRef(false);
  const ends = useRef({ onCancel, onDone: rest.onDone });
  ends.current = { onCancel, onDone: rest.onDone };
  useTitle(account ? t.title : t.connecting, trouble !== '');

  useEffect(() => {
    if (begun.current || unlinked.current) return;
    begun.current = true;
    const back = takeReturn();
    if (back.kind === 'cancelled') return ends.current.onCancel();
    if (back.kind === 'foreign') return setTrouble(t.failed);
    signInSocial(back.provider, back.body).then(
      (found) => {
        if (!found) return ends.current.onDone();
        unlinked.current = found;
        keepUnlinked(found);
        setAccount(found);
      },
      (error) => setTrouble(troubleOf(error, back.provider)),
    );
  }, [unlinked]);

  if (account) return <LinkForm {...rest} account={account} />;
  if (trouble)
    return (
      <div className="stack">
        <PageHead title={t.title} ref={rest.headingRef} />
        <Notice kind="danger" role="alert" title={trouble} />
        <Button block onClick={onCancel}>
          {t.back}
        </Button>
      </div>
    );
  return (
    <>
      <PageHead title={t.connecting} />
      <LoadingForm fields={2} />
    </>
  );
}
