import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { packCatalogue, placeOfProblem, unpack, unpackingOf } from './pack.ts';

let folder: string;
const put = (path: string, text = path) => {
  mkdirSync(join(folder, path, '..'), { recursive: true });
  writeFileSync(join(folder, path), text);
};
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'orbita-pack-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('what is sent', () => {
  it('for one file is what it names, and nothing else next to it', () => {
    const yaml = 'logo: nova/img/l.svg\nfavicon: f.png\nfile: meu contrato.html\nother: ../outside.svg\n';
    put('home/nova.yaml', yaml);
    for (const path of ['home/img/l.svg', 'home/f.png', 'home/meu contrato.html', 'outside.svg']) put(path);
    for (const path of ['home/salaries.xlsx', 'home/.ssh/key.png', 'home/other.yaml', 'home/deep/g.png'])
      put(path);
    const pack = packCatalogue(join(folder, 'home/nova.yaml'));
    expect(pack.yaml).toBe(yaml);
    expect(Object.keys(pack.files)).toEqual(['f.png', 'img/l.svg', 'meu contrato.html']);
  });

  it('for a folder is everything except hidden files and node packages', () => {
    for (const path of ['c/a.yaml', 'c/b/d.yml', 'c/b/l.svg', 'c/.git/config', 'c/node_modules/x/i.js'])
      put(path);
    expect(Object.keys(packCatalogue(join(folder, 'c')).files)).toEqual(['a.yaml', 'b/d.yml', 'b/l.svg']);
  });
});

it('a file in another encoding is not sent: the line is reported', () => {
  put('nova.yaml');
  writeFileSync(
    join(folder, 'nova.yaml'),
    Buffer.from('version: 1\ncourses:\n  - name: Gest\u00e3o\n', 'latin1'),
  );
  expect(() => packCatalogue(join(folder, 'nova.yaml'))).toThrow('line 3 is not UTF-8');
});

describe('what is exported', () => {
  const files = { 'contracts/ct.html': Buffer.from('<p>1</p>').toString('base64') };
  const exported = { yaml: 'version: 1\n', files };

  it('stays inside the folder it is written to', () => {
    unpack(unpackingOf(join(folder, 'out/nova.yaml'), exported).files);
    expect(readFileSync(join(folder, 'out/contracts/ct.html'), 'utf8')).toBe('<p>1</p>');
    expect(() => unpackingOf(join(folder, 'out'), { yaml: '', files: { '../x.html': '' } })).toThrow(
      'outside',
    );
  });

  it('lists files it would overwrite, but not unchanged ones', () => {
    put('out/nova.yaml', '# by hand\n');
    put('out/contracts/ct.html', '<p>1</p>');
    const { replaced } = unpackingOf(join(folder, 'out/nova.yaml'), exported);
    expect(replaced).toEqual([join(folder, 'out/nova.yaml')]);
  });

  it('is not written next to catalogue files it would be read with', () => {
    put('out/catalogue.yaml');
    put('out/offers.yaml');
    expect(unpackingOf(join(folder, 'out'), exported).others).toEqual(['offers.yaml']);
    expect(unpackingOf(join(folder, 'out/nova.yaml'), exported).others).toEqual([]);
  });
});

it('a problem is reported at the file the caller knows', () => {
  expect(placeOfProblem('nova/', { line: 3, path: 'prices.yaml: prices[0].kind' })).toEqual({
    file: 'nova/prices.yaml',
    line: 3,
    inside: 'prices[0].kind',
  });
  expect(placeOfProblem('nova/', { line: 9, path: 'a.yaml' })).toEqual({
    file: 'nova/a.yaml',
    line: 9,
    inside: '',
  });
  expect(placeOfProblem('nova.yaml', { line: 1, path: 'hosts' })).toEqual({
    file: 'nova.yaml',
    line: 1,
    inside: 'hosts',
  });
});
