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

/**
 * Creates the log for page requests. A line takes a fraction of the CPU time of one from `createLog` (decision 062),
 * because this log doesn't replace secrets and writes many lines at once. If the process is killed, the last lines are
 * lost.
 */
export function createPageLog(level: string): Log {
  const buffered = { fd: 2, sync: false, minLength: pipeBytes / 2, maxWrite: pipeBytes, periodicFlush: flushMs }
  return pino({ level, base: undefined, timestamp: pino.stdTimeFunctions.isoTime }, pino.destination(buffered))
}

/** Creates a log of JSON lines in which secrets are replaced. */
export function createLog(level: string, destination: DestinationStream = pino.destination(2)): Log {
  const names = secrets.flatMap((name) => [name, name[0]?.toUpperCase() + name.slice(1)])
  const paths = depths.flatMap((depth) => [...new Set(names)].map((name) => depth + name))
  const options = { level, base: undefined, timestamp: pino.stdTimeFunctions.isoTime }
  return pino({ ...options, redact: { paths, censor: '[redacted]' } }, destination)
}
