import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { QueryClient } from '@tanstack/react-query'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { clearMemberData } from '#features/accounts/web/clear-member-data.ts'
import { storageEntries } from './storage-rules.ts'

const root = join(import.meta.dirname, '../../..')
const files = globSync('{src,public}/**/*.{ts,tsx,js}', { cwd: root, exclude: ['**/*.test.*'] })
const storingFiles = files
  .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }))
  .filter(({ text }) => /\.setItem\(|document\.cookie|cookieStore/.test(text))

/** Returns the keys that a file passes to `setItem` as texts or constants, but not those that are parameters. */
const findStoredKeys = (text: string) =>
  [...text.matchAll(/\.setItem\((?:'([^']+)'|(\w+))/g)].flatMap(([, key, name]) => {
    const [, declared = ''] = new RegExp(`const ${name} = (.*)`).exec(text) ?? []
    return key ?? [...declared.matchAll(/'([^']+)'/g)].map(([, declaredKey]) => declaredKey)
  })

/** The text of a file and of those that it imports from its own feature, where the name of a cookie may stand. */
const withImports = (file: string, text: string) =>
  [...text.matchAll(/from '(\.[^']+)'/g)].reduce(
    (all, [, path = '']) => all + readFileSync(join(root, dirname(file), path), 'utf8'),
    text,
  )

/** The keys that stay when a member logs out, because they belong to the browser or are stored per account. */
const stayingKeys = [
  ...['theme', 'singleKeys', 'cookie-consent', 'home-data', 'draft_slot', 'contact-draft', 'own_machine_address'],
  ...['paste_hint', 'language-offer'],
  ...['prompt-draft', 'own-ai-keys:', 'tsr-scroll-restoration-v1_3', 'tanstack_router_reload:'],
  // The sign-in itself sets and removes these keys (session-lifecycle.test.ts).
  ...['isLoggedIn', 'hasAttemptedLogin', 'redirectAfterLogin', 'lastVisitedUrl', 'previousUrl', 'pendingAction'],
]

afterEach(() => {
  vi.unstubAllGlobals()
})

describe('data stored in the browser', () => {
  it('is removed when the member logs out, unless its key is one of those that stay', () => {
    const keys = storageEntries.filter(({ storage }) => storage !== 'cookie').map(({ key }) => key)
    const storage = Object.assign(
      Object.create({
        removeItem(key: string) {
          Reflect.deleteProperty(this, key)
        },
      }),
      Object.fromEntries(keys.map((key) => [key, 'text'])),
    )
    vi.stubGlobal('localStorage', storage)
    vi.stubGlobal('sessionStorage', storage)
    clearMemberData(new QueryClient())
    expect(
      Object.keys(storage).sort(),
      'add the key to memberKeyPattern in clear-member-data.ts, or to stayingKeys with a reason',
    ).toEqual(stayingKeys.toSorted())
  })

  it('is listed on the cookies page', () => {
    expect(storingFiles.length).toBeGreaterThan(0)
    const listedKeys = storageEntries.map(({ key }) => key)
    const unlisted = storingFiles.filter(
      ({ file, text }) =>
        !listedKeys.some((key) => withImports(file, text).includes(`'${key}'`)) ||
        !findStoredKeys(text).every((key) => listedKeys.includes(String(key))),
    )
    expect(unlisted.map(({ file }) => file)).toEqual([])
  })

  it('is listed once, and only if some code stores it', () => {
    expect(new Set(storageEntries.map(({ key }) => key)).size).toBe(storageEntries.length)
    const fromOurCode = storageEntries.filter(
      ({ key, storage }) => storage !== 'cookie' && storingFiles.some(({ text }) => text.includes(`'${key}'`)),
    )
    const fromLibrariesAndServer = storageEntries.filter(
      ({ key, storage }) => storage === 'cookie' || /^(tsr|tanstack_router)/.test(key),
    )
    expect(fromOurCode.length + fromLibrariesAndServer.length).toBe(storageEntries.length)
  })
})
