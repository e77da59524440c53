import { AsyncLocalStorage } from 'node:async_hooks'
import { ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto'
import {
  defaultResource,
  detectResources,
  resourceAttributesEnvDetector,
  resourceFromAttributes,
  serviceInstanceIdDetector,
} from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import { type Traced, tracedWork } from './platform/traced.ts'
import { release } from './release.ts'
import type { RequestLog } from './request-log.ts'

/** `endpoint`: the base address of the collector. `headers`: as `name=value,…`, percent-encoded. `ratio`: of traces, 0 to 1. */
export type TraceSettings = { endpoint: string; headers?: string; serviceName: string; ratio: number }

/** `stop` delivers what is left. */
export type RunningTraces = { stop(): Promise<void> }

const kinds = {
  server: SpanKind.SERVER,
  internal: SpanKind.INTERNAL,
  client: SpanKind.CLIENT,
  consumer: SpanKind.CONSUMER,
}
/** How long a stop waits for the collector, in ms. */
const stopMs = 3_000

/**
 * Sends what `traced` publishes to a collector, by OTLP over HTTP (protobuf). A collector that is away slows nobody: spans
 * wait in a bounded queue, then they are dropped.
 */
export function startTraces({ endpoint, headers, serviceName, ratio }: TraceSettings, log: RequestLog): RunningTraces {
  const url = `${endpoint.replace(/\/$/, '')}/v1/traces`
  const exporter = reporting(new OTLPTraceExporter({ url, headers: parseHeaders(headers ?? '') }), log)
  const own = resourceFromAttributes({ 'service.name': serviceName, 'service.version': release })
  const found = detectResources({ detectors: [resourceAttributesEnvDetector, serviceInstanceIdDetector] })
  const provider = new TracerProvider({
    resource: defaultResource().merge(found).merge(own),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  })
  const tracer = provider.getTracer('promptarium')
  const current = new AsyncLocalStorage<Span>()
  const spans = new WeakMap<Traced, Span>()

  const begin = (work: Traced): Span => {
    const parent = current.getStore()
    const context = parent ? trace.setSpan(ROOT_CONTEXT, parent) : ROOT_CONTEXT
    const span = tracer.startSpan(work.name, { kind: kinds[work.kind] }, context)
    spans.set(work, span)
    return span
  }
  const end = (work: Traced) => {
    const span = spans.get(work)
    if (!span) return
    spans.delete(work)
    span.updateName(work.name).setAttributes(work.attributes)
    const failure = work.failure ?? (work.error === undefined ? undefined : codeOf(work.error))
    if (failure) span.setAttribute('error.type', failure).setStatus({ code: SpanStatusCode.ERROR })
    span.end()
  }
  const events = { asyncEnd: end }
  tracedWork.start.bindStore(current, begin)
  tracedWork.subscribe(events as Parameters<typeof tracedWork.subscribe>[0])

  return {
    async stop() {
      tracedWork.start.unbindStore(current)
      tracedWork.unsubscribe(events as Parameters<typeof tracedWork.unsubscribe>[0])
      const late = new Promise<void>((resolve) => setTimeout(resolve, stopMs).unref())
      await Promise.race([provider.shutdown().catch(() => undefined), late])
    },
  }
}

/** An error's code or name. Its message may have what people wrote, so it stays here. */
function codeOf(error: unknown): string {
  const { code, name = 'Error' } = error as { code?: unknown; name?: string }
  return typeof code === 'string' && /^\w{2,40}$/.test(code) ? code : name
}

function parseHeaders(text: string): Record<string, string> {
  const pairs = text.split(',').flatMap((pair) => {
    const [, name, value] = /^\s*([^=\s]+)\s*=\s*(.*?)\s*$/.exec(pair) ?? []
    return name && value ? [[name, decodeURIComponent(value)]] : []
  })
  return Object.fromEntries(pairs)
}

/** Logs when traces can't be delivered any more, and when they can again. */
function reporting(exporter: OTLPTraceExporter, log: RequestLog): SpanExporter {
  let isDelivered = true
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        if (result.error && isDelivered) log.warn({ error: result.error.message }, 'traces can’t be delivered')
        if (!result.error && !isDelivered) log.info({}, 'traces are delivered again')
        isDelivered = !result.error
        done(result)
      })
    },
    forceFlush: () => exporter.forceFlush(),
    shutdown: () => exporter.shutdown(),
  }
}
