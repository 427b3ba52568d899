import decodersScript from 'script:../pdf/decoders.ts';
import pdfScript from 'script:../pdf/main.ts';
import { needsDecoders } from './inspect.ts';
import { inTime, type Opened } from './opened.ts';

type OpenPdf = (bytes: Uint8Array<ArrayBuffer>, decoders: string) => Promise<Opened>;
type Loaded = { orbitaOpenPdf?: OpenPdf; orbitaDecodersText?: string };

const loading = new Map<string, Promise<void>>();

/** Loads one of our scripts once; modules would request the server from a foreign origin, which this frame is. */
function load(file: string): Promise<void> {
  const before = loading.get(file);
  if (before) return before;
  const done = new Promise<void>((resolve, reject) => {
    const script = document.createElement('script');
    script.src = `assets/${file}`;
    script.onload = () => resolve();
    script.onerror = () => reject(new Error(`${file} did not load`));
    document.head.append(script);
  });
  loading.set(file, done);
  return done;
}

/**
 * Opens a PDF with the library, which is loaded with the first one; its decoders are loaded with the first file that needs
 * them.
 */
export async function openPdf(bytes: Uint8Array<ArrayBuffer>): Promise<Opened> {
  const packed = needsDecoders(bytes);
  await inTime(Promise.all([load(pdfScript), packed ? load(decodersScript) : undefined]));
  const { orbitaOpenPdf, orbitaDecodersText = '' } = globalThis as Loaded;
  if (!orbitaOpenPdf) throw new Error('The PDF library is not there');
  return orbitaOpenPdf(bytes, packed ? orbitaDecodersText : '');
}
