import { type HrTime, ValueType } from '@opentelemetry/api'
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-proto'
import {
  AggregationTemporality,
  type DataPoint,
  DataPointType,
  type Histogram,
  MeterProvider,
  type MetricData,
  PeriodicExportingMetricReader,
} from '@opentelemetry/sdk-metrics'
import type { Log } from '#platform/log-fields.ts'
import type { PushedMetricSettings } from '../settings/telemetry-settings.ts'
import type { MetricParts } from './metrics.ts'
import { type RunningTelemetry, siteResource, stopInTime, withDeliveryLog } from './opentelemetry-collector.ts'

/**
 * Sends the metrics that `read` returns to a collector every `intervalMs`, with the names and values of /metrics. If
 * the collector is unavailable, nothing waits for it, and the next delivery has newer values.
 */
export function pushMetrics(
  read: () => Promise<MetricParts>,
  { url, headers, serviceName, intervalMs }: PushedMetricSettings,
  log: Log,
): RunningTelemetry {
  const resource = siteResource(serviceName)
  const collect = async () => {
    const metrics = toMetricData(await read(), { start: toHrTime(performance.timeOrigin), end: toHrTime(Date.now()) })
    return { resourceMetrics: { resource, scopeMetrics: [{ scope: { name: 'promptarium' }, metrics }] }, errors: [] }
  }
  const reader = new PeriodicExportingMetricReader({
    exporter: withDeliveryLog(new OTLPMetricExporter({ url, headers }), 'metrics', log),
    exportIntervalMillis: intervalMs,
    metricProducers: [{ collect }],
  })
  const provider = new MeterProvider({ resource, readers: [reader] })
  return { stop: () => stopInTime(provider.shutdown()) }
}

/** The period that the values cover. At `start`, the counters were 0. */
type Period = { start: HrTime; end: HrTime }
type Metric = MetricParts[number]

/** Converts prom-client's metrics to OpenTelemetry's data model. Leaves out metrics without a value. */
function toMetricData(metrics: MetricParts, period: Period): MetricData[] {
  return metrics.filter(({ values }) => values.length > 0).map((metric) => describeMetric(metric, period))
}

function describeMetric(metric: Metric, { start, end }: Period): MetricData {
  const about = {
    descriptor: { name: metric.name, description: metric.help, unit: '', valueType: ValueType.DOUBLE },
    aggregationTemporality: AggregationTemporality.CUMULATIVE,
  }
  const pointsOf = <Value>(values: Labeled<Value>[]): DataPoint<Value>[] =>
    values.map(({ labels, value }) => ({ startTime: start, endTime: end, attributes: textsOf(labels), value }))
  // prom-client's types say that `type` is a number, but it is a string.
  switch (String(metric.type)) {
    case 'histogram':
      return { ...about, dataPointType: DataPointType.HISTOGRAM, dataPoints: pointsOf(histogramsOf(metric)) }
    case 'counter':
      return { ...about, dataPointType: DataPointType.SUM, isMonotonic: true, dataPoints: pointsOf(metric.values) }
    default:
      return { ...about, dataPointType: DataPointType.GAUGE, dataPoints: pointsOf(metric.values) }
  }
}

type Labels = Partial<Record<string, string | number>>
type Labeled<Value> = { labels: Labels; value: Value }

/**
 * A single value of a histogram. `metricName`: the name of the histogram with `_bucket`, `_count` or `_sum` at its end.
 */
type HistogramValue = Labeled<number> & { metricName?: string }

/**
 * Builds a histogram for each combination of labels. In Prometheus, a bucket includes all smaller ones; in
 * OpenTelemetry, it doesn't.
 */
function histogramsOf({ name, values }: Metric): Labeled<Histogram>[] {
  const labelsOf = ({ labels: { le, ...labels } }: HistogramValue) => labels
  const keyOf = (one: HistogramValue) => JSON.stringify(Object.entries(labelsOf(one)).sort())
  const groups = Map.groupBy(values as HistogramValue[], keyOf)
  return [...groups.values()].map((group) => {
    const valuesOf = (suffix: string) => group.filter(({ metricName }) => metricName === name + suffix)
    const cumulativeBuckets = valuesOf('_bucket')
    const counts = cumulativeBuckets.map(({ value }, index) => value - (cumulativeBuckets[index - 1]?.value ?? 0))
    const boundaries = cumulativeBuckets.map(({ labels: { le } }) => Number(le)).filter(Number.isFinite)
    const [count = 0, sum = 0] = ['_count', '_sum'].map((suffix) => valuesOf(suffix)[0]?.value)
    const labels = group[0] ? labelsOf(group[0]) : {}
    return { labels, value: { buckets: { boundaries, counts }, count, sum } }
  })
}

/** Converts labels to strings, as /metrics shows them, even if they are numbers. */
function textsOf(labels: Labels): Record<string, string> {
  return Object.fromEntries(Object.entries(labels).map(([name, value]) => [name, String(value)]))
}

function toHrTime(ms: number): HrTime {
  return [Math.floor(ms / 1_000), Math.round((ms % 1_000) * 1_000_000)]
}
