import { IconButton } from '@orbita/ui/icon-button';
import { AlertIcon } from '@orbita/ui/icons/alert';
import { ChevronDownIcon } from '@orbita/ui/icons/chevron-down';
import { ChevronUpIcon } from '@orbita/ui/icons/chevron-up';
import { RefreshIcon } from '@orbita/ui/icons/refresh';
import { TrashIcon } from '@orbita/ui/icons/trash';
import type { Dispatch } from 'react';
import { photoTexts as t } from '../../texts/document.ts';
import type { Photo, PhotoAct } from './photo-list.ts';

type Props = { photo: Photo; page: number; of: number; change: Dispatch<PhotoAct> };

/** One page: its picture, its position and its actions. */
export function PhotoRow({ photo: { key, preview, turns, blurred }, page, of, change }: Props) {
  return (
    <li className="photo">
      <img className="photo__picture" data-turns={turns} src={preview} alt={t.picture(page)} />
      <div className="photo__text">
        <p className="photo__page">{t.page(page, of)}</p>
        {blurred && (
          <p className="photo__advice">
            <AlertIcon small /> {t.blurred}
          </p>
        )}
        <div className="photo__acts">
          <IconButton
            icon={ChevronUpIcon}
            label={t.up(page)}
            aria-disabled={page === 1}
            onClick={() => change({ act: 'moved', key, by: -1 })}
          />
          <IconButton
            icon={ChevronDownIcon}
            label={t.down(page)}
            aria-disabled={page === of}
            onClick={() => change({ act: 'moved', key, by: 1 })}
          />
          <IconButton
            icon={RefreshIcon}
            label={t.turn(page)}
            onClick={() => change({ act: 'turned', key })}
          />
          <IconButton
            icon={TrashIcon}
            label={t.remove(page)}
            onClick={() => change({ act: 'removed', key })}
          />
        </div>
      </div>
    </li>
  );
}
