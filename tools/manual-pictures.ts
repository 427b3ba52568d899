import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { atConsole, launchBrowser, settle } from './pictures/demo.ts';

/**
 * Takes the pictures for the team's manual (`docs/equipe/pictures`) from a filled demo, one for each page, signed in as
 * somebody with every role. `node tools/manual-pictures.ts http://localhost:8080
 * 'http://localhost:8080/orbita/equipe/convite#…'`
 */
const [url, invite] = process.argv.slice(2);
if (!url || !invite) throw new Error('Address of the product and an address of its team are needed');

/** The screen with which each page of the manual starts. */
const SCREENS = {
  inicio: '/',
  redacoes: '/redacoes',
  documentos: '/documentos',
  selecao: '/provas',
  inscricoes: '/inscricoes',
  pagamentos: '/pagamentos',
  catalogo: '/catalogo',
  instituicao: '/marca',
  mensagens: '/mensagens/textos',
  equipe: '/equipe',
  privacidade: '/privacidade',
  paineis: '/paineis',
} as const;

/** Width of a picture; the manual is no wider. */
const WIDTH = 960;
/** Keeps a manual of twelve pages below a megabyte in a repository that stores every version. */
const MOST_BYTES = 60 * 1024;
const QUALITIES = [0.8, 0.7, 0.6, 0.5, 0.4];

/**
 * A screenshot as WebP at the width of the manual, in the best quality that fits the size limit; the browser itself writes the
 * WebP.
 */
async function small(page: Page, screen: Buffer): Promise<Buffer> {
  for (const quality of QUALITIES) {
    const written = await page.evaluate(
      async ({ source, width, quality }) => {
        const picture = new Image();
        picture.src = source;
        await picture.decode();
        const canvas = document.createElement('canvas');
        canvas.width = width;
        canvas.height = Math.round((picture.height * width) / picture.width);
        const drawn = canvas.getContext('2d');
        if (!drawn) throw new Error('This browser draws nothing');
        drawn.imageSmoothingQuality = 'high';
        drawn.drawImage(picture, 0, 0, canvas.width, canvas.height);
        return canvas.toDataURL('image/webp', quality);
      },
      { source: `data:image/png;base64,${screen.toString('base64')}`, width: WIDTH, quality },
    );
    const content = Buffer.from(written.slice(written.indexOf(',') + 1), 'base64');
    if (content.length <= MOST_BYTES) return content;
  }
  throw new Error(`A picture is larger than ${MOST_BYTES} bytes at any quality`);
}

const browser = await launchBrowser();
const page = await atConsole(browser, invite);
const writer = await browser.newPage();
for (const [name, path] of Object.entries(SCREENS)) {
  await page.goto(`${url}/orbita/equipe${path}`);
  await settle(page);
  const content = await small(writer, await page.screenshot());
  writeFileSync(join(import.meta.dirname, '../docs/equipe/pictures', `${name}.webp`), content);
  console.log(`${name}.webp ${content.length} bytes`);
}
await browser.close();
