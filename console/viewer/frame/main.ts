import { fit } from '../shared/fit.ts';
import { MOST_FILES, type ToFrame, type ToPage } from '../shared/messages.ts';
import { kindOf } from './inspect.ts';
import { type Opened, problemOf, Unshown } from './opened.ts';
import { openPdf } from './pdf.ts';
import { openPicture } from './picture.ts';

/** Canvases above this size are drawn at a lower resolution and stretched: browsers discard larger ones. */
const MOST_CANVAS = 16_000_000;

const files = new Map<number, Promise<Opened>>();
let port: MessagePort | undefined;
let drawing: AbortController | undefined;

const tell = (message: ToPage, transfer: Transferable[] = []): void => port?.postMessage(message, transfer);

async function openFile(bytes: Uint8Array<ArrayBuffer>): Promise<Opened> {
  const kind = kindOf(bytes);
  if (kind === 'sheet') throw new Unshown('sheet');
  if (kind === 'other') throw new Unshown('broken');
  return kind === 'pdf' ? openPdf(bytes) : openPicture(bytes);
}

function open({ file, bytes }: Extract<ToFrame, { do: 'open' }>): void {
  if (files.has(file) || files.size > MOST_FILES) return;
  const opened = openFile(new Uint8Array(bytes));
  files.set(file, opened);
  opened.then(
    ({ pages }) => tell({ tell: 'opened', file, pages }),
    (error) => tell({ tell: 'unopened', file, problem: problemOf(error) }),
  );
}

const nextPaint = (): Promise<void> =>
  new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));

function fileOf(file: number): Promise<Opened> {
  const opened = files.get(file);
  if (!opened) throw new Unshown('broken');
  return opened;
}

/** Shows a finished page: the previous drawing stays until then, so that nothing flickers. */
function show(canvas: HTMLCanvasElement, width: number, height: number, label: string): HTMLElement {
  canvas.style.width = `${width}px`;
  canvas.style.height = `${height}px`;
  canvas.setAttribute('role', 'img');
  canvas.setAttribute('aria-label', label);
  const text = document.createElement('p');
  text.className = 'text';
  document.querySelector('main')?.replaceChildren(canvas, text);
  return text;
}

async function draw(message: Extract<ToFrame, { do: 'draw' }>): Promise<void> {
  const { ask, page, turn, density } = message;
  drawing?.abort();
  drawing = new AbortController();
  const { signal } = drawing;
  try {
    const opened = await fileOf(message.file);
    const { width, height, percent } = fit(await opened.sizeOf(page), message.zoom, turn, message.room);
    const canvas = document.createElement('canvas');
    const scale = Math.min(density, Math.sqrt(MOST_CANVAS / (width * height)));
    canvas.width = Math.max(1, Math.floor(width * scale));
    canvas.height = Math.max(1, Math.floor(height * scale));
    if (signal.aborted) return;
    await opened.paint(page, canvas, turn, signal);
    if (signal.aborted) return;
    const text = show(canvas, width, height, message.label);
    await nextPaint();
    if (signal.aborted) return;
    tell({ tell: 'drawn', ask, width, height, percent });
    text.textContent = await opened.textOf(page).catch(() => '');
  } catch (error) {
    if (signal.aborted) return;
    document.querySelector('main')?.replaceChildren();
    tell({ tell: 'refused', ask, problem: problemOf(error) });
  }
}

let thumbnails = Promise.resolve();

/** Draws a page as a thumbnail and transfers its pixels, for the buttons of the surrounding page. One after the other. */
async function thumbnail(message: Extract<ToFrame, { do: 'thumbnail' }>): Promise<void> {
  try {
    const opened = await fileOf(message.file);
    const own = await opened.sizeOf(message.page);
    const share = Math.min(message.width / own.width, message.height / own.height);
    const canvas = document.createElement('canvas');
    canvas.width = Math.max(1, Math.round(own.width * share));
    canvas.height = Math.max(1, Math.round(own.height * share));
    await opened.paint(message.page, canvas, 0, new AbortController().signal);
    const { data, width, height } =
      canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? {};
    if (!data || !width || !height) return;
    const { buffer: pixels } = new Uint8ClampedArray(data);
    tell({ tell: 'thumbnail', ask: message.ask, width, height, pixels }, [pixels]);
  } catch {
    // A page without its thumbnail still has its number.
  }
}

function obey(message: ToFrame): void {
  if (message.do === 'open') open(message);
  if (message.do === 'draw') void draw(message);
  if (message.do === 'thumbnail') thumbnails = thumbnails.then(() => thumbnail(message));
}

/** Only the page that contains this frame passes the port, and only once. */
addEventListener('message', (event) => {
  const [given] = event.ports;
  if (port || !given || event.source !== parent || event.origin !== location.origin) return;
  port = given;
  port.onmessage = ({ data }) => obey(data as ToFrame);
  tell({ tell: 'ready' });
});
