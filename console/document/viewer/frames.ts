import { DocumentFrame, type Loader, type Room } from './document-frame.ts';

export type Framed = {
  id: number;
  name: string;
  files: readonly { fileId: number }[];
};

/** A page's name for screen readers: "RG, arquivo 1 de 2, página 1". */
const describe =
  ({ name, files }: Framed) =>
  (file: number, page: number): string =>
    `${name}, arquivo ${file + 1} de ${files.length}, página ${page}`;

/**
 * The frames of a review: the current document, and those that follow, rendered behind it in advance. They all stay inside one
 * holder, because moving a frame in the DOM reloads it.
 */
export class Frames {
  readonly #frames = new Map<string, DocumentFrame>();
  readonly #load: Loader;
  #holder: HTMLElement | undefined;
  #room: Room | undefined;

  constructor(load: Loader) {
    this.#load = load;
  }

  /** The element that contains the frames; without it they are all removed. */
  readonly attach = (holder: HTMLElement | null): void => {
    this.#holder = holder ?? undefined;
    if (!holder) this.keep([]);
  };

  setRoom(room: Room): void {
    this.#room = room;
    for (const frame of this.#frames.values()) frame.setRoom(room);
  }

  /** The frame of a document with its current files; undefined before there is a holder. */
  of(document: Framed): DocumentFrame | undefined {
    const key = keyOf(document);
    const known = this.#frames.get(key);
    if (known || !this.#holder || document.files.length === 0) return known;
    const frame = new DocumentFrame(this.#holder, {
      fileIds: document.files.map(({ fileId }) => fileId),
      title: document.name,
      describe: describe(document),
      load: this.#load,
    });
    this.#frames.set(key, frame);
    if (this.#room) frame.setRoom(this.#room);
    return frame;
  }

  /** Keeps the frames of these documents, the first in front, and closes all others. */
  keep(documents: readonly Framed[]): void {
    const wanted = new Set(documents.map(keyOf));
    for (const [key, frame] of this.#frames) {
      if (wanted.has(key)) continue;
      frame.close();
      this.#frames.delete(key);
    }
    for (const [at, document] of documents.entries()) this.of(document)?.setCurrent(at === 0);
  }
}

/** Other files of the same document get another frame: viewing starts over. */
const keyOf = ({ id, files }: Framed): string => `${id}:${files.map(({ fileId }) => fileId).join(',')}`;
