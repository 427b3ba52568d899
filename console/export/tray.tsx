import { serverNow } from '@orbita/client/server-clock.ts';
import { Button } from '@orbita/ui/button';
import { DownloadIcon } from '@orbita/ui/icons/download';
import { Meter } from '@orbita/ui/meter';
import { Notice } from '@orbita/ui/notice';
import { useDetailsPopup } from '@orbita/ui/use-details.ts';
import { useEffect, useRef, useState } from 'react';
import { textOf } from '../base/api.ts';
import { day, hour, localDay, when } from '../base/zone.ts';
import { exportTexts as t } from '../texts/export.ts';
import {
  type ExportJob,
  isUnderWay,
  shareOf,
  stateText,
  useAsk,
  useCancel,
  useDownload,
  useExports,
  wishOf,
} from './exports.ts';
import '../styles/export.css';

/** The time of an instant, with the day unless it is today. */
const until = (at: string): string =>
  localDay(at) === localDay(new Date(serverNow())) ? hour(at) : `${day(at)} às ${hour(at)}`;

/** "Exportações" in the top bar: the progress of files, and links to them (spec 25.3.2). */
export default function ExportTray() {
  const jobs = useExports();
  const details = useDetailsPopup();
  const current = jobs?.find(isUnderWay);
  return (
    <details className="menu exports" ref={details}>
      <summary className="exports__open">
        <DownloadIcon small />
        <span className="exports__word">{t.exports}</span>
        {current && <span className="exports__share">{t.share(shareOf(current))}</span>}
      </summary>
      <div className="menu__list menu__list--exports">
        {jobs?.length ? (
          <ul>
            {jobs.map((job) => (
              <ExportLine key={job.id} job={job} />
            ))}
          </ul>
        ) : (
          <p className="exports__none">
            <b>{t.none}</b>
            <small>{t.noneHelp}</small>
          </p>
        )}
      </div>
      <Announcer jobs={jobs} />
    </details>
  );
}

/** Announces to screen readers when a file starts and ends; every row would be too much. */
function Announcer({ jobs }: { jobs: ExportJob[] | undefined }) {
  const announced = useRef<ReadonlyMap<number, string> | undefined>(undefined);
  const [text, setText] = useState('');
  useEffect(() => {
    if (!jobs) return;
    const before = announced.current;
    const news = before && jobs.find(({ id, state }) => before.get(id) !== state);
    if (news) setText(`${t.file(news.list, news.format)}: ${stateText({ ...news, estimated: null }, until)}`);
    announced.current = new Map(jobs.map(({ id, state }) => [id, state]));
  }, [jobs]);
  return (
    <p className="visually-hidden" role="status">
      {text}
    </p>
  );
}

function ExportLine({ job }: { job: ExportJob }) {
  const ask = useAsk();
  const cancel = useCancel();
  const download = useDownload();
  const failure = ask.error ?? cancel.error ?? download.error;
  return (
    <li className="exports__line" data-state={job.state}>
      <p>
        <b>{t.file(job.list, job.format)}</b>
        <small>
          {t.asked(when(job.createdAt))}
          {job.state === 'ready' && ` · ${t.rows(job.rows)}`}
        </small>
      </p>
      <p className="exports__state">{stateText(job, until)}</p>
      {job.state === 'running' && <Meter value={shareOf(job)} label={t.progress(job.list)} />}
      {failure && <Notice kind="danger" role="alert" title={textOf(failure)} />}
      <div className="row">
        {isUnderWay(job) && (
          <Button
            kind="outline"
            small
            busy={cancel.isPending && t.cancelling}
            onClick={() => cancel.mutate(job.id)}
          >
            {t.cancel}
          </Button>
        )}
        {job.state === 'ready' && (
          <Button small busy={download.isPending && t.downloading} onClick={() => download.mutate(job)}>
            {t.download}
          </Button>
        )}
        {job.state === 'failed' && (
          <Button
            kind="outline"
            small
            busy={ask.isPending && t.making}
            onClick={() => ask.mutate(wishOf(job))}
          >
            {t.again}
          </Button>
        )}
      </div>
    </li>
  );
}
