/**
 * Creates a function that sends the values of an item one after the other. Of the values that are waiting, only the
 * latest is sent, so five quick clicks on a button cause two requests. `send` must handle its own failures.
 */
export function createLatestSender<Value>(
  send: (id: string, latest: Value) => Promise<void>,
): (id: string, latest: Value) => void {
  const waiting = new Map<string, Value>()
  const busy = new Set<string>()

  async function sendWaiting(id: string) {
    busy.add(id)
    while (waiting.has(id)) {
      const latest = waiting.get(id) as Value
      waiting.delete(id)
      await send(id, latest)
    }
    busy.delete(id)
  }

  return (id, latest) => {
    waiting.set(id, latest)
    if (!busy.has(id)) void sendWaiting(id)
  }
}
