import type { CSSProperties, ReactNode } from 'react';
import './styles/skeleton.css';
import { uiTexts } from './texts.ts';

export type SkeletonProps = { width?: string; height?: string; shape?: 'line' | 'chip' | 'ring' | 'button' };

/** A grey placeholder of the size of the content to come. */
export function Skeleton({ width, height, shape = 'line' }: SkeletonProps) {
  const style: CSSProperties = { inlineSize: width, blockSize: height };
  return <span className={shape === 'line' ? 'skeleton' : `skeleton skeleton--${shape}`} style={style} />;
}

/** Names what is loading. Its content appears after 200 ms, so that quick answers never flicker. */
export function Loading({ label = uiTexts.loading, children }: { label?: string; children: ReactNode }) {
  return (
    <div className="loading stack" role="status" aria-busy="true">
      <span className="visually-hidden">{label}</span>
      {children}
    </div>
  );
}

/** The shape of a form page: a title, then `fields` fields. */
function SkeletonForm({ fields = 4 }: { fields?: number }) {
  return (
    <>
      <Skeleton width="60%" height="2rem" />
      {Array.from({ length: fields }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: places without identity
        <div className="stack stack--tight" key={index}>
          <Skeleton width="8rem" />
          <Skeleton shape="button" />
        </div>
      ))}
    </>
  );
}

/** A form that is loading. */
export const LoadingForm = ({ label, fields }: { label?: string; fields?: number }) => (
  <Loading label={label}>
    <SkeletonForm fields={fields} />
  </Loading>
);
