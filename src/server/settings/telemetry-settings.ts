import { z } from 'zod'
import { about, numberSetting, wholeNumber } from './setting-kinds.ts'

/** Where traces or metrics are sent, with which headers and under which name. `url`: the complete address. */
export type CollectorSettings = { url: string; headers: Record<string, string>; serviceName?: string | undefined }
/** `ratio`: the share of requests that are traced, from 0 to 1. */
export type TraceSettings = CollectorSettings & { ratio: number }
export type PushedMetricSettings = CollectorSettings & { intervalMs: number }

const protocol = 'http/protobuf'
const samplers = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const

const CollectorAddress = z.url({ protocol: /^https?$/, error: 'must be an address such as http://127.0.0.1:4318' })

const shareError = 'must be a number from 0 to 1'

const Exporter = z.enum(['otlp', 'none'], { error: 'must be otlp or none' }).default('otlp')

/** `name=value,…`, with percent-encoded values, as OpenTelemetry specifies it for exporters. */
const Headers = z.string().transform((text, context) => {
  const headers: Record<string, string> = {}
  for (const pair of text.split(',').filter((part) => part.trim())) {
    const [, name, value] = /^([!#$%&'*+.^`|~\w-]+)\s*=(.*)$/s.exec(pair.trim()) ?? []
    const decoded = value === undefined ? null : decodePercent(value.trim())
    if (name === undefined || decoded === null) {
      context.addIssue({
        code: 'custom',
        message: 'must be name=value, separated by commas, with values percent-encoded',
      })
      return z.NEVER
    }
    headers[name] = decoded
  }
  return headers
})

/** Decodes a percent-encoded value. Null if the encoding is invalid, or if the value isn't allowed in a header. */
function decodePercent(value: string): string | null {
  try {
    const decoded = decodeURIComponent(value)
    return /^[\t\x20-\x7e\x80-\xff]*$/.test(decoded) ? decoded : null
  } catch {
    return null
  }
}

/** Standard variables of OpenTelemetry. Without the address of a collector, nothing is sent and no SDK is loaded. */
export const telemetrySettings = {
  OTEL_EXPORTER_OTLP_ENDPOINT: CollectorAddress.optional().meta(
    about(
      'The address of the collector that gets traces and metrics by OTLP over HTTP, such as `http://127.0.0.1:4318`.',
      '`/v1/traces` and `/v1/metrics` are added to it. If unset, only the next two addresses are used.',
      'See [scale.md](operations/scale.md#traces).',
    ),
  ),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: CollectorAddress.optional().meta(
    about('The complete address for traces, if metrics are sent to another collector or not at all.'),
  ),
  OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: CollectorAddress.optional().meta(
    about('The complete address for metrics, if traces are sent to another collector or not at all.'),
  ),
  OTEL_EXPORTER_OTLP_HEADERS: Headers.optional().meta(
    about('Headers for the collector, such as its key: `name=value`, separated by commas, values percent-encoded.'),
  ),
  OTEL_EXPORTER_OTLP_TRACES_HEADERS: Headers.optional().meta(
    about('Headers only for traces, in addition to those above.'),
  ),
  OTEL_EXPORTER_OTLP_METRICS_HEADERS: Headers.optional().meta(
    about('Headers only for metrics, in addition to those above.'),
  ),
  OTEL_EXPORTER_OTLP_PROTOCOL: z
    .string()
    .default(protocol)
    .meta(about('The protocol of the collector. Only `http/protobuf` is supported.')),
  OTEL_TRACES_EXPORTER: Exporter.meta(about('`none` sends no traces.')),
  OTEL_METRICS_EXPORTER: Exporter.meta(about('`none` sends no metrics. They are still available at /metrics.')),
  OTEL_TRACES_SAMPLER: z
    .enum(samplers, { error: `must be one of ${samplers.join(', ')}` })
    .default('parentbased_traceidratio')
    .meta(
      about(
        'Which requests are traced: `always_on`, `always_off`, `traceidratio`, or one of them with the prefix',
        '`parentbased_`, which makes no difference here, since traces begin at this site.',
      ),
    ),
  OTEL_TRACES_SAMPLER_ARG: numberSetting(shareError)
    .pipe(z.number(shareError).min(0, shareError).max(1, shareError))
    .default(1)
    .meta(about('The share of requests that `traceidratio` traces, from 0 to 1.')),
  OTEL_METRIC_EXPORT_INTERVAL: wholeNumber({ min: 100, max: 86_400_000, fallback: 60_000, unit: 'milliseconds' }).meta(
    about('How often metrics are sent, in milliseconds.'),
  ),
  OTEL_SERVICE_NAME: z
    .string()
    .optional()
    .meta(
      about(
        'The name of this site in traces and metrics. If unset, the name in `OTEL_RESOURCE_ATTRIBUTES`, or',
        '`promptarium`.',
      ),
    ),
  OTEL_SDK_DISABLED: z
    .enum(['true', 'false'], { error: 'must be true or false' })
    .default('false')
    .meta(about('`true` sends nothing, whatever else is set.')),
}

type TelemetrySettings = z.output<z.ZodObject<typeof telemetrySettings>>

/** The settings for sending traces, or undefined if none are sent. */
export function traceSettings(settings: TelemetrySettings): TraceSettings | undefined {
  const collector = collectorOf(settings, 'TRACES')
  const { OTEL_TRACES_SAMPLER: sampler, OTEL_TRACES_SAMPLER_ARG: share } = settings
  if (!collector || sampler.endsWith('always_off')) return undefined
  return { ...collector, ratio: sampler.endsWith('always_on') ? 1 : share }
}

/** The settings for sending metrics, or undefined if none are sent. */
export function pushedMetricSettings(settings: TelemetrySettings): PushedMetricSettings | undefined {
  const collector = collectorOf(settings, 'METRICS')
  return collector && { ...collector, intervalMs: settings.OTEL_METRIC_EXPORT_INTERVAL }
}

function collectorOf(settings: TelemetrySettings, signal: 'TRACES' | 'METRICS'): CollectorSettings | undefined {
  const base = settings.OTEL_EXPORTER_OTLP_ENDPOINT?.replace(/\/$/, '')
  const url = settings[`OTEL_EXPORTER_OTLP_${signal}_ENDPOINT`] ?? (base && `${base}/v1/${signal.toLowerCase()}`)
  const isOff = settings.OTEL_SDK_DISABLED === 'true' || settings[`OTEL_${signal}_EXPORTER`] === 'none'
  if (url === undefined || isOff) return undefined
  const headers = { ...settings.OTEL_EXPORTER_OTLP_HEADERS, ...settings[`OTEL_EXPORTER_OTLP_${signal}_HEADERS`] }
  return { url, headers, serviceName: settings.OTEL_SERVICE_NAME }
}

/** Returns a line that says that the protocol isn't supported, or undefined if it is, or if nothing is sent. */
export function findTelemetryProblem(settings: TelemetrySettings): string | undefined {
  if (settings.OTEL_EXPORTER_OTLP_PROTOCOL === protocol) return undefined
  if (!traceSettings(settings) && !pushedMetricSettings(settings)) return undefined
  return `OTEL_EXPORTER_OTLP_PROTOCOL must be ${protocol}, or unset, since no other protocol is supported. Collectors accept ${protocol} at port 4318; port 4317 is for gRPC`
}
