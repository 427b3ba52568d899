import { Button } from '@orbita/ui/button';
import { copyTexts } from '@orbita/ui/copy-texts.ts';
import { Notice } from '@orbita/ui/notice';
import { useCopy } from '@orbita/ui/use-copy.ts';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { claimTexts as t } from '../texts/claim.ts';
import { useFocusBack } from '../ui/focus-back.ts';
import { UsersIcon } from '../ui/icons/users.tsx';
import { Kbd } from '../ui/kbd.tsx';
import { useKeys } from '../ui/keys.ts';

type Props = {
  /** Heading of these keys in the key list. */
  keyGroup: string;
  title: ReactNode;
  help: string | undefined;
  /** "Abrir o próximo", worded for the kind of item. */
  openNext: string;
  onNext: () => void;
  /** Undefined if refetching changes nothing. */
  onAgain: (() => void) | undefined;
  /** Refetching comes first, because what was typed may still be sent. */
  leadsAgain: boolean;
  onTakeOver: (() => void) | undefined;
  children: ReactNode;
};

/** Replaces the panel of a review: a decision was refused, or the item is no longer pending (spec 25.4.3). */
export function RefusedReview(props: Props) {
  const { title, help, openNext, onNext, onAgain, leadsAgain, onTakeOver } = props;
  const head = useRef<HTMLDivElement>(null);
  const helpId = useId();
  useFocusBack();
  // It is announced once, when its heading gets the focus; an alert would repeat it.
  useEffect(() => {
    const heading = head.current?.querySelector('h2');
    if (!heading) return;
    heading.tabIndex = -1;
    if (help) heading.setAttribute('aria-describedby', helpId);
    heading.focus();
  }, [help, helpId]);
  useKeys(props.keyGroup, [{ key: 'n', label: openNext, run: onNext }]);
  return (
    <>
      <div className="review__scroll">
        <div ref={head} className="review__refusal">
          <Notice kind="warning" icon={UsersIcon} title={title} titleAs="h2">
            {help && <p id={helpId}>{help}</p>}
          </Notice>
        </div>
        {props.children}
      </div>
      <div className="review__foot">
        <Button className="button--large" block onClick={leadsAgain ? onAgain : onNext}>
          {leadsAgain ? t.checkAgain : openNext}
          {!leadsAgain && <Kbd keys="N" />}
        </Button>
        <div className="row row--between">
          {onTakeOver && (
            <Button kind="quiet" small onClick={onTakeOver}>
              {t.takeOver}
            </Button>
          )}
          {leadsAgain && (
            <Button kind="quiet" small onClick={onNext}>
              {openNext}
              <Kbd keys="N" />
            </Button>
          )}
          {!leadsAgain && onAgain && (
            <Button kind="quiet" small onClick={onAgain}>
              {t.checkAgain}
            </Button>
          )}
        </div>
      </div>
    </>
  );
}

type KeptProps = {
  title: string;
  /** The text to copy. */
  text: string;
  copy: string;
  copied: string;
  /** The text as displayed. */
  children: ReactNode;
};

/** What the person typed and could not send, for copying. */
export function KeptText({ title, text, children, ...labels }: KeptProps) {
  const { copied, refused, copy } = useCopy(text);
  return (
    <section className="section" aria-labelledby="texto">
      <h2 id="texto">{title}</h2>
      <div className="letter">{children}</div>
      <div className="row">
        <Button kind="outline" small onClick={copy}>
          {copied ? labels.copied : labels.copy}
        </Button>
        {refused && <span role="alert">{copyTexts.refused}</span>}
      </div>
    </section>
  );
}
