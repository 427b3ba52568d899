import type { ExportList } from '@orbita/domain/export';
import { Button } from '@orbita/ui/button';
import { DownloadIcon } from '@orbita/ui/icons/download';
import { lazy, Suspense, useState } from 'react';
import { exportTexts as t } from '../texts/export.ts';
import { Kbd } from '../ui/kbd.tsx';
import { useKeys } from '../ui/keys.ts';
import { type ExportWish, useMayExport } from './exports.ts';

const ExportDialog = lazy(() => import('./export-dialog.tsx'));

type Props<L extends ExportList> = {
  list: L;
  /** The filters of the list as its own call expects them, without paging. */
  query: Extract<ExportWish, { list: L }>['query'];
};

/** "Exportar" of a list, for people with both permissions; key `e` (spec 25.3.6). */
export function ExportButton<L extends ExportList>(props: Props<L>) {
  return useMayExport(props.list) ? <Offered {...props} /> : null;
}

function Offered<L extends ExportList>({ list, query }: Props<L>) {
  const [open, setOpen] = useState(false);
  useKeys(t.lists, [{ key: 'e', label: t.key, run: () => setOpen(true) }]);
  return (
    <>
      <Button kind="outline" aria-keyshortcuts="E" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <DownloadIcon small />
        {t.export}
        <Kbd keys="E" />
      </Button>
      {open && (
        <Suspense>
          <ExportDialog list={list} query={query} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
