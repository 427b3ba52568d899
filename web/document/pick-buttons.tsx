import { type FileFormat, FORMATS } from '@orbita/domain/document';
import { Button, type ButtonKind } from '@orbita/ui/button';
import { UploadActions } from '@orbita/ui/document-row';
import type { IconComponent } from '@orbita/ui/icon';
import { CameraIcon } from '@orbita/ui/icons/camera';
import { PlusIcon } from '@orbita/ui/icons/plus';
import { UploadIcon } from '@orbita/ui/icons/upload';
import { VisuallyHidden } from '@orbita/ui/visually-hidden';
import { useId, useRef } from 'react';
import { documentTexts as t } from '../texts/document.ts';

type Props = {
  /** Name of the document, read by screen readers with each button. */
  name: string;
  accepted: readonly FileFormat[];
  again: boolean;
  /** Files were sent already: offer a less prominent button to add more. */
  more: boolean;
  /** This is the place of the page's only filled button. */
  loud: boolean;
  onPick: (files: readonly File[]) => void;
  /** Photos just taken, to be reviewed before they are sent. */
  onPhoto: (files: readonly File[]) => void;
};

/** True on phones and tablets, which have a camera. */
export const hasCamera = () => typeof matchMedia === 'function' && matchMedia('(pointer: coarse)').matches;

const acceptOf = (formats: readonly FileFormat[]): string =>
  formats
    .flatMap((one) => [
      // Pictures of other formats are converted to JPEG here.
      one === 'jpeg' ? 'image/*' : FORMATS[one].mediaType,
      ...FORMATS[one].extensions.map((ext) => `.${ext}`),
    ])
    .join(',');

/** "Tirar foto" on phones and "Enviar arquivo" everywhere. */
export function PickButtons({ name, accepted, again, more, loud, onPick, onPhoto }: Props) {
  const camera = hasCamera() && accepted.includes('jpeg') && !more;
  const photo = camera && (
    <Pick
      key="photo"
      word={t.photo}
      icon={CameraIcon}
      kind={again ? 'outline' : loud ? 'primary' : 'tonal'}
      name={name}
      accept={FORMATS.jpeg.mediaType}
      capture
      onPick={onPhoto}
    />
  );
  const file = (
    <Pick
      key="file"
      word={more ? t.sendMore : again ? t.sendAgain : t.send}
      icon={more ? PlusIcon : UploadIcon}
      kind={loud && !(camera && !again) ? 'primary' : again ? 'tonal' : 'outline'}
      name={name}
      accept={acceptOf(accepted)}
      onPick={onPick}
    />
  );
  // After a refusal people mostly retry the same way, so the file button comes first.
  return <UploadActions>{again ? [file, photo] : [photo, file]}</UploadActions>;
}

type PickProps = {
  word: string;
  icon: IconComponent;
  kind: ButtonKind;
  name: string;
  accept: string;
  capture?: boolean;
  disabled?: boolean;
  onPick: (files: readonly File[]) => void;
};

/** A button that opens the camera or the file picker. */
export function Pick({ word, icon, kind, name, accept, capture, disabled, onPick }: PickProps) {
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  return (
    <>
      <Button kind={kind} small icon={icon} disabled={disabled} onClick={() => input.current?.click()}>
        {word}
        <VisuallyHidden>{t.of(name)}</VisuallyHidden>
      </Button>
      <input
        ref={input}
        id={id}
        type="file"
        hidden
        aria-label={`${word}${t.of(name)}`}
        accept={accept}
        {...(capture ? { capture: 'environment' as const } : { multiple: true })}
        onChange={(event) => {
          const files = [...(event.currentTarget.files ?? [])];
          // Reset the input, otherwise picking the same file again fires no event.
          event.currentTarget.value = '';
          if (files.length > 0) onPick(files);
        }}
      />
    </>
  );
}
