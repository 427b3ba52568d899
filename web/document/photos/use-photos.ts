import { useEffect, useReducer, useRef, useState } from 'react';
import { photoTexts as t } from '../../texts/document.ts';
import { MOST_PHOTOS, photoList } from './photo-list.ts';
import { type PhotoProblem, readPhoto } from './read-photo.ts';

const textOf = (problem: PhotoProblem): string =>
  problem.problem === 'small' ? t.small(problem.width, problem.height) : t.unreadable;

/** Photos that are to become one document, and what was wrong with the rejected ones. */
export function usePhotos() {
  const [photos, change] = useReducer(photoList, []);
  const [problems, setProblems] = useState<readonly string[]>([]);
  const [reading, setReading] = useState<{ done: number; of: number }>();
  const count = useRef(0);
  count.current = photos.length;
  const shown = useRef<ReadonlySet<string>>(new Set());

  useEffect(() => {
    const now = new Set(photos.map(({ preview }) => preview));
    for (const preview of shown.current) if (!now.has(preview)) URL.revokeObjectURL(preview);
    shown.current = now;
  }, [photos]);
  useEffect(
    () => () => {
      for (const preview of shown.current) URL.revokeObjectURL(preview);
    },
    [],
  );

  const waiting = photos.length > 0;
  useEffect(() => {
    if (!waiting) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [waiting]);

  const add = async (files: readonly File[]) => {
    const taken = files.slice(0, Math.max(0, MOST_PHOTOS - count.current));
    const left = files.length - taken.length;
    const found: string[] = left > 0 ? [t.tooMany(MOST_PHOTOS, left)] : [];
    setProblems(found);
    // One after the other: phones have little memory for decoded pictures.
    for (const [done, file] of taken.entries()) {
      setReading({ done, of: taken.length });
      const photo = await readPhoto(file);
      if ('key' in photo) change({ act: 'added', photo });
      else found.push(`${file.name}: ${textOf(photo)}`);
    }
    setReading(undefined);
    setProblems([...new Set(found)]);
  };
  return { photos, problems, setProblems, reading, add, change };
}
export type Photos = ReturnType<typeof usePhotos>;
