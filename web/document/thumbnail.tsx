import { ImageIcon } from '@orbita/ui/icons/image';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { call } from '../base/api.ts';
import type { DocumentFile } from './queries.ts';

/** Side in pixels, enough for screens of double density. */
const SIDE = 96;
/** Larger files are not loaded for a small picture. */
const MOST_BYTES = 1024 * 1024;

/** True once the element was near the visible part of the page. */
function useSeen() {
  const place = useRef<HTMLSpanElement>(null);
  const [seen, setSeen] = useState(false);
  useEffect(() => {
    const element = place.current;
    if (!element || typeof IntersectionObserver !== 'function') return;
    const observer = new IntersectionObserver(([entry]) => {
      if (!entry?.isIntersecting) return;
      setSeen(true);
      observer.disconnect();
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { place, seen };
}

/** A small picture as a data address, which needs no clearing up. */
async function pictureOf(file: DocumentFile): Promise<string> {
  const { url } = await call('GET /candidate/documents/files/{fileId}', {
    params: { fileId: file.fileId },
    query: { link: '1' },
  });
  const response = await fetch(url, { credentials: 'same-origin' });
  if (!response.ok) throw new Error('No picture');
  const picture = await createImageBitmap(await response.blob(), { imageOrientation: 'from-image' });
  const scale = SIDE / Math.min(picture.width, picture.height);
  const canvas = document.createElement('canvas');
  canvas.width = SIDE;
  canvas.height = SIDE;
  const [width, height] = [picture.width * scale, picture.height * scale];
  canvas.getContext('2d')?.drawImage(picture, (SIDE - width) / 2, (SIDE - height) / 2, width, height);
  picture.close();
  return canvas.toDataURL('image/jpeg', 0.8);
}

/** True for a file of which a small picture is made: a clean photo that does not cost much to load. */
export const hasPicture = ({ type, scan, size }: DocumentFile): boolean =>
  type === 'image/jpeg' && scan === 'clean' && size <= MOST_BYTES && typeof createImageBitmap === 'function';

/** Small picture of an own photo, beside its name; until it is there, and when it fails, the sign of a picture. */
export function Thumbnail({ file }: { file: DocumentFile }) {
  const { place, seen } = useSeen();
  const picture = useQuery({
    queryKey: ['thumbnail', file.fileId],
    queryFn: () => pictureOf(file),
    enabled: seen,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  return (
    <span ref={place} className="file-row__thumb">
      {picture.data ? <img className="file-row__picture" src={picture.data} alt="" /> : <ImageIcon />}
    </span>
  );
}
