/** So many forms may be open at once, in as many tabs, each with a draft of its own; further ones share the first draft. */
const slotsMax = 20

/** Remembers for a reload which draft is this tab's. */
const rememberedKey = 'draft_slot'

const slotOf = (base: string, index: number) => (index === 0 ? base : `${base}:${index + 1}`)

/**
 * The storage key of a draft that no other open form writes to, until aborted: this tab's own, else one that was left,
 * else a new one. A browser without locks (plain http) has one draft for all its forms.
 */
export async function takeSlot(base: string, signal: AbortSignal): Promise<string> {
  if (!navigator.locks) return base
  const slots = Array.from({ length: slotsMax }, (_, index) => slotOf(base, index))
  const mine = slots.filter((slot) => slot === read(sessionStorage, rememberedKey))
  const left = slots.filter((slot) => read(localStorage, slot) !== null)
  for (const slot of new Set([...mine, ...left, ...slots])) {
    if (!(await hold(slot, signal))) continue
    remember(slot)
    return slot
  }
  return base
}

/** Holds a lock until aborted; false where another form has it. The browser frees the locks of a tab that is gone. */
function hold(name: string, signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve, reject) => {
    navigator.locks
      .request(name, { ifAvailable: true }, (lock) => {
        resolve(lock !== null)
        if (lock === null || signal.aborted) return
        return new Promise<void>((free) => signal.addEventListener('abort', () => free()))
      })
      .catch(reject)
  })
}

function read(storage: Storage, key: string): string | null {
  try {
    return storage.getItem(key)
  } catch {
    return null
  }
}

function remember(slot: string) {
  try {
    sessionStorage.setItem(rememberedKey, slot)
  } catch {
    // Storage is closed to us: then no draft is kept either.
  }
}
