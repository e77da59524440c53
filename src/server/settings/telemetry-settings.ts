import { z } from 'zod'
import { about, numberSetting } from './setting-kinds.ts'

/**
 * Where traces are sent, with which headers and under which name. `url`: the complete address. `ratio`: the share of
 * requests that are traced, from 0 to 1.
 */
export type TraceSettings = {
  url: string
  headers: Record<string, string>
  serviceName?: string | undefined
  ratio: number
}

const CollectorAddress = z.url({ protocol: /^https?$/, error: 'must be an address such as http://127.0.0.1:4318' })

const shareError = 'must be a number from 0 to 1'

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
      'The address of the collector that gets traces by OTLP over HTTP (protobuf), such as `http://127.0.0.1:4318`.',
      '`/v1/traces` is added to it. See [operations.md](operations.md#traces).',
    ),
  ),
  OTEL_EXPORTER_OTLP_HEADERS: Headers.optional().meta(
    about('Headers for the collector, such as its key: `name=value`, separated by commas, values percent-encoded.'),
  ),
  OTEL_TRACES_SAMPLER_ARG: numberSetting(shareError)
    .pipe(z.number(shareError).min(0, shareError).max(1, shareError))
    .default(1)
    .meta(about('The share of requests that are traced, from 0 to 1.')),
  OTEL_SERVICE_NAME: z
    .string()
    .optional()
    .meta(
      about('The name of this site in traces. If unset, the name in `OTEL_RESOURCE_ATTRIBUTES`, or `promptarium`.'),
    ),
}

type TelemetrySettings = z.output<z.ZodObject<typeof telemetrySettings>>

/** The settings for sending traces, or undefined if none are sent. */
export function traceSettings(settings: TelemetrySettings): TraceSettings | undefined {
  const base = settings.OTEL_EXPORTER_OTLP_ENDPOINT?.replace(/\/$/, '')
  if (base === undefined) return undefined
  return {
    url: `${base}/v1/traces`,
    headers: settings.OTEL_EXPORTER_OTLP_HEADERS ?? {},
    serviceName: settings.OTEL_SERVICE_NAME,
    ratio: settings.OTEL_TRACES_SAMPLER_ARG,
  }
}
