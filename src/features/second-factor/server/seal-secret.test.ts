import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { openSecret, sealSecret } from './seal-secret.ts'

const key = randomBytes(32)
const secret = randomBytes(20)

describe('a sealed secret', () => {
  it('can be opened with the site’s key for the same user, and is encrypted differently each time', () => {
    const sealed = sealSecret(key, 'ada', secret)
    expect(openSecret(key, 'ada', sealed)).toEqual(secret)
    expect(sealed.includes(secret)).toBe(false)
    expect(sealSecret(key, 'ada', secret)).not.toEqual(sealed)
  })

  it('can’t be opened with another key, for another user, or after a bit has changed', () => {
    const sealed = sealSecret(key, 'ada', secret)
    expect(openSecret(randomBytes(32), 'ada', sealed)).toBeNull()
    expect(openSecret(key, 'bob', sealed)).toBeNull()
    for (let index = 0; index < sealed.length; index++) {
      const changed = Buffer.from(sealed)
      changed[index] = (changed[index] as number) ^ 1
      expect(openSecret(key, 'ada', changed)).toBeNull()
    }
  })
})
