import { tracingChannel } from 'node:diagnostics_channel'

export type Attributes = Record<string, string | number | boolean>

/**
 * Work that a trace shows as a span: its name and attributes by the conventions of OpenTelemetry, which may change until it
 * ends. Never a text, an address, an id or a name that people chose: traces leave the site.
 */
export type Traced = {
  name: string
  kind: 'server' | 'internal' | 'client' | 'consumer'
  attributes: Attributes
  /** Why it failed, as a code, without a text. */
  failure?: string
  /** Its error, which PostgreSQL, a vendor or we threw. */
  error?: unknown
}

/** Where spans are published; src/server/opentelemetry-traces.ts subscribes. */
export const tracedWork = tracingChannel<unknown, Traced>('promptarium:work')

/** Runs `work`, as a span if somebody traces. `describe` is called only then. */
export function traced<Result>(
  describe: () => Traced,
  work: (span: Traced | null) => Promise<Result>,
): Promise<Result> {
  if (!tracedWork.hasSubscribers) return work(null)
  const span = describe()
  return tracedWork.tracePromise(() => work(span), span)
}
