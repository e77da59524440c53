/**
 * Sends wishes about things one after the other for each thing, and only the last of those that wait: who presses a key
 * five times in a hurry has one request under way and one to follow. `send` tells of its own failures.
 */
export function createLastWish<Wish>(
  send: (id: string, wish: Wish) => Promise<void>,
): (id: string, wish: Wish) => void {
  const waiting = new Map<string, Wish>()
  const busy = new Set<string>()

  async function work(id: string) {
    busy.add(id)
    while (waiting.has(id)) {
      const wish = waiting.get(id) as Wish
      waiting.delete(id)
      await send(id, wish)
    }
    busy.delete(id)
  }

  return (id, wish) => {
    waiting.set(id, wish)
    if (!busy.has(id)) void work(id)
  }
}
