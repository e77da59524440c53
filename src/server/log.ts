import { type DestinationStream, pino } from 'pino'
import type { Log } from './platform/log-fields.ts'

/** Fields whose values are replaced in the log, since they may be secret. */
const secrets = ['password', 'token', 'cookie', 'authorization', 'clientSecret', 'email', 'secret', 'captcha']
/** The library matches paths, not names, so each name is listed at each depth that we log. */
const depths = ['', '*.', '*.*.', '*.*.*.']

/** How long lines about page requests are collected, in ms. They are then written together. */
const flushMs = 250
/** The most bytes of one write: PIPE_BUF of Linux. A pipe never mixes so small a write with those of other processes. */
const pipeBytes = 4096

/**
 * Creates a log for page requests. A line costs a fraction of one from `createLog` (decision 032): secrets aren't
 * searched for, and lines are written in batches. The last lines are lost if the process is killed.
 */
export function createPageLog(level: string): Log {
  const buffered = { fd: 2, sync: false, minLength: pipeBytes / 2, maxWrite: pipeBytes, periodicFlush: flushMs }
  return pino({ level, base: undefined, timestamp: pino.stdTimeFunctions.isoTime }, pino.destination(buffered))
}

/** Creates a log of JSON lines without secrets. */
export function createLog(level: string, destination: DestinationStream = pino.destination(2)): Log {
  const names = secrets.flatMap((name) => [name, name[0]?.toUpperCase() + name.slice(1)])
  const paths = depths.flatMap((depth) => [...new Set(names)].map((name) => depth + name))
  const options = { level, base: undefined, timestamp: pino.stdTimeFunctions.isoTime }
  return pino({ ...options, redact: { paths, censor: '[redacted]' } }, destination)
}
