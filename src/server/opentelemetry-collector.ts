import {
  defaultResource,
  detectResources,
  type Resource,
  resourceAttributesEnvDetector,
  resourceFromAttributes,
  serviceInstanceIdDetector,
} from '@opentelemetry/resources'
import type { Log } from './platform/log-fields.ts'
import { withTimeout } from './platform/with-timeout.ts'
import { release } from './release.ts'

/** A running export of traces or metrics to a collector. `stop` sends what is still unsent. */
export type RunningTelemetry = { stop(): Promise<void> }

/** How long a stop waits for the collector, in ms. */
const stopMs = 3_000
/**
 * A delivery that takes longer than this, in ms, is logged as failed. The SDK gives up on it without reporting an error.
 */
const deliveryMs = 30_000
/** The maximum length of a collector's error message in the log, in characters. */
const reasonMax = 200

/**
 * The attributes of this process: the site's name, and a unique `service.instance.id`. `serviceName` takes precedence over
 * the name in OTEL_RESOURCE_ATTRIBUTES, which takes precedence over our default (OpenTelemetry's specification of
 * environment variables).
 */
export function siteResource(serviceName: string | undefined): Resource {
  const found = detectResources({ detectors: [resourceAttributesEnvDetector, serviceInstanceIdDetector] })
  const named = serviceName ? { 'service.name': serviceName } : {}
  return defaultResource()
    .merge(resourceFromAttributes({ 'service.name': 'promptarium' }))
    .merge(found)
    .merge(resourceFromAttributes({ ...named, 'service.version': release }))
}

type Result = { error?: Error }
type Exporter<Batch, Outcome extends Result> = {
  export(batch: Batch, done: (outcome: Outcome) => void): void
  forceFlush(): Promise<void>
  shutdown(): Promise<void>
}

/** Wraps an exporter: logs when it can't deliver traces or metrics anymore, and when it can again. */
export function withDeliveryLog<Batch, Outcome extends Result>(
  exporter: Exporter<Batch, Outcome>,
  what: 'traces' | 'metrics',
  log: Log,
): Exporter<Batch, Outcome> {
  let isDelivered = true
  const report = (error: Error | undefined) => {
    if (error && isDelivered) log.warn({ error: reasonOf(error) }, `${what} can’t be delivered`)
    if (!error && !isDelivered) log.info({}, `${what} are delivered again`)
    isDelivered = !error
  }
  return {
    export(batch, done) {
      const late = new Error(`The collector takes longer than ${deliveryMs / 1_000} s.`)
      const timer = setTimeout(report, deliveryMs, late).unref()
      exporter.export(batch, (outcome) => {
        clearTimeout(timer)
        report(outcome.error)
        done(outcome)
      })
    },
    forceFlush: () => exporter.forceFlush(),
    shutdown: () => exporter.shutdown(),
  }
}

/**
 * The reason for a failed delivery. If a host name has several IP addresses, the error has no message. If the collector
 * refused the delivery, `code` is the HTTP status.
 */
function reasonOf({ message, code }: Error & { code?: string | number }): string {
  const parts = [code, message].filter((part) => part !== undefined && part !== '')
  return parts.join(' ').slice(0, reasonMax)
}

/** Waits for the last delivery, but no longer than `stopMs` for a collector that doesn't respond. */
export async function stopInTime(stopped: Promise<unknown>): Promise<void> {
  const ended = stopped.catch(() => undefined)
  await withTimeout(ended, stopMs, () => undefined)
}
