import { ApiError, NetworkError, refusalOf, textOf } from '@orbita/client/errors.ts';
import { keepFile } from '@orbita/client/keep-file.ts';
import { Button } from '@orbita/ui/button';
import { DownloadIcon } from '@orbita/ui/icons/download';
import { Notice } from '@orbita/ui/notice';
import { uiTexts } from '@orbita/ui/texts.ts';
import { useState } from 'react';
import { headers } from '../base/api.ts';
import { session } from '../base/session.ts';
import { privacyPageTexts as t } from '../texts/privacy.ts';

/** `{request}.{key}` from the link in the e-mail. */
export const COPY = 'copia';

async function fetchCopy(link: string): Promise<Blob> {
  const [id, key] = link.split('.');
  let response: Response;
  try {
    response = await fetch(
      `/orbita/api/candidate/users/${encodeURIComponent(session.uuid())}/privacy-requests/${Number(id)}/file`,
      {
        method: 'POST',
        headers: { ...headers(), 'content-type': 'application/json' },
        body: JSON.stringify({ key: key ?? '' }),
        credentials: 'same-origin',
      },
    );
  } catch {
    throw new NetworkError(uiTexts);
  }
  if (!response.ok) throw await refusalOf(response);
  return response.blob();
}

const troubleOf = (error: unknown): string => {
  if (error instanceof ApiError && error.status === 404) return t.copyOther;
  if (error instanceof ApiError && error.status === 410) return t.copyOver;
  return textOf(error);
};

/** What the link in the e-mail opens: one press, one file. */
export function PrivacyCopy({ link }: { link: string }) {
  const [busy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState<string>();
  const [done, setDone] = useState(false);
  const download = async () => {
    setBusy(true);
    setTrouble(undefined);
    try {
      keepFile(await fetchCopy(link), 'meus-dados.json');
      setDone(true);
    } catch (error) {
      setTrouble(troubleOf(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Notice kind={trouble ? 'danger' : 'success'} title={t.copyTitle} titleAs="h2">
      <p>{t.copyText}</p>
      <div className="stack">
        <div>
          <Button icon={DownloadIcon} busy={busy && t.copyBusy} onClick={() => void download()}>
            {t.copyAct}
          </Button>
        </div>
        <p role={trouble ? 'alert' : 'status'}>{trouble ?? (done ? t.copyDone : '')}</p>
      </div>
    </Notice>
  );
}
