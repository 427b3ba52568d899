import { Button } from '@orbita/ui/button';
import { FieldError } from '@orbita/ui/field';
import { useId } from 'react';
import { brandTexts as t } from '../texts/brand.ts';
import { base64Of } from './base64.ts';

export type Part = 'favicon' | 'logoSmall' | 'logoLarge';
/** A picked picture: its path in the catalogue, and its bytes. */
export type Picked = { path: string; content: string; url: string };

const TYPES: Readonly<Record<string, string>> = {
  'image/svg+xml': 'svg',
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
  'image/x-icon': 'ico',
  'image/vnd.microsoft.icon': 'ico',
};
/** Largest file that is sent for checking. */
const MOST_BYTES = 700_000;
const hex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

/**
 * Names a picked file by its content: browsers cache pictures by their address for an hour. Undefined for a wrong type or size.
 */
export async function pictureOf(part: Part, host: string, file: File): Promise<Picked | undefined> {
  const type = TYPES[file.type];
  if (!type || file.size > MOST_BYTES) return undefined;
  const bytes = new Uint8Array(await file.arrayBuffer());
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  const place = host.replace(/[^a-z0-9]/g, '-');
  return {
    path: `${place}-${part.toLowerCase()}-${hex(digest.subarray(0, 6))}.${type}`,
    content: base64Of(bytes),
    url: URL.createObjectURL(file),
  };
}

/** A picked picture as a data URL, for a window of another origin. */
export const dataOf = ({ path, content }: Picked): string => {
  const type = Object.entries(TYPES).find(([, ending]) => path.endsWith(`.${ending}`))?.[0] ?? '';
  return `data:${type};base64,${content}`;
};

type Props = {
  part: Part;
  /** What is shown now: the saved picture, or the picked one. */
  url: string | undefined;
  error: string | undefined;
  disabled: boolean;
  onPick: (file: File) => void;
  onRemove: () => void;
};

/** One picture of the brand. */
export function PictureField({ part, url, error, disabled, onPick, onRemove }: Props) {
  const id = useId();
  const [label, hint] = t.pictures[part];
  return (
    <div className="field">
      <span className="field__label">{label}</span>
      <p className="field__hint" id={`${id}-dica`}>
        {hint}
      </p>
      <div className="brand-picture">
        {url ? <img src={url} alt="" /> : <span className="muted">{t.noPicture}</span>}
        {!disabled && (
          <span className="row">
            <label className="button button--quiet button--small">
              {url ? t.change : t.choose}
              <input
                className="visually-hidden"
                type="file"
                accept=".svg,.png,.jpg,.jpeg,.webp,.ico"
                aria-label={t.changePicture(label.toLowerCase())}
                aria-describedby={`${id}-dica`}
                onChange={({ currentTarget }) => {
                  const [file] = currentTarget.files ?? [];
                  if (file) onPick(file);
                  currentTarget.value = '';
                }}
              />
            </label>
            {url && (
              <Button small kind="quiet" aria-label={t.removePicture(label.toLowerCase())} onClick={onRemove}>
                {t.remove}
              </Button>
            )}
          </span>
        )}
      </div>
      {error && <FieldError>{error}</FieldError>}
    </div>
  );
}
