import { tracingChannel } from 'node:diagnostics_channel'

export type Attributes = Record<string, string | number | boolean>

/**
 * Work that a trace shows as a span. Name and attributes follow the conventions of OpenTelemetry, and may change until the
 * work ends. They must not contain texts, addresses, ids or names that users chose, because traces leave the site.
 */
export type Traced = {
  name: string
  kind: 'server' | 'internal' | 'client' | 'consumer'
  attributes: Attributes
  /** Why the work failed, as a code without texts. */
  failure?: string
  /** The error with which the work failed. */
  error?: unknown
}

/** Where spans are published; src/server/opentelemetry-traces.ts subscribes. */
export const tracedWork = tracingChannel<unknown, Traced>('promptarium:work')

/** Runs `work`, as a span if tracing is on. `describe` is called only then. */
export function traced<Result>(
  describe: () => Traced,
  work: (span: Traced | null) => Promise<Result>,
): Promise<Result> {
  if (!tracedWork.hasSubscribers) return work(null)
  const span = describe()
  return tracedWork.tracePromise(() => work(span), span)
}
