import { Button } from '@orbita/ui/button';
import { Dialog } from '@orbita/ui/dialog';
import { UploadActions } from '@orbita/ui/document-row';
import { CameraIcon } from '@orbita/ui/icons/camera';
import { ImageIcon } from '@orbita/ui/icons/image';
import { Notice } from '@orbita/ui/notice';
import { useState } from 'react';
import { photoTexts as t } from '../../texts/document.ts';
import { hasCamera, Pick } from '../pick-buttons.tsx';
import { PhotoRow } from './photo-row.tsx';
import type { Photos } from './use-photos.ts';
import './photos.css';

type Props = {
  /** Name of the document, and of the joined file. */
  name: string;
  photos: Photos;
  onClose: () => void;
  onSend: (file: File) => void;
};

/** One photo stays a photo, several become the pages of a PDF. */
async function fileOf(name: string, photos: Photos['photos']): Promise<File | undefined> {
  const [first] = photos;
  const title = name.replaceAll('/', '-').slice(0, 100);
  if (photos.length === 1 && first?.turns === 0)
    return new File([first.content], `${title}.jpg`, { type: 'image/jpeg' });
  const { joinPhotos } = await import('./join-photos.ts');
  const joined = await joinPhotos(photos);
  return joined && new File([joined], `${title}.pdf`, { type: 'application/pdf' });
}

/** Photos of one document, to be ordered and checked before they are sent as one file (spec 15.9). */
export function PhotosDialog({ name, photos: { photos, ...rest }, onClose, onSend }: Props) {
  const { problems, setProblems, reading, add, change } = rest;
  const [joining, setJoining] = useState(false);
  const busy = reading !== undefined || joining;
  const send = async () => {
    setJoining(true);
    try {
      const file = await fileOf(name, photos);
      if (!file) return setProblems([t.tooHeavy]);
      onSend(file);
      change({ act: 'emptied' });
      onClose();
    } catch {
      setProblems([t.notJoined]);
    } finally {
      setJoining(false);
    }
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={t.title}
      foot={
        <>
          <Button
            kind="primary"
            disabled={photos.length === 0 || reading !== undefined}
            busy={joining && t.joining}
            onClick={() => void send()}
          >
            {t.send(photos.length)}
          </Button>
          <Button kind="outline" onClick={onClose}>
            {t.later}
          </Button>
        </>
      }
    >
      <p>{t.help(name)}</p>
      <UploadActions>
        {hasCamera() && (
          <Pick
            word={photos.length > 0 ? t.takeMore : t.take}
            icon={CameraIcon}
            kind="tonal"
            name={name}
            accept="image/*"
            capture
            disabled={busy}
            onPick={(files) => void add(files)}
          />
        )}
        <Pick
          word={t.choose}
          icon={ImageIcon}
          kind="outline"
          name={name}
          accept="image/*"
          disabled={busy}
          onPick={(files) => void add(files)}
        />
      </UploadActions>
      {problems.length > 0 && (
        <Notice kind="danger" role="alert" title={t.problems}>
          <ul className="photos__problems">
            {problems.map((problem) => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
        </Notice>
      )}
      <p role="status" className="small muted">
        {reading ? t.reading(reading.done + 1, reading.of) : t.count(photos.length)}
      </p>
      <ol className="photos">
        {photos.map((photo, at) => (
          <PhotoRow key={photo.key} photo={photo} page={at + 1} of={photos.length} change={change} />
        ))}
      </ol>
    </Dialog>
  );
}
