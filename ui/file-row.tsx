import type { ReactNode } from 'react';
import './styles/document.css';
import { Button } from './button.tsx';
import { fileTexts } from './file-texts.ts';
import type { IconComponent } from './icon.tsx';
import { IconButton, IconLink } from './icon-button.tsx';
import { FileIcon } from './icons/file.tsx';
import { XIcon } from './icons/x.tsx';
import { Meter } from './meter.tsx';

type FileTool = { icon: IconComponent; label: string } & ({ href: string } | { onClick: () => void });

export type FileRowProps = {
  name: string;
  icon?: IconComponent;
  /** Shown in place of the icon. */
  picture?: ReactNode;
  /** Size and state: "1,8 MB · enviado 19/11", while sending "62% · 1,9 de 3,1 MB". */
  meta?: string;
  /** 0 to 100 while sending. */
  progress?: number;
  /** Always set while sending. */
  onCancel?: () => void;
  /** What went wrong; replaces `meta`. */
  error?: string;
  onRetry?: () => void;
  /** View or remove, with a label that names the file. */
  tool?: FileTool;
};

/** A file: icon, name, size and state, one tool; progress under the row. */
export function FileRow(props: FileRowProps) {
  const { name, icon: Icon = FileIcon, picture, meta, progress, onCancel, error, onRetry, tool } = props;
  const sending = progress !== undefined && !error;
  return (
    <div className="file-row">
      {picture ?? (
        <span className="file-row__thumb">
          <Icon />
        </span>
      )}
      <div className="file-row__text">
        <p className="file-row__name" title={name}>
          {name}
        </p>
        {error ? (
          <p className="file-row__meta file-row__meta--error" role="alert">
            {error}
          </p>
        ) : (
          meta && <p className="file-row__meta">{meta}</p>
        )}
      </div>
      {sending && onCancel ? (
        <IconButton icon={XIcon} label={fileTexts.cancelUpload(name)} onClick={onCancel} />
      ) : (
        tool && <Tool {...tool} />
      )}
      {sending && <Meter value={progress} label={fileTexts.uploadOf(name)} />}
      {error && onRetry && (
        <div className="file-row__retry">
          <Button kind="outline" small onClick={onRetry}>
            {fileTexts.retry}
          </Button>
        </div>
      )}
    </div>
  );
}

function Tool(tool: FileTool) {
  return 'href' in tool ? (
    <IconLink icon={tool.icon} label={tool.label} href={tool.href} target="_blank" rel="noopener" />
  ) : (
    <IconButton icon={tool.icon} label={tool.label} onClick={tool.onClick} />
  );
}
