import { type DestinationStream, type Logger, pino } from 'pino'

/** Fields that never reach the log, wherever they stand in what is logged. */
const secrets = ['password', 'token', 'cookie', 'authorization', 'clientSecret', 'email', 'secret', 'captcha']
/** The library matches paths, not names; nothing we log is deeper. */
const depths = ['', '*.', '*.*.', '*.*.*.']

/** Lines for kept pages wait for each other so long at most, in ms, and are written in one piece that a pipe takes whole. */
const gatherMs = 250
const pipeBytes = 4096

/**
 * The same kind of lines for what is logged most, at a tenth of the price: they have no secrets to be looked for, and are
 * written several at a time. The last ones are lost when the process is killed.
 */
export function createPageLog(level: string): Logger {
  const gathered = { fd: 2, sync: false, minLength: pipeBytes / 2, maxWrite: pipeBytes, periodicFlush: gatherMs }
  return pino({ level, base: undefined, timestamp: pino.stdTimeFunctions.isoTime }, pino.destination(gathered))
}

/** JSON lines, with secrets taken out. */
export function createLog(level: string, destination: DestinationStream = pino.destination(2)): Logger {
  const names = secrets.flatMap((name) => [name, name[0]?.toUpperCase() + name.slice(1)])
  const paths = depths.flatMap((depth) => [...new Set(names)].map((name) => depth + name))
  const options = { level, base: undefined, timestamp: pino.stdTimeFunctions.isoTime }
  return pino({ ...options, redact: { paths, censor: '[taken out]' } }, destination)
}
