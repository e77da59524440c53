import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { takeDraftKey } from './draft-key.ts'

const base = 'prompt-draft:marta:new'
type LockCallback = (lock: object | null) => Promise<void> | undefined

/** Imitates a browser's locks: a name has one holder at a time, until the holder's promise settles. */
function createFakeLocks() {
  const lockedNames = new Set<string>()
  const request = async (name: string, _: object, callback: LockCallback) => {
    if (lockedNames.has(name)) return callback(null)
    lockedNames.add(name)
    await callback({})
    lockedNames.delete(name)
  }
  return { request }
}

const createFakeStorage = (map = new Map<string, string>()) => ({
  getItem: (key: string) => map.get(key) ?? null,
  setItem: (key: string, value: string) => void map.set(key, value),
})

/** Opens a form in a new tab. `remembered`: the draft key that the tab stored before a reload. */
function openTab(remembered?: string) {
  vi.stubGlobal('sessionStorage', createFakeStorage(new Map(remembered ? [['draft_slot', remembered]] : [])))
  const abort = new AbortController()
  return { key: takeDraftKey(base, abort.signal), close: () => abort.abort() }
}

let drafts: ReturnType<typeof createFakeStorage>

beforeEach(() => {
  drafts = createFakeStorage()
  vi.stubGlobal('localStorage', drafts)
  vi.stubGlobal('navigator', { locks: createFakeLocks() })
})
afterEach(() => vi.unstubAllGlobals())

describe('the draft of a create form', () => {
  it('is different for each open form', async () => {
    const keys = [await openTab().key, await openTab().key, await openTab().key]
    expect(keys).toEqual([base, `${base}:2`, `${base}:3`])
  })

  it('is found again after a reload, even if other forms were closed', async () => {
    const first = openTab()
    await first.key
    const second = openTab()
    const key = await second.key
    drafts.setItem(base, 'of the first')
    first.close()
    second.close()
    await expect.poll(() => openTab(key).key).toBe(key)
  })

  it('is one that a closed form left, if there is any', async () => {
    drafts.setItem(`${base}:2`, 'left')
    expect(await openTab().key).toBe(`${base}:2`)
    expect(await openTab().key).toBe(base)
  })

  it('is shared in a browser without locks', async () => {
    vi.stubGlobal('navigator', {})
    expect([await openTab().key, await openTab().key]).toEqual([base, base])
  })
})
