import type { Problem, ToPage, Turn, Zoom } from '../../viewer/shared/messages.ts';
import { ViewerFrame } from './viewer-frame.ts';

export type FileState = {
  id: number;
  state: 'waiting' | 'loading' | 'open' | 'refused' | 'failed';
  pages: number;
  problem?: Problem;
};
export type View = { file: number; page: number; zoom: Zoom; turn: Turn };
export type Drawn = { file: number; page: number; width: number; height: number; percent: number };
export type Shown = {
  files: readonly FileState[];
  view: View;
  /** What is painted on the paper; undefined until the first page was painted. */
  drawn?: Drawn;
  /** Why the requested page is not shown. */
  problem?: Problem | 'failed';
  /** Pages painted while the document was the current one: `file:page`. */
  seen: ReadonlySet<string>;
};
export type Room = { width: number; height: number };
export type Loader = (fileId: number) => Promise<ArrayBuffer>;

const FIRST: View = { file: 0, page: 1, zoom: 'page', turn: 0 };
const THUMBNAIL = { width: 144, height: 192 };

/** All pages in order, for `←` and `→` and for the thumbnails. */
export const pagesOf = (files: readonly FileState[]): { file: number; page: number }[] =>
  files.flatMap(({ pages }, file) =>
    Array.from({ length: Math.max(1, pages) }, (_, page) => ({ file, page: page + 1 })),
  );

type Describe = (file: number, page: number) => string;
type Given = { fileIds: readonly number[]; title: string; describe: Describe; load: Loader };

/**
 * The files of one document on their way to the screen: fetched here, rendered in their own frame. One frame per document, so
 * that no file can affect the rendering of another person's document (spec 25.8).
 */
export class DocumentFrame {
  readonly #given: Given;
  readonly #frame: ViewerFrame;
  readonly #listeners = new Set<() => void>();
  readonly #small = new Map<string, Promise<ImageData | undefined>>();
  readonly #waiting = new Map<number, (image: ImageData | undefined) => void>();
  #shown: Shown;
  #room: Room | undefined;
  #asked = 0;
  /** The latest drawing requested. */
  #drawing = 0;
  #isCurrent = false;
  /** Called when a different page has been painted. */
  onPainted: (() => void) | undefined;

  constructor(holder: HTMLElement, given: Given) {
    this.#given = given;
    this.#shown = {
      files: given.fileIds.map((id) => ({ id, state: 'waiting', pages: 0 })),
      view: FIRST,
      seen: new Set(),
    };
    this.#frame = new ViewerFrame(holder, given.title, (message) => this.#receive(message));
    this.#frame.element.className = 'viewer__frame';
    this.#frame.element.setAttribute('aria-hidden', 'true');
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  readonly snapshot = (): Shown => this.#shown;

  /** Sets the available room; content fitted to it is redrawn. */
  setRoom(room: Room): void {
    const before = this.#room;
    this.#room = room;
    const same = before?.width === room.width && before.height === room.height;
    if (!same && (typeof this.#shown.view.zoom !== 'number' || !this.#shown.drawn)) this.#draw();
  }

  /** Brings this document to the front, or sends it back; the rest of its files is fetched once it is viewed. */
  setCurrent(isCurrent: boolean): void {
    if (this.#isCurrent === isCurrent) return;
    this.#isCurrent = isCurrent;
    const { element } = this.#frame;
    element.toggleAttribute('data-current', isCurrent);
    if (isCurrent) element.removeAttribute('aria-hidden');
    else element.setAttribute('aria-hidden', 'true');
    if (!isCurrent) return;
    const { drawn } = this.#shown;
    if (drawn) this.#painted(drawn);
    for (const file of this.#shown.files.keys()) void this.#fetch(file);
  }

  /** Changes page, size or rotation. */
  look(view: Partial<View>): void {
    this.#change({ view: { ...this.#shown.view, ...view } });
    this.#draw();
  }

  /** Turns `by` pages forward or back, through all files. */
  turnPage(by: number): void {
    const pages = pagesOf(this.#shown.files);
    const { view } = this.#shown;
    const at = pages.findIndex(({ file, page }) => file === view.file && page === view.page);
    const next = pages[at + by];
    if (next) this.look(next);
  }

  /** Refetches a file that failed to load. */
  retry(): void {
    const { file } = this.#shown.view;
    this.#setFile(file, { state: 'waiting', pages: 0 });
    this.#change({ problem: undefined });
    this.#draw();
  }

  /** A page as a thumbnail; undefined when it cannot be drawn. */
  thumbnail(file: number, page: number): Promise<ImageData | undefined> {
    const key = `${file}:${page}`;
    const known = this.#small.get(key);
    if (known) return known;
    const image = new Promise<ImageData | undefined>((resolve) => {
      this.#asked += 1;
      this.#waiting.set(this.#asked, resolve);
      this.#frame.send({ do: 'thumbnail', ask: this.#asked, file, page, ...THUMBNAIL });
    });
    this.#small.set(key, image);
    return image;
  }

  close(): void {
    for (const resolve of this.#waiting.values()) resolve(undefined);
    this.#frame.close();
    this.#listeners.clear();
  }

  #change(change: Partial<Shown>): void {
    this.#shown = { ...this.#shown, ...change };
    for (const listener of this.#listeners) listener();
  }

  #setFile(file: number, change: Partial<FileState>): void {
    this.#change({ files: this.#shown.files.map((one, at) => (at === file ? { ...one, ...change } : one)) });
  }

  async #fetch(file: number): Promise<void> {
    const known = this.#shown.files[file];
    if (known?.state !== 'waiting') return;
    this.#setFile(file, { state: 'loading' });
    try {
      const bytes = await this.#given.load(known.id);
      this.#frame.send({ do: 'open', file, bytes }, [bytes]);
    } catch {
      this.#setFile(file, { state: 'failed' });
      if (this.#shown.view.file === file) this.#change({ problem: 'failed' });
    }
  }

  #draw(): void {
    const { file, page, zoom, turn } = this.#shown.view;
    const known = this.#shown.files[file];
    if (!this.#room || !known) return;
    if (known.state === 'waiting') void this.#fetch(file);
    if (known.problem) this.#change({ problem: known.problem, drawn: undefined });
    if (known.state !== 'open') return;
    this.#asked += 1;
    this.#drawing = this.#asked;
    this.#frame.send({
      ...({ do: 'draw', ask: this.#drawing, file, page, zoom, turn, room: this.#room } as const),
      label: this.#given.describe(file, page),
      density: globalThis.devicePixelRatio || 1,
    });
  }

  #receive(message: ToPage): void {
    if (message.tell === 'opened' || message.tell === 'unopened') {
      const { file } = message;
      if (message.tell === 'opened') this.#setFile(file, { state: 'open', pages: message.pages });
      else this.#setFile(file, { state: 'refused', problem: message.problem });
      if (this.#shown.view.file === file) this.#draw();
    }
    if (message.tell === 'thumbnail') {
      const { ask, width, height, pixels } = message;
      this.#waiting.get(ask)?.(new ImageData(new Uint8ClampedArray(pixels), width, height));
      this.#waiting.delete(ask);
    }
    // An answer to any earlier request is late.
    if ((message.tell === 'drawn' || message.tell === 'refused') && message.ask === this.#drawing)
      this.#answered(message);
  }

  #answered(message: Extract<ToPage, { tell: 'drawn' | 'refused' }>): void {
    if (message.tell === 'refused') {
      this.#change({ problem: message.problem, drawn: undefined });
      return;
    }
    const { width, height, percent } = message;
    const { file, page } = this.#shown.view;
    Object.assign(this.#frame.element.style, { inlineSize: `${width}px`, blockSize: `${height}px` });
    const drawn = { file, page, width, height, percent };
    this.#change({ drawn, problem: undefined });
    if (this.#isCurrent) this.#painted(drawn);
  }

  #painted({ file, page }: Drawn): void {
    this.#change({ seen: new Set(this.#shown.seen).add(`${file}:${page}`) });
    this.onPainted?.();
  }
}

/** Whether every page of every file was viewed; a file that cannot be shown counts as not viewed. */
export const allSeen = ({ files, seen }: Shown): boolean =>
  files.length > 0 &&
  files.every(({ state }) => state === 'open') &&
  pagesOf(files).every(({ file, page }) => seen.has(`${file}:${page}`));
