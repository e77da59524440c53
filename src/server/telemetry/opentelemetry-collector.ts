import {
  defaultResource,
  detectResources,
  type Resource,
  resourceAttributesEnvDetector,
  resourceFromAttributes,
  serviceInstanceIdDetector,
  serviceNameEnvDetector,
} from '@opentelemetry/resources'
import { cutText } from '#lib/well-formed.ts'
import type { Log } from '#platform/log-fields.ts'
import { withTimeout } from '#platform/work/with-timeout.ts'
import { release } from '../start/release.ts'

/** A running export of traces to a collector. `stop` sends what hasn't been sent yet. */
export type RunningTelemetry = { stop(): Promise<void> }

/** How long `stop` waits for the collector, in ms. */
const stopMs = 3_000
/** After this time, in ms, a delivery is logged as failed. The SDK gives up on it without reporting an error. */
const deliveryMs = 30_000
/** The log shows up to this many characters of a collector's error message. */
const reasonMax = 200

/**
 * The attributes of all traces: the site's name, its version and the unique `service.instance.id` of this process. The
 * name is OTEL_SERVICE_NAME, or else the name in OTEL_RESOURCE_ATTRIBUTES, or else “promptarium” (the order that
 * OpenTelemetry specifies).
 */
export function siteResource(): Resource {
  const found = detectResources({
    detectors: [resourceAttributesEnvDetector, serviceNameEnvDetector, serviceInstanceIdDetector],
  })
  return defaultResource()
    .merge(resourceFromAttributes({ 'service.name': 'promptarium' }))
    .merge(found)
    .merge(resourceFromAttributes({ 'service.version': release }))
}

type Result = { error?: Error }
type Exporter<Batch, Outcome extends Result> = {
  export(batch: Batch, done: (outcome: Outcome) => void): void
  forceFlush(): Promise<void>
  shutdown(): Promise<void>
}

/** Wraps an exporter so that the log says when traces can no longer be delivered, and when they can again. */
export function withDeliveryLog<Batch, Outcome extends Result>(
  exporter: Exporter<Batch, Outcome>,
  log: Log,
): Exporter<Batch, Outcome> {
  let isDelivered = true
  const report = (error: Error | undefined) => {
    if (error && isDelivered) log.warn({ error: reasonOf(error) }, 'traces can’t be delivered')
    if (!error && !isDelivered) log.info({}, 'traces are delivered again')
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
 * The reason why a delivery failed. If a host has several IP addresses and none can be reached, Node's error has a code
 * but no message. If the collector refused the delivery, `code` is the HTTP status.
 */
function reasonOf({ message, code }: Error & { code?: string | number }): string {
  const parts = [code, message].filter((part) => part !== undefined && part !== '')
  return cutText(parts.join(' '), reasonMax)
}

/** Waits for the last delivery, but at most `stopMs`, in case the collector doesn't respond. */
export async function stopInTime(stopped: Promise<unknown>): Promise<void> {
  const ended = stopped.catch(() => undefined)
  await withTimeout(ended, stopMs, () => undefined)
}
