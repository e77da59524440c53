import { z } from 'zod'
import { about } from './setting-kinds.ts'

/** The address of a collector. Without it, nothing is sent and no SDK is loaded. */
export const telemetrySettings = {
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url({ protocol: /^https?$/, error: 'must be an address such as http://127.0.0.1:4318' })
    .optional()
    .meta(
      about(
        'The address of the OpenTelemetry collector that gets traces by OTLP over HTTP (protobuf), such as',
        '`http://127.0.0.1:4318`. `/v1/traces` is added to it. See [scale.md](operations/scale.md#traces).',
      ),
    ),
}

type TelemetrySettings = z.output<z.ZodObject<typeof telemetrySettings>>

/** The complete address for traces, or undefined if none are sent. */
export function tracesUrl({ OTEL_EXPORTER_OTLP_ENDPOINT: base }: TelemetrySettings): string | undefined {
  return base && `${base.replace(/\/$/, '')}/v1/traces`
}
