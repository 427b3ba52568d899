import { randomUUID } from 'node:crypto';
import {
  type Context,
  isSpanContextValid,
  type Link,
  type Span as OpenSpan,
  ROOT_CONTEXT,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  trace,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  SamplingDecision,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '../config.ts';
import type { Siblings } from '../processes/siblings.ts';
import { currentSpan, type Part, type Recorder, type Span, within } from './spans.ts';

/** Maximum number of spans waiting for the collector; further ones are dropped. */
const MOST_WAITING = 4_096;
/** Milliseconds for one delivery including its retries, and after which the next one starts regardless. */
const DELIVERY_MS = 5_000;
const GIVEN_UP_MS = 2 * DELIVERY_MS;
const CLOSE_MS = 2_000;

const KINDS: Readonly<Record<Part['kind'], SpanKind>> = {
  call: SpanKind.SERVER,
  provider: SpanKind.CLIENT,
  database: SpanKind.CLIENT,
  work: SpanKind.INTERNAL,
};

/** Version 00 of W3C Trace Context: trace, span, flags. */
const TRACEPARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;

/** The span that a `traceparent` refers to; undefined if it is invalid. */
function spanContextOf(traceparent: string | undefined): SpanContext | undefined {
  const [, traceId, spanId, flags] = TRACEPARENT.exec(traceparent ?? '') ?? [];
  if (traceId === undefined || spanId === undefined || flags === undefined) return undefined;
  const named = {
    traceId,
    spanId,
    traceFlags: Number.parseInt(flags, 16) & TraceFlags.SAMPLED,
    isRemote: true,
  };
  return isSpanContextValid(named) ? named : undefined;
}

/** Records whatever follows from something that was recorded, and a share of the rest, by trace id. */
function shareSampler(share: number): Sampler {
  const root = new TraceIdRatioBasedSampler(share);
  return {
    shouldSample: (context, traceId, _name, _kind, _attributes, links) =>
      links.length > 0
        ? { decision: SamplingDecision.RECORD_AND_SAMPLED }
        : root.shouldSample(context, traceId),
    toString: () => `share ${share}`,
  };
}

/**
 * Logs once when the collector accepts nothing, and once when it accepts data again; failures are not reported anywhere else.
 */
const telling = (exporter: SpanExporter, log: Pick<FastifyBaseLogger, 'warn' | 'info'>): SpanExporter => {
  let failing = false;
  return {
    // A delivery may be triggered within a call, whose trace is unrelated to it.
    export: (spans, done) =>
      within(undefined, () =>
        exporter.export(spans, ({ code, error }) => {
          const failed = code !== 0;
          if (failed && !failing) log.warn({ err: error }, 'the collector takes no traces: they are lost');
          if (!failed && failing) log.info('the collector takes traces again');
          failing = failed;
          done({ code: 0 });
        }),
      ),
    shutdown: () => exporter.shutdown(),
  };
};

/**
 * Creates a separate provider, independent of other users of the library in this process: registers nothing globally, patches
 * nothing in Node, and adds nothing to outgoing requests.
 */
export function openTracing(
  {
    traces,
    build,
    development,
    role,
  }: Pick<Config, 'build' | 'development' | 'role'> & {
    traces: Config['traces'] & { url: string };
  },
  { number }: Pick<Siblings, 'number'>,
  log: Pick<FastifyBaseLogger, 'warn' | 'info'>,
): Recorder {
  const exporter = new OTLPTraceExporter({
    url: traces.url,
    headers: traces.headers,
    timeoutMillis: DELIVERY_MS,
  });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.name': 'orbita',
      'service.version': build,
      'service.instance.id': randomUUID(),
      'deployment.environment.name': development ? 'development' : 'production',
      'orbita.role': role,
      'orbita.process': number,
    }),
    sampler: new ParentBasedSampler({ root: shareSampler(traces.share) }),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: telling(exporter, log),
        maxQueueSize: MOST_WAITING,
        exportTimeoutMillis: GIVEN_UP_MS,
      }),
    ],
  });
  const tracer = provider.getTracer('orbita');
  const open = ({ name, kind, attributes }: Part, context: Context, links: Link[] = []): OpenSpan =>
    tracer.startSpan(name, { kind: KINDS[kind], attributes: { ...attributes }, links }, context);
  const shown = (span: OpenSpan): Span => {
    const { traceId, spanId } = span.spanContext();
    return {
      ids: { trace_id: traceId, span_id: spanId },
      begin: (part) => shown(open(part, trace.setSpan(ROOT_CONTEXT, span))),
      say: (attributes) => void span.setAttributes({ ...attributes }),
      failed: (word) => void span.setStatus({ code: SpanStatusCode.ERROR }).setAttribute('error.type', word),
      end: () => span.end(),
    };
  };
  /** What is not recorded costs nothing more: its parts find no span to belong to. */
  const recorded = (span: OpenSpan): Span | undefined => (span.isRecording() ? shown(span) : undefined);
  return {
    begin(part, parent) {
      const named = spanContextOf(parent);
      return recorded(open(part, named ? trace.setSpanContext(ROOT_CONTEXT, named) : ROOT_CONTEXT));
    },
    follow(part, origin) {
      const now = currentSpan()?.ids;
      const linked = [spanContextOf(origin), spanContextOf(now && `00-${now.trace_id}-${now.span_id}-01`)];
      const links = linked.flatMap((context) => (context ? [{ context }] : []));
      return recorded(open(part, ROOT_CONTEXT, links));
    },
    async close() {
      const late = new Promise<void>((done) => setTimeout(done, CLOSE_MS).unref());
      await Promise.race([provider.shutdown().catch(() => undefined), late]);
    },
  };
}
