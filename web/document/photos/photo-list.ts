/** Most pages of one joined document: a long school record has twenty. */
export const MOST_PHOTOS = 40;

/** A photo as a page of the document. */
export type Photo = {
  key: string;
  /** JPEG, upright and no larger than a page needs. */
  content: Blob;
  /** Address of its preview image. */
  preview: string;
  blurred: boolean;
  /** Quarter turns to the right. */
  turns: 0 | 1 | 2 | 3;
};

export type PhotoAct =
  | { act: 'added'; photo: Photo }
  | { act: 'removed'; key: string }
  | { act: 'turned'; key: string }
  | { act: 'moved'; key: string; by: -1 | 1 }
  | { act: 'emptied' };

const TURNED = { 0: 1, 1: 2, 2: 3, 3: 0 } as const;

function moved(photos: readonly Photo[], key: string, by: number): readonly Photo[] {
  const from = photos.findIndex((one) => one.key === key);
  const to = from + by;
  const photo = photos[from];
  const other = photos[to];
  if (!photo || !other) return photos;
  const changed = [...photos];
  changed[from] = other;
  changed[to] = photo;
  return changed;
}

/** The photos of a document in page order; never more than a document may have. */
export function photoList(photos: readonly Photo[], act: PhotoAct): readonly Photo[] {
  switch (act.act) {
    case 'added':
      return photos.length < MOST_PHOTOS ? [...photos, act.photo] : photos;
    case 'removed':
      return photos.filter(({ key }) => key !== act.key);
    case 'turned':
      return photos.map((one) => (one.key === act.key ? { ...one, turns: TURNED[one.turns] } : one));
    case 'moved':
      return moved(photos, act.key, act.by);
    case 'emptied':
      return [];
  }
}
