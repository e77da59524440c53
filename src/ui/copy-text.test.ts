import { afterEach, describe, expect, it, vi } from 'vitest'
import { copyText } from './copy-text.ts'

/**
 * Imitates Safari, which writes to the clipboard only if a page asks for it while it handles the press. `copied` has the
 * texts that were written.
 */
function stubSafari({ clipboardItem = true } = {}) {
  const copied: string[] = []
  let isPressed = true
  const refuseLater = () => {
    if (!isPressed) throw new DOMException('Not within a press.', 'NotAllowedError')
  }
  vi.stubGlobal('document', undefined)
  vi.stubGlobal('navigator', {
    clipboard: {
      writeText: async (text: string) => {
        refuseLater()
        copied.push(text)
      },
      write: async ([item]: { data: Record<string, Promise<Blob>> }[]) => {
        refuseLater()
        const blob = await item?.data['text/plain']
        copied.push((await blob?.text()) ?? '')
      },
    },
  })
  const ClipboardItem = class {
    data: object
    constructor(data: object) {
      this.data = data
    }
  }
  vi.stubGlobal('ClipboardItem', clipboardItem ? ClipboardItem : undefined)
  const press = <Result>(action: () => Result) => {
    const result = action()
    isPressed = false
    return result
  }
  return { copied, press }
}

const later = <Value>(value: Value) => new Promise<Value>((resolve) => setTimeout(resolve, 5, value))

afterEach(() => {
  vi.unstubAllGlobals()
})

describe('copying', () => {
  it('a text, or a text that arrives after the press, succeeds', async () => {
    for (const text of ['a text', later('a text')]) {
      const { copied, press } = stubSafari()
      expect(await press(() => copyText(text))).toBe(true)
      expect(copied).toEqual(['a text'])
    }
  })

  it('a text that arrives later succeeds in a browser that can’t wait for it, if it allows copying then', async () => {
    const { copied } = stubSafari({ clipboardItem: false })
    expect(await copyText(later('a text'))).toBe(true)
    expect(copied).toEqual(['a text'])
  })

  it('a text that doesn’t arrive fails with the reason', async () => {
    for (const clipboardItem of [true, false]) {
      const { press } = stubSafari({ clipboardItem })
      const text = later('').then(() => Promise.reject(new Error('The server is overloaded.')))
      await expect(press(() => copyText(text))).rejects.toThrow('The server is overloaded.')
    }
  })
})
