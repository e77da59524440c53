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

/** What sends to a collector. `stop` delivers what is left. */
export type RunningTelemetry = { stop(): Promise<void> }

/** How long a stop waits for the collector, in ms. */
const stopMs = 3_000
/** How long a delivery may take, in ms. The SDK then begins the next one, without reporting this one as failed. */
const deliveryMs = 30_000
/** The most characters of a collector's words in the log. */
const reasonMax = 200

/**
 * The site and this process of it, whose `service.instance.id` no other has. A name that is set outranks the one in
 * OTEL_RESOURCE_ATTRIBUTES, which outranks our default, as OpenTelemetry's specification of environment variables says.
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

/** Logs when traces or metrics can't be delivered any more, and when they can again. */
export function reporting<Batch, Outcome extends Result>(
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

/** An address with several numbers fails with a code alone, an answer with its status. */
function reasonOf({ message, code }: Error & { code?: string | number }): string {
  const parts = [code, message].filter((part) => part !== undefined && part !== '')
  return parts.join(' ').slice(0, reasonMax)
}

/** Waits for the last delivery, but not for a collector that is away. */
export async function stopInTime(stopped: Promise<unknown>): Promise<void> {
  const ended = stopped.catch(() => undefined)
  await withTimeout(ended, stopMs, () => undefined)
}
