import { describe, expect, it } from 'vitest';
import { MOST_PHOTOS, type Photo, photoList } from './photo-list.ts';

const photo = (key: string): Photo => ({
  key,
  content: new Blob(),
  preview: '',
  blurred: false,
  turns: 0,
});
const three = ['a', 'b', 'c'].map(photo);
const keys = (photos: readonly Photo[]) => photos.map(({ key }) => key).join('');

describe('photos of a document', () => {
  it('keep their order, and move one place at a time', () => {
    expect(keys(photoList(three, { act: 'moved', key: 'a', by: 1 }))).toBe('bac');
    expect(keys(photoList(three, { act: 'moved', key: 'c', by: -1 }))).toBe('acb');
    expect(keys(photoList(three, { act: 'moved', key: 'a', by: -1 }))).toBe('abc');
    expect(keys(photoList(three, { act: 'moved', key: 'c', by: 1 }))).toBe('abc');
    expect(keys(photoList(three, { act: 'moved', key: 'x', by: 1 }))).toBe('abc');
  });

  it('rotate by quarter turns all the way round', () => {
    let photos: readonly Photo[] = three;
    const turns = Array.from({ length: 4 }, () => {
      photos = photoList(photos, { act: 'turned', key: 'b' });
      return photos[1]?.turns;
    });
    expect(turns).toEqual([1, 2, 3, 0]);
  });

  it('are limited as the files of a document are', () => {
    let photos: readonly Photo[] = [];
    for (let n = 0; n < 400; n++) photos = photoList(photos, { act: 'added', photo: photo(`${n}`) });
    expect(photos).toHaveLength(MOST_PHOTOS);
    expect(photoList(photos, { act: 'removed', key: '0' })).toHaveLength(MOST_PHOTOS - 1);
    expect(photoList(photos, { act: 'emptied' })).toEqual([]);
  });
});
