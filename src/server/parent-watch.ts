/** How often to check for the parent, in ms. */
const pollMs = 1_000

/**
 * Calls `orphaned` when the npm that started this process (`npm start`) has ended: npm forwards SIGTERM, but can't forward
 * SIGKILL. A process with another parent may outlive it, as a daemon does.
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
