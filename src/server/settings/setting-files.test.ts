import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readSettings } from './settings.ts'

let folder: string
const write = (content: string) => {
  const file = join(folder, 'secret')
  writeFileSync(file, content)
  return file
}
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'promptarium-settings-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

describe('a setting from a file', () => {
  it('has the content of the file, without its last line break', () => {
    const file = write('a secret that is long enough\n')
    expect(readSettings({ METRICS_TOKEN_FILE: file }).METRICS_TOKEN).toBe('a secret that is long enough')
    expect(readSettings({ METRICS_TOKEN_FILE: write('two\r\nlines of a token\r\n') }).METRICS_TOKEN).toBe(
      'two\r\nlines of a token',
    )
  })

  it('is unset if the file contains only a line break', () => {
    expect(readSettings({ METRICS_TOKEN_FILE: write('\n') }).METRICS_TOKEN).toBeUndefined()
  })

  it('is checked like any other setting, and the error doesn’t show the file’s content', () => {
    const read = () => readSettings({ METRICS_TOKEN_FILE: write('short') })
    expect(read).toThrow(/^Invalid setting: .*METRICS_TOKEN/)
    expect(read).not.toThrow(/short/)
  })

  it('is refused if the setting itself is set too, and if the file is unreadable or too long', () => {
    const file = write('a secret that is long enough')
    const both = { METRICS_TOKEN: 'another long secret', METRICS_TOKEN_FILE: file }
    expect(() => readSettings(both)).toThrow('METRICS_TOKEN and METRICS_TOKEN_FILE can’t both be set')
    expect(() => readSettings({ METRICS_TOKEN_FILE: join(folder, 'nowhere') })).toThrow(
      /METRICS_TOKEN_FILE.*doesn’t exist/,
    )
    expect(() => readSettings({ METRICS_TOKEN_FILE: write('x'.repeat(70_000)) })).toThrow('it is too long')
  })
})
