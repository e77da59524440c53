import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { forgetDraftKey, takeDraftKey } from './draft-key.ts'

const firstKey = 'prompt-draft:marta:new'
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
  removeItem: (key: string) => void map.delete(key),
})

/** Opens a form in a new tab. `remembered`: the draft key that the tab stored before a reload. */
function openTab(remembered?: string, options?: { isNew: boolean }) {
  vi.stubGlobal('sessionStorage', createFakeStorage(new Map(remembered ? [['draft_slot', remembered]] : [])))
  const abort = new AbortController()
  return { key: takeDraftKey(firstKey, abort.signal, options), close: () => abort.abort() }
}

let drafts: ReturnType<typeof createFakeStorage>

beforeEach(() => {
  drafts = createFakeStorage()
  vi.stubGlobal('localStorage', drafts)
  vi.stubGlobal('navigator', { locks: createFakeLocks() })
})
afterEach(() => vi.unstubAllGlobals())

describe('the storage key of a form’s draft', () => {
  it('is different for each open form', async () => {
    const keys = [await openTab().key, await openTab().key, await openTab().key]
    expect(keys).toEqual([firstKey, `${firstKey}:2`, `${firstKey}:3`])
  })

  it('is the same after a reload, even if other forms were closed', async () => {
    const first = openTab()
    await first.key
    const second = openTab()
    const key = await second.key
    drafts.setItem(firstKey, 'of the first')
    first.close()
    second.close()
    await expect.poll(() => openTab(key).key).toBe(key)
  })

  it('is that of a draft that a closed form left behind, if there is any', async () => {
    drafts.setItem(`${firstKey}:2`, 'left')
    expect(await openTab().key).toBe(`${firstKey}:2`)
    expect(await openTab().key).toBe(firstKey)
  })

  it('is new for a text from another page, even if this tab or a closed form has a draft', async () => {
    drafts.setItem(firstKey, 'of this tab')
    drafts.setItem(`${firstKey}:2`, 'left')
    expect(await openTab(firstKey, { isNew: true }).key).toBe(`${firstKey}:3`)
    for (let number = 3; number <= 20; number++) drafts.setItem(`${firstKey}:${number}`, 'left')
    // With drafts under all 20 keys, the text gets the first key again.
    expect(await openTab(firstKey, { isNew: true }).key).toBe(firstKey)
  })

  it('is that of a draft that a closed form left behind, once the server has stored this tab’s', async () => {
    drafts.setItem(firstKey, 'left')
    const form = openTab(undefined, { isNew: true })
    expect(await form.key).toBe(`${firstKey}:2`)
    form.close()
    forgetDraftKey()
    expect(await takeDraftKey(firstKey, new AbortController().signal)).toBe(firstKey)
  })

  it('is new for a text from another page in a browser without locks too, and a reload finds it', async () => {
    vi.stubGlobal('navigator', {})
    drafts.setItem(firstKey, 'left')
    const key = await openTab(undefined, { isNew: true }).key
    expect(key).toBe(`${firstKey}:2`)
    drafts.setItem(key, 'handed over')
    expect(await takeDraftKey(firstKey, new AbortController().signal)).toBe(key)
  })

  it('is the same for all forms in a browser without locks', async () => {
    vi.stubGlobal('navigator', {})
    expect([await openTab().key, await openTab().key]).toEqual([firstKey, firstKey])
  })
})
