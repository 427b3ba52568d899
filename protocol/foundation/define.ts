import { z } from 'zod';
import type { ErrorCode } from './errors.ts';
import type { Grantable, Opening } from './scopes.ts';
import { type PathShapes, pathShapes } from './shapes.ts';

export type Method = 'GET' | 'HEAD' | 'OPTIONS' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
type Api = 'platform' | 'candidate' | 'operations';

/** `METHOD /api/path/{param}`; the real address is `/orbita/api` + the path. */
type CallAddress = `${Method} /${Api}/${string}`;

/**
 * Who may call: anybody, a candidate's token, a guardian's link (spec 12.9), a payer's link (spec 14.9), a service token or a
 * person of the team who is signed in and holds what it would need, such a person alone (`staff`, spec 25.2), an outside
 * provider in its own way.
 */
type Auth = 'public' | 'candidate' | 'guardian' | 'payer' | 'service' | 'staff' | 'provider';

/** Headers of tus 1.0, and where a new thing stands. */
export type StandardHeader =
  | 'Location'
  | 'Tus-Extension'
  | 'Tus-Max-Size'
  | 'Tus-Resumable'
  | 'Tus-Version'
  | 'Upload-Length'
  | 'Upload-Metadata'
  | 'Upload-Offset';

/**
 * What a repeated call does that takes no `Idempotency-Key`: `same` finds what it asked for and answers as before; `code` asks
 * for or checks another proof, whose tries count; `session` changes the ways in themselves; `secret` answers with a new one,
 * which is kept nowhere; `file` is told apart by its upload (tus 1.0).
 */
export type Repeats = 'same' | 'code' | 'session' | 'secret' | 'file';

/** Everything both sides must agree on about one call. */
export interface Call extends Opening {
  readonly summary: string;
  readonly auth: Auth;
  /**
   * What a person of the team must have proved (spec 25.2.4): a sign-in or confirmation of the last minutes, or also one that
   * no stolen mailbox gives. Service tokens are not asked.
   */
  readonly confirm?: 'recent' | 'strong';
  /** Scope that a part of what the call does or shows needs besides, and which part that is. */
  readonly within?: { readonly scope: Grantable; readonly for: string };
  /** Only people of the team make it, because it is about who they are: a service token gets 403 (spec 25.4). */
  readonly person?: true;
  /** What a person of the team asks for may wait for a second one: 202. Service tokens are not held back (spec 25.4.4). */
  readonly secondPerson?: true;
  /** Also open to a token of scope `subscription:{id}` (spec 5.2). */
  readonly accessKey?: boolean;
  /**
   * The call changes a contact or a way in, so a session alone does not open it (spec 5.5). `true`: the pipeline asks for a
   * proof of the last minutes. `own`: the handler does, because the call carries its proof, or only a part of it needs one.
   */
  readonly freshProof?: true | 'own';
  /** `Idempotency-Key` is demanded (spec 2.2). */
  readonly idempotent?: true;
  /** Why a writing call of a candidate or guardian is not done once per `Idempotency-Key`, as all others are (spec 2.2). */
  readonly repeats?: Repeats;
  /** Its answer shows a secret that is kept nowhere: an `Idempotency-Key` cannot bring it back. */
  readonly showsSecret?: true;
  /** Overrides what the names of the address parameters mean (`pathShapes`). */
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  /** The body is `multipart/form-data` with one part `file`. */
  readonly multipart?: true;
  /** Text parts that may stand before the file of such a form. */
  readonly formFields?: readonly string[];
  /** The body is `application/x-www-form-urlencoded`, as a standard of others demands it. */
  readonly form?: true;
  /** A signature covers the very bytes of the body: they come to the handler, which parses them once it is proved. */
  readonly signed?: true;
  /** A browser comes from the site of a provider, so that nothing that it sends says it is the console's own page. */
  readonly fromProvider?: true;
  /** Media type of a body that is no JSON. */
  readonly bodyType?: string;
  /** Media type of a body that may come and need not. */
  readonly bodyMayBe?: string;
  /** Also answered as a POST with `X-HTTP-Method-Override`, for networks that let no other method pass. */
  readonly override?: true;
  /** Headers of a standard of others that are read, and that an answer of success carries. */
  readonly headers?: {
    readonly read: readonly StandardHeader[];
    readonly answered: readonly StandardHeader[];
  };
  /** Media type of a 200 that may also be a plain stream of bytes. */
  readonly binary?: string;
  /** Most bytes of a JSON body where 256 KiB are not enough; such a body is read from known callers only. */
  readonly bodyLimit?: number;
  /**
   * Refusals may be HTML instead of the envelope: paragraphs that the page puts in place (spec 7.5), or a whole page by the
   * call itself for a browser that asks for one.
   */
  readonly htmlErrors?: 'paragraphs' | 'page';
  readonly responses: { readonly [status: number]: z.ZodType | null };
  /** Codes besides the generic ones (`genericErrors`). */
  readonly errors: readonly ErrorCode[];
}

type Checked<C> = { readonly [K in keyof C]: K extends CallAddress ? Call : never };

/** Keeps the exact types of a table of calls; the keys must be well-formed addresses. */
export const defineCalls = <const C extends Checked<C>>(calls: C): C => calls;

type ParamNames<P extends string> = P extends `${string}{${infer N}}${infer Rest}`
  ? N | ParamNames<Rest>
  : never;

type ShapeOf<N extends string> = N extends keyof PathShapes ? PathShapes[N] : z.ZodString;

/** Parameters of an address as the server reads them. */
export type ParamsOf<K extends string, C> = C extends { params: infer P extends z.ZodType }
  ? z.output<P>
  : { [N in ParamNames<K>]: z.output<ShapeOf<N>> };

/** Parameters of an address as a caller may give them. */
export type ParamsInputOf<K extends string, C> = C extends { params: infer P extends z.ZodType }
  ? z.input<P>
  : { [N in ParamNames<K>]: z.input<ShapeOf<N>> };

export type QueryOf<C> = C extends { query: infer Q extends z.ZodType } ? z.output<Q> : Record<never, never>;
export type QueryInputOf<C> = C extends { query: infer Q extends z.ZodType }
  ? z.input<Q>
  : Record<never, never>;
export type BodyOf<C> = C extends { body: infer B extends z.ZodType } ? z.input<B> : undefined;
export type ParsedBodyOf<C> = C extends { body: infer B extends z.ZodType } ? z.output<B> : undefined;

type ResponsesOf<C> = C extends { responses: infer R } ? R : never;
type Shown<S> = S extends z.ZodType ? z.output<S> : undefined;
type Success<S> = S extends number ? (`${S}` extends `2${string}` ? S : never) : never;

export type StatusOf<C> = keyof ResponsesOf<C>;
export type AnswerAtOf<C, S extends StatusOf<C>> = Shown<ResponsesOf<C>[S]>;
/** A status that people of the team alone are answered with. */
type OfPeople<C> = C extends { secondPerson: true } ? 202 : never;
/** What a call answers to who is not held back; to people of the team `StaffAnswerOf`. */
export type AnswerOf<C> = {
  [S in Exclude<Success<StatusOf<C>>, OfPeople<C>>]: AnswerAtOf<C, S>;
}[Exclude<Success<StatusOf<C>>, OfPeople<C>>];
export type StaffAnswerOf<C> = { [S in Success<StatusOf<C>>]: AnswerAtOf<C, S> }[Success<StatusOf<C>>];
export type ReplyOf<C> = { [S in StatusOf<C>]: { status: S; body: AnswerAtOf<C, S> } }[StatusOf<C>];

/** A key taken apart. */
export interface Address {
  method: Method;
  api: Api;
  /** Path below `/orbita/api`, with `{param}` marks. */
  path: string;
  params: string[];
}

/** Takes a key apart. Throws on a key that is not `METHOD /api/path`. */
export const addressOf = (key: string): Address => {
  const match = /^(GET|HEAD|OPTIONS|POST|PUT|PATCH|DELETE) (\/(platform|candidate|operations)\/\S+)$/.exec(
    key,
  );
  if (!match) throw new Error(`Malformed call key: ${key}`);
  const path = match[2] as string;
  return {
    method: match[1] as Method,
    api: match[3] as Api,
    path,
    params: [...path.matchAll(/\{(\w+)\}/g)].map((found) => found[1] as string),
  };
};

/** Schema of the parameters of an address; failing it means 404, since such an id cannot exist. */
export const paramsSchema = (key: string, call: Call): z.ZodObject => {
  if (call.params) return call.params;
  const shape: Record<string, z.ZodType> = {};
  for (const name of addressOf(key).params) {
    shape[name] = name in pathShapes ? pathShapes[name as keyof PathShapes] : z.string().min(1).max(200);
  }
  return z.object(shape);
};
