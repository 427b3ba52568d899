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

/** Most spans that wait for the collector; what comes when so many do is lost. */
const MOST_WAITING = 4_096;
/** Milliseconds for one delivery with its repetitions, and after which the next one begins whatever became of it. */
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

/** The span that a `traceparent` names; undefined where it names none. */
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

/** Records what follows from something that was recorded, and of the rest a share by the number of the trace. */
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

/** Says once that the collector takes nothing, and once that it does again; nobody else is told of a failure. */
const telling = (exporter: SpanExporter, log: Pick<FastifyBaseLogger, 'warn' | 'info'>): SpanExporter => {
  let failing = false;
  return {
    // A delivery may be set off within a call, whose trace has nothing to do with it.
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
 * Opens a provider of its own, beside whatever else in this process uses the library: nothing is registered globally, nothing of
 * Node is patched, and nothing is added to what is sent to others.
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
  /** Nothing more is done for what is not recorded: its parts find no span that they belong to. */
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
