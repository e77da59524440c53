import { type DestinationStream, pino } from 'pino'
import type { Log } from '#platform/log-fields.ts'

/** `createLog` replaces the values of fields with these names, because the values may be secret. */
const secrets = ['password', 'token', 'cookie', 'authorization', 'clientSecret', 'email', 'secret', 'captcha']
/** pino only matches paths, so each name is listed for each depth of logged fields. */
const depths = ['', '*.', '*.*.', '*.*.*.']

/** The maximum time for which lines about page requests are collected before they are written together, in ms. */
const flushMs = 250
/**
 * The maximum size of one write, in bytes: PIPE_BUF of Linux. A pipe never mixes a write of up to this size with those
 * of other processes.
 */
const pipeBytes = 4096

/** Writes log lines for a person at a terminal. */
const terminal: DestinationStream = { write: (line) => process.stderr.write(plainLine(line)) }

/**
 * Turns a JSON line of the log into a plain one: `the message (field=value)`. Replaces control characters,
 * because a terminal would obey those that a request contains.
 */
export function plainLine(line: string): string {
  const { level, time, msg, ...fields } = JSON.parse(line) as Record<string, unknown>
  const prefix = Number(level) >= 50 ? 'Error: ' : ''
  const details = Object.entries(fields).map(
    ([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
  )
  const text = `${prefix}${msg ?? ''}${details.length > 0 ? ` (${details.join(', ')})` : ''}`
  return `${text.replace(/\p{C}/gu, ' ')}\n`
}

/**
 * Creates the log for page requests. A line takes a fraction of the CPU time of one from `createLog` (decision 062),
 * because this log doesn't replace secrets and writes many lines at once. If the process is killed, the last lines are
 * lost.
 */
export function createPageLog(level: string): Log {
  const buffered = { fd: 2, sync: false, minLength: pipeBytes / 2, maxWrite: pipeBytes, periodicFlush: flushMs }
  const options = { level, base: undefined, timestamp: pino.stdTimeFunctions.isoTime }
  return pino(options, process.stderr.isTTY ? terminal : pino.destination(buffered))
}

/** Creates a log in which secrets are replaced: JSON lines, or plain lines if a person reads them at a terminal. */
export function createLog(
  level: string,
  destination: DestinationStream = process.stderr.isTTY ? terminal : pino.destination(2),
): Log {
  const names = secrets.flatMap((name) => [name, name[0]?.toUpperCase() + name.slice(1)])
  const paths = depths.flatMap((depth) => [...new Set(names)].map((name) => depth + name))
  const options = { level, base: undefined, timestamp: pino.stdTimeFunctions.isoTime }
  return pino({ ...options, redact: { paths, censor: '[redacted]' } }, destination)
}
