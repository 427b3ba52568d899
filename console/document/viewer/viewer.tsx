import { Button } from '@orbita/ui/button';
import { IconButton } from '@orbita/ui/icon-button';
import { ArrowLeftIcon } from '@orbita/ui/icons/arrow-left';
import { DownloadIcon } from '@orbita/ui/icons/download';
import { RefreshIcon } from '@orbita/ui/icons/refresh';
import { type ReactNode, useCallback, useEffect, useRef, useSyncExternalStore } from 'react';
import { documentTexts as t } from '../../texts/document.ts';
import { AnnouncedNotice } from '../../ui/announce.tsx';
import { ArrowRightIcon } from '../../ui/icons/arrow-right.tsx';
import { ExpandIcon } from '../../ui/icons/expand.tsx';
import { SearchMinusIcon } from '../../ui/icons/search-minus.tsx';
import { SearchPlusIcon } from '../../ui/icons/search-plus.tsx';
import { Kbd } from '../../ui/kbd.tsx';
import { useKeys } from '../../ui/keys.ts';
import { zoomStep } from '../../viewer/shared/fit.ts';
import type { Turn } from '../../viewer/shared/messages.ts';
import '../../styles/viewer.css';
import { type DocumentFrame, pagesOf, type Shown } from './document-frame.ts';
import type { Frames } from './frames.ts';
import { Pages } from './pages.tsx';

const NOTHING: Shown = { files: [], view: { file: 0, page: 1, zoom: 'page', turn: 0 }, seen: new Set() };
const never = () => () => undefined;
const nothing = () => NOTHING;

/** What a document's frame currently shows. */
export const useShown = (frame: DocumentFrame | undefined): Shown =>
  useSyncExternalStore(frame?.subscribe ?? never, frame?.snapshot ?? nothing);

/** Name and tooltip of an icon button, including its key: if the two differed, both would be announced. */
const named = (what: string, sign: string) => ({ label: `${what} (${sign})`, title: `${what} (${sign})` });

type Props = {
  frames: Frames;
  frame: DocumentFrame | undefined;
  name: string;
  /** Why there is nothing to render: no file, or one being scanned. */
  instead?: ReactNode;
  /** Downloads the original of the current file; undefined if that is not permitted. */
  onOriginal: ((file: number) => void) | undefined;
  saving: boolean;
  /** The data beside the file, which can be hidden. */
  data: { shown: boolean; toggle: () => void };
  /** The last decision. */
  last: ReactNode;
};

/** The file on the left of the review: tools, thumbnails, paper, and the line about the last decision (spec 25.8). */
export function Viewer({ frames, frame, name, instead, onOriginal, saving, data, last }: Props) {
  const section = useRef<HTMLElement>(null);
  const paper = useRef<HTMLDivElement>(null);
  const shown = useShown(frame);
  useRoom(paper, frames);
  useFocusHere(paper);
  const { view, drawn, files } = shown;
  const percent = drawn?.percent ?? 100;
  const zoom = (direction: 1 | -1) => frame?.look({ zoom: zoomStep(percent, direction) });
  const fit = () => frame?.look({ zoom: view.zoom === 'page' ? 'width' : 'page' });
  const turn = () => frame?.look({ turn: ((view.turn + 90) % 360) as Turn });
  const full = () =>
    document.fullscreenElement ? void document.exitFullscreen() : void section.current?.requestFullscreen();
  const original = () => onOriginal?.(view.file);
  useKeys(t.tools, [
    { key: '+', label: t.in, run: () => zoom(1) },
    { key: '=', label: t.in, run: () => zoom(1) },
    { key: '-', label: t.out, run: () => zoom(-1) },
    { key: '0', label: t.fit, run: () => frame?.look({ zoom: 'page' }) },
    { key: '.', label: t.turn, run: turn },
    { key: 'f', label: t.full, run: full },
    { key: 'ArrowLeft', label: t.previous, run: () => frame?.turnPage(-1) },
    { key: 'ArrowRight', label: t.next, run: () => frame?.turnPage(1) },
    { key: 'o', label: t.original, run: original },
  ]);
  const pages = pagesOf(files);
  const at = pages.findIndex(({ file, page }) => file === view.file && page === view.page);
  return (
    <section className="viewer" aria-label={t.viewer} ref={section}>
      <div className="viewer__tools" role="toolbar" aria-label={t.tools}>
        <IconButton icon={SearchMinusIcon} {...named(t.out, '−')} onClick={() => zoom(-1)} />
        <span className="viewer__percent meta">{percent} %</span>
        <IconButton icon={SearchPlusIcon} {...named(t.in, '+')} onClick={() => zoom(1)} />
        <span className="viewer__break" />
        <Button kind="quiet" small onClick={fit} aria-keyshortcuts="0">
          {view.zoom === 'page' ? t.width : t.fit}
          <Kbd keys="0" />
        </Button>
        <IconButton icon={RefreshIcon} {...named(t.turn, '.')} onClick={turn} />
        <IconButton className="only-wide" icon={ExpandIcon} {...named(t.full, 'F')} onClick={full} />
        {pages.length > 1 && (
          <>
            <span className="viewer__break" />
            <IconButton
              icon={ArrowLeftIcon}
              {...named(t.previous, '←')}
              disabled={at <= 0}
              onClick={() => frame?.turnPage(-1)}
            />
            <span className="viewer__at meta">{t.pageOf(at + 1, pages.length)}</span>
            <IconButton
              icon={ArrowRightIcon}
              {...named(t.next, '→')}
              disabled={at >= pages.length - 1}
              onClick={() => frame?.turnPage(1)}
            />
          </>
        )}
        <span className="viewer__hints hints" aria-hidden="true">
          <span>
            <Kbd keys="+" />
            <Kbd keys="−" /> zoom
          </span>
          <span>
            <Kbd keys="." /> girar
          </span>
        </span>
        <Button
          kind="quiet"
          small
          className="viewer__data"
          aria-pressed={data.shown}
          aria-keyshortcuts="D"
          onClick={data.toggle}
        >
          {t.dataShort}
          <Kbd keys="D" />
        </Button>
        <span className="viewer__break only-wide" />
        <Button
          kind="quiet"
          small
          icon={DownloadIcon}
          onClick={original}
          busy={saving && t.saving}
          disabled={!onOriginal}
          aria-keyshortcuts="O"
        >
          {t.original}
          <Kbd keys="O" />
        </Button>
      </div>
      <div className={pages.length > 1 ? 'viewer__stage viewer__stage--pages' : 'viewer__stage'}>
        {frame && pages.length > 1 && <Pages frame={frame} shown={shown} name={name} />}
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what is larger than the room is scrolled by keys */}
        <section className="viewer__paper" ref={paper} tabIndex={0} aria-label={name}>
          <div
            className="viewer__frames"
            ref={frames.attach}
            data-off={shown.problem || instead ? '' : undefined}
            aria-hidden={Boolean(shown.problem || instead)}
          />
          {instead}
          {!instead && shown.problem && <Refused key={name} shown={shown} onRetry={() => frame?.retry()} />}
          {!instead && !shown.problem && !drawn && <p className="viewer__wait meta">{t.opening}</p>}
        </section>
      </div>
      <p className="viewer__last">{last}</p>
    </section>
  );
}

function Refused({ shown, onRetry }: { shown: Shown; onRetry: () => void }) {
  const problem = shown.problem ?? 'broken';
  return (
    <div className="viewer__refused">
      <AnnouncedNotice kind={problem === 'failed' ? 'danger' : 'info'} title={t.problems[problem]}>
        {problem === 'failed' && (
          <Button kind="outline" small onClick={onRetry}>
            {t.again}
          </Button>
        )}
      </AnnouncedNotice>
    </div>
  );
}

/** Margin around the paper on each side. */
const AIR = 20;

/** Tells the frames how much room there is, now and whenever it changes. */
function useRoom(paper: { current: HTMLElement | null }, frames: Frames): void {
  useEffect(() => {
    const { current } = paper;
    if (!current) return;
    const measure = () => {
      const { clientWidth, clientHeight } = current;
      frames.setRoom({
        width: Math.max(120, clientWidth - 2 * AIR),
        height: Math.max(160, clientHeight - 2 * AIR),
      });
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    return () => observer.disconnect();
  }, [paper, frames]);
}

/** Focus inside a frame would swallow the keys, so it is moved back to the paper. */
function useFocusHere(paper: { current: HTMLElement | null }): void {
  const back = useCallback(() => {
    if (document.activeElement instanceof HTMLIFrameElement) paper.current?.focus();
  }, [paper]);
  useEffect(() => {
    window.addEventListener('blur', back);
    return () => window.removeEventListener('blur', back);
  }, [back]);
}
