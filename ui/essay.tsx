import type { ComponentProps, ReactNode } from 'react';
import './styles/essay.css';
import { Meter } from './meter.tsx';

export type EssayBarProps = {
  timer: ReactNode;
  save: ReactNode;
  /** The count, if the bar has room for it. */
  count?: ReactNode;
  facts?: ReactNode;
  action: ReactNode;
};

/** Timer, save status, count, facts of the application, "Finalizar": stays on top while writing. */
export function EssayBar({ timer, save, count, facts, action }: EssayBarProps) {
  return (
    <header className="essay-bar">
      <div className="essay-bar__inner">
        {timer}
        {save}
        {count}
        {facts}
        {action}
      </div>
    </header>
  );
}

export type EssaySheetProps = {
  title: ComponentProps<'input'>;
  text: ComponentProps<'textarea'>;
  titleLabel: string;
  textLabel: string;
  /** id of the count, which is announced with the text. */
  countId: string;
};

/** Title and text on one sheet. */
export function EssaySheet({ title, text, titleLabel, textLabel, countId }: EssaySheetProps) {
  return (
    <div className="essay__sheet">
      <input className="essay__title" aria-label={titleLabel} placeholder={titleLabel} {...title} />
      <textarea
        className="essay__text"
        aria-label={textLabel}
        aria-describedby={countId}
        spellCheck
        {...text}
      />
    </div>
  );
}

export type EssayCountProps = {
  id: string;
  /** Words written as a share of the maximum, 0 to 100, and the position of the minimum on the same scale. */
  value: number;
  minimum: number;
  words: ReactNode;
  characters: ReactNode;
};

/** Word count with the minimum marked. */
export function EssayCount({ id, value, minimum, words, characters }: EssayCountProps) {
  return (
    <div className="essay-count">
      <Meter value={value} mark={minimum} />
      <p className="essay-count__line" id={id}>
        <span>{words}</span>
        <span className="numbers">{characters}</span>
      </p>
    </div>
  );
}

/** The count below the sheet; stays above the on-screen keyboard. */
export function EssayFoot(props: EssayCountProps) {
  return (
    <footer className="essay-foot">
      <EssayCount {...props} />
    </footer>
  );
}
