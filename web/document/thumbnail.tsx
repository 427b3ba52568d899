import { ImageIcon } from '@orbita/ui/icons/image';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { call } from '../base/api.ts';
import type { DocumentFile } from './queries.ts';

/** Side in pixels, enough for high-density screens. */
const SIDE = 96;
/** Larger files are not loaded for a thumbnail. */
const MOST_BYTES = 1024 * 1024;

/** True once the element has been near the visible part of the page. */
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

/** A thumbnail as a data URL, which needs no cleanup. */
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

/** True for a file that gets a thumbnail: a clean photo that is cheap to load. */
export const hasPicture = ({ type, scan, size }: DocumentFile): boolean =>
  type === 'image/jpeg' && scan === 'clean' && size <= MOST_BYTES && typeof createImageBitmap === 'function';

/** Thumbnail of the candidate's own photo, beside its name; the picture icon until it is loaded and if it fails. */
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
