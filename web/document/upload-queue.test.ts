import { describe, expect, it } from 'vitest';
import {
  isBusy,
  type News,
  newsOf,
  nextUploads,
  progressOf,
  sizeText,
  type Upload,
  type UploadAct,
  uploads,
} from './upload-queue.ts';

const run = (...acts: UploadAct[]) => acts.reduce<readonly Upload[]>(uploads, []);
const picked = (...keys: string[]): UploadAct => ({
  act: 'picked',
  uploads: keys.map((key) => ({ key, documentId: 1, name: `${key}.pdf`, size: 100 })),
});
const ready = (key: string): UploadAct => ({ act: 'ready', key, size: 80 });

describe('upload queue', () => {
  it('prepares, then sends two at a time in the order of selection', () => {
    const queue = run(picked('a', 'b', 'c'), ready('a'), ready('b'), ready('c'));
    expect(nextUploads(queue).map(({ key }) => key)).toEqual(['a', 'b']);
    const sending = uploads(queue, { act: 'started', key: 'a' });
    expect(nextUploads(sending).map(({ key }) => key)).toEqual(['b']);
    expect(queue[0]?.size).toBe(80);
  });

  it('waits for the network and starts again from the beginning', () => {
    const cut = run(
      picked('a'),
      ready('a'),
      { act: 'started', key: 'a' },
      { act: 'progress', key: 'a', sent: 50 },
    );
    const lost = uploads(cut, { act: 'lost', key: 'a' });
    expect(lost[0]).toMatchObject({ state: 'offline', sent: 0 });
    expect(nextUploads(lost)).toEqual([]);
    expect(uploads(lost, { act: 'online' })[0]?.state).toBe('waiting');
  });

  it('keeps a failed file with its reason until it is retried or dropped', () => {
    const failed = run(picked('a'), ready('a'), { act: 'failed', key: 'a', text: 'não' });
    expect(failed[0]).toMatchObject({ state: 'failed', error: 'não' });
    expect(isBusy(failed)).toBe(false);
    const again = uploads(failed, { act: 'again', key: 'a' });
    expect(again[0]).toMatchObject({ state: 'waiting', error: undefined });
    expect(isBusy(again)).toBe(true);
    expect(uploads(again, { act: 'gone', key: 'a' })).toEqual([]);
  });

  it('leaves other files alone', () => {
    const queue = run(picked('a', 'b'), { act: 'refused', key: 'a', text: 'O arquivo está vazio.' });
    expect(queue.map(({ state }) => state)).toEqual(['refused', 'preparing']);
  });
});

describe('announcements of an upload', () => {
  it('are its start, each quarter and its end, once', () => {
    const announced: News[] = [];
    let queue = run(picked('a'), ready('a'));
    for (const act of [
      { act: 'started', key: 'a' },
      { act: 'progress', key: 'a', sent: 10 },
      { act: 'progress', key: 'a', sent: 45 },
      { act: 'lost', key: 'a' },
      { act: 'started', key: 'a' },
      { act: 'progress', key: 'a', sent: 40 },
      { act: 'progress', key: 'a', sent: 80 },
      { act: 'delivered', key: 'a' },
    ] satisfies UploadAct[]) {
      const news = newsOf(queue, act, announced.at(-1));
      if (news) announced.push(news);
      queue = uploads(queue, act);
    }
    expect(announced.map(({ percent }) => percent)).toEqual([0, 50, 75, 100]);
    expect(newsOf(run(picked('b')), { act: 'gone', key: 'b' }, undefined)).toBeUndefined();
  });
});

describe('progress in words', () => {
  it('never exceeds the total', () => {
    expect(progressOf({ sent: 2_000_000, size: 1_000_000 })).toEqual({
      percent: 100,
      sent: '1,0',
      total: '1,0',
    });
    expect(progressOf({ sent: 0, size: 0 }).percent).toBe(0);
    expect(progressOf({ sent: 1_992_294, size: 3_250_586 })).toEqual({
      percent: 61,
      sent: '1,9',
      total: '3,1',
    });
  });
  it('formats sizes for people', () => {
    expect(sizeText(10)).toBe('1 KB');
    expect(sizeText(20_480)).toBe('20 KB');
    expect(sizeText(1_887_437)).toBe('1,8 MB');
  });
});
