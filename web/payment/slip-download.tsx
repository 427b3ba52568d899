import { textOf } from '@orbita/client/errors.ts';
import { keepFile } from '@orbita/client/keep-file.ts';
import { Button } from '@orbita/ui/button';
import { DownloadIcon } from '@orbita/ui/icons/download';
import { Notice } from '@orbita/ui/notice';
import { useState } from 'react';
import { slipTexts as t } from '../texts/payment.ts';

type SlipDownloadProps = {
  /** Requests the PDF in base64. */
  load: () => Promise<{ pdf: string }>;
  name: string;
};

/** Downloads a slip as a PDF, and says why if that fails. */
export function SlipDownload({ load, name }: SlipDownloadProps) {
  const [loading, setLoading] = useState(false);
  const [failed, setFailed] = useState<string>();
  const download = async () => {
    setLoading(true);
    setFailed(undefined);
    try {
      const { pdf } = await load();
      const bytes = Uint8Array.from(atob(pdf), (character) => character.charCodeAt(0));
      keepFile(new Blob([bytes], { type: 'application/pdf' }), name);
    } catch (error) {
      setFailed(textOf(error, t.notFetched));
    } finally {
      setLoading(false);
    }
  };
  return (
    <>
      <Button
        kind="quiet"
        block
        icon={DownloadIcon}
        busy={loading && t.downloading}
        onClick={() => void download()}
      >
        {t.download}
      </Button>
      {failed && <Notice kind="danger" role="alert" title={failed} />}
    </>
  );
}
