import type { ApprovalKind } from '@orbita/domain/approval';
import type { Tx } from '../platform/database/types.ts';
import type { Service, Tenant } from '../platform/http/context.ts';
import type { Platform } from '../platform/platform.ts';
import type { ApprovalRow } from './store.ts';

declare module '../platform/platform.ts' {
  interface Platform {
    readonly approvals: Acts;
  }
}

/** A request that a second person has approved. */
export type Approved = {
  platform: Platform;
  tenant: Tenant;
  approval: ApprovalRow;
  /** What was requested, as passed to `askSecond` by the act's module. */
  command: unknown;
  /** The requester, with the institutions for which they hold the scope now; named together with the approver. */
  service: Service;
  /** Host of the console on which it was approved. */
  hostname: string;
};

/** Work left to do after the commit. An `AppError` in it makes the request `failed`. */
export type Afterwards = () => Promise<void>;

/** How an act is done once a second person approved it (spec 25.4.4); provided by the module that owns the act. */
export type Act = {
  /** Locks whatever the act locks, before the request is locked, so that requesting and approving never deadlock. */
  lock?: (tx: Tx, approval: ApprovalRow) => Promise<unknown>;
  /**
   * Checks everything again and does it, in the transaction of the decision. An `AppError` undoes it and makes the request
   * `failed`, with its text as the reason.
   */
  run: (tx: Tx, approved: Approved) => Promise<Afterwards | undefined>;
};

/** Acts of every kind; combined in `api/approvals.ts`. */
export type Acts = Readonly<Record<ApprovalKind, Act>>;
