import { describe, expect, it } from 'vitest'
import { StartError } from './platform/start-error.ts'
import { isLocal, readSettings } from './settings.ts'

describe('settings', () => {
  it('have defaults for a visitor’s own machine', () => {
    expect(readSettings({ PORT: '', OTHER: 'x' })).toMatchObject({
      PORT: 3000,
      HOST: '127.0.0.1',
      DATA_DIR: './data',
      SITE_NAME: 'Promptarium',
    })
  })

  it.each([
    ['PORT', '99999'],
    ['PORT', 'http'],
    ['DATABASE_URL', 'mysql://x'],
    ['PUBLIC_URL', 'example.org'],
    ['METRICS_TOKEN', 'short'],
    ['STARTER', 'yes'],
    ['LOG_LEVEL', 'loud'],
    ['CONTACT_URL', 'javascript:alert(1)'],
    ['CONTACT_URL', 'hello@example.org'],
    ['SITE_NAME', 'x'.repeat(61)],
  ])('refuse %s=%s in one line that names it', (name, value) => {
    expect(() => readSettings({ [name]: value })).toThrow(StartError)
    expect(() => readSettings({ [name]: value })).toThrow(new RegExp(`^Wrong setting: ${name} [^\\n]+$`))
  })

  it('know whether the site is for this machine only', () => {
    expect(isLocal(readSettings({}))).toBe(true)
    expect(isLocal(readSettings({ HOST: '0.0.0.0' }))).toBe(false)
    expect(isLocal(readSettings({ PUBLIC_URL: 'https://prompts.example.org' }))).toBe(false)
    expect(isLocal(readSettings({ PUBLIC_URL: 'http://[::1]:3000/' }))).toBe(true)
  })
})
