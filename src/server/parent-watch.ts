/** How often the parent is looked for, in ms. */
const lookMs = 1_000

/**
 * Calls `orphaned` once when npm, which started this process by `npm start`, has ended: npm passes SIGTERM on, but nobody
 * can pass on a SIGKILL. A process that something else started may outlive it, as daemons do.
 */
export function watchNpm(orphaned: () => void): void {
  if (process.env.npm_lifecycle_event !== 'start') return
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    orphaned()
  }, lookMs).unref()
}
