import type { ServerResponse } from 'node:http'
import { AggregatorRegistry, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

/** The media type of the metrics. */
export const metricsType = Registry.PROMETHEUS_CONTENT_TYPE

/** The metrics for Prometheus at /metrics. One registry per server, so that tests can start several. */
export function createMetrics(read: { cacheBytes: () => number; poolWaiting: () => number }) {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const registers = [registry]
  const duration = new Histogram({
    name: 'http_request_seconds',
    help: 'Response time of requests that weren’t served from the page cache',
    labelNames: ['kind', 'status'],
    buckets: [0.005, 0.02, 0.1, 0.5, 2, 10],
    registers,
  })
  // Counted here, since the library's counter would add a tenth to the cost of a response.
  const ready = { answers: 0 }
  new Gauge({
    name: 'http_ready_answers',
    help: 'Cached pages and files served from memory since the start',
    registers,
    collect() {
      this.set(ready.answers)
    },
  })
  new Gauge({
    name: 'page_cache_bytes',
    help: 'Bytes of cached pages',
    registers,
    collect() {
      this.set(read.cacheBytes())
    },
  })
  new Gauge({
    name: 'database_waiting',
    help: 'Requests that wait for a database connection',
    registers,
    collect() {
      this.set(read.poolWaiting())
    },
  })
  return {
    /** The metrics of this process as text. */
    read: () => registry.metrics(),
    /** The metrics of this process in a form that `addMetrics` accepts. */
    readParts: (): Promise<MetricParts> => registry.getMetricsAsJSON(),
    ready,
    /** Measures a response until it is sent. */
    observe(response: ServerResponse, kind: 'api' | 'page') {
      const stop = duration.startTimer()
      response.once('finish', () => stop({ kind, status: String(response.statusCode) }))
    },
  }
}

export type MetricParts = Awaited<ReturnType<Registry['getMetricsAsJSON']>>

/** The metrics of several processes as one text: their sums, or averages or first values for some default metrics. */
export function addMetrics(parts: MetricParts[]): Promise<string> {
  return AggregatorRegistry.aggregate(parts).metrics()
}

/** What only the primary knows: how many workers answered, and how many it had to start again. */
export function supervisorMetrics({ workers, restarts }: { workers: number; restarts: number }): Promise<MetricParts> {
  const registry = new Registry()
  const registers = [registry]
  new Gauge({ name: 'workers', help: 'Workers whose metrics are added up here', registers }).set(workers)
  new Gauge({ name: 'worker_restarts', help: 'Workers that ended unexpectedly since the start', registers }).set(
    restarts,
  )
  return registry.getMetricsAsJSON()
}

export type Metrics = ReturnType<typeof createMetrics>
