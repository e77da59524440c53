import { AsyncLocalStorage } from 'node:async_hooks'
import { ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto'
import { AlwaysOnSampler, BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import type { Log } from '#platform/log-fields.ts'
import { type Traced, tracedWork } from '#platform/traced.ts'
import { type RunningTelemetry, siteResource, stopInTime, withDeliveryLog } from './opentelemetry-collector.ts'

const kinds = {
  server: SpanKind.SERVER,
  internal: SpanKind.INTERNAL,
  client: SpanKind.CLIENT,
  consumer: SpanKind.CONSUMER,
}

/**
 * Sends a collector a span for each piece of work that `traced` runs, by OTLP over HTTP (protobuf). If the collector is
 * unavailable, no request waits for it: spans are stored in a queue of limited size, and dropped when the queue is
 * full. `url`: the complete address of the collector. The SDK reads headers from its standard variables.
 */
export function startTraces(url: string, log: Log): RunningTelemetry {
  const exporter = withDeliveryLog(new OTLPTraceExporter({ url }), log)
  const provider = new TracerProvider({
    resource: siteResource(),
    sampler: new AlwaysOnSampler(),
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
      await stopInTime(provider.shutdown())
    },
  }
}

/** The code or the name of an error. The message isn't sent, because it may contain what people wrote. */
function codeOf(error: unknown): string {
  const { code, name = 'Error' } = error as { code?: unknown; name?: string }
  return typeof code === 'string' && /^\w{2,40}$/.test(code) ? code : name
}
