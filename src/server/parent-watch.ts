/** How often to check for the parent, in ms. */
const pollMs = 1_000

/**
 * Calls `orphaned` once when npm, which started this process by `npm start`, has ended: npm forwards SIGTERM, but can't
 * forward SIGKILL. A process with another parent may outlive it, like a daemon.
 */
export function watchNpm(orphaned: () => void): void {
  if (process.env.npm_lifecycle_event !== 'start') return
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    orphaned()
  }, pollMs).unref()
}
