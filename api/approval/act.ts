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
  /** What was asked for, as its module gave it to `askSecond`. */
  command: unknown;
  /** Who asked, with the institutions for which she holds the part now; named with who approved. */
  service: Service;
  /** Host of the console at which it was approved. */
  hostname: string;
};

/** What is left to do once it is committed. An `AppError` of it makes the request `failed`. */
export type Afterwards = () => Promise<void>;

/** How an act is done that a second person approved (spec 25.4.4); the module that owns the act provides it. */
export type Act = {
  /** Locks what the act locks itself, before the request is locked, so that asking and approving never wait for each other. */
  lock?: (tx: Tx, approval: ApprovalRow) => Promise<unknown>;
  /**
   * Checks everything again and does it, in the transaction of the decision. An `AppError` undoes it and makes the request
   * `failed`, with its text as the reason.
   */
  run: (tx: Tx, approved: Approved) => Promise<Afterwards | undefined>;
};

/** Acts of every kind; `api/approvals.ts` joins them. */
export type Acts = Readonly<Record<ApprovalKind, Act>>;
