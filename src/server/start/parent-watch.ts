/** How often to check whether the parent process still exists, in ms. */
const pollMs = 1_000

/**
 * Calls `onOrphaned` when the npm that started this process (`npm start`) has ended, because npm forwards SIGTERM but
 * can't forward SIGKILL. A process that something else started may outlive its parent, as a daemon does.
 */
export function watchNpm(onOrphaned: () => void): void {
  if (process.env.npm_lifecycle_event !== 'start') return
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    onOrphaned()
  }, pollMs).unref()
}
