import workerText from 'text:./worker.ts';
import type { PDFDocumentProxy } from 'pdfjs-dist';
import { AnnotationMode, getDocument, PDFWorker, VerbosityLevel } from 'pdfjs-dist';
import { inTime, type Opened, Unshown } from '../frame/opened.ts';
import { MOST_PAGES, MOST_PIXELS } from '../shared/messages.ts';

/** PDF points are 1/72 inch, CSS pixels 1/96. */
const PIXELS_PER_POINT = 96 / 72;
/** Most text of a page passed to screen readers, in characters. */
const MOST_TEXT = 20_000;

let worker: PDFWorker | undefined;
/** Number of pictures the worker dropped because they are too large. */
let dropped = 0;

/** One worker for all files of this frame, created from our own text: it can make no network requests. */
function workerOf(decoders: string): PDFWorker {
  if (worker) return worker;
  const address = URL.createObjectURL(new Blob([decoders, workerText], { type: 'text/javascript' }));
  const port = new Worker(address);
  port.addEventListener('message', ({ data }) => {
    if (data === 'orbita-too-large') dropped += 1;
  });
  worker = PDFWorker.create({ port, verbosity: VerbosityLevel.ERRORS } as object);
  return worker;
}

/** Opens the bytes with everything but drawing disabled (spec 25.8). */
const load = (data: Uint8Array<ArrayBuffer>, decoders: string): Promise<PDFDocumentProxy> =>
  getDocument({
    data,
    worker: workerOf(decoders),
    maxImageSize: MOST_PIXELS,
    enableXfa: false,
    pdfBug: false,
    useWasm: false,
    useWorkerFetch: false,
    useSystemFonts: true,
    disableAutoFetch: true,
    disableRange: true,
    disableStream: true,
    disableWorkerRendering: true,
    verbosity: VerbosityLevel.ERRORS,
  } as object).promise;

const broken = (): never => {
  throw new Unshown('broken');
};

/** Opens a PDF (spec 25.8). Fails with `Unshown`. */
export async function openPdf(bytes: Uint8Array<ArrayBuffer>, decoders: string): Promise<Opened> {
  const file = await inTime(load(bytes, decoders)).catch(broken);
  if (file.numPages > MOST_PAGES) throw new Unshown('too-big');
  /** Pages with oversized pictures: the worker reports each only once. */
  const tooLarge = new Set<number>();

  const draw = async (
    number: number,
    canvas: HTMLCanvasElement,
    turn: number,
    signal: AbortSignal,
  ): Promise<void> => {
    const page = await file.getPage(number);
    const rotation = (page.rotate + turn) % 360;
    const own = page.getViewport({ scale: 1, rotation });
    const viewport = page.getViewport({ scale: canvas.width / own.width, rotation });
    const task = page.render({
      canvas,
      viewport,
      annotationMode: AnnotationMode.DISABLE,
      background: '#fff',
    });
    const stop = () => task.cancel();
    signal.addEventListener('abort', stop);
    await task.promise.finally(() => signal.removeEventListener('abort', stop));
  };

  return {
    pages: file.numPages,
    async sizeOf(number) {
      const page = await inTime(file.getPage(number)).catch(broken);
      const { width, height } = page.getViewport({ scale: PIXELS_PER_POINT });
      return width >= 1 && height >= 1 ? { width, height } : broken();
    },
    async paint(number, canvas, turn, signal) {
      const before = dropped;
      await inTime(draw(number, canvas, turn, signal)).catch((error: unknown) =>
        signal.aborted ? Promise.reject(error) : broken(),
      );
      if (dropped > before) tooLarge.add(number);
      if (tooLarge.has(number)) throw new Unshown('too-big');
    },
    async textOf(number) {
      const page = await file.getPage(number);
      const { items } = await page.getTextContent();
      const words = items.map((item) => ('str' in item ? `${item.str}${item.hasEOL ? '\n' : ''}` : ''));
      return words.join('').slice(0, MOST_TEXT);
    },
  };
}

(globalThis as { orbitaOpenPdf?: typeof openPdf }).orbitaOpenPdf = openPdf;
