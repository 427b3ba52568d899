import { DocumentFrame, type Loader, type Room } from './document-frame.ts';

export type Framed = {
  id: number;
  name: string;
  files: readonly { fileId: number }[];
};

/** What a page is called by readers of the screen: "RG, arquivo 1 de 2, página 1". */
const describe =
  ({ name, files }: Framed) =>
  (file: number, page: number): string =>
    `${name}, arquivo ${file + 1} de ${files.length}, página ${page}`;

/**
 * The frames of a review: the document looked at, and those that come next, drawn behind it before they are asked for. They
 * stay inside one holder, because a frame that is moved loads anew.
 */
export class Frames {
  readonly #frames = new Map<string, DocumentFrame>();
  readonly #load: Loader;
  #holder: HTMLElement | undefined;
  #room: Room | undefined;

  constructor(load: Loader) {
    this.#load = load;
  }

  /** Where the frames live; without a holder they are all taken away. */
  readonly attach = (holder: HTMLElement | null): void => {
    this.#holder = holder ?? undefined;
    if (!holder) this.keep([]);
  };

  setRoom(room: Room): void {
    this.#room = room;
    for (const frame of this.#frames.values()) frame.setRoom(room);
  }

  /** The frame of a document with the files it has now; undefined before there is a place for it. */
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

  /** Keeps the frames of these documents, the first of them in front, and closes all others. */
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

/** Other files of the same document are another frame: what was looked at is gone. */
const keyOf = ({ id, files }: Framed): string => `${id}:${files.map(({ fileId }) => fileId).join(',')}`;
