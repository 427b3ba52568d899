import { useEffect, useRef } from 'react';
import { documentTexts as t } from '../../texts/document.ts';
import { type DocumentFrame, pagesOf, type Shown } from './document-frame.ts';

type Props = { frame: DocumentFrame; shown: Shown; name: string };

/** Thumbnails of all pages, in order; the current one is marked (spec 25.8). */
export function Pages({ frame, shown, name }: Props) {
  const { files, view } = shown;
  const pages = pagesOf(files);
  return (
    <nav className="viewer__pages" aria-label={t.pages}>
      {pages.map(({ file, page }, at) => (
        <PageButton
          key={`${file}:${page}`}
          frame={frame}
          {...{ file, page }}
          opened={files[file]?.state === 'open'}
          current={file === view.file && page === view.page}
          label={`${at + 1} de ${pages.length}`}
          name={name}
        />
      ))}
    </nav>
  );
}

type PageProps = {
  frame: DocumentFrame;
  file: number;
  page: number;
  opened: boolean;
  current: boolean;
  label: string;
  name: string;
};

function PageButton({ frame, file, page, opened, current, label, name }: PageProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (current) button.current?.scrollIntoView({ block: 'nearest' });
  }, [current]);
  useEffect(() => {
    const { current: target } = canvas;
    if (!target || !opened) return;
    // A PDF of 300 pages is drawn only where it is viewed.
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      void frame.thumbnail(file, page).then((image) => {
        if (!image) return;
        target.width = image.width;
        target.height = image.height;
        target.getContext('2d')?.putImageData(image, 0, 0);
      });
    });
    observer.observe(target);
    return () => observer.disconnect();
  }, [frame, file, page, opened]);
  return (
    <button
      type="button"
      className="viewer__page"
      aria-current={current ? 'true' : undefined}
      ref={button}
      onClick={() => frame.look({ file, page })}
    >
      <canvas ref={canvas} width={72} height={96} />
      <span>
        <span className="visually-hidden">{name}, página </span>
        {label}
      </span>
    </button>
  );
}
