import { tracingChannel } from 'node:diagnostics_channel'

export type Attributes = Record<string, string | number | boolean>

/**
 * Work that a trace shows as a span. Its name and attributes follow the conventions of OpenTelemetry, and may change
 * until the work ends. Traces leave the site, so they must contain no texts, addresses, or names or ids of people.
 */
export type Traced = {
  name: string
  kind: 'server' | 'internal' | 'client' | 'consumer'
  attributes: Attributes
  /** A code that says why the work failed. It must not be a text that somebody wrote. */
  failure?: string
  /** The error that the work threw. */
  error?: unknown
}

/** The channel on which spans are published. `src/server/telemetry/opentelemetry-traces.ts` subscribes to it. */
export const tracedWork = tracingChannel<unknown, Traced>('promptarium:work')

/** Runs `work`. If tracing is on, publishes it as the span that `describe` returns. */
export function traced<Result>(
  describe: () => Traced,
  work: (span: Traced | null) => Promise<Result>,
): Promise<Result> {
  if (!tracedWork.hasSubscribers) return work(null)
  const span = describe()
  return tracedWork.tracePromise(() => work(span), span)
}
