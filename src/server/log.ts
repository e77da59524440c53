import { type DestinationStream, type Logger, pino } from 'pino'

/** Fields that never reach the log, wherever they stand in what is logged. */
const secrets = ['password', 'token', 'cookie', 'authorization', 'clientSecret', 'email', 'secret', 'captcha']
/** The library matches paths, not names; nothing we log is deeper. */
const depths = ['', '*.', '*.*.', '*.*.*.']

/** JSON lines, with secrets taken out. */
export function createLog(level: string, destination: DestinationStream = pino.destination(2)): Logger {
  const names = secrets.flatMap((name) => [name, name[0]?.toUpperCase() + name.slice(1)])
  const paths = depths.flatMap((depth) => [...new Set(names)].map((name) => depth + name))
  const options = { level, base: undefined, timestamp: pino.stdTimeFunctions.isoTime }
  return pino({ ...options, redact: { paths, censor: '[taken out]' } }, destination)
}
