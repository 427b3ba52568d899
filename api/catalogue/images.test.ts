import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { imageProblem, imageType } from './images.ts';

const CATALOGUE = join(import.meta.dirname, '../../catalogue');
const PNG = Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), Buffer.alloc(40)]);
const svg = (inner: string, attributes = '') =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"${attributes}>${inner}</svg>`);

describe('T10: images of a theme', () => {
  it('of the demo are all accepted', () => {
    const names = readdirSync(CATALOGUE, { recursive: true, encoding: 'utf8' }).filter((name) =>
      /\.(svg|png)$/.test(name),
    );
    expect(names.length).toBeGreaterThan(5);
    for (const name of names) {
      const content = readFileSync(join(CATALOGUE, name));
      expect([name, imageProblem(name, content, name.includes('favicon') ? 'favicon' : 'logo')]).toEqual([
        name,
        undefined,
      ]);
    }
  });

  it.each([
    '<g fill="none" stroke="#fff"><path d="M0 0h3"/></g>',
    '<!-- by hand --><text x="1" y="2" font-family="serif">Alfa &amp; Ômega</text>',
    '<defs><linearGradient id="a"><stop offset="0" stop-color="red"/></linearGradient></defs><rect fill="url(#a)" width="3" height="3"/>',
    '<symbol id="s"><circle r="1"/></symbol><use href="#s"/>',
  ])('may draw %s', (inner) => {
    expect(imageProblem('l.svg', svg(inner), 'logo')).toBeUndefined();
  });

  it.each([
    '<script>alert(1)</script>',
    '<SCRIPT>alert(1)</SCRIPT>',
    '<g onload="alert(1)"/>',
    '<g onload=alert(1)/>',
    '<a href="javascript:alert(1)"><text>x</text></a>',
    '<use href="https://x.test/a.svg#b"/>',
    '<use xlink:href="data:image/svg+xml;base64,AAAA"/>',
    '<image href="https://x.test/p.png"/>',
    '<style>@import url(https://x.test/a.css)</style>',
    '<rect style="background:url(https://x.test)"/>',
    '<rect fill="url(https://x.test/#a)"/>',
    '<rect fill="url( \'https://x.test/#a\' )"/>',
    '<rect fill="&#117;rl(https://x.test/#a)"/>',
    '<foreignObject><body xmlns="http://www.w3.org/1999/xhtml"/></foreignObject>',
    '<animate attributeName="href" to="javascript:alert(1)"/>',
    '<set attributeName="onclick" to="alert(1)"/>',
    '<g xmlns="http://www.w3.org/1999/xhtml"/>',
    '<![CDATA[<script>alert(1)</script>]]>',
    '<?xml-stylesheet href="x.css"?>',
    '&x;',
    '<h:script xmlns:h="http://www.w3.org/1999/xhtml">alert(1)</h:script>',
    '<rect x="1"',
  ])('may not contain %s', (inner) => {
    expect(imageProblem('l.svg', svg(inner), 'logo')).toMatch(/^must /);
  });

  it('may not declare entities', () => {
    const text = '<!DOCTYPE svg [<!ENTITY x "y">]><svg xmlns="http://www.w3.org/2000/svg"/>';
    expect(imageProblem('l.svg', Buffer.from(text), 'logo')).toMatch(/^must /);
  });

  it('must have the type of their name, a known kind, a plain path and an allowed size', () => {
    expect(imageType(PNG)).toBe('image/png');
    expect(imageProblem('l.png', PNG, 'logo')).toBeUndefined();
    expect(imageProblem('l.svg', PNG, 'logo')).toContain('image/png');
    expect(imageProblem('l.png', svg('<g/>'), 'logo')).toContain('image/svg+xml');
    expect(imageProblem('l.png', Buffer.from('<html>'), 'logo')).toMatch(/^must be an SVG/);
    expect(imageProblem('../l.png', PNG, 'logo')).toMatch(/^must be a relative path/);
    expect(imageProblem('l.html', PNG, 'logo')).toMatch(/^must be a relative path/);
    const large = Buffer.concat([PNG, Buffer.alloc(65 * 1024)]);
    expect(imageProblem('f.png', large, 'favicon')).toContain('64 KiB');
    expect(imageProblem('l.png', large, 'logo')).toBeUndefined();
    const whole = Buffer.concat([PNG, Buffer.alloc(64 * 1024 - PNG.length)]);
    expect(imageProblem('f.png', whole, 'favicon')).toBeUndefined();
  });
});

describe('the type of an image', () => {
  it.each([
    [[0xff, 0xd8, 0xff, 0xe0], 'image/jpeg'],
    [[0xff, 0xd8, 0x00], undefined],
    [[0xff, 0x00, 0xff], undefined],
    [[0x00, 0xd8, 0xff], undefined],
    [[0x00, 0x00, 0x01, 0x00, 0x01], 'image/x-icon'],
    [[0x00, 0x00, 0x02, 0x00], undefined],
    [[...Buffer.from('RIFFxxxxWEBPVP8 ')], 'image/webp'],
    [[...Buffer.from('RIFFxxxxWAVE')], undefined],
    [[...Buffer.from('XIFFxxxxWEBP')], undefined],
    [[...Buffer.from('<svg>')], 'image/svg+xml'],
    [[...Buffer.from('<svgx>')], undefined],
    [[], undefined],
  ])('an image of %j is %s', (bytes, type) => {
    expect(imageType(Buffer.from(bytes))).toBe(type);
  });
});

describe('S23: images made to be slow', () => {
  const LARGEST = 256 * 1024;
  const filled = (piece: string, end = '') =>
    Buffer.from(piece.repeat(Math.floor((LARGEST - end.length) / piece.length)) + end);

  it.each([
    ['comments and no drawing', Buffer.from(`${'<!---->'.repeat(40)}<x/>`)],
    ['comments alone', filled('<!---->', '<x/>')],
    ['beginnings of comments', filled('<!--')],
    ['a drawing of beginnings of comments', svg('<!--'.repeat(60_000))],
    ['a drawing of comments', svg(`${'<!---->'.repeat(30_000)}<script/>`)],
    ['one long name', svg(`<g ${'a'.repeat(200_000)}>`)],
    ['blanks', svg(`<g${' '.repeat(200_000)}x`)],
    ['attributes without end', svg(`<g ${'x="1" '.repeat(30_000)}`)],
  ])('are refused: %s', (_what, content) => {
    const before = process.cpuUsage();
    expect(imageProblem('l.svg', content, 'logo')).toMatch(/^must /);
    const { user } = process.cpuUsage(before);
    // CPU time, not elapsed time: a few milliseconds when linear, otherwise seconds at least.
    expect(user).toBeLessThan(500_000);
  });

  it.each([
    ['elements', '<g/>'.repeat(3_001), 'tem mais de 3000 elementos'],
    ['elements within each other', '<g>'.repeat(51), 'tem mais de 50 elementos um dentro do outro'],
    [
      'elements that repeat others, which repeat others',
      Array.from(
        { length: 30 },
        (_, n) => `<g id="g${n}"><use href="#g${n + 1}"/><use href="#g${n + 1}"/></g>`,
      ).join(''),
      'tem mais de 20 elementos use, pattern e mask',
    ],
  ])('S46 may not be endless to draw: %s', (_what, inner, problem) => {
    expect(imageProblem('l.svg', svg(inner), 'logo')).toContain(problem);
  });

  const sized = (head: number[] | string, at: number, sizes: number[]) => {
    const content = Buffer.alloc(64);
    Buffer.from(head as string, 'latin1').copy(content);
    Buffer.from(sizes).copy(content, at);
    return content;
  };
  const JPEG = [0xff, 0xd8, 0xff, 0xe0, 0, 4, 0, 0, 0xff, 0xc0, 0, 11, 8];
  it.each([
    ['l.png', sized([...PNG.subarray(0, 8)], 16, [0, 0, 0x10, 0, 0, 0, 0x10, 0])],
    ['l.png', sized([...PNG.subarray(0, 8)], 16, [0x7f, 0xff, 0xff, 0xff, 0x7f, 0xff, 0xff, 0xff])],
    ['l.jpg', sized(JPEG, 13, [0xff, 0xff, 0xff, 0xff])],
    ['l.webp', sized('RIFFxxxxWEBPVP8X', 24, [0xff, 0x3f, 0, 0xff, 0x3f, 0])],
    ['l.webp', sized('RIFFxxxxWEBPVP8 ', 26, [0xff, 0x3f, 0xff, 0x3f])],
    ['l.webp', sized('RIFFxxxxWEBPVP8L', 21, [0xff, 0xff, 0xff, 0x0f])],
  ])('S46 may not have more points than a browser can hold: %s', (name, content) => {
    expect(imageProblem(name, content, 'logo')).toBe('tem mais de 16 milhões de pontos; diminua a imagem');
  });

  it('are not parsed when they are too large', () => {
    expect(imageProblem('l.svg', Buffer.alloc(LARGEST + 1, '<!--'), 'logo')).toContain('256 KiB');
  });

  it('are recognised as drawings even after comments', () => {
    const drawn = Buffer.from(
      '\uFEFF<?xml version="1.0"?>\n<!-- a -->\n<!-- b --><svg xmlns="http://www.w3.org/2000/svg"/>',
    );
    expect(imageType(drawn)).toBe('image/svg+xml');
    expect(imageProblem('l.svg', drawn, 'logo')).toBeUndefined();
  });
});
