import { HIDDEN_IN_VIEW } from '@orbita/domain/staff';

/** Shown in place of what a view of the team hides (spec 25.6.3). */
export const HiddenInView = ({ name }: { name: string }) => (
  <div className="stack stack--tight">
    <p className="field__label">{name}</p>
    <p className="muted">{HIDDEN_IN_VIEW}</p>
  </div>
);
